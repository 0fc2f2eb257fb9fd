// Writes text to a string, up to a size.
#pragma once

#include <llvm/Support/raw_ostream.h>

#include <cstddef>
#include <string>

namespace cleave::compiler::frontend::opencl_c {

/// Drops what no longer fits, whatever its length, so that no message of clang's can fill the
/// memory.
class BoundedStream final : public llvm::raw_ostream {
 public:
  /// `text` outlives the stream; `most_bytes` may be exceeded by the sentence that says so.
  BoundedStream(std::string& text, size_t most_bytes)
      : raw_ostream(/*unbuffered=*/true), text_(text), most_bytes_(most_bytes) {}

 private:
  void write_impl(const char* data, size_t size) override;
  [[nodiscard]] uint64_t current_pos() const override { return position_; }

  std::string& text_;
  const size_t most_bytes_;
  uint64_t position_ = 0;  // with what was dropped
};

}  // namespace cleave::compiler::frontend::opencl_c
