#include "compiler/pass/widen/mask_variables.h"

namespace cleave::compiler::pass::widen {

llvm::Type* MaskVariables::mask_type() {
  return llvm::FixedVectorType::get(builder_.getInt1Ty(), values_.width());
}

MaskVariable MaskVariables::create(const char* name) {
  MaskVariable variable;
  for (unsigned i = 0; i < values_.parts(); ++i) {
    variable.push_back(values_.new_variable(mask_type(), name));
  }
  return variable;
}

PartMasks MaskVariables::load(const MaskVariable& variable) {
  PartMasks mask;
  for (llvm::AllocaInst* part : variable) mask.push_back(builder_.CreateLoad(mask_type(), part));
  return mask;
}

void MaskVariables::store(const PartMasks& mask, const MaskVariable& variable) {
  for (unsigned i = 0; i < values_.parts(); ++i) builder_.CreateStore(mask[i], variable[i]);
}

void MaskVariables::clear(const MaskVariable& variable) {
  store(PartMasks(values_.parts(), llvm::Constant::getNullValue(mask_type())), variable);
}

void MaskVariables::add(const MaskVariable& variable, const PartMasks& lanes) {
  PartMasks all = load(variable);
  const PartMasks added = materialised(lanes);
  for (unsigned i = 0; i < values_.parts(); ++i) all[i] = builder_.CreateOr(all[i], added[i]);
  store(all, variable);
}

PartMasks MaskVariables::materialised(const PartMasks& mask) {
  return mask.empty() ? PartMasks(values_.parts(), llvm::ConstantInt::getTrue(mask_type())) : mask;
}

}  // namespace cleave::compiler::pass::widen
