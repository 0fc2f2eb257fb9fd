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

}  // namespace

FloatFlags::FloatFlags(FunctionReader& reader, const spirv::Instruction& instruction)
    : guard_(reader.builder()) {
  const spirv::DecorationUse* mode =
      reader.state().source.decoration(instruction.result, spirv::Decoration::FPFastMathMode);
  reader.builder().setFastMathFlags(mode == nullptr ? llvm::FastMathFlags()
                                                    : flags_of(mode->operands[0]));
}

}  // namespace cleave::compiler::frontend
