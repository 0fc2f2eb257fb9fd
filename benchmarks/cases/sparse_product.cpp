// A sparse matrix in compressed rows times a vector: loops of different lengths, loads that the
// data scatter.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void multiply(global const uint *starts, global const uint *columns,
                     global const float *values, global const float *vector,
                     global float *product) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * vector[columns[i]];
  product[row] = sum;
}
)";
constexpr uint32_t longest_row = 31;

struct SparseMatrix {
  explicit SparseMatrix(size_t rows) : starts(rows + 1), vector(rows), product(rows) {
    // Small whole numbers: every sum is exact in single precision, in any order.
    for (size_t row = 0; row < rows; ++row) vector[row] = static_cast<float>(row % 13);
    for (size_t row = 0; row < rows; ++row) {
      const uint32_t length = 1 + scrambled(static_cast<uint32_t>(row)) % longest_row;
      for (uint32_t i = 0; i < length; ++i) {
        const auto column = static_cast<cl_uint>(scrambled(~starts[row] - i) % rows);
        columns.push_back(column);
        values.push_back(static_cast<float>(1 + column % 7));
        product[row] += values.back() * vector[column];
      }
      starts[row + 1] = starts[row] + length;
    }
  }

  std::vector<cl_uint> starts, columns;
  std::vector<float> values, vector, product;
};

class SparseProduct : public RepeatedWork<SparseMatrix> {
 public:
  SparseProduct(Device& device, size_t rows)
      : RepeatedWork(device, rows),
        kernel_(device.build(source, "multiply")),
        starts_(device.buffer_of(problem().starts)),
        columns_(device.buffer_of(problem().columns)),
        values_(device.buffer_of(problem().values)),
        vector_(device.buffer_of(problem().vector)),
        product_(device.zeros(rows * sizeof(float))) {
    kernel_.set_arguments(starts_, columns_, values_, vector_, product_);
  }

  std::string verify() override {
    return difference(device().read<float>(product_, size()), problem().product);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer starts_, columns_, values_, vector_, product_;
};

}  // namespace

const Case& sparse_product() {
  static const Case instance = {
      "sparse_product",
      "a sparse matrix of N rows of 1 to 31 floats, times a vector",
      "GFLOP/s",
      {{"small", 256}, {"cache", size_t{1} << 13}, {"memory", size_t{1} << 19}},
      [](size_t rows) {
        return 1e-9 * 2 * static_cast<double>(shared_problem<SparseMatrix>(rows)->values.size());
      },
      make_work<SparseProduct>};
  return instance;
}

}  // namespace cleave::benchmark
