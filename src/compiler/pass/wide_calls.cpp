#include "compiler/pass/wide_calls.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/pass/collectives.h"
#include "compiler/pass/lane_interface.h"
#include "compiler/pass/widen.h"
#include "compiler/pass/widen_instructions.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Function;

// In instructions, with all that is inlined. 75 calls of sin are 20,000; 400 of them, as copies,
// made a first launch wait for 5 s of processor time.
constexpr uint64_t longest_kernel = 20'000;
constexpr uint64_t shortest_called = 100;  // a call costs some ten instructions
constexpr uint64_t fewest_copies = 8;
constexpr uint64_t enough = uint64_t{1} << 40;

bool is_kernel(const Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

const Function* callee_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

bool is_number(const llvm::Type* type) {
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(8) ||
         type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
}

class Choice {
 public:
  explicit Choice(llvm::Module& module) : module_(module) {}

  llvm::SetVector<const Function*> run() {
    uint64_t longest = 0;
    for (const Function& function : module_) {
      if (is_kernel(function)) longest = std::max(longest, size_of(function));
    }
    llvm::SetVector<const Function*> chosen;
    if (longest <= longest_kernel) return chosen;
    for (const Function& function : module_) {
      if (is_chosen(function)) chosen.insert(&function);
    }
    return chosen;
  }

 private:
  uint64_t size_of(const Function& function) {
    if (const auto known = sizes_.find(&function); known != sizes_.end()) return known->second;
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const Function* callee = callee_of(instruction);
      const bool is_inlined = callee != nullptr && !callee->isDeclaration();
      size = std::min(enough, size + (is_inlined ? size_of(*callee) : 1));
    }
    return sizes_[&function] = size;
  }

  /// How many copies of it there would be.
  uint64_t copies_of(const Function& function) {
    if (is_kernel(function)) return 1;
    if (const auto known = copies_.find(&function); known != copies_.end()) return known->second;
    uint64_t copies = 0;
    for (const llvm::User* user : function.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr) copies = std::min(enough, copies + copies_of(*call->getFunction()));
    }
    return copies_[&function] = copies;
  }

  /// Does it ask who calls it, or wait for others?
  bool asks(const Function& function) {
    if (function.isDeclaration()) return !function.isIntrinsic();
    if (query_of(function) || collective_of(function)) return true;
    if (const auto known = asks_.find(&function); known != asks_.end()) return known->second;
    const bool found =
        llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
          return call != nullptr && (callee == nullptr || asks(*callee));
        });
    return asks_[&function] = found;
  }

  /// A function of the program has lines of the source, which a debugger shows in its kernel.
  bool only_computes(const Function& function) {
    return !function.isDeclaration() && !is_kernel(function) && !function.isVarArg() &&
           function.getSubprogram() == nullptr && function.doesNotAccessMemory() &&
           function.willReturn() && is_number(function.getReturnType()) &&
           llvm::all_of(function.args(),
                        [](const llvm::Argument& one) { return is_number(one.getType()); }) &&
           llvm::all_of(function.users(),
                        [&](const llvm::User* user) {
                          const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
                          return call != nullptr && call->getCalledFunction() == &function;
                        }) &&
           !asks(function);
  }

  /// A function that only chosen functions call is inlined into these.
  bool is_chosen(const Function& function) {
    if (const auto known = chosen_.find(&function); known != chosen_.end()) return known->second;
    bool chosen = only_computes(function) && size_of(function) >= shortest_called &&
                  copies_of(function) >= fewest_copies;
    chosen = chosen && llvm::any_of(function.users(), [&](const llvm::User* user) {
               return !is_chosen(*llvm::cast<llvm::CallInst>(user)->getFunction());
             });
    return chosen_[&function] = chosen;
  }

  llvm::Module& module_;
  llvm::DenseMap<const Function*, uint64_t> sizes_, copies_;
  llvm::DenseMap<const Function*, bool> asks_, chosen_;
};

std::string name_of_wide(const Function& function) {
  return (function.getName() + ".wide").str();
}

/// Writes the two functions of one. What crosses between them is in registers once one has been
/// inlined into the other: each member of `places` is a whole vector.
class WideFunction {
 public:
  WideFunction(Function& function, unsigned width)
      : function_(function), width_(width), builder_(function.getContext()) {
    std::vector<llvm::Type*> members = {array(builder_.getInt8Ty())};  // does the lane run?
    for (const llvm::Argument& argument : function.args()) {
      members.push_back(array(argument.getType()));
    }
    members.push_back(array(function.getReturnType()));
    places_ = llvm::StructType::get(function.getContext(), members);
  }

  void write() { write_wide(*write_lanes()); }

 private:
  llvm::Type* array(llvm::Type* type) const { return llvm::ArrayType::get(type, width_); }
  [[nodiscard]] unsigned result() const { return places_->getNumElements() - 1; }
  llvm::Type* vector(unsigned member) const {
    llvm::Type* type = places_->getElementType(member)->getArrayElementType();
    return llvm::FixedVectorType::get(type, width_);
  }

  Function* create(llvm::FunctionType* type, const std::string& name) {
    Function* made =
        Function::Create(type, llvm::GlobalValue::InternalLinkage, name, function_.getParent());
    made->addFnAttrs(llvm::AttrBuilder(made->getContext(), function_.getAttributes().getFnAttrs()));
    made->removeFnAttr(wide_call_attribute);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(made->getContext(), "entry", made));
    return made;
  }

  Function* write_lanes() {
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    Function* lanes = create(type, (function_.getName() + ".lanes").str());
    lanes->removeFnAttr(llvm::Attribute::NoInline);
    lanes->setMemoryEffects(llvm::MemoryEffects::argMemOnly());
    lanes->addFnAttr(lanes_attribute, std::to_string(width_));
    llvm::Value* lane =
        builder_.CreateZExt(create_query(builder_, Query::lane), builder_.getInt64Ty());
    auto place = [&](unsigned member) {
      return builder_.CreateInBoundsGEP(places_, lanes->getArg(0),
                                        {builder_.getInt32(0), builder_.getInt32(member), lane});
    };
    auto load = [&](unsigned member) {
      return builder_.CreateLoad(vector(member)->getScalarType(), place(member));
    };
    llvm::Value* runs = builder_.CreateIsNotNull(load(0));
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 1; i < result(); ++i) arguments.push_back(load(i));
    llvm::BasicBlock* entry = builder_.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(lanes->getContext(), "body", lanes);
    auto* end = llvm::BasicBlock::Create(lanes->getContext(), "end", lanes);
    builder_.CreateCondBr(runs, body, end);
    builder_.SetInsertPoint(body);
    llvm::CallInst* call = builder_.CreateCall(&function_, arguments);
    call->setCallingConv(function_.getCallingConv());
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    llvm::PHINode* value = builder_.CreatePHI(function_.getReturnType(), 2);
    value->addIncoming(call, body);
    value->addIncoming(llvm::PoisonValue::get(value->getType()), entry);
    builder_.CreateStore(value, place(result()));
    builder_.CreateRetVoid();
    llvm::InlineFunctionInfo information;
    llvm::InlineFunction(*call, information);
    return lanes;
  }

  void write_wide(Function& lanes) {
    std::vector<llvm::Type*> parameters;
    for (unsigned i = 0; i < result(); ++i) parameters.push_back(vector(i));
    Function* wide = create(llvm::FunctionType::get(vector(result()), parameters, false),
                            name_of_wide(function_));
    llvm::Value* places = builder_.CreateAlloca(places_, nullptr, "places");
    for (unsigned i = 0; i < result(); ++i) {
      builder_.CreateAlignedStore(wide->getArg(i), builder_.CreateStructGEP(places_, places, i),
                                  llvm::Align(1));
    }
    builder_.CreateCall(&lanes, {places});
    builder_.CreateRet(builder_.CreateAlignedLoad(
        vector(result()), builder_.CreateStructGEP(places_, places, result()), llvm::Align(1)));
  }

  Function& function_;
  unsigned width_;
  llvm::IRBuilder<> builder_;
  llvm::StructType* places_ = nullptr;
};

}  // namespace

llvm::SetVector<const Function*> functions_for_wide_calls(llvm::Module& module) {
  return Choice(module).run();
}

void make_wide_functions(llvm::Module& module, unsigned width) {
  std::vector<Function*> functions;
  for (Function& function : module) {
    if (function.hasFnAttribute(wide_call_attribute)) functions.push_back(&function);
  }
  for (Function* function : functions) WideFunction(*function, width).write();
}

Function* wide_function_of(const llvm::CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->hasFnAttribute(wide_call_attribute)) return nullptr;
  return call.getModule()->getFunction(name_of_wide(*callee));
}

void InstructionWidener::call_wide(llvm::CallInst& call, llvm::Value* mask) {
  auto* type = llvm::FixedVectorType::get(builder_.getInt8Ty(), width_);
  llvm::Value* runs =
      mask == nullptr ? llvm::ConstantInt::get(type, 1) : builder_.CreateZExt(mask, type);
  llvm::SmallVector<llvm::Value*> arguments = {runs};
  for (llvm::Value* argument : call.args()) arguments.push_back(values_.vector(argument));
  values_.define(call, builder_.CreateCall(wide_function_of(call), arguments));
}

}  // namespace cleave::compiler::pass
