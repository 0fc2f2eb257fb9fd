// Unrolled reads of vectors in order: what programs that measure bandwidth do.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// A work-group reads a range of its own, and work-items of it beside each other.
constexpr const char* source = R"(
#define READ sum += in[at]; at += get_local_size(0);
#define READ_4 READ READ READ READ

kernel void read_vectors(global const T *in, global float *out) {
  size_t at = get_group_id(0) * get_local_size(0) * 16 + get_local_id(0);
  T sum = (T)(0);
  READ_4 READ_4 READ_4 READ_4
  out[get_global_id(0)] = ADD(sum);
}
)";
constexpr const char* additions = R"(
float add1(float a) { return a; }
float add2(float2 a) { return a.x + a.y; }
float add4(float4 a) { return add2(a.lo + a.hi); }
float add8(float8 a) { return add4(a.lo + a.hi); }
float add16(float16 a) { return add8(a.lo + a.hi); }
)";

constexpr size_t floats = size_t{1} << 22;
constexpr size_t reads = 16, local_size = 64;

/// The size of a row is the width of the vectors.
struct VectorRanges {
  explicit VectorRanges(size_t width) : in(floats), right(floats / width / reads) {
    for (size_t i = 0; i < floats; ++i) {
      in[i] = static_cast<float>(scrambled(static_cast<uint32_t>(i)) % 8);
      const size_t vector = i / width;
      const size_t group = vector / (local_size * reads);
      right[group * local_size + vector % local_size] += in[i];
    }
  }

  std::vector<float> in, right;
};

class VectorReads : public RepeatedWork<VectorRanges> {
 public:
  VectorReads(Device& device, size_t width)
      : RepeatedWork(device, width),
        kernel_(device.build((std::string(additions) + source).c_str(), "read_vectors",
                             options(width).c_str())),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(problem().right.size() * sizeof(float))) {
    kernel_.set_arguments(in_, out_);
  }

  std::string verify() override {
    return difference(device().read<float>(out_, problem().right.size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, problem().right.size(), local_size); }

 private:
  static std::string options(size_t width) {
    const std::string number = std::to_string(width);
    return "-DT=float" + (width == 1 ? "" : number) + " -DADD=add" + number;
  }

  Kernel kernel_;
  Buffer in_, out_;
};

}  // namespace

const Case& vector_reads() {
  static const Case instance = {
      "vector_reads",
      "four million floats read and added, in vectors of N",
      "GB/s",
      {{"float", 1}, {"float2", 2}, {"float4", 4}, {"float8", 8}, {"float16", 16}},
      [](size_t) { return 1e-9 * sizeof(float) * static_cast<double>(floats); },
      make_work<VectorReads>};
  return instance;
}

}  // namespace cleave::benchmark
