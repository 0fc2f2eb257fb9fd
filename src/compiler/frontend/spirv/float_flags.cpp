#include "compiler/frontend/spirv/float_flags.h"

namespace cleave::compiler::frontend::spirv {
namespace {

llvm::FastMathFlags flags_of(uint32_t mode) {
  llvm::FastMathFlags flags;
  const auto has = [&](cleave::spirv::FPFastMathMode bit) { return cleave::spirv::has(mode, bit); };
  if (has(cleave::spirv::FPFastMathMode::Fast)) flags.setFast();
  if (has(cleave::spirv::FPFastMathMode::NotNaN)) flags.setNoNaNs();
  if (has(cleave::spirv::FPFastMathMode::NotInf)) flags.setNoInfs();
  if (has(cleave::spirv::FPFastMathMode::NSZ)) flags.setNoSignedZeros();
  if (has(cleave::spirv::FPFastMathMode::AllowRecip)) flags.setAllowReciprocal();
  if (has(cleave::spirv::FPFastMathMode::AllowContract)) flags.setAllowContract(true);
  if (has(cleave::spirv::FPFastMathMode::AllowReassoc)) flags.setAllowReassoc();
  return flags;
}

/// Returns the type of the numbers that the instruction computes with: of its operands if it
/// compares.
cleave::spirv::Id type_of_numbers(const ReaderState& state,
                                  const cleave::spirv::Instruction& instruction) {
  const auto element = [&](cleave::spirv::Id type) {
    const cleave::spirv::Type& known = state.source.type(type);
    return known.kind == cleave::spirv::TypeKind::vector ? known.element : type;
  };
  const cleave::spirv::Id result = element(instruction.type);
  const bool compares = state.source.type(result).kind == cleave::spirv::TypeKind::boolean;
  if (!compares || instruction.operands.empty()) return result;
  return element(state.source.type_of(instruction.operands[0]));
}

}  // namespace

FloatFlags::FloatFlags(FunctionReader& reader, const cleave::spirv::Instruction& instruction)
    : guard_(reader.builder()) {
  const ReaderState& state = reader.state();
  const cleave::spirv::DecorationUse* mode =
      state.source.decoration(instruction.result, cleave::spirv::Decoration::FPFastMathMode);
  llvm::FastMathFlags flags = flags_of(
      mode != nullptr ? mode->operands[0]
                      : state.float_modes.defaults.lookup(type_of_numbers(state, instruction)));
  if (state.float_modes.contracts) flags.setAllowContract(true);
  reader.builder().setFastMathFlags(flags);
}

}  // namespace cleave::compiler::frontend::spirv
