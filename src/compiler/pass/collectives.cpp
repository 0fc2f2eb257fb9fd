#include "compiler/pass/collectives.h"

#include <llvm/ADT/StringSwitch.h>

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using Kind = Collective::Kind;
using Operation = Collective::Operation;

constexpr llvm::StringRef prefix = "__cleave_sub_group_";

Operation operation_of(llvm::StringRef name) {
  return llvm::StringSwitch<Operation>(name)
      .Case("add", Operation::add)
      .Case("smin", Operation::smin)
      .Case("smax", Operation::smax)
      .Case("umin", Operation::umin)
      .Case("umax", Operation::umax)
      .Case("fadd", Operation::fadd)
      .Case("fmin", Operation::fmin)
      .Case("fmax", Operation::fmax)
      .Default(Operation::none);
}

Value* combine(llvm::IRBuilderBase& builder, Operation operation, Value* a, Value* b) {
  switch (operation) {
    case Operation::add:
      return builder.CreateAdd(a, b);
    case Operation::smin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case Operation::smax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    case Operation::umin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    case Operation::umax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
    case Operation::fadd:
      return builder.CreateFAdd(a, b);
    case Operation::fmin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::minimumnum, a, b);
    case Operation::fmax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::maximumnum, a, b);
    case Operation::none:
      break;
  }
  return a;
}

/// What changes nothing when it is combined.
llvm::Constant* neutral(Operation operation, llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case Operation::smin:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    case Operation::smax:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case Operation::umin:
      return llvm::Constant::getAllOnesValue(type);
    case Operation::fadd:
      return llvm::ConstantFP::getNegativeZero(type);
    case Operation::fmin:
      return llvm::ConstantFP::getInfinity(type, /*Negative=*/false);
    case Operation::fmax:
      return llvm::ConstantFP::getInfinity(type, /*Negative=*/true);
    default:
      return llvm::Constant::getNullValue(type);
  }
}

/// What an exclusive scan begins with.
llvm::Constant* first_of_scan(Operation operation, llvm::Type* type) {
  return operation == Operation::fadd ? llvm::Constant::getNullValue(type)
                                      : neutral(operation, type);
}

unsigned count_of(const Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

/// Elements first … first + count - 1.
Value* slice(llvm::IRBuilderBase& builder, Value* vector, unsigned first, unsigned count) {
  llvm::SmallVector<int> places;
  for (unsigned i = 0; i < count; ++i) places.push_back(static_cast<int>(first + i));
  return builder.CreateShuffleVector(vector, places);
}

/// By halves, so that the order is that of the library for lanes in turn.
Value* emit_reduce(llvm::IRBuilderBase& builder, Operation operation, Value* values) {
  for (unsigned count = count_of(values) / 2; count > 0; count /= 2) {
    values = combine(builder, operation, slice(builder, values, 0, count),
                     slice(builder, values, count, count));
  }
  return builder.CreateExtractElement(values, uint64_t{0});
}

/// Each lane gets the value of the lane `distance` before it, the first ones `filler`.
Value* shifted(llvm::IRBuilderBase& builder, Value* values, unsigned distance,
               llvm::Constant* filler) {
  const unsigned count = count_of(values);
  llvm::SmallVector<int> places;
  for (unsigned i = 0; i < count; ++i) {
    places.push_back(static_cast<int>(i < distance ? count + i : i - distance));
  }
  return builder.CreateShuffleVector(values, filler, places);
}

Value* emit_scan(llvm::IRBuilderBase& builder, Operation operation, Value* values) {
  for (unsigned distance = 1; distance < count_of(values); distance *= 2) {
    Value* before = shifted(builder, values, distance, neutral(operation, values->getType()));
    values = combine(builder, operation, before, values);
  }
  return values;
}

/// Whether some lane that takes part has a predicate that is (not) zero.
Value* some_lane(llvm::IRBuilderBase& builder, llvm::CmpInst::Predicate is, Value* predicates,
                 Value* mask) {
  Value* holds =
      builder.CreateICmp(is, predicates, llvm::Constant::getNullValue(predicates->getType()));
  if (mask != nullptr) holds = builder.CreateAnd(mask, holds);
  return builder.CreateIsNotNull(
      builder.CreateBitCast(holds, builder.getIntNTy(count_of(predicates))));
}

}  // namespace

std::optional<Collective> collective_of(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front(prefix)) return std::nullopt;
  const auto [start, type] = name.rsplit('_');
  if (type != "i32" && type != "i64" && type != "f32" && type != "f64") return std::nullopt;
  if (start == "all") return Collective{Kind::all, Operation::none};
  if (start == "any") return Collective{Kind::any, Operation::none};
  if (start == "broadcast") return Collective{Kind::broadcast, Operation::none};
  const auto [kind, operation] = start.rsplit('_');
  if (kind == "reduce") return Collective{Kind::reduce, operation_of(operation)};
  if (kind == "scan_inclusive") return Collective{Kind::scan_inclusive, operation_of(operation)};
  if (kind == "scan_exclusive") return Collective{Kind::scan_exclusive, operation_of(operation)};
  return std::nullopt;
}

std::optional<Collective> collective_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  if (!call->getCalledFunction()->isDeclaration()) return std::nullopt;
  return collective_of(*call->getCalledFunction());
}

void declare_as_collective(llvm::Function& function) {
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setConvergent();
}

Value* emit_collective(llvm::IRBuilderBase& builder, const Collective& collective, Value* operands,
                       Value* source, Value* mask) {
  const Operation operation = collective.operation;
  switch (collective.kind) {
    case Kind::all: {
      Value* fails = some_lane(builder, llvm::CmpInst::ICMP_EQ, operands, mask);
      return builder.CreateZExt(builder.CreateNot(fails), builder.getInt32Ty());
    }
    case Kind::any: {
      Value* holds = some_lane(builder, llvm::CmpInst::ICMP_NE, operands, mask);
      return builder.CreateZExt(holds, builder.getInt32Ty());
    }
    case Kind::broadcast:
      return builder.CreateExtractElement(operands, source);
    default:
      break;
  }
  if (mask != nullptr) {
    operands = builder.CreateSelect(mask, operands, neutral(operation, operands->getType()));
  }
  if (collective.kind == Kind::reduce) return emit_reduce(builder, operation, operands);
  Value* scanned = emit_scan(builder, operation, operands);
  if (collective.kind == Kind::scan_inclusive) return scanned;
  return shifted(builder, scanned, 1, first_of_scan(operation, operands->getType()));
}

}  // namespace cleave::compiler::pass
