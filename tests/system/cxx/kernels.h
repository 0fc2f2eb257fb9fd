// Launches single tasks without the library of SYCL, for tests of the compiler command: a file with this
// compiles in a tenth of the time that <sycl/sycl.hpp> takes.
#pragma once

#include <sycl/detail/unit.h>

#include <sycl/aspects.hpp>
#include <sycl/detail/kernel_entry.hpp>

/// Each test program says for itself how a launch ends.
extern "C" void launch_kernel(const cleave_sycl_unit* unit, const char* symbol, const void* object,
                              unsigned long bytes);

namespace test {

template <class Name, class Shape, class Functor>
void launch(const Functor& functor) {
  using name = sycl::detail::kernel_name_t<Name, Functor>;
  const char* symbol = sycl::detail::kernel_symbol<name, Shape, Functor>();
  launch_kernel(&cleave_sycl_this_unit, symbol, &functor, sizeof functor);
}

template <class Name = sycl::detail::unnamed_kernel, class Functor>
void single_task(const Functor& functor) {
  launch<Name, sycl::detail::single_task_shape>(functor);
}

}  // namespace test
