// Calls every function of the driver that the headers name, so that a name which the driver lacks fails the build.
#include <sycl/sycl.hpp>

#include <cstdio>

namespace {

/// A zero for a parameter; where that is a pointer, one to a zero.
template <class Type>
struct Zero {
  Type value{};
  Type get() { return value; }
};
template <class Type>
struct Zero<Type*> {
  Type value{};
  Type* get() { return &value; }
};

template <class Function>
struct Caller;
template <class Result, class... Arguments>
struct Caller<Result(Arguments...)> {
  /// Calls with zeros; what comes out is used, so that the call stays.
  template <class Call>
  static void run(double* sum, Call call) {
    if constexpr (std::is_void_v<Result>) {
      call(Zero<Arguments>().get()...);
    } else if constexpr (std::is_convertible_v<Result, double>) {
      *sum += static_cast<double>(call(Zero<Arguments>().get()...));
    } else {
      *sum += static_cast<double>(call(Zero<Arguments>().get()...)[0]);
    }
  }
};

}  // namespace

int main() {
  sycl::queue queue;
  double* const sum = sycl::malloc_shared<double>(1, queue);
  *sum = 0;
  int count = 0;
#define CLEAVE_ROW(result, name, parameters) ++count;
#include "builtin_rows.h"
  queue
      .parallel_for(sycl::nd_range<1>(1, 1),
                    [=](sycl::nd_item<1>) {
// The pass for hosts makes no code of a kernel, and hosts have other functions of mathematics.
#ifdef __SYCL_DEVICE_ONLY__
#define CLEAVE_ROW(result, name, parameters) \
  Caller<result parameters>::run(            \
      sum, [](auto... arguments) { return sycl::detail::cl::name(arguments...); });
#include "builtin_rows.h"
#else
                      static_cast<void>(sum);
#endif
                    })
      .wait();
  std::printf("%d functions\n", count);
  sycl::free(sum, queue);
}
