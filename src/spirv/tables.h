// Looks up what the tables say of SPIR-V's numbers: names, patterns of operands, needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spirv/tokens.h"

namespace cleave::spirv {

/// The kind of a word of an instruction. Kinds behind `member_target` are numbers of enumerations.
enum class OperandKind : uint8_t {
  type,           // id of the result's type
  result,         // id that is defined
  id,             // id of anything
  scope,          // id of a constant, a Scope
  semantics,      // id of a constant, MemorySemantics
  literal,        // a number
  text,           // characters up to a zero, in as many words as they need
  number,         // a literal as wide as the result's type: all words that follow
  extended,       // number of an instruction in an extended set
  operation,      // opcode of OpSpecConstantOp, its operands follow
  switch_case,    // a literal as wide as the selector, and an id
  phi_source,     // two ids
  member_target,  // an id and a literal
  access_qualifier,
  addressing_model,
  built_in,
  capability,
  decoration,
  dim,
  execution_mode,
  execution_model,
  fp_encoding,
  fp_fast_math_mode,
  fp_rounding_mode,
  function_control,
  function_parameter_attribute,
  group_operation,
  host_access_qualifier,
  image_channel_data_type,
  image_channel_order,
  image_format,
  image_operands,
  kernel_enqueue_flags,
  kernel_profiling_info,
  linkage_type,
  loop_control,
  memory_access,
  memory_model,
  memory_semantics,
  packed_vector_format,
  sampler_addressing_mode,
  sampler_filter_mode,
  scope_value,
  selection_control,
  source_language,
  storage_class,
};

enum class Repetition : uint8_t { once, optional, many };

/// An element of the pattern of an instruction's operands.
struct Operand {
  OperandKind kind{};
  Repetition repetition = Repetition::once;

  constexpr Operand() = default;
  constexpr Operand(OperandKind a_kind) : kind(a_kind) {}
  constexpr Operand(OperandKind a_kind, Repetition a_repetition)
      : kind(a_kind), repetition(a_repetition) {}
};

/// Capabilities one of which must be declared. Empty: nothing must.
struct CapabilityNeed {
  std::array<Capability, 3> choices{};
  uint8_t count = 0;

  constexpr CapabilityNeed() = default;
  constexpr CapabilityNeed(Capability capability) : choices{capability}, count(1) {}
};

/// Tells whether words of this kind are ids, but for that of the result.
[[nodiscard]] constexpr bool is_id(OperandKind kind) {
  return kind == OperandKind::id || kind == OperandKind::type || kind == OperandKind::scope ||
         kind == OperandKind::semantics;
}

/// The rule that the operands and the result of an instruction obey.
enum class Rule : uint8_t {
#define CLEAVE_RULE(name, ...) name,
#include "spirv/rules.def"
};

/// Returns the signature of a rule, as rules.def has it.
[[nodiscard]] std::string_view signature_of(Rule rule);

/// A version of SPIR-V as the header's word has it; `extension`: no version, only an extension has
/// it.
enum Version : uint32_t {
  extension = 0,
  v1_0 = 0x00010000,
  v1_1 = 0x00010100,
  v1_2 = 0x00010200,
  v1_3 = 0x00010300,
  v1_4 = 0x00010400,
  v1_5 = 0x00010500,
  v1_6 = 0x00010600,
};
inline constexpr Version newest_version = v1_6;

struct InstructionFacts {
  std::string_view name;
  Op op{};
  Rule rule{};
  Version version{};
  CapabilityNeed need;
  std::span<const Operand> operands;
  bool has_type = false;
  bool has_result = false;
  bool takes_ids_only = false;  // behind type and result
  uint32_t least_words = 1;     // with the opcode's
  uint32_t most_words = 1;
};

/// Returns the row of an opcode; nullptr: the table has none.
[[nodiscard]] const InstructionFacts* facts(uint32_t opcode);
[[nodiscard]] const InstructionFacts& facts(Op op);

/// Tells whether an instruction ends a block.
[[nodiscard]] bool is_terminator(Op op);

/// Tells whether an instruction of this rule makes a constant.
[[nodiscard]] bool is_constant_rule(Rule rule);

/// When a capability may be declared.
enum class Offered : uint8_t { always, device, never };

struct CapabilityFacts {
  std::string_view name;
  Capability capability{};
  Version version{};           // the oldest that has it
  std::string_view extension;  // that has it; empty: none
  Offered offered{};
  std::span<const Capability> implied;
};

/// Returns all rows, by ascending number.
[[nodiscard]] std::span<const CapabilityFacts> all_capabilities();
/// Returns the row of a capability; nullptr: the table has none.
[[nodiscard]] const CapabilityFacts* facts(Capability capability);

/// A value of an enumeration, or a bit of a mask.
struct EnumerantFacts {
  OperandKind kind{};
  uint32_t number = 0;
  std::string_view name;
  CapabilityNeed need;
  std::span<const Operand> parameters;
};

/// Returns the row of a value; nullptr: the table has none. Capabilities have rows of their own.
[[nodiscard]] const EnumerantFacts* facts(OperandKind kind, uint32_t number);
/// Tells whether the words of this kind are masks.
[[nodiscard]] bool is_mask(OperandKind kind);
/// Returns what the specification calls words of this kind: "StorageClass".
[[nodiscard]] std::string_view name_of(OperandKind kind);

/// Returns how many integers a built-in variable has; 0: the table does not have it.
[[nodiscard]] uint32_t elements_of(BuiltIn variable);

struct OpenClStdFacts {
  std::string_view name;
  OpenClStd number{};
  std::string_view signature;
};

/// Returns the row of an instruction of OpenCL.std; nullptr: the table has none.
[[nodiscard]] const OpenClStdFacts* opencl_std_facts(uint32_t number);
[[nodiscard]] std::span<const OpenClStdFacts> all_opencl_std();

}  // namespace cleave::spirv
