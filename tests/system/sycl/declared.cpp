// Names every class of SYCL's chapter 4 behind sycl.hpp alone: it is compiled, and does nothing.
#include <sycl/sycl.hpp>

#include <type_traits>

template <class... Types>
struct list;

using classes = list<
    sycl::platform, sycl::device, sycl::context, sycl::queue, sycl::event, sycl::property_list,
    sycl::exception, sycl::exception_list, sycl::async_handler, sycl::errc, sycl::backend,
    sycl::aspect, sycl::handler, sycl::kernel_handler, sycl::kernel, sycl::kernel_id,
    sycl::kernel_bundle<sycl::bundle_state::executable>,
    sycl::device_image<sycl::bundle_state::executable>, sycl::interop_handle, sycl::stream,
    sycl::stream_manipulator, sycl::range<1>, sycl::id<2>, sycl::nd_range<3>, sycl::item<1>,
    sycl::nd_item<1>, sycl::h_item<1>, sycl::group<1>, sycl::sub_group,
    sycl::private_memory<int, 1>, sycl::device_event, sycl::buffer<int>, sycl::accessor<int>,
    sycl::host_accessor<int>, sycl::local_accessor<int>, sycl::unsampled_image<1, char>,
    sycl::sampled_image<1, char>, sycl::image_sampler, sycl::image_format,
    sycl::unsampled_image_accessor<int, 1, sycl::access_mode::read, sycl::image_target::device>,
    sycl::sampled_image_accessor<int, 1, sycl::image_target::device>,
    sycl::host_unsampled_image_accessor<int, 1, sycl::access_mode::read>,
    sycl::host_sampled_image_accessor<int, 1>,
    sycl::multi_ptr<int, sycl::access::address_space::global_space>, sycl::global_ptr<int>,
    sycl::local_ptr<int>, sycl::private_ptr<int>, sycl::vec<int, 4>, sycl::float4,
    sycl::marray<int, 4>, sycl::mfloat4, sycl::half, sycl::elem, sycl::rounding_mode,
    sycl::span<int>, sycl::usm::alloc, sycl::usm_allocator<int, sycl::usm::alloc::shared>,
    sycl::buffer_allocator<int>,
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>,
    sycl::atomic<int, sycl::access::address_space::global_space>, sycl::memory_order,
    sycl::memory_scope, sycl::reducer<int, sycl::plus<>>, sycl::plus<>, sycl::multiplies<>,
    sycl::bit_and<>, sycl::bit_or<>, sycl::bit_xor<>, sycl::logical_and<>, sycl::logical_or<>,
    sycl::minimum<>, sycl::maximum<>, sycl::specialization_id<int>, sycl::property::queue::in_order,
    sycl::property::queue::enable_profiling, sycl::property::buffer::use_host_ptr,
    sycl::property::buffer::use_mutex, sycl::property::buffer::context_bound,
    sycl::property::no_init, sycl::is_device_copyable<int>, sycl::known_identity<sycl::plus<>, int>,
    sycl::info::device::name, sycl::info::platform::name, sycl::info::context::devices,
    sycl::info::queue::device, sycl::info::event::command_execution_status,
    sycl::info::event_profiling::command_end>;

// OpenCL's scalar types (C.7.1).
template <class Type, size_t Size, bool IsSigned>
constexpr bool is_scalar =
    sizeof(Type) == Size && std::is_arithmetic_v<Type> && std::is_signed_v<Type> == IsSigned;
static_assert(is_scalar<sycl::opencl::cl_bool, 1, false>);
static_assert(is_scalar<cl_bool, 4, false>);
static_assert(is_scalar<sycl::opencl::cl_char, 1, true>);
static_assert(is_scalar<sycl::opencl::cl_uchar, 1, false>);
static_assert(is_scalar<sycl::opencl::cl_short, 2, true>);
static_assert(is_scalar<sycl::opencl::cl_ushort, 2, false>);
static_assert(is_scalar<sycl::opencl::cl_int, 4, true>);
static_assert(is_scalar<sycl::opencl::cl_uint, 4, false>);
static_assert(is_scalar<sycl::opencl::cl_long, 8, true>);
static_assert(is_scalar<sycl::opencl::cl_ulong, 8, false>);
static_assert(is_scalar<sycl::opencl::cl_float, 4, true>);
static_assert(is_scalar<sycl::opencl::cl_double, 8, true>);
static_assert(std::is_same_v<sycl::opencl::cl_half, sycl::half>);

// Names of vectors that SYCL 1.2.1 had.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static_assert(std::is_same_v<sycl::cl_half4, sycl::vec<sycl::opencl::cl_half, 4>>);
static_assert(std::is_same_v<sycl::cl_ulong16, sycl::vec<sycl::opencl::cl_ulong, 16>>);
#pragma clang diagnostic pop

// Functions of floating-point numbers are no templates (4.17), so that a program's own template of that name is chosen.
namespace own {
template <class Type>
Type clamp(Type value, Type, Type) {
  return value;
}
inline sycl::half clamped(sycl::half value) {
  return clamp<sycl::half>(value, 0, 1);
}
struct chosen {};
template <class Type>
chosen sin(Type) {
  return {};
}
template <class Type>
chosen isnan(Type) {
  return {};
}
static_assert(std::is_same_v<decltype(sin<sycl::half>(sycl::half())), chosen>);
static_assert(std::is_same_v<decltype(isnan<sycl::half>(sycl::half())), chosen>);
inline float (*const sine_of_float)(float) = sycl::sin;
}  // namespace own
