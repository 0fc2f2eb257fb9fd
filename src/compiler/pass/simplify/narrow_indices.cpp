#include "compiler/pass/simplify/narrow_indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using llvm::PatternMatch::m_Add;
using llvm::PatternMatch::m_APInt;
using llvm::PatternMatch::m_DisjointOr;
using llvm::PatternMatch::m_Mul;
using llvm::PatternMatch::m_Shl;
using llvm::PatternMatch::m_Sub;
using llvm::PatternMatch::m_Value;

constexpr unsigned half = 32;
constexpr unsigned deepest = 6;

Value* lower_half(llvm::IRBuilder<>& builder, Value* value) {
  llvm::Type* word = builder.getInt32Ty();
  const auto* extension = llvm::dyn_cast<llvm::CastInst>(value);
  const bool is_extension = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value);
  if (is_extension && extension->getSrcTy() == word) return extension->getOperand(0);
  return builder.CreateTrunc(value, word);
}

/// Whether the lower half of a 64-bit value is zero by the way it is computed.
bool is_shifted_up(Value* value, unsigned depth = 0) {
  const llvm::APInt* number = nullptr;
  Value* left = nullptr;
  Value* right = nullptr;
  if (depth > deepest) return false;
  if (match(value, m_APInt(number))) return number->countr_zero() >= half;
  if (match(value, m_Shl(m_Value(), m_APInt(number)))) {
    return number->uge(half) && number->ult(2 * half);
  }
  if (match(value, m_Mul(m_Value(), m_APInt(number)))) return number->countr_zero() >= half;
  const bool is_sum = match(value, m_Add(m_Value(left), m_Value(right))) ||
                      match(value, m_Sub(m_Value(left), m_Value(right))) ||
                      match(value, m_DisjointOr(m_Value(left), m_Value(right)));
  return is_sum && is_shifted_up(left, depth + 1) && is_shifted_up(right, depth + 1);
}

/// The upper half of a value whose lower half is zero, as an i32. It promises nothing of overflow.
Value* upper_half(llvm::IRBuilder<>& builder, Value* value) {
  const llvm::APInt* number = nullptr;
  Value* left = nullptr;
  Value* right = nullptr;
  if (match(value, m_APInt(number))) return builder.getInt(number->extractBits(half, half));
  if (match(value, m_Shl(m_Value(left), m_APInt(number)))) {
    left = lower_half(builder, left);
    const uint64_t rest = number->getZExtValue() - half;
    return rest == 0 ? left : builder.CreateShl(left, rest);
  }
  if (match(value, m_Mul(m_Value(left), m_APInt(number)))) {
    return builder.CreateMul(lower_half(builder, left),
                             builder.getInt(number->extractBits(half, half)));
  }
  const auto* sum = llvm::cast<llvm::BinaryOperator>(value);
  left = upper_half(builder, sum->getOperand(0));
  right = upper_half(builder, sum->getOperand(1));
  return sum->getOpcode() == llvm::Instruction::Sub ? builder.CreateSub(left, right)
                                                    : builder.CreateAdd(left, right);
}

/// By how much it is shifted down; nothing: it is no such index.
std::optional<uint64_t> shift_of(const llvm::Instruction& instruction) {
  const auto* bits = instruction.getOpcode() == llvm::Instruction::AShr
                         ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1))
                         : nullptr;
  if (bits == nullptr || !instruction.getType()->isIntegerTy(2 * half) || bits->uge(half + 1) ||
      !is_shifted_up(instruction.getOperand(0))) {
    return std::nullopt;
  }
  return bits->getZExtValue();
}

}  // namespace

std::string narrow_indices(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    std::vector<std::pair<llvm::Instruction*, uint64_t>> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto shift = shift_of(instruction)) found.emplace_back(&instruction, *shift);
    }
    for (const auto& [index, shift] : found) {
      llvm::IRBuilder<> builder(index);
      Value* number = upper_half(builder, index->getOperand(0));
      Value* result = builder.CreateSExt(number, index->getType());
      if (shift != half) result = builder.CreateShl(result, half - shift, "", false, true);
      index->replaceAllUsesWith(result);
      index->eraseFromParent();
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass
