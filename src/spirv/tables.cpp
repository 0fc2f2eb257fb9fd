#include "spirv/tables.h"

#include <algorithm>
#include <iterator>

namespace cleave::spirv {
namespace {

constexpr Operand optional(OperandKind kind) {
  return {kind, Repetition::optional};
}
constexpr Operand many(OperandKind kind) {
  return {kind, Repetition::many};
}

template <typename... Rest>
constexpr std::array<Operand, sizeof...(Rest)> operands(Rest... rest) {
  return {Operand(rest)...};
}

template <typename... Rest>
constexpr std::array<Capability, sizeof...(Rest)> capabilities(Rest... rest) {
  return {rest...};
}

template <typename... Rest>
constexpr CapabilityNeed any(Rest... rest) {
  CapabilityNeed need;
  need.choices = {rest...};
  need.count = sizeof...(rest);
  return need;
}

constexpr CapabilityNeed none;

using enum OperandKind;
using enum Capability;
using enum Offered;

// The patterns, an array for each row, so that the rows are plain data.
namespace patterns {
#define CLEAVE_INSTRUCTION(name, number, rule, version, need, ...) \
  constexpr auto name = operands(__VA_ARGS__);
#include "spirv/instructions.def"
}  // namespace patterns

constexpr InstructionFacts make_row(std::string_view name, Op op, Rule rule, Version version,
                                    CapabilityNeed need, std::span<const Operand> pattern) {
  InstructionFacts row;
  row.name = name;
  row.op = op;
  row.rule = rule;
  row.version = version;
  row.need = need;
  row.operands = pattern;
  row.takes_ids_only = true;
  for (const Operand& operand : pattern) {
    row.has_type = row.has_type || operand.kind == type;
    row.has_result = row.has_result || operand.kind == result;
    if (operand.kind != result && !is_id(operand.kind)) row.takes_ids_only = false;
    if (operand.repetition == Repetition::once) ++row.least_words;
    row.most_words = operand.repetition == Repetition::many ? ~0U
                     : row.most_words == ~0U                ? ~0U
                                                            : row.most_words + 1;
  }
  return row;
}

constexpr InstructionFacts instruction_rows[] = {
#define CLEAVE_INSTRUCTION(name, number, rule, version, need, ...) \
  make_row(#name, Op::name, Rule::rule, version, need, patterns::name),
#include "spirv/instructions.def"
};

constexpr uint32_t largest_opcode = [] {
  uint32_t largest = 0;
  for (const InstructionFacts& row : instruction_rows)
    largest = std::max(largest, static_cast<uint32_t>(row.op));
  return largest;
}();

// For each opcode one more than its row; 0: none.
constexpr auto make_index() {
  std::array<uint16_t, largest_opcode + 1> index{};
  for (size_t row = 0; row < std::size(instruction_rows); ++row)
    index[static_cast<size_t>(instruction_rows[row].op)] = static_cast<uint16_t>(row + 1);
  return index;
}
constexpr auto instruction_index = make_index();

namespace implied {
#define CLEAVE_CAPABILITY(name, number, version, extension, offered, ...) \
  constexpr auto of_##name = capabilities(__VA_ARGS__);
#include "spirv/capabilities.def"
}  // namespace implied

template <typename Rows, typename Less>
constexpr Rows sorted(Rows rows, Less less) {
  std::sort(rows.begin(), rows.end(), less);
  return rows;
}

constexpr auto capability_rows =
    sorted(std::to_array<CapabilityFacts>({
#define CLEAVE_CAPABILITY(name, number, version, extension, offered, ...) \
  {#name, Capability::name, version, extension, offered, implied::of_##name},
#include "spirv/capabilities.def"
           }),
           [](const auto& a, const auto& b) { return a.capability < b.capability; });

// The kinds, by the names of the enumerations whose rows are in enumerants.def.
namespace kind_of {
constexpr auto StorageClass = storage_class;
constexpr auto ExecutionModel = execution_model;
constexpr auto AddressingModel = addressing_model;
constexpr auto MemoryModel = memory_model;
constexpr auto LinkageType = linkage_type;
constexpr auto FunctionParameterAttribute = function_parameter_attribute;
constexpr auto AccessQualifier = access_qualifier;
constexpr auto Dim = dim;
constexpr auto ImageFormat = image_format;
constexpr auto ImageChannelOrder = image_channel_order;
constexpr auto ImageChannelDataType = image_channel_data_type;
constexpr auto SamplerAddressingMode = sampler_addressing_mode;
constexpr auto SamplerFilterMode = sampler_filter_mode;
constexpr auto FPRoundingMode = fp_rounding_mode;
constexpr auto FPEncoding = fp_encoding;
constexpr auto Scope = scope_value;
constexpr auto GroupOperation = group_operation;
constexpr auto KernelEnqueueFlags = kernel_enqueue_flags;
constexpr auto PackedVectorFormat = packed_vector_format;
constexpr auto HostAccessQualifier = host_access_qualifier;
constexpr auto SourceLanguage = source_language;
constexpr auto FPFastMathMode = fp_fast_math_mode;
constexpr auto MemorySemantics = memory_semantics;
constexpr auto MemoryAccess = memory_access;
constexpr auto ImageOperands = image_operands;
constexpr auto FunctionControl = function_control;
constexpr auto LoopControl = loop_control;
constexpr auto SelectionControl = selection_control;
constexpr auto KernelProfilingInfo = kernel_profiling_info;
}  // namespace kind_of

namespace parameters {
#define CLEAVE_ENUMERANT(enumeration, name, number, need, ...) \
  constexpr auto enumeration##_##name = operands(__VA_ARGS__);
#include "spirv/enumerants.def"
#define CLEAVE_DECORATION(name, number, need, ...) \
  constexpr auto Decoration_##name = operands(__VA_ARGS__);
#include "spirv/decorations.def"
#define CLEAVE_EXECUTION_MODE(name, number, need, ...) \
  constexpr auto ExecutionMode_##name = operands(__VA_ARGS__);
#include "spirv/execution_modes.def"
}  // namespace parameters

constexpr bool is_before(const EnumerantFacts& a, const EnumerantFacts& b) {
  return a.kind != b.kind ? a.kind < b.kind : a.number < b.number;
}

constexpr auto enumerant_rows = sorted(std::to_array<EnumerantFacts>({
#define CLEAVE_ENUMERANT(enumeration, name, number, need, ...) \
  {kind_of::enumeration, number, #name, need, parameters::enumeration##_##name},
#include "spirv/enumerants.def"
#define CLEAVE_DECORATION(name, number, need, ...) \
  {decoration, number, #name, need, parameters::Decoration_##name},
#include "spirv/decorations.def"
#define CLEAVE_EXECUTION_MODE(name, number, need, ...) \
  {execution_mode, number, #name, need, parameters::ExecutionMode_##name},
#include "spirv/execution_modes.def"
#define CLEAVE_BUILT_IN(name, number, elements, need) {built_in, number, #name, need, {}},
#include "spirv/built_ins.def"
                                       }),
                                       is_before);

constexpr std::string_view signatures[] = {
#define CLEAVE_RULE(name, signature) signature,
#include "spirv/rules.def"
};

constexpr auto opencl_std_rows = std::to_array<OpenClStdFacts>({
#define CLEAVE_OPENCL_STD(name, number, signature) {#name, OpenClStd::name, signature},
#include "spirv/opencl_std.def"
});

}  // namespace

std::string_view signature_of(Rule rule) {
  return signatures[static_cast<size_t>(rule)];
}

const InstructionFacts* facts(uint32_t opcode) {
  if (opcode > largest_opcode || instruction_index[opcode] == 0) return nullptr;
  return &instruction_rows[instruction_index[opcode] - 1];
}

const InstructionFacts& facts(Op op) {
  return *facts(static_cast<uint32_t>(op));
}

bool is_terminator(Op op) {
  switch (facts(op).rule) {
    case Rule::branch:
    case Rule::branch_conditional:
    case Rule::switch_:
    case Rule::return_:
    case Rule::return_value:
    case Rule::unreachable:
    case Rule::abort:
      return true;
    default:
      return false;
  }
}

bool is_constant_rule(Rule rule) {
  switch (rule) {
    case Rule::boolean_constant:
    case Rule::number_constant:
    case Rule::composite_constant:
    case Rule::replicated_constant:
    case Rule::sampler_constant:
    case Rule::null_constant:
    case Rule::calculated_constant:
    case Rule::pipe_storage_constant:
    case Rule::function_pointer:
      return true;
    default:
      return false;
  }
}

std::span<const CapabilityFacts> all_capabilities() {
  return capability_rows;
}

const CapabilityFacts* facts(Capability capability) {
  const auto* row = std::lower_bound(
      capability_rows.begin(), capability_rows.end(), capability,
      [](const CapabilityFacts& a, Capability number) { return a.capability < number; });
  return row != capability_rows.end() && row->capability == capability ? row : nullptr;
}

const EnumerantFacts* facts(OperandKind kind, uint32_t number) {
  EnumerantFacts wanted;
  wanted.kind = kind;
  wanted.number = number;
  const auto* row =
      std::lower_bound(enumerant_rows.begin(), enumerant_rows.end(), wanted, is_before);
  return row != enumerant_rows.end() && !is_before(wanted, *row) ? row : nullptr;
}

bool is_mask(OperandKind kind) {
  switch (kind) {
    case fp_fast_math_mode:
    case function_control:
    case image_operands:
    case kernel_profiling_info:
    case loop_control:
    case memory_access:
    case memory_semantics:
    case selection_control:
      return true;
    default:
      return false;
  }
}

std::string_view name_of(OperandKind kind) {
  switch (kind) {
#define CLEAVE_KIND(name) \
  case kind_of::name:     \
    return #name;
    CLEAVE_KIND(StorageClass)
    CLEAVE_KIND(ExecutionModel)
    CLEAVE_KIND(AddressingModel)
    CLEAVE_KIND(MemoryModel)
    CLEAVE_KIND(LinkageType)
    CLEAVE_KIND(FunctionParameterAttribute)
    CLEAVE_KIND(AccessQualifier)
    CLEAVE_KIND(Dim)
    CLEAVE_KIND(ImageFormat)
    CLEAVE_KIND(ImageChannelOrder)
    CLEAVE_KIND(ImageChannelDataType)
    CLEAVE_KIND(SamplerAddressingMode)
    CLEAVE_KIND(SamplerFilterMode)
    CLEAVE_KIND(FPRoundingMode)
    CLEAVE_KIND(FPEncoding)
    CLEAVE_KIND(Scope)
    CLEAVE_KIND(GroupOperation)
    CLEAVE_KIND(KernelEnqueueFlags)
    CLEAVE_KIND(PackedVectorFormat)
    CLEAVE_KIND(HostAccessQualifier)
    CLEAVE_KIND(SourceLanguage)
    CLEAVE_KIND(FPFastMathMode)
    CLEAVE_KIND(MemorySemantics)
    CLEAVE_KIND(MemoryAccess)
    CLEAVE_KIND(ImageOperands)
    CLEAVE_KIND(FunctionControl)
    CLEAVE_KIND(LoopControl)
    CLEAVE_KIND(SelectionControl)
    CLEAVE_KIND(KernelProfilingInfo)
#undef CLEAVE_KIND
    case OperandKind::capability:
      return "Capability";
    case OperandKind::decoration:
      return "Decoration";
    case OperandKind::execution_mode:
      return "ExecutionMode";
    case OperandKind::built_in:
      return "BuiltIn";
    default:
      return "operand";
  }
}

uint32_t elements_of(BuiltIn variable) {
  switch (variable) {
#define CLEAVE_BUILT_IN(name, number, elements, ...) \
  case BuiltIn::name:                                \
    return elements;
#include "spirv/built_ins.def"
  }
  return 0;
}

const OpenClStdFacts* opencl_std_facts(uint32_t number) {
  const auto* row = std::lower_bound(
      opencl_std_rows.begin(), opencl_std_rows.end(), number,
      [](const OpenClStdFacts& a, uint32_t b) { return static_cast<uint32_t>(a.number) < b; });
  const bool is_there =
      row != opencl_std_rows.end() && static_cast<uint32_t>(row->number) == number;
  return is_there ? row : nullptr;
}

std::span<const OpenClStdFacts> all_opencl_std() {
  return opencl_std_rows;
}

}  // namespace cleave::spirv
