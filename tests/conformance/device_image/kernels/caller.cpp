// A unit whose kernel calls functions of another one.
#include "device.h"
#include "objects.h"

[[clang::sycl_external]] int twice_and_one(int n);
[[clang::sycl_external]] int local_sum(int n);

namespace {
int one() {
  return 1;
}
}  // namespace

void CallsOther::operator()() const {
  const size_t i = global_id(0);
  out[i] = twice_and_one(in[i]) * 1000 + local_sum(one()) + Number(one()).value * 100;
}

void instantiate() {
  make_kernels<CallsOther>();
}
