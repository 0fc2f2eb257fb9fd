// Holds a SPIR-V module that has been checked: its instructions, and tables that say by id what the
// module defines. Whoever has a Module need not check anything again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spirv/debug_info.h"
#include "spirv/tokens.h"

namespace cleave::spirv {

/// Number of a type, value, label, string or set of instructions. No definition has the number 0.
using Id = uint32_t;

/// An instruction of the module, a view of its words. `operands` are what follows the result's type
/// and id, in the order of the specification.
struct Instruction {
  Op op{};
  Id type = 0;    // the result's; 0: none
  Id result = 0;  // 0: none
  std::span<const uint32_t> operands;
  uint32_t word = 0;  // its first word, counted from the header's first word
};

/// Returns the literal string that begins at operand `first`, without its end.
[[nodiscard]] std::string_view text_at(const Instruction& instruction, size_t first);
/// Returns the number of operands that the literal string there takes.
[[nodiscard]] size_t words_of_text(const Instruction& instruction, size_t first);

enum class TypeKind : uint8_t {
  none,  // the id names no type
  void_type,
  boolean,
  integer,
  floating,
  bfloat16,
  vector,
  array,
  structure,
  opaque,
  pointer,
  untyped_pointer,
  function,
  image,
  sampler,
  sampled_image,
  event,
  device_event,
  reserve_id,
  queue,
  pipe,
  pipe_storage,
  named_barrier,
};

/// A type's components, constants applied.
struct Type {
  TypeKind kind = TypeKind::none;
  uint32_t bits = 0;       // an integer's or floating-point number's
  Id element = 0;          // a vector's or array's; the pointee; the image of a sampled image; the
                           // result of a function
  uint64_t count = 0;      // elements of a vector or array
  StorageClass storage{};  // a pointer's
  std::span<const Id> members;              // a structure's; the parameters of a function
  const Instruction* definition = nullptr;  // with what is not named here, as of images
};

/// A decoration of an id, or of one member of a structure. Groups are resolved.
struct DecorationUse {
  Decoration decoration;
  std::span<const uint32_t> operands;  // after the decoration's number
};

/// A label and what follows it up to the terminator, which is the last.
struct BasicBlock {
  Id label = 0;
  std::span<const Instruction> instructions;
};

/// A function. One without blocks is imported.
struct Function {
  const Instruction* definition = nullptr;  // OpFunction; its result is the function's id
  std::span<const Instruction> parameters;
  std::vector<BasicBlock> blocks;  // the first is the entry; each comes after its dominator
};

struct EntryPoint {
  Id function = 0;
  std::string_view name;
};

/// An execution mode of an entry point's function. LocalSizeId and its like come with ids.
struct ExecutionModeUse {
  Id function = 0;
  ExecutionMode mode;
  std::span<const uint32_t> operands;  // after the mode's number
};

/// A set of extended instructions that OpExtInst names.
enum class ExtendedInstructionSet : uint8_t {
  none,
  opencl_std,
  opencl_debug_info,
  shader_debug_info,
  ignored
};

/// An instruction's source location by OpLine, or by debug information.
struct SourceLine {
  std::string_view file;
  uint32_t line = 0;  // 0: unknown
  uint32_t column = 0;
};

/// A checked module, specialization constants applied. It owns its words; all views live as long.
/// Moved, not copied. Immutable: threads may share it.
class Module {
 public:
  /// Takes what a parser made (module_tables.h).
  explicit Module(std::unique_ptr<const struct ModuleTables> tables);
  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;
  ~Module();

  /// Major and minor version, as the header's word has them: 0x00010400 is 1.4.
  [[nodiscard]] uint32_t version() const;
  [[nodiscard]] bool declares(Capability capability) const;
  /// Returns what it declares and what that implies, ascending, each once.
  [[nodiscard]] const std::vector<Capability>& capabilities() const;
  [[nodiscard]] const std::vector<EntryPoint>& entry_points() const;
  [[nodiscard]] const std::vector<ExecutionModeUse>& execution_modes() const;
  /// Types, constants and variables of the module, OpUndef, in their order.
  [[nodiscard]] std::span<const Instruction> globals() const;
  [[nodiscard]] const std::vector<Function>& functions() const;

  /// Returns the instruction whose result the id is; nullptr: a label or a group has it, or none.
  [[nodiscard]] const Instruction* definition(Id id) const;
  /// Returns kind `none` for what is no type.
  [[nodiscard]] const Type& type(Id id) const;
  /// Returns the type of a value, id of a type; 0: none.
  [[nodiscard]] Id type_of(Id value) const;
  /// Returns OpName's; empty: none. It may hold any bytes but zeros.
  [[nodiscard]] std::string_view name(Id id) const;
  [[nodiscard]] std::span<const DecorationUse> decorations(Id id) const;
  [[nodiscard]] std::span<const DecorationUse> member_decorations(Id structure,
                                                                  uint32_t member) const;
  /// Returns the first decoration of this kind; nullptr: none.
  [[nodiscard]] const DecorationUse* decoration(Id id, Decoration decoration) const;
  /// Returns the set that OpExtInstImport named by this id.
  [[nodiscard]] ExtendedInstructionSet instruction_set(Id id) const;

  /// Returns the words of a scalar OpConstant or OpSpecConstant, low word first, specialized. Those
  /// of OpConstantTrue and its like are one word, 0 or 1.
  [[nodiscard]] std::span<const uint32_t> scalar_constant(const Instruction& constant) const;
  /// Returns the value of an integer constant, one that is calculated too (OpSpecConstantOp), zero
  /// extended; nothing where the id is no integer constant of at most 64 bits.
  [[nodiscard]] std::optional<uint64_t> integer_constant(Id id) const;
  /// Returns the integers or booleans that an OpSpecConstantOp makes, one for each element, zero
  /// extended; nullptr: they are none, or undefined.
  [[nodiscard]] const std::vector<uint64_t>* calculated(Id id) const;
  [[nodiscard]] SourceLine line_of(const Instruction& instruction) const;
  /// Returns the debug information that is well-formed, in the order of the module.
  [[nodiscard]] std::span<const DebugEntry> debug_entries() const;
  /// Returns the entry that an instruction for debugging became; nullptr: none.
  [[nodiscard]] const DebugEntry* debug_entry(Id id) const;
  /// Returns the DebugFunction of a function; nullptr: it has none. None is of two functions.
  [[nodiscard]] const DebugEntry* debug_function(Id function) const;
  [[nodiscard]] DebugScope debug_scope_of(const Instruction& instruction) const;
  /// Returns the text of an OpString; empty: the id is none.
  [[nodiscard]] std::string_view string(Id id) const;
  /// Returns all OpStrings and OpModuleProcessed in order: producers name kernel arguments there.
  [[nodiscard]] std::span<const Instruction> debug_strings() const;

 private:
  std::unique_ptr<const ModuleTables> tables_;
};

}  // namespace cleave::spirv
