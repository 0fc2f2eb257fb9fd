// Bytes from one buffer to another.
#include <vector>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

std::byte byte_at(size_t position) {
  return static_cast<std::byte>(position * 7 + position / 256);
}

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t bytes) : device_(device), bytes_(bytes) {
    std::vector<std::byte> data(bytes);
    for (size_t i = 0; i < bytes; ++i) data[i] = byte_at(i);
    from_ = device.buffer_of(std::span<const std::byte>(data));
    to_ = device.zeros(bytes);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      check(clEnqueueCopyBuffer(device_.queue(), from_.get(), to_.get(), 0, 0, bytes_, 0, nullptr,
                                nullptr),
            "clEnqueueCopyBuffer");
      device_.finish();
    }
  }

  std::string verify() override {
    run(1);
    std::vector<std::byte> data(bytes_);
    device_.read(to_, std::span(data));
    for (size_t i = 0; i < bytes_; ++i) {
      if (data[i] != byte_at(i)) return "byte " + std::to_string(i);
    }
    return {};
  }

 private:
  Device& device_;
  size_t bytes_;
  Buffer from_, to_;
};

}  // namespace

const Case& copy() {
  static const Case instance = {
      "copy",
      "copy N bytes from buffer to buffer, then finish",
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
