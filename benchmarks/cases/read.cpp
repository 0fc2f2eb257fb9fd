// Reads bytes from a buffer into memory of the host.
#include <vector>

#include "byte_transfers.h"

namespace cleave::benchmark {
namespace {

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t bytes)
      : device_(device), from_(buffer_of_bytes(device, bytes)), to_(bytes) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      device_.read(from_, std::span(to_));
    }
  }

  std::string verify() override {
    run(1);
    return first_wrong(to_, byte_at);
  }

 private:
  Device& device_;
  Buffer from_;
  std::vector<std::byte> to_;
};

}  // namespace

const Case& read() {
  static const Case instance =
      transfer_case<Transfer>("read", "read N bytes from a buffer to the host, blocking");
  return instance;
}

}  // namespace cleave::benchmark
