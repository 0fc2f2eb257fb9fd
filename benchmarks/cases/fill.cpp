// Sets bytes to a pattern of four.
#include <vector>

#include "byte_transfers.h"

namespace cleave::benchmark {
namespace {

constexpr std::byte pattern[4] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t bytes)
      : device_(device), bytes_(bytes), to_(device.zeros(bytes)) {}

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
    return first_wrong(data, [](size_t i) { return pattern[i % sizeof pattern]; });
  }

 private:
  Device& device_;
  size_t bytes_;
  Buffer to_;
};

}  // namespace

const Case& fill() {
  static const Case instance =
      transfer_case<Transfer>("fill", "fill N bytes with a pattern of 4 bytes, then finish");
  return instance;
}

}  // namespace cleave::benchmark
