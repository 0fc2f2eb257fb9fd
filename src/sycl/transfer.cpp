// Enqueues a read in one context, and a write in the other behind it.
#include "sycl/transfer.h"

#include <memory>
#include <type_traits>
#include <utility>

#include "sycl/failure.h"
#include "sycl/keeper.h"

namespace cleave::sycl {
namespace {

using OwnedQueue =
    std::unique_ptr<std::remove_pointer_t<cl_command_queue>, decltype(&clReleaseCommandQueue)>;

/// A queue of this command's own, where nothing waits behind it.
OwnedQueue create_queue(NativeContext& context) {
  cl_int error = CL_SUCCESS;
  OwnedQueue made(
      clCreateCommandQueueWithProperties(context.id(), context.any_device(), nullptr, &error),
      clReleaseCommandQueue);
  check(error, "clCreateCommandQueueWithProperties");
  return made;
}

/// Memory between the two commands, which lives until the last of them that was enqueued has ended.
class Staging {
 public:
  Staging(size_t bytes, void* host)
      : own_(host == nullptr ? new std::byte[bytes] : nullptr),
        address_(host == nullptr ? own_ : host) {}
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    if (own_ == nullptr) return;
    const cleave_sycl_box box{own_, [](void* bytes) { delete[] static_cast<std::byte*>(bytes); }};
    if (last_) {
      keep_until(last_->id(), box);
    } else {
      delete[] own_;
    }
  }
  [[nodiscard]] void* address() const { return address_; }
  void is_used_by(Ref<CommandEvent> command) { last_ = std::move(command); }

 private:
  std::byte* own_;
  void* address_;
  Ref<CommandEvent> last_;
};

}  // namespace

Ref<CommandEvent> start_transfer(const NativeMemory& from, const NativeMemory& to, size_t bytes,
                                 void* host, const std::vector<Ref<Event>>& behind) {
  const OwnedQueue source = create_queue(from.context);
  const OwnedQueue target = create_queue(to.context);
  Staging staging(bytes, host);
  WaitList before_read;
  for (const auto& event : behind) before_read.add(*event, from.context);
  cl_event id = nullptr;
  check(clEnqueueReadBuffer(source.get(), from.id, CL_FALSE, 0, bytes, staging.address(),
                            before_read.count(), before_read.data(), &id),
        "clEnqueueReadBuffer");
  const auto read = support::make_ref<CommandEvent>(Ref(&from.context), id);
  staging.is_used_by(read);
  check(clFlush(source.get()), "clFlush");
  WaitList before_write;
  before_write.add_always(*read, to.context);
  check(clEnqueueWriteBuffer(target.get(), to.id, CL_FALSE, 0, bytes, staging.address(),
                             before_write.count(), before_write.data(), &id),
        "clEnqueueWriteBuffer");
  auto written = support::make_ref<CommandEvent>(Ref(&to.context), id);
  staging.is_used_by(written);
  check(clFlush(target.get()), "clFlush");
  return written;
}

}  // namespace cleave::sycl
