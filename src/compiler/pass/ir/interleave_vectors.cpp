#include "compiler/pass/ir/interleave_vectors.h"

namespace cleave::compiler::pass::ir {
namespace {

using llvm::Value;

unsigned common_width_of(const std::vector<Value*>& vectors) {
  for (const Value* vector : vectors) {
    if (vector != nullptr) {
      return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
    }
  }
  return 0;
}

/// A shuffle of two vectors of which either may be missing.
Value* shuffle(llvm::IRBuilder<>& builder, Value* a, Value* b, llvm::ArrayRef<int> indices) {
  if (a == nullptr && b == nullptr) return nullptr;
  llvm::Type* type = (a != nullptr ? a : b)->getType();
  if (a == nullptr) a = llvm::PoisonValue::get(type);
  if (b == nullptr) b = llvm::PoisonValue::get(type);
  return builder.CreateShuffleVector(a, b, indices);
}

}  // namespace

Value* deinterleave(llvm::IRBuilder<>& builder, const std::vector<Value*>& stretch, unsigned slot) {
  const auto slots = static_cast<unsigned>(stretch.size());
  const unsigned width = common_width_of(stretch);
  if (slots == 1) return stretch.front();
  llvm::SmallVector<int> indices(width);
  if (slots % 2 == 0) {
    // Every second element of each pair: then half as many slots are left.
    for (unsigned i = 0; i < width; ++i) indices[i] = static_cast<int>(2 * i + slot % 2);
    std::vector<Value*> half;
    for (unsigned i = 0; i < slots; i += 2) {
      half.push_back(shuffle(builder, stretch[i], stretch[i + 1], indices));
    }
    return deinterleave(builder, half, slot / 2);
  }
  Value* taken = stretch.front();
  for (unsigned number = 1; number < slots; ++number) {
    for (unsigned lane = 0; lane < width; ++lane) {
      const unsigned element = lane * slots + slot, holder = element / width;
      const unsigned before = number == 1 ? element % width : lane;
      indices[lane] = holder > number    ? -1
                      : holder == number ? static_cast<int>(width + element % width)
                                         : static_cast<int>(before);
    }
    taken = shuffle(builder, taken, stretch[number], indices);
  }
  return taken;
}

std::vector<Value*> interleave_members(llvm::IRBuilder<>& builder,
                                       const std::vector<Value*>& slots) {
  const auto count = static_cast<unsigned>(slots.size());
  const unsigned width = common_width_of(slots);
  if (count == 1 || width == 0) return slots;
  std::vector<Value*> stretch;
  llvm::SmallVector<int> indices(width);
  if (count % 2 == 0) {
    std::vector<Value*> even, odd;
    for (unsigned i = 0; i < count; ++i) (i % 2 == 0 ? even : odd).push_back(slots[i]);
    even = interleave_members(builder, even);
    odd = interleave_members(builder, odd);
    for (unsigned number = 0; number < count; ++number) {
      for (unsigned i = 0; i < width; ++i) {
        const unsigned pair = (number % 2 * width + i) / 2;
        indices[i] = static_cast<int>(i % 2 == 0 ? pair : width + pair);
      }
      stretch.push_back(shuffle(builder, even[number / 2], odd[number / 2], indices));
    }
    return stretch;
  }
  for (unsigned number = 0; number < count; ++number) {
    Value* put = slots.front();
    for (unsigned slot = 1; slot < count; ++slot) {
      for (unsigned i = 0; i < width; ++i) {
        const unsigned element = number * width + i, lane = element / count, own = element % count;
        const unsigned before = slot == 1 ? lane : i;
        indices[i] = own > slot    ? -1
                     : own == slot ? static_cast<int>(width + lane)
                                   : static_cast<int>(before);
      }
      put = shuffle(builder, put, slots[slot], indices);
    }
    stretch.push_back(put);
  }
  return stretch;
}

}  // namespace cleave::compiler::pass::ir
