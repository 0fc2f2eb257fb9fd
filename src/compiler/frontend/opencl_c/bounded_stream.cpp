#include "compiler/frontend/opencl_c/bounded_stream.h"

#include <algorithm>

namespace cleave::compiler::frontend::opencl_c {

void BoundedStream::write_impl(const char* data, size_t size) {
  const size_t room = most_bytes_ - std::min<uint64_t>(position_, most_bytes_);
  const bool was_full = position_ > most_bytes_;
  position_ += size;
  text_.append(data, std::min(size, room));
  if (was_full || size <= room) return;
  text_ += "\n… the rest of the messages is left out: they are longer than " +
           std::to_string(most_bytes_ >> 10) + " KiB\n";
}

}  // namespace cleave::compiler::frontend::opencl_c
