// Computes gravity among bodies, each with each, in single or in double precision: a loop whose
// loads are the same for all work-items.
#pragma once

#include <limits>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark::gravity {

inline constexpr const char* source = R"(
kernel void accelerate(global const real4 *bodies, global real4 *accelerations, int count,
                       real softening) {
  int i = get_global_id(0);
  real4 body = bodies[i];
  real3 acceleration = 0;
  for (int j = 0; j < count; ++j) {
    real4 other = bodies[j];
    real3 way = other.xyz - body.xyz;
    real inverse = rsqrt(dot(way, way) + softening);
    acceleration += way * (other.w * inverse * inverse * inverse);
  }
  accelerations[i] = (real4)(acceleration, 0);
}
)";
inline constexpr float softening = 0x1p-10F;

/// `Real` is float or double.
template <class Real>
struct Bodies {
  // The bodies stand at `distinct` places in turn: who knows that finds the accelerations quickly.
  static constexpr size_t distinct = 256;

  explicit Bodies(size_t count) : bodies(4 * count), right(4 * count), magnitudes(4 * count) {
    for (size_t i = 0; i < bodies.size(); ++i)
      bodies[i] = scrambled_fraction(static_cast<uint32_t>(i % (4 * distinct)));
    in_parallel(distinct, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) accelerate(i, static_cast<double>(count / distinct));
    });
    for (size_t i = 4 * distinct; i < right.size(); ++i) {
      right[i] = right[i - 4 * distinct];
      magnitudes[i] = magnitudes[i - 4 * distinct];
    }
  }

  void accelerate(size_t i, double copies) {
    for (size_t j = 0; j < distinct; ++j) {
      double way[3], square = softening;
      for (size_t k = 0; k < 3; ++k) {
        way[k] = static_cast<double>(bodies[4 * j + k]) - static_cast<double>(bodies[4 * i + k]);
        square += way[k] * way[k];
      }
      const double pull =
          copies * static_cast<double>(bodies[4 * j + 3]) / square / std::sqrt(square);
      for (size_t k = 0; k < 3; ++k) {
        right[4 * i + k] += way[k] * pull;
        magnitudes[4 * i + k] += std::abs(way[k] * pull);
      }
    }
  }

  /// Compares accelerations with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const Real> accelerations) const {
    // A term has rsqrt's error (2 ulp) and the sum's of the squares three times, and five roundings
    // more: below 32 units in the last place. Each addition to the sum rounds once.
    const double units = 32 + static_cast<double>(bodies.size() / 4);
    const double unit = std::numeric_limits<Real>::epsilon() / 2;
    return difference_beyond<Real>(accelerations, right,
                                   [&](size_t i) { return units * unit * magnitudes[i]; });
  }

  std::vector<Real> bodies;        // x, y, z and the mass of each
  std::vector<double> right;       // accelerations, likewise in fours
  std::vector<double> magnitudes;  // sums of the magnitudes of their terms
};

template <class Real>
class NBody : public RepeatedWork<Bodies<Real>> {
  using Base = RepeatedWork<Bodies<Real>>;
  using Base::device, Base::problem, Base::size;

 public:
  NBody(Device& on, size_t count) : Base(on, count) {
    constexpr bool is_double = sizeof(Real) == 8;
    if constexpr (is_double) device().require_extension("cl_khr_fp64");
    const std::string types =
        is_double ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                    "typedef double real; typedef double3 real3; typedef double4 real4;"
                  : "typedef float real; typedef float3 real3; typedef float4 real4;";
    kernel_ = device().build((types + source).c_str(), "accelerate");
    bodies_ = device().buffer_of(problem().bodies);
    accelerations_ = device().zeros(4 * count * sizeof(Real));
    kernel_.set_arguments(bodies_, accelerations_, static_cast<cl_int>(count), Real{softening});
  }

  std::string verify() override {
    return problem().difference_of(device().template read<Real>(accelerations_, 4 * size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer bodies_, accelerations_;
};

/// The same by a loop of C++, for which each of x, y, z and the masses is an array.
template <class Real>
class NativeNBody : public NativeWork<Bodies<Real>> {
  using Base = NativeWork<Bodies<Real>>;
  using Base::problem, Base::size;

 public:
  explicit NativeNBody(size_t count) : Base(count), accelerations_(4 * count) {
    for (size_t i = 0; i < count; ++i)
      for (size_t k = 0; k < 4; ++k) parts_[k].push_back(problem().bodies[4 * i + k]);
  }

  std::string verify() override { return problem().difference_of(accelerations_); }

 protected:
  void repeat() override {
    const BodyArrays<Real> bodies = {parts_[0].data(), parts_[1].data(),      parts_[2].data(),
                                     parts_[3].data(), accelerations_.data(), size(),
                                     Real{softening}};
    this->split(size(), 1, [&](size_t begin, size_t end) {
      if constexpr (sizeof(Real) == sizeof(float))
        native_loops().attract(bodies, begin, end);
      else
        native_loops().attract_double(bodies, begin, end);
    });
  }

 private:
  NativeVector<Real> parts_[4], accelerations_;
};

}  // namespace cleave::benchmark::gravity
