// Each work-item fills a chunk.
#include "chunks.h"

namespace cleave::benchmark {
namespace {

struct Walk {
  static constexpr const char* name = "chunk_fill";
  static constexpr const char* source = R"(
kernel void chunk_fill(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0);
  for (uint k = 0; k < n; ++k) out[i * n + k] = in[i * n] + k;
}
)";
  static size_t results_of(size_t length) { return length; }
  static void walk(const float* in, float* out, size_t length) {
    for (size_t k = 0; k < length; ++k) out[k] = in[0] + static_cast<float>(k);
  }
};

}  // namespace

const Case& chunk_fill() {
  static const Case instance =
      chunk_case<Walk>("chunks of N floats filled, a chunk for each work-item");
  return instance;
}

}  // namespace cleave::benchmark
