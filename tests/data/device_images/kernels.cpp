// Defines the kernels in the device images of releases: what programs of SYCL use of a driver, by its names for
// device code and by the container.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>

#include "objects.h"

namespace cleave::release_images {

SYCL_EXTERNAL int twice_and_one(int number);

template <class Real>
void compute(Real x, Real* results) {
  const std::complex<Real> z = std::complex<Real>(x, Real(1)) * std::complex<Real>(Real(0.5), x);
  results[0] = std::sin(x);
  results[1] = std::pow(x, Real(2.5));
  results[2] = std::erf(x);
  results[3] = std::fma(x, x, std::floor(x));
  results[4] = std::abs(z);
  results[5] = std::exp(z).imag();
}

struct SubGroups : SubGroupsObject {
  [[sycl::reqd_sub_group_size(8)]] void operator()(sycl::nd_item<1> item) const {
    const size_t i = item.get_global_id(0);
    const sycl::sub_group group = item.get_sub_group();
    sums[i] = sycl::reduce_over_group(group, in[i], sycl::plus<>());
    next[i] = sycl::shift_group_left(group, in[i], 1);
    sizes[i] = group.get_local_range()[0];
  }
};

struct LocalTree {
  const int* in;
  int* sums;
  sycl::local_accessor<int, 1> partial;

  void operator()(sycl::nd_item<1> item) const {
    const size_t here = item.get_local_id(0);
    partial[here] = in[item.get_global_id(0)];
    for (size_t width = item.get_local_range(0) / 2; width != 0; width /= 2) {
      sycl::group_barrier(item.get_group());
      if (here < width) partial[here] += partial[here + width];
    }
    if (here == 0) sums[item.get_group(0)] = partial[0];
  }
};
static_assert(sizeof(LocalTree) == sizeof(LocalTreeObject),
              "local_accessor has another layout: the test needs an object of its own for it");

struct Math : MathObject {
  void operator()(sycl::id<1> i) const {
    compute(in[i], singles + i * math_results);
    compute(static_cast<double>(in[i]), doubles + i * math_results);
  }
};

struct Standard : StandardObject {
  void operator()(sycl::id<1> i) const {
    constexpr std::array<int, 4> table = {1, 10, 100, 1000};
    int values[4];
    std::memcpy(values, table.data(), sizeof values);
    std::reverse(values, values + 4);
    out[i] = values[in[i] % 4] + static_cast<int>(std::strlen("four"));
  }
};

struct Atomics : AtomicsObject {
  void operator()(sycl::id<1> i) const {
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> total(*sum);
    total += static_cast<int>(i);
  }
};

struct Prints : PrintsObject {
  void operator()() const { printf("number %d, %s\n", number, "as text"); }
};

struct Asserts : AssertsObject {
  void operator()(sycl::id<1> i) const {
    assert(in[i] != 7 && "seven");
    out[i] = in[i];
  }
};

struct CallsUnit : CallsUnitObject {
  void operator()(sycl::id<1> i) const { out[i] = twice_and_one(in[i]); }
};

void launch_all(sycl::queue& queue) {
  const sycl::nd_range<1> groups(256, 64);
  queue.parallel_for(groups, SubGroups{});
  queue.parallel_for(groups, LocalTree{});
  queue.parallel_for(sycl::range<1>(64), Math{});
  queue.parallel_for(sycl::range<1>(64), Standard{});
  queue.parallel_for(sycl::range<1>(64), Atomics{});
  queue.single_task(Prints{});
  queue.parallel_for(sycl::range<1>(64), Asserts{});
  queue.parallel_for(sycl::range<1>(64), CallsUnit{});
}

}  // namespace cleave::release_images
