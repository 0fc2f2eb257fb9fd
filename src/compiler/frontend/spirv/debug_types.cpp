// Makes the metadata of types.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "compiler/frontend/spirv/debug_nodes.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::DebugOp;
namespace dwarf = llvm::dwarf;

constexpr unsigned encodings[] = {0,  // unspecified
                                  dwarf::DW_ATE_address,
                                  dwarf::DW_ATE_boolean,
                                  dwarf::DW_ATE_float,
                                  dwarf::DW_ATE_signed,
                                  dwarf::DW_ATE_signed_char,
                                  dwarf::DW_ATE_unsigned,
                                  dwarf::DW_ATE_unsigned_char};

constexpr unsigned qualifiers[] = {dwarf::DW_TAG_const_type, dwarf::DW_TAG_volatile_type,
                                   dwarf::DW_TAG_restrict_type, dwarf::DW_TAG_atomic_type};

constexpr uint32_t is_union = 2;  // DebugCompositeType; others are classes and structures

}  // namespace

llvm::DIType* DebugNodes::type(cleave::spirv::Id id) {
  if (id == 0) return nullptr;
  if (llvm::DIType* known = types_.lookup(id)) return known;
  llvm::DIType* made = make_type(entry(id));
  types_[id] = made;
  return made;
}

llvm::DIType* DebugNodes::make_type(const cleave::spirv::DebugEntry& wanted) {
  const auto& operands = wanted.operands;
  switch (wanted.op) {
    case DebugOp::TypePointer:
      return builder_.createPointerType(type(operands[0]), wanted.bits);
    case DebugOp::TypeQualifier:
      if (operands[1] >= std::size(qualifiers)) return type(operands[0]);
      return builder_.createQualifiedType(qualifiers[operands[1]], type(operands[0]));
    case DebugOp::Typedef:
      return builder_.createTypedef(type(operands[1]), text(operands[0]), file_of(operands[2]),
                                    operands[3], scope(operands[5]));
    case DebugOp::TypeArray:
    case DebugOp::TypeVector:
      return make_array(wanted);
    case DebugOp::TypeFunction:
      return function_type(wanted.id);
    case DebugOp::TypeEnum:
      return make_enumeration(wanted);
    case DebugOp::TypeComposite:
      return make_composite(wanted);
    default:
      return make_basic(wanted);
  }
}

llvm::DIType* DebugNodes::make_basic(const cleave::spirv::DebugEntry& wanted) {
  const auto [name, size, encoding] = wanted.first<3>();
  const bool is_known = encoding != 0 && encoding < std::size(encodings);
  if (!is_known) return builder_.createUnspecifiedType(text(name));
  return builder_.createBasicType(text(name), size, encodings[encoding]);
}

llvm::DIType* DebugNodes::make_array(const cleave::spirv::DebugEntry& wanted) {
  constexpr int64_t unknown = -1;
  llvm::SmallVector<llvm::Metadata*> ranges;
  for (size_t at = 1; at < wanted.operands.size(); ++at) {
    ranges.push_back(builder_.getOrCreateSubrange(0, int64_t{wanted.operands[at]}));
  }
  if (ranges.empty()) ranges.push_back(builder_.getOrCreateSubrange(0, unknown));
  llvm::DIType* of = type(wanted.operands[0]);
  llvm::DINodeArray all = builder_.getOrCreateArray(ranges);
  if (wanted.op == DebugOp::TypeVector) return builder_.createVectorType(wanted.bits, 0, of, all);
  return builder_.createArrayType(wanted.bits, 0, of, all);
}

llvm::DIType* DebugNodes::make_enumeration(const cleave::spirv::DebugEntry& wanted) {
  const auto [name, underlying, source, line, column, parent, size, flags] = wanted.first<8>();
  llvm::SmallVector<llvm::Metadata*> values;
  for (size_t at = 8; at + 1 < wanted.operands.size(); at += 2) {
    const auto value = static_cast<int32_t>(wanted.operands[at]);
    values.push_back(builder_.createEnumerator(text(wanted.operands[at + 1]),
                                               static_cast<uint64_t>(int64_t{value})));
  }
  return builder_.createEnumerationType(scope(parent), text(name), file_of(source), line, size, 0,
                                        builder_.getOrCreateArray(values), type(underlying));
}

// Members may lead back here.
llvm::DIType* DebugNodes::make_composite(const cleave::spirv::DebugEntry& wanted) {
  const auto [name, tag, source, line, column, parent, linkage, size, flags] = wanted.first<9>();
  llvm::DIScope* around = scope(parent);
  llvm::DIFile* in = source == 0 ? nullptr : file_of(source);
  constexpr auto no_flags = llvm::DINode::FlagZero;
  llvm::DICompositeType* made =
      tag == is_union
          ? builder_.createUnionType(around, text(name), in, line, size, 0, no_flags, {})
          : builder_.createStructType(around, text(name), in, line, size, 0, no_flags, nullptr, {});
  open_.emplace_back(made, &wanted);
  return made;
}

llvm::DISubroutineType* DebugNodes::function_type(cleave::spirv::Id id) {
  llvm::SmallVector<llvm::Metadata*> all;
  const bool is_function = id != 0 && entry(id).op == DebugOp::TypeFunction;
  if (is_full_ && is_function) {
    const auto& operands = entry(id).operands;
    all.push_back(type(operands[1]));
    for (size_t at = 2; at < operands.size(); ++at) {
      if (operands[at] != 0) all.push_back(type(operands[at]));
    }
  }
  return builder_.createSubroutineType(builder_.getOrCreateTypeArray(all));
}

llvm::Metadata* DebugNodes::make_member(llvm::DICompositeType& of, cleave::spirv::Id id) {
  const cleave::spirv::DebugEntry& wanted = entry(id);
  constexpr auto no_flags = llvm::DINode::FlagZero;
  if (wanted.op == DebugOp::TypeInheritance) {
    return builder_.createInheritance(&of, type(wanted.operands[0]), wanted.operands[1], 0,
                                      no_flags);
  }
  const auto [name, type_id, source, line, column, offset, size] = wanted.first<7>();
  return builder_.createMemberType(&of, text(name), file_of(source), line, size, 0, offset,
                                   no_flags, type(type_id));
}

void DebugNodes::complete() {
  constexpr size_t first_member = 9;
  for (size_t next = 0; next < open_.size(); ++next) {
    auto [made, wanted] = open_[next];
    llvm::SmallVector<llvm::Metadata*> members;
    for (size_t at = first_member; at < wanted->operands.size(); ++at) {
      members.push_back(make_member(*made, wanted->operands[at]));
    }
    builder_.replaceArrays(made, builder_.getOrCreateArray(members));
  }
}

}  // namespace cleave::compiler::frontend::spirv
