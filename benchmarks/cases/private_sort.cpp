// Every work-item sorts sixteen numbers in an array of its own, by insertion.
#include <algorithm>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sort_rows(global const int *in, global int *out) {
  int row[16];
  size_t start = get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i) row[i] = in[start + i];
  for (int i = 1; i < 16; ++i) {
    int value = row[i];
    int j = i;
    while (j > 0 && row[j - 1] > value) {
      row[j] = row[j - 1];
      --j;
    }
    row[j] = value;
  }
  for (int i = 0; i < 16; ++i) out[start + i] = row[i];
}
)";
constexpr size_t row_length = 16;

struct NumberRows {
  explicit NumberRows(size_t rows) : in(rows * row_length), right(rows * row_length) {
    in_parallel(rows, [&](size_t begin, size_t end) {
      for (size_t i = begin * row_length; i < end * row_length; ++i)
        in[i] = right[i] = static_cast<cl_int>(scrambled(static_cast<uint32_t>(i)));
      for (size_t row = begin; row < end; ++row)
        std::ranges::sort(std::span(right).subspan(row * row_length, row_length));
    });
  }

  std::vector<cl_int> in, right;
};

class PrivateSort : public RepeatedWork<NumberRows> {
 public:
  PrivateSort(Device& device, size_t rows)
      : RepeatedWork(device, rows),
        kernel_(device.build(source, "sort_rows")),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(problem().in.size() * sizeof(cl_int))) {
    kernel_.set_arguments(in_, out_);
  }

  std::string verify() override {
    return difference(device().read<cl_int>(out_, problem().in.size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

}  // namespace

const Case& private_sort() {
  static const Case instance = {
      "private_sort",
      "N rows of 16 integers, each sorted by a work-item in private memory",
      "Melement/s",
      {{"small", 256}, {"cache", size_t{1} << 13}, {"memory", size_t{1} << 19}},
      [](size_t rows) { return 1e-6 * row_length * static_cast<double>(rows); },
      make_work<PrivateSort>};
  return instance;
}

}  // namespace cleave::benchmark
