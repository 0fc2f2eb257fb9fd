// Two chains of small launches on two queues of one device.
#include <array>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void advance(global uint *numbers) {
  size_t i = get_global_id(0);
  uint x = numbers[i];
  for (int k = 0; k < 64; ++k) x = x * 1664525u + 1013904223u;
  numbers[i] = x;
}
)";
constexpr size_t items = size_t{1} << 14;

class Queues : public Work {
 public:
  Queues(Device& device, size_t length) : device_(device), length_(length) {
    cl_int status = CL_SUCCESS;
    for (Chain& chain : chains_) {
      chain.advance = device.build(source, "advance");
      chain.numbers = device.zeros(items * sizeof(cl_uint));
      chain.advance.set_arguments(chain.numbers);
      chain.queue = Queue(
          clCreateCommandQueueWithProperties(device.context(), device.id(), nullptr, &status));
      check(status, "clCreateCommandQueueWithProperties");
    }
    device.finish();
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions * length_; ++i) {
      for (const Chain& chain : chains_) {
        check(clEnqueueNDRangeKernel(chain.queue.get(), chain.advance.get(), 1, nullptr, &items,
                                     nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
      }
    }
    for (const Chain& chain : chains_) check(clFlush(chain.queue.get()), "clFlush");
    for (const Chain& chain : chains_) check(clFinish(chain.queue.get()), "clFinish");
    steps_ += repetitions * length_ * 64;
  }

  std::string verify() override {
    // The steps that make one of two steps, four, and so on.
    uint32_t factor = 1664525, addend = 1013904223, right = 0;
    for (size_t left = steps_; left != 0; left >>= 1) {
      if ((left & 1) != 0) right = right * factor + addend;
      addend += addend * factor;
      factor *= factor;
    }
    for (const Chain& chain : chains_) {
      const std::string wrong = difference(device_.read<cl_uint>(chain.numbers, items),
                                           std::vector<cl_uint>(items, right));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  struct Chain {
    Queue queue;
    Kernel advance;
    Buffer numbers;
  };

  Device& device_;
  size_t length_;
  size_t steps_ = 0;
  std::array<Chain, 2> chains_;
};

}  // namespace

const Case& queues() {
  static const Case instance = {
      "queues",
      "two queues with N launches each that depend on the one before, then finish",
      "million launches/s",
      {{"row", 1000}},
      [](size_t length) { return 1e-6 * 2 * static_cast<double>(length); },
      make_work<Queues>};
  return instance;
}

}  // namespace cleave::benchmark
