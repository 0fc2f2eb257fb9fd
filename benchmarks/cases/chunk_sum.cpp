// Each work-item adds the numbers of a chunk.
#include "chunks.h"

namespace cleave::benchmark {
namespace {

struct Walk {
  static constexpr const char* name = "chunk_sum";
  static constexpr const char* source = R"(
kernel void chunk_sum(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; ++k) sum += in[i * n + k];
  out[i] = sum;
}
)";
  static size_t results_of(size_t /*length*/) { return 1; }
  static void walk(const float* in, float* out, size_t length) {
    *out = 0;
    for (size_t k = 0; k < length; ++k) *out += in[k];
  }
};

}  // namespace

const Case& chunk_sum() {
  static const Case instance =
      chunk_case<Walk>("chunks of N floats summed, a chunk for each work-item");
  return instance;
}

}  // namespace cleave::benchmark
