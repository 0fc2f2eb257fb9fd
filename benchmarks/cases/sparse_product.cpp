// A sparse matrix in compressed rows times a vector: loops of different lengths, loads that the
// data scatter.
#include "cases/sparse_matrix.h"

namespace cleave::benchmark {
namespace {

constexpr uint32_t longest_row = 31;

struct EvenMatrix : SparseMatrix {
  explicit EvenMatrix(size_t rows)
      : SparseMatrix(rows, rows, [](uint32_t row) { return 1 + scrambled(row) % longest_row; }) {}
};

}  // namespace

const Case& sparse_product() {
  static const Case instance = {
      "sparse_product",
      "a sparse matrix of N rows of 1 to 31 floats, times a vector",
      "GFLOP/s",
      {{"small", 256}, {"cache", size_t{1} << 13}, {"memory", size_t{1} << 19}},
      SparseProduct<EvenMatrix>::operations,
      make_work<SparseProduct<EvenMatrix>>,
      Kind::kernel,
      {{"native", make_native<NativeSparseProduct<EvenMatrix>>}}};
  return instance;
}

}  // namespace cleave::benchmark
