#include "compiler/frontend/spirv/float_flags.h"

namespace cleave::compiler::frontend {
namespace {

llvm::FastMathFlags flags_of(uint32_t mode) {
  llvm::FastMathFlags flags;
  const auto has = [&](spirv::FPFastMathMode bit) { return spirv::has(mode, bit); };
  if (has(spirv::FPFastMathMode::Fast)) flags.setFast();
  if (has(spirv::FPFastMathMode::NotNaN)) flags.setNoNaNs();
  if (has(spirv::FPFastMathMode::NotInf)) flags.setNoInfs();
  if (has(spirv::FPFastMathMode::NSZ)) flags.setNoSignedZeros();
  if (has(spirv::FPFastMathMode::AllowRecip)) flags.setAllowReciprocal();
  if (has(spirv::FPFastMathMode::AllowContract)) flags.setAllowContract(true);
  if (has(spirv::FPFastMathMode::AllowReassoc)) flags.setAllowReassoc();
  return flags;
}

/// Returns the type of the numbers that the instruction computes with: of its operands if it
/// compares.
spirv::Id type_of_numbers(const ReaderState& state, const spirv::Instruction& instruction) {
  const auto element = [&](spirv::Id type) {
    const spirv::Type& known = state.source.type(type);
    return known.kind == spirv::TypeKind::vector ? known.element : type;
  };
  const spirv::Id result = element(instruction.type);
  const bool compares = state.source.type(result).kind == spirv::TypeKind::boolean;
  if (!compares || instruction.operands.empty()) return result;
  return element(state.source.type_of(instruction.operands[0]));
}

}  // namespace

FloatFlags::FloatFlags(FunctionReader& reader, const spirv::Instruction& instruction)
    : guard_(reader.builder()) {
  const ReaderState& state = reader.state();
  const spirv::DecorationUse* mode =
      state.source.decoration(instruction.result, spirv::Decoration::FPFastMathMode);
  llvm::FastMathFlags flags = flags_of(
      mode != nullptr ? mode->operands[0]
                      : state.float_modes.defaults.lookup(type_of_numbers(state, instruction)));
  if (state.float_modes.contracts) flags.setAllowContract(true);
  reader.builder().setFastMathFlags(flags);
}

}  // namespace cleave::compiler::frontend
