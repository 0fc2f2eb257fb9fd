// Each work-item adds the numbers of a chunk, and keeps all sums.
#include "chunks.h"

namespace cleave::benchmark {
namespace {

struct Walk {
  static constexpr const char* name = "chunk_scan";
  static constexpr const char* source = R"(
kernel void chunk_scan(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; ++k) out[i * n + k] = sum += in[i * n + k];
}
)";
  static size_t results_of(size_t length) { return length; }
  static void walk(const float* in, float* out, size_t length) {
    float sum = 0;
    for (size_t k = 0; k < length; ++k) out[k] = sum += in[k];
  }
};

}  // namespace

const Case& chunk_scan() {
  static const Case instance =
      chunk_case<Walk>("chunks of N floats scanned, a chunk for each work-item");
  return instance;
}

}  // namespace cleave::benchmark
