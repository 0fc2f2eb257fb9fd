// Functions whose pointers do not name their address space, called with global, local and private
// memory; beside the same functions written once for each.
#include <string>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// A smoothing filter: a tile goes to local memory, seven neighbours to private memory.
constexpr const char* functions = R"(
void move(TO float *to, FROM const float *from, int count, int first, int step) {
  for (int i = first; i < count; i += step) to[i] = from[i];
}
)";
constexpr const char* sum = R"(
float weighted(OF const float *x) {
  float sum = 0;
  for (int i = 0; i < 7; ++i) sum += x[i] * (float)(4 - abs(i - 3));
  return sum;
}
)";
constexpr const char* kernel_source = R"(
kernel void smooth(global const float *in, global float *out) {
  local float tile[262];
  float mine[7];
  const int item = get_local_id(0), begin = get_group_id(0) * 256;
  move_to_tile(tile, in + begin, 262, item, 256);
  barrier(CLK_LOCAL_MEM_FENCE);
  move_to_item(mine, tile + item, 7, 0, 1);
  out[begin + item] = weighted_item(mine) + weighted_tile(tile + item) + weighted_in(in + begin + item);
}
)";
constexpr size_t outputs = size_t{1} << 18;
constexpr size_t named = 0, generic = 1;  // the sizes: how pointers are declared

/// A function under another name, with the address spaces of its pointers.
std::string version(const char* text, const char* name, const char* new_name,
                    std::initializer_list<std::pair<const char*, const char*>> spaces) {
  std::string result = text;
  const auto replace = [&](const std::string& old, const std::string& with) {
    result.replace(result.find(old), old.size(), with);
  };
  replace(name, new_name);
  for (const auto& [place, space] : spaces) replace(place, space);
  return result;
}

std::string source_of(size_t how) {
  std::string source;
  if (how == named) {
    source = version(functions, "move", "move_to_tile", {{"TO", "local"}, {"FROM", "global"}}) +
             version(functions, "move", "move_to_item", {{"TO", "private"}, {"FROM", "local"}});
    source += version(sum, "weighted", "weighted_item", {{"OF", "private"}});
    source += version(sum, "weighted", "weighted_tile", {{"OF", "local"}});
    source += version(sum, "weighted", "weighted_in", {{"OF", "global"}});
  } else {
    source = version(functions, "move", "move", {{"TO", ""}, {"FROM", ""}}) +
             version(sum, "weighted", "weighted", {{"OF", ""}}) + R"(
#define move_to_tile move
#define move_to_item move
#define weighted_item weighted
#define weighted_tile weighted
#define weighted_in weighted
)";
  }
  return source + kernel_source;
}

struct Numbers {
  explicit Numbers(size_t) : in(outputs + 6), right(outputs) {
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 1021);
    for (size_t i = 0; i < outputs; ++i) {
      float weighted = 0;
      for (size_t k = 0; k < 7; ++k) {
        weighted += in[i + k] * static_cast<float>(k < 3 ? k + 1 : 7 - k);
      }
      right[i] = 3 * weighted;
    }
  }

  std::vector<float> in, right;
};

class GenericPointers : public RepeatedWork<Numbers> {
 public:
  GenericPointers(Device& device, size_t how) : RepeatedWork(device, how) {
    device.require_generic_pointers();
    kernel_ = device.build(source_of(how).c_str(), "smooth", "-cl-std=CL3.0");
    in_ = device.buffer_of(problem().in);
    out_ = device.zeros(outputs * sizeof(float));
    kernel_.set_arguments(in_, out_);
  }

  std::string verify() override {
    return difference(device().read<float>(out_, outputs), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, outputs, 256); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

}  // namespace

const Case& generic_pointers() {
  static const Case instance = {
      "generic_pointers",
      "a filter by functions whose pointers name their address space, or do not",
      "million/s",
      {{"named", named}, {"generic", generic}},
      [](size_t) { return 1e-6 * static_cast<double>(outputs); },
      make_work<GenericPointers>};
  return instance;
}

}  // namespace cleave::benchmark
