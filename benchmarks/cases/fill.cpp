// Bytes set to a pattern of four.
#include <vector>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr std::byte pattern[4] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t bytes) : device_(device), bytes_(bytes) {
    to_ = device.zeros(bytes);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      check(clEnqueueFillBuffer(device_.queue(), to_.get(), pattern, sizeof pattern, 0, bytes_, 0,
                                nullptr, nullptr),
            "clEnqueueFillBuffer");
      device_.finish();
    }
  }

  std::string verify() override {
    run(1);
    std::vector<std::byte> data(bytes_);
    device_.read(to_, std::span(data));
    for (size_t i = 0; i < bytes_; ++i) {
      if (data[i] != pattern[i % sizeof pattern]) return "byte " + std::to_string(i);
    }
    return {};
  }

 private:
  Device& device_;
  size_t bytes_;
  Buffer to_;
};

}  // namespace

const Case& fill() {
  static const Case instance = {
      "fill",
      "fill N bytes with a pattern of 4 bytes, then finish",
      "GB/s",
      {{"small", size_t{64} << 10}, {"cache", size_t{4} << 20}, {"memory", size_t{256} << 20}},
      [](size_t bytes) { return 1e-9 * static_cast<double>(bytes); },
      [](Device& device, size_t bytes) -> std::unique_ptr<Work> {
        return std::make_unique<Transfer>(device, bytes);
      },
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
