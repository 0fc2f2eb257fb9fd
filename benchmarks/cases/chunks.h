// Work-items that each walk through a chunk of their own, as programs written for CPUs do.
#pragma once

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

/// Floats in all chunks together, at most.
inline constexpr size_t chunk_total = size_t{1} << 22;

/// Returns how many chunks of `length` floats there are.
[[nodiscard]] constexpr size_t chunk_count(size_t length) {
  return chunk_total / length;
}

/// Numbers whose sums are exact in single precision, in any order, and what becomes of a chunk of
/// them: `walk(in, out, length)` writes `results_of(length)` floats.
template <class Walk>
struct Chunks {
  explicit Chunks(size_t length)
      : in(chunk_count(length) * length), right(chunk_count(length) * Walk::results_of(length)) {
    in_parallel(chunk_count(length), [&](size_t begin, size_t end) {
      for (size_t i = begin * length; i < end * length; ++i)
        in[i] = static_cast<float>(scrambled(static_cast<uint32_t>(i)) % 8);
      for (size_t chunk = begin; chunk < end; ++chunk)
        Walk::walk(&in[chunk * length], &right[chunk * Walk::results_of(length)], length);
    });
  }

  std::vector<float> in, right;
};

/// A case whose kernel is `Walk::source`, of the name `Walk::name`; the size is a chunk's length.
template <class Walk>
class ChunkWork : public RepeatedWork<Chunks<Walk>> {
 public:
  ChunkWork(Device& device, size_t length)
      : RepeatedWork<Chunks<Walk>>(device, length),
        kernel_(device.build(Walk::source, Walk::name)),
        in_(device.buffer_of(this->problem().in)),
        out_(device.zeros(this->problem().right.size() * sizeof(float))) {
    kernel_.set_arguments(in_, out_, static_cast<cl_uint>(length));
  }

  std::string verify() override {
    const std::vector<float>& right = this->problem().right;
    return difference(this->device().template read<float>(out_, right.size()), right);
  }

 protected:
  void enqueue() override { this->device().enqueue(kernel_, chunk_count(this->size())); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

/// Makes the case of a walk.
template <class Walk>
[[nodiscard]] Case chunk_case(std::string_view description) {
  return {Walk::name,
          description,
          "Gelement/s",
          {{"4", 4}, {"64", 64}, {"1000", 1000}, {"1024", 1024}, {"65536", size_t{1} << 16}},
          [](size_t length) { return 1e-9 * static_cast<double>(chunk_count(length) * length); },
          make_work<ChunkWork<Walk>>};
}

}  // namespace cleave::benchmark
