// Names OpenCL's types for objects of SYCL (SYCL 2020, 4.5.1.1 and appendix C). It needs no header of OpenCL.
#pragma once

#include <memory>
#include <vector>

#include "backend_types.hpp"
#include "declarations.hpp"
#include "detail/opencl_types.h"

namespace sycl {
inline namespace _v1 {

class platform;
class device;
class context;
class queue;
class event;
template <class Type, int Dimensions, class Allocator, class Enable>
class buffer;

namespace CLEAVE_SYCL_HIDDEN detail {

/// OpenCL's type of one object; SYCL has several of `is_many`.
template <class Native, bool IsMany = false>
struct opencl_type {
  using input = std::conditional_t<IsMany, std::vector<Native>, Native>;
  using output = input;
};
template <class Object>
struct opencl_types;
template <>
struct opencl_types<platform> : opencl_type<cl_platform_id> {};
template <>
struct opencl_types<device> : opencl_type<cl_device_id> {};
template <>
struct opencl_types<context> : opencl_type<cl_context> {};
template <>
struct opencl_types<queue> : opencl_type<cl_command_queue> {};
template <>
struct opencl_types<event> : opencl_type<cl_event, true> {};
template <>
struct opencl_types<kernel> : opencl_type<cl_kernel> {};
template <bundle_state State>
struct opencl_types<kernel_bundle<State>> : opencl_type<cl_program, true> {
  using input = cl_program;
};
template <class Type, int Dimensions, class Allocator, class Enable>
struct opencl_types<buffer<Type, Dimensions, Allocator, Enable>> : opencl_type<cl_mem, true> {
  using input = cl_mem;
};
template <int Dimensions, class Allocator>
struct opencl_types<unsampled_image<Dimensions, Allocator>> : opencl_type<cl_mem, true> {
  using input = cl_mem;
};
template <int Dimensions, class Allocator>
struct opencl_types<sampled_image<Dimensions, Allocator>> : opencl_type<cl_mem, true> {
  using input = cl_mem;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <backend Backend>
class backend_traits;
template <>
class backend_traits<backend::opencl> {
 public:
  template <class Object>
  using input_type = typename detail::opencl_types<Object>::input;
  template <class Object>
  using return_type = typename detail::opencl_types<Object>::output;
  using errc = int;
};

template <backend Backend, class Object>
using backend_input_t = typename backend_traits<Backend>::template input_type<Object>;
template <backend Backend, class Object>
using backend_return_t = typename backend_traits<Backend>::template return_type<Object>;

}  // namespace _v1
}  // namespace sycl
