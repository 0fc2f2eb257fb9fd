// A unit with functions that another one calls, an internal function and a kernel of the same names.
#include "device.h"
#include "objects.h"

namespace {
int one() {
  return 2;
}
}  // namespace

[[clang::sycl_external]] int twice_and_one(int n) {
  return n * one() + 1;
}

/// Asks for the local memory of the kernel that calls it.
[[clang::sycl_external]] int local_sum(int n) {
  auto* memory = reinterpret_cast<__attribute__((opencl_local)) int*>(local_base());
  memory[local_id(0)] = n;
  barrier(1);
  int sum = 0;
  for (size_t i = 0; i < local_size(0); ++i) sum += memory[i];
  return sum;
}

Number::Number(int n) : value(n + seven() - 2) {}

[[clang::sycl_external]] int four() {
  return 2 * one();
}

void CallsOther::operator()() const {
  out[global_id(0)] = -1;
}

void instantiate() {
  make_kernels<CallsOther>();
}
