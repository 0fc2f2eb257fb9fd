// Attention of small heads: a query for each work-item, which walks through keys and values that
// all share and keeps its sums in private memory.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define DIMENSIONS 32

kernel void attend(global const float *queries, global const float *keys,
                   global const float *values, global float *outputs, int count) {
  int head = get_global_id(1) * count, query = head + get_global_id(0);
  float own[DIMENSIONS], sums[DIMENSIONS];
  for (int d = 0; d < DIMENSIONS; ++d) {
    own[d] = queries[query * DIMENSIONS + d];
    sums[d] = 0;
  }
  float most = -INFINITY, total = 0;
  for (int key = head; key < head + count; ++key) {
    float score = 0;
    for (int d = 0; d < DIMENSIONS; ++d) score += own[d] * keys[key * DIMENSIONS + d];
    float greatest = fmax(most, score);
    float kept = exp(most - greatest), weight = exp(score - greatest);
    total = total * kept + weight;
    for (int d = 0; d < DIMENSIONS; ++d)
      sums[d] = sums[d] * kept + weight * values[key * DIMENSIONS + d];
    most = greatest;
  }
  for (int d = 0; d < DIMENSIONS; ++d) outputs[query * DIMENSIONS + d] = sums[d] / total;
}
)";
constexpr size_t dimensions = 32, heads = 4;

/// Queries, keys and values with a row of `dimensions` for each of `count` in each head.
struct Heads {
  explicit Heads(size_t count)
      : queries(heads * count * dimensions),
        keys(queries.size()),
        values(queries.size()),
        outputs(queries.size()) {
    for (size_t i = 0; i < queries.size(); ++i) {
      const auto index = static_cast<uint32_t>(3 * i);
      queries[i] = scrambled_fraction(index) - 0.5F;
      keys[i] = 2 * scrambled_fraction(index + 1) - 1;
      values[i] = 2 * scrambled_fraction(index + 2) - 1;
    }
    in_parallel(heads * count, [&](size_t begin, size_t end) {
      std::vector<double> scores(count);
      for (size_t query = begin; query < end; ++query) attend(query, query / count * count, scores);
    });
  }

  void attend(size_t query, size_t first_key, std::vector<double>& scores) {
    double total = 0;
    for (size_t key = 0; key < scores.size(); ++key) {
      double score = 0;
      for (size_t d = 0; d < dimensions; ++d)
        score += static_cast<double>(queries[query * dimensions + d]) *
                 static_cast<double>(keys[(first_key + key) * dimensions + d]);
      scores[key] = std::exp(score);
      total += scores[key];
    }
    for (size_t key = 0; key < scores.size(); ++key)
      for (size_t d = 0; d < dimensions; ++d)
        outputs[query * dimensions + d] +=
            scores[key] / total * static_cast<double>(values[(first_key + key) * dimensions + d]);
  }

  /// Compares outputs with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found, size_t count) const {
    // Scores are below 16 and round by 32 * 16 units of 2^-24 at most, which weights are wrong by
    // relative to themselves, numerator and denominator; each addition rounds by a unit.
    const double units = 2 * 32 * 16 + 4 * static_cast<double>(count);
    return difference_beyond<float>(found, outputs, [&](size_t) { return units * 0x1p-24; });
  }

  std::vector<float> queries, keys, values;
  std::vector<double> outputs;
};

class HeadAttention : public RepeatedWork<Heads> {
 public:
  HeadAttention(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "attend")),
        queries_(device.buffer_of(problem().queries)),
        keys_(device.buffer_of(problem().keys)),
        values_(device.buffer_of(problem().values)),
        outputs_(device.zeros(problem().queries.size() * sizeof(float))) {
    kernel_.set_arguments(queries_, keys_, values_, outputs_, static_cast<cl_int>(count));
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(outputs_, problem().queries.size()),
                                   size());
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), heads}, {64, 1}); }

 private:
  Kernel kernel_;
  Buffer queries_, keys_, values_, outputs_;
};

/// Keys with a row for each dimension, then a row of weights for each query.
class NativeAttention : public NativeWork<Heads> {
 public:
  explicit NativeAttention(size_t count)
      : NativeWork(count),
        queries_(native_copy(problem().queries)),
        keys_(native_copy(problem().keys)),
        values_(native_copy(problem().values)),
        columns_(dimensions * count),
        outputs_(queries_.size()),
        weights_(threads().count(), NativeVector<float>(count)) {}

  std::string verify() override { return problem().difference_of(outputs_, size()); }

 protected:
  void repeat() override {
    for (size_t head = 0; head < heads; ++head) {
      const size_t first = head * size() * dimensions;
      for (size_t key = 0; key < size(); ++key)
        for (size_t d = 0; d < dimensions; ++d)
          columns_[d * size() + key] = keys_[first + key * dimensions + d];
      const AttentionHead all = {&queries_[first], columns_.data(), &values_[first],
                                 &outputs_[first], size()};
      split(weights_.size(), 1, [&](size_t part, size_t) {
        native_loops().attend(all, weights_[part].data(), size() * part / weights_.size(),
                              size() * (part + 1) / weights_.size());
      });
    }
  }

 private:
  NativeVector<float> queries_, keys_, values_, columns_, outputs_;
  std::vector<NativeVector<float>> weights_;  // of each thread
};

}  // namespace

const Case& head_attention() {
  static const Case instance = {
      "head_attention",
      "attention of 4 heads of 32 dimensions, N queries and keys each",
      "GFLOP/s",
      {{"small", 64}, {"cache", 256}, {"memory", 1024}},
      [](size_t n) { return 1e-9 * 4 * heads * dimensions * static_cast<double>(n * n); },
      make_work<HeadAttention>,
      Kind::kernel,
      {{"native", make_native<NativeAttention>}}};
  return instance;
}

}  // namespace cleave::benchmark
