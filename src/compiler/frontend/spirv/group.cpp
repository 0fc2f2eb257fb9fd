// Reads group instructions as calls of OpenCL C's group functions.
#include <llvm/IR/Constants.h>

#include <functional>
#include <string>

#include "builtins/index.h"
#include "compiler/frontend/spirv/group_copies.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::GroupOperation;
using cleave::spirv::Op;

enum class Comers : uint8_t { uniform, non_uniform };
enum class GroupSign : uint8_t { is_signed, is_unsigned, is_logical };

struct GroupRow {
  Comers comers;
  std::string_view operation;
  GroupSign sign;
};

std::optional<GroupRow> group_row(Op op) {
  switch (op) {
#define CLEAVE_GROUP(instruction, kind, operation, sign) \
  case Op::instruction:                                  \
    return GroupRow{Comers::kind, #operation, GroupSign::sign};
#include "compiler/frontend/spirv/group.def"
    default:
      return std::nullopt;
  }
}

// "work_group_", "sub_group_"; nothing for scopes without such functions.
std::string scope_prefix(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (scope && static_cast<cleave::spirv::Scope>(*scope) == cleave::spirv::Scope::Workgroup)
    return "work_group_";
  if (scope && static_cast<cleave::spirv::Scope>(*scope) == cleave::spirv::Scope::Subgroup)
    return "sub_group_";
  reader.refuse(instruction, "this scope is not offered");
  return {};
}

std::string operation_word(GroupOperation operation) {
  switch (operation) {
    case GroupOperation::InclusiveScan:
      return "scan_inclusive_";
    case GroupOperation::ExclusiveScan:
      return "scan_exclusive_";
    default:
      return "reduce_";
  }
}

using ScalarFunction = std::function<llvm::Value*(llvm::Value*)>;

// Functions of groups are about numbers: those of vectors go element by element.
llvm::Value* by_element(FunctionReader& reader, llvm::Value* value,
                        const ScalarFunction& function) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (vector == nullptr) return function(value);
  llvm::Value* result = nullptr;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::Value* one = function(reader.builder().CreateExtractElement(value, i));
    if (one == nullptr) return nullptr;
    if (result == nullptr) {
      result = llvm::PoisonValue::get(
          llvm::FixedVectorType::get(one->getType(), vector->getNumElements()));
    }
    result = reader.builder().CreateInsertElement(result, one, i);
  }
  return result;
}

bool library_has(std::string_view name, const BuiltInArgument& argument) {
  return builtins::has_trait(mangled_name(name, {&argument.type, 1}), builtins::Trait::is_public);
}

llvm::Value* to_int(FunctionReader& reader, llvm::Value* boolean) {
  return reader.builder().CreateZExt(boolean, reader.builder().getInt32Ty());
}

llvm::Value* to_boolean(FunctionReader& reader, llvm::Value* number) {
  if (number == nullptr) return nullptr;
  return reader.builder().CreateICmpNE(number, llvm::Constant::getNullValue(number->getType()));
}

// Small integers are combined as int where there is no function for them.
llvm::Value* combined(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      const std::string& name, const GroupRow& row, llvm::Value* value,
                      llvm::Value* cluster) {
  llvm::IRBuilderBase& builder = reader.builder();
  const bool is_signed = row.sign != GroupSign::is_unsigned;
  llvm::Type* type = value->getType();
  const bool is_logical = row.sign == GroupSign::is_logical;
  if (is_logical) value = to_int(reader, value);
  llvm::SmallVector<BuiltInArgument> arguments = {reader.argument(value, is_signed)};
  const bool is_small = type->isIntegerTy() && type->getIntegerBitWidth() < 32 && !is_logical;
  const bool widens = is_small && cluster == nullptr && !library_has(name, arguments.front());
  if (widens) {
    value = is_signed ? builder.CreateSExt(value, builder.getInt32Ty())
                      : builder.CreateZExt(value, builder.getInt32Ty());
    arguments.front() = reader.argument(value, is_signed);
  }
  if (cluster != nullptr) arguments.push_back(reader.argument(cluster, false));
  llvm::Value* result = reader.call(instruction, name, value->getType(), arguments);
  if (result == nullptr) return nullptr;
  if (is_logical) return to_boolean(reader, result);
  return widens ? builder.CreateTrunc(result, type) : result;
}

// Operands: scope, operation, value, and the size of clusters.
void read_combination(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      const GroupRow& row) {
  const std::span<const uint32_t> operands = instruction.operands;
  std::string prefix = scope_prefix(reader, instruction);
  if (prefix.empty()) return;
  const auto operation = static_cast<GroupOperation>(operands[1]);
  llvm::Value* cluster = nullptr;
  if (row.comers == Comers::non_uniform) {
    if (prefix != "sub_group_") return reader.refuse(instruction, "this scope is not offered");
    prefix += operation == GroupOperation::ClusteredReduce ? "clustered_" : "non_uniform_";
    if (operation == GroupOperation::ClusteredReduce) cluster = reader.value(operands[3]);
  }
  const std::string name = prefix + operation_word(operation) + std::string(row.operation);
  reader.define(instruction, by_element(reader, reader.value(operands[2]), [&](llvm::Value* one) {
                  return combined(reader, instruction, name, row, one, cluster);
                }));
}

// A boolean of each work-item, and one for all.
void read_vote(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
               const char* name) {
  const std::string prefix = scope_prefix(reader, instruction);
  if (prefix.empty()) return;
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = to_int(reader, reader.value(instruction.operands[1]));
  reader.define(instruction,
                to_boolean(reader, reader.call(instruction, prefix + name, builder.getInt32Ty(),
                                               {reader.argument(value, true)})));
}

void read_equality(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = reader.value(instruction.operands[1]);
  if (value->getType()->isIntegerTy(1)) value = to_int(reader, value);
  llvm::Value* all = nullptr;
  by_element(reader, value, [&](llvm::Value* one) -> llvm::Value* {
    llvm::Value* equal =
        to_boolean(reader, reader.call(instruction, "sub_group_non_uniform_all_equal",
                                       builder.getInt32Ty(), {reader.argument(one, true)}));
    if (equal != nullptr) all = all == nullptr ? equal : builder.CreateAnd(all, equal);
    return equal;
  });
  reader.define(instruction, all);
}

// The id in a work-group has up to three components, that in a sub-group one.
void read_broadcast(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::string prefix = scope_prefix(reader, instruction);
  if (prefix.empty()) return;
  llvm::IRBuilderBase& builder = reader.builder();
  const bool is_work_group = prefix == "work_group_";
  llvm::Type* number = is_work_group ? builder.getInt64Ty() : builder.getInt32Ty();
  llvm::Value* id = reader.value(instruction.operands[2]);
  llvm::SmallVector<BuiltInArgument> components;
  const auto add = [&](llvm::Value* one) {
    components.push_back(reader.argument(builder.CreateZExtOrTrunc(one, number), false));
  };
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(id->getType());
  if (vector == nullptr) add(id);
  const unsigned count = vector == nullptr ? 0 : is_work_group ? vector->getNumElements() : 1;
  for (unsigned i = 0; i < count; ++i) add(builder.CreateExtractElement(id, i));
  const auto broadcast = [&](llvm::Value* one) -> llvm::Value* {
    llvm::Type* type = one->getType();
    const bool is_small = is_work_group && type->isIntegerTy() && type->getIntegerBitWidth() < 32;
    if (is_small) one = builder.CreateZExt(one, builder.getInt32Ty());
    llvm::SmallVector<BuiltInArgument> arguments = {reader.argument(one, true)};
    arguments.append(components);
    llvm::Value* result = reader.call(instruction, prefix + "broadcast", one->getType(), arguments);
    return is_small && result != nullptr ? builder.CreateTrunc(result, type) : result;
  };
  reader.define(instruction, by_element(reader, reader.value(instruction.operands[1]), broadcast));
}

// Functions of a value and a number of a lane, or a distance.
const char* lane_function(Op op) {
  switch (op) {
    case Op::GroupNonUniformBroadcast:
      return "sub_group_non_uniform_broadcast";
    case Op::GroupNonUniformShuffle:
      return "sub_group_shuffle";
    case Op::GroupNonUniformShuffleXor:
      return "sub_group_shuffle_xor";
    case Op::GroupNonUniformShuffleUp:
      return "sub_group_shuffle_up";
    case Op::GroupNonUniformShuffleDown:
      return "sub_group_shuffle_down";
    default:
      return nullptr;
  }
}

llvm::Value* moved(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                   std::string_view name, llvm::Value* value,
                   llvm::ArrayRef<BuiltInArgument> more) {
  const bool is_boolean = value->getType()->isIntegerTy(1);
  if (is_boolean) value = to_int(reader, value);
  llvm::SmallVector<BuiltInArgument> arguments = {reader.argument(value, true)};
  arguments.append(more.begin(), more.end());
  llvm::Value* result = reader.call(instruction, name, value->getType(), arguments);
  return is_boolean ? to_boolean(reader, result) : result;
}

void read_move(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
               const char* name) {
  const BuiltInArgument lane = reader.argument(instruction.operands[2], false);
  reader.define(instruction,
                by_element(reader, reader.value(instruction.operands[1]), [&](llvm::Value* one) {
                  return moved(reader, instruction, name, one, {lane});
                }));
}

void read_first(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  reader.define(instruction,
                by_element(reader, reader.value(instruction.operands[1]), [&](llvm::Value* one) {
                  return moved(reader, instruction, "sub_group_broadcast_first", one, {});
                }));
}

void read_rotation(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::SmallVector<BuiltInArgument> more = {reader.argument(operands[2], true)};
  const bool is_clustered = operands.size() > 3;
  if (is_clustered) more.push_back(reader.argument(operands[3], false));
  const char* name = is_clustered ? "sub_group_clustered_rotate" : "sub_group_rotate";
  reader.define(instruction, by_element(reader, reader.value(operands[1]), [&](llvm::Value* one) {
                  return moved(reader, instruction, name, one, more);
                }));
}

void read_ballot(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const std::span<const uint32_t> operands = instruction.operands;
  const auto call = [&](const std::string& name, llvm::Type* type,
                        llvm::ArrayRef<BuiltInArgument> arguments) {
    return reader.call(instruction, name, type, arguments);
  };
  llvm::Type* number = builder.getInt32Ty();
  switch (instruction.op) {
    case Op::GroupNonUniformElect:
      return reader.define(instruction, to_boolean(reader, call("sub_group_elect", number, {})));
    case Op::GroupNonUniformBallot: {
      llvm::Value* value = to_int(reader, reader.value(operands[1]));
      return reader.define(instruction, call("sub_group_ballot", reader.result_type(instruction),
                                             {reader.argument(value, true)}));
    }
    case Op::GroupNonUniformInverseBallot:
      return reader.define(instruction,
                           to_boolean(reader, call("sub_group_inverse_ballot", number,
                                                   {reader.argument(operands[1], false)})));
    case Op::GroupNonUniformBallotBitExtract:
      return reader.define(instruction,
                           to_boolean(reader, call("sub_group_ballot_bit_extract", number,
                                                   {reader.argument(operands[1], false),
                                                    reader.argument(operands[2], false)})));
    case Op::GroupNonUniformBallotBitCount: {
      const auto operation = static_cast<GroupOperation>(operands[1]);
      const char* name = operation == GroupOperation::InclusiveScan   ? "inclusive_scan"
                         : operation == GroupOperation::ExclusiveScan ? "exclusive_scan"
                                                                      : "bit_count";
      return reader.define(instruction, call(std::string("sub_group_ballot_") + name, number,
                                             {reader.argument(operands[2], false)}));
    }
    default: {
      const char* name = instruction.op == Op::GroupNonUniformBallotFindLSB
                             ? "sub_group_ballot_find_lsb"
                             : "sub_group_ballot_find_msb";
      return reader.define(instruction, call(name, number, {reader.argument(operands[1], false)}));
    }
  }
}

bool is_ballot(Op op) {
  switch (op) {
    case Op::GroupNonUniformElect:
    case Op::GroupNonUniformBallot:
    case Op::GroupNonUniformInverseBallot:
    case Op::GroupNonUniformBallotBitExtract:
    case Op::GroupNonUniformBallotBitCount:
    case Op::GroupNonUniformBallotFindLSB:
    case Op::GroupNonUniformBallotFindMSB:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool read_group(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (const auto row = group_row(instruction.op)) {
    read_combination(reader, instruction, *row);
    return true;
  }
  if (const char* name = lane_function(instruction.op)) {
    read_move(reader, instruction, name);
    return true;
  }
  if (is_ballot(instruction.op)) {
    read_ballot(reader, instruction);
    return true;
  }
  switch (instruction.op) {
    case Op::GroupAll:
      read_vote(reader, instruction, "all");
      return true;
    case Op::GroupAny:
      read_vote(reader, instruction, "any");
      return true;
    case Op::GroupNonUniformAll:
      read_vote(reader, instruction, "non_uniform_all");
      return true;
    case Op::GroupNonUniformAny:
      read_vote(reader, instruction, "non_uniform_any");
      return true;
    case Op::GroupNonUniformAllEqual:
      read_equality(reader, instruction);
      return true;
    case Op::GroupBroadcast:
      read_broadcast(reader, instruction);
      return true;
    case Op::GroupNonUniformBroadcastFirst:
      read_first(reader, instruction);
      return true;
    case Op::GroupNonUniformRotateKHR:
      read_rotation(reader, instruction);
      return true;
    default:
      return read_group_copy(reader, instruction) || read_intel_group(reader, instruction);
  }
}

}  // namespace cleave::compiler::frontend::spirv
