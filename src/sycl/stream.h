// Prints what kernels write into streams (SYCL 2020, 4.16).
#pragma once

#include <string>
#include <vector>

#include "sycl/context.h"
#include "sycl/object.h"

namespace cleave::sycl {

class Queue;

/// The memory of a stream.
class Stream final : public Object {
 public:
  /// Fails with errc::memory_allocation where there is none.
  Stream(Ref<Context> context, size_t most);
  ~Stream() override;
  [[nodiscard]] cleave_sycl_stream* memory() const { return memory_; }

  /// Returns the stream that has this memory.
  [[nodiscard]] static Stream& of(cleave_sycl_stream* memory);

 private:
  /// It lies before what the kernel knows.
  struct Header {
    Stream* stream;
    uint64_t unused;
  };
  Ref<Context> context_;
  cleave_sycl_stream* memory_ = nullptr;
};

/// Returns the text of a stream: of each work-item in its order, all that it wrote up to a flush together.
[[nodiscard]] std::string text_of(const cleave_sycl_stream& stream);

/// Prints the streams when the kernel has ended, and puts out an event that ends then.
void print_streams(Queue& queue, cleave_sycl_event* kernel, const std::vector<Ref<Stream>>& streams,
                   cleave_sycl_event** event);

}  // namespace cleave::sycl
