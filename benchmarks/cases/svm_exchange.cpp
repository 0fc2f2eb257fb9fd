// Round trips between the host and a kernel that runs, through atomics in fine-grained memory.
#include <atomic>
#include <memory>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void answer(global atomic_uint *asked, global atomic_uint *answered, uint count) {
  for (uint turn = 1; turn <= count; ++turn) {
    while (atomic_load_explicit(asked, memory_order_acquire, memory_scope_all_svm_devices) != turn) {}
    atomic_store_explicit(answered, turn * 3, memory_order_release, memory_scope_all_svm_devices);
  }
}
)";

/// On a cache line of its own.
struct alignas(128) Word {
  std::atomic<cl_uint> value;
};

class SvmExchange : public Work {
 public:
  SvmExchange(Device& device, size_t count) : device_(device), count_(count) {
    device.require_shared_memory(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS);
    answer_ = device.build(source, "answer", "-cl-std=CL3.0");
    words_ = static_cast<Word*>(clSVMAlloc(
        device.context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
        2 * sizeof(Word), 0));
    if (words_ == nullptr) throw std::runtime_error("clSVMAlloc gave null");
    answer_.set_pointer(0, &words_[0]);
    answer_.set_pointer(1, &words_[1]);
    const auto turns = static_cast<cl_uint>(count);
    check(clSetKernelArg(answer_.get(), 2, sizeof turns, &turns), "clSetKernelArg");
  }
  ~SvmExchange() override { clSVMFree(device_.context(), words_); }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      words_[0].value = 0;
      words_[1].value = 0;
      device_.enqueue(answer_, 1, 1);
      check(clFlush(device_.queue()), "clFlush");
      for (cl_uint turn = 1; turn <= count_; ++turn) {
        words_[0].value.store(turn, std::memory_order_release);
        while (words_[1].value.load(std::memory_order_acquire) != turn * 3) {
        }
      }
      device_.finish();
    }
  }

  std::string verify() override {
    const cl_uint found = words_[1].value;
    if (found == 3 * count_) return {};
    return "the last answer is " + std::to_string(found);
  }

 private:
  Device& device_;
  size_t count_;
  Kernel answer_;
  Word* words_ = nullptr;
};

}  // namespace

const Case& svm_exchange() {
  static const Case instance = {"svm_exchange",
                                "N round trips between the host and a kernel of one work-item",
                                "million/s",
                                {{"row", 10000}},
                                [](size_t count) { return 1e-6 * static_cast<double>(count); },
                                make_work<SvmExchange>,
                                Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
