// Copies bytes from one buffer to another.
#include <vector>

#include "byte_transfers.h"

namespace cleave::benchmark {
namespace {

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t bytes)
      : device_(device),
        bytes_(bytes),
        from_(buffer_of_bytes(device, bytes)),
        to_(device.zeros(bytes)) {}

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
    return first_wrong(data, byte_at);
  }

 private:
  Device& device_;
  size_t bytes_;
  Buffer from_, to_;
};

}  // namespace

const Case& copy() {
  static const Case instance =
      transfer_case<Transfer>("copy", "copy N bytes from buffer to buffer, then finish");
  return instance;
}

}  // namespace cleave::benchmark
