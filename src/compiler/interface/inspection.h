// Defines the texts and remarks by which people inspect a compiled kernel: `cleave compile`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave::compiler::interface {

/// A remark of a pass on a line of the source.
struct Remark {
  std::string topic;              // kernel, groups, jam, loop, branch, load, store, lanes or memory
  std::string verdict;            // a word: "uniform", "divergent", "contiguous", "gather", …
  std::string text;               // a sentence
  std::string file;               // as debug information names it
  uint32_t line = 0, column = 0;  // 0: of no line

  friend auto operator<=>(const Remark&, const Remark&) = default;
};

/// Asks for a text of a kernel and for its remarks.
struct KernelText {
  enum class Kind : uint8_t {
    none,
    canonical,   // the program's canonical IR
    after_pass,  // LLVM IR after each run of a pass
    ir,          // LLVM IR after the whole pipeline
    assembly,
  } kind = Kind::none;
  std::string pass = {};  // for after_pass
  bool remarks = true;    // whether remarks are wanted as well; to find reasons takes time
};

struct Inspection {
  std::string error;  // empty after success
  std::vector<Remark> remarks;
  std::string text;
};

}  // namespace cleave::compiler::interface
