// Each work-item multiplies a chunk of numbers.
#include "chunks.h"

namespace cleave::benchmark {
namespace {

struct Walk {
  static constexpr const char* name = "chunk_scale";
  static constexpr const char* source = R"(
kernel void chunk_scale(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0);
  for (uint k = 0; k < n; ++k) out[i * n + k] = 3 * in[i * n + k];
}
)";
  static size_t results_of(size_t length) { return length; }
  static void walk(const float* in, float* out, size_t length) {
    for (size_t k = 0; k < length; ++k) out[k] = 3 * in[k];
  }
};

}  // namespace

const Case& chunk_scale() {
  static const Case instance =
      chunk_case<Walk>("chunks of N floats times three, a chunk for each work-item");
  return instance;
}

}  // namespace cleave::benchmark
