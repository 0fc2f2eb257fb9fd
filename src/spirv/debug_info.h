// Holds the debug information of a module: what is well-formed of it, in one form for all sets of
// instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "spirv/tokens.h"

namespace cleave::spirv {

/// Instructions of the sets for debugging.
enum class DebugOp : uint32_t {
#define CLEAVE_DEBUG_INSTRUCTION(name, number, ...) name = number,
#include "spirv/debug_info.def"
};

/// Operations of a DebugExpression.
enum class DebugOperation : uint32_t {
  Deref = 0,
  Plus = 1,
  Minus = 2,
  PlusUconst = 3,
  Swap = 5,
  Xderef = 6,
  StackValue = 7,
  Constu = 8,
  Fragment = 9,
};

/// Returns how many numbers an operation has; nullopt for those that no expression may have.
[[nodiscard]] constexpr std::optional<size_t> numbers_of(DebugOperation operation) {
  switch (operation) {
    case DebugOperation::Deref:
    case DebugOperation::Plus:
    case DebugOperation::Minus:
    case DebugOperation::StackValue:
      return 0;
    case DebugOperation::PlusUconst:
    case DebugOperation::Constu:
      return 1;
    case DebugOperation::Fragment:
      return 2;
    default:
      return std::nullopt;
  }
}

/// An instruction of debug information. Its operands are those that debug_info.def has no sign
/// before: numbers, and ids of OpStrings or of entries, 0 for none. They refer to entries that come
/// before it; composite types alone may follow, except as scopes and as types within it. Types and
/// scopes nest at most 255 deep. In particular:
///   TypeArray          its counts, one for each dimension
///   TypeComposite      has those of its members that are known
///   LocalVariable      lies in a function; its number as an argument is unique there, and at most
///                      255
///   Declare, Value     keep the id of the value or the address, second
///   Expression         has numbers alone: operations with their operands, which a debugger can do;
///                      a Fragment comes last, and is a part of the variable where the expression
///                      is used
struct DebugEntry {
  DebugOp op{};
  uint32_t id = 0;
  std::vector<uint32_t> operands{};
  uint64_t bits = 0;      // size of a type or of an Expression's Fragment; 0: unknown, or none
  uint32_t function = 0;  // a DebugFunction: that a local scope, a variable or an InlinedAt lies in

  /// Returns the first operands, which entries of this kind always have.
  template <size_t count>
  [[nodiscard]] std::array<uint32_t, count> first() const {
    std::array<uint32_t, count> some{};
    std::copy_n(operands.begin(), count, some.begin());
    return some;
  }
};

/// An instruction's scope: ids of entries, 0 for none.
struct DebugScope {
  uint32_t scope = 0;    // a scope in a function
  uint32_t inlined = 0;  // an InlinedAt; the outermost of its chain is in the function around it
};

/// A scope, which holds from this word to the next mark.
struct ScopeMark {
  uint32_t word = 0;
  DebugScope scope;
};

}  // namespace cleave::spirv
