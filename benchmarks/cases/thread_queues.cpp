// Threads with a queue each, and rows of small launches: what they share must not hold them up.
#include <thread>

#include "harness/case.h"
#include "harness/host.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void advance(global uint *numbers) {
  size_t i = get_global_id(0);
  numbers[i] = numbers[i] * 1664525u + 1013904223u;
}
)";
constexpr size_t items = 64, row = 256;

/// A thread has these for itself.
struct Chain {
  Device device;
  Kernel advance;
  Buffer numbers;
};

class ThreadQueues : public Work {
 public:
  ThreadQueues(Device& device, size_t threads) {
    for (size_t i = 0; i < threads; ++i) {
      Device own = device.another();
      Kernel advance = own.build(source, "advance");
      Buffer numbers = own.zeros(items * sizeof(cl_uint));
      advance.set_arguments(numbers);
      own.finish();
      chains_.push_back({std::move(own), std::move(advance), std::move(numbers)});
    }
  }

  void run(size_t repetitions) override {
    const auto serve = [&](Chain& chain) {
      for (size_t i = 0; i < repetitions; ++i) {
        for (size_t k = 0; k < row; ++k) chain.device.enqueue(chain.advance, items, items);
        chain.device.finish();
      }
    };
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < chains_.size(); ++i) threads.emplace_back(serve, std::ref(chains_[i]));
    serve(chains_.front());
    threads.clear();
    launches_ += repetitions * row;
  }

  std::string verify() override {
    uint32_t right = 0;
    for (size_t i = 0; i < launches_; ++i) right = right * 1664525u + 1013904223u;
    for (Chain& chain : chains_) {
      const std::string wrong = difference(chain.device.read<cl_uint>(chain.numbers, items),
                                           std::vector<cl_uint>(items, right));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  size_t launches_ = 0;
  std::vector<Chain> chains_;
};

}  // namespace

const Case& thread_queues() {
  static const Case instance = {
      "thread_queues",
      "N threads that each enqueue 256 launches of 64 work-items on a queue of their own, and "
      "finish",
      "million launches/s",
      {{"one", 1}, {"eight", 8}},
      [](size_t threads) { return 1e-6 * static_cast<double>(threads * row); },
      make_work<ThreadQueues>,
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
