// Sparse matrices of about the same size whose rows are short, long, or both.
#include <algorithm>
#include <cmath>

#include "cases/sparse_matrix.h"

namespace cleave::benchmark {
namespace {

constexpr size_t number_count = size_t{1} << 21, column_count = size_t{1} << 16;
constexpr size_t power_law = 0;  // stands for a length of its own for each row

/// Few long rows among many short ones: half of the rows have one number, a 300th has 300 or more.
uint32_t power_law_length(uint32_t row) {
  return static_cast<uint32_t>(std::min(4000.0F, 1 / (1 - scrambled_fraction(row))));
}

constexpr size_t row_count(size_t length) {
  const size_t rows = number_count / (length == power_law ? 8 : length);
  return rows - rows % 64;  // whole work-groups
}

struct RowsOfLength : SparseMatrix {
  explicit RowsOfLength(size_t length)
      : SparseMatrix(row_count(length), column_count, [&](uint32_t row) {
          return length == power_law ? power_law_length(row) : static_cast<uint32_t>(length);
        }) {}
};

}  // namespace

const Case& row_lengths() {
  static const Case instance = {
      "row_lengths",
      "a sparse matrix whose rows have N floats, times a vector",
      "GFLOP/s",
      {{"1", 1}, {"4", 4}, {"27", 27}, {"300", 300}, {"power law", power_law}},
      SparseProduct<RowsOfLength>::operations,
      make_work<SparseProduct<RowsOfLength>>,
      Kind::kernel,
      {{"native", make_native<NativeSparseProduct<RowsOfLength>>}}};
  return instance;
}

}  // namespace cleave::benchmark
