#include "compiler/frontend/sycl/kernel_objects.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::frontend::sycl {
namespace {

/// Follows the address of an object through one function.
class ObjectUses {
 public:
  explicit ObjectUses(llvm::Argument& object) {
    addresses_.insert(&object);
    for (size_t i = 0; i < addresses_.size(); ++i) {
      for (llvm::Use& use : addresses_[i]->uses()) look_at_address(use);
    }
    for (size_t i = 0; i < holders_.size(); ++i) {
      for (llvm::User* user : holders_[i]->users()) look_at_holder(*user);
    }
  }

  /// Calls of functions with a body that are given the address, or that of memory that holds it.
  [[nodiscard]] const llvm::SetVector<llvm::CallInst*>& calls() const { return calls_; }
  /// Every access is known, and none of them writes.
  [[nodiscard]] bool is_only_read() const {
    return is_only_read_ && calls_.empty() && holders_.empty();
  }
  /// Loads from the object and nothing else.
  [[nodiscard]] const llvm::SmallVector<llvm::LoadInst*>& loads() const { return loads_; }

 private:
  void look_at_address(llvm::Use& use) {
    llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) {
      addresses_.insert(user);
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isSimple()) loads_.push_back(load);
      if (!load->isSimple()) is_only_read_ = false;
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()) {
        is_only_read_ = false;
      } else {
        hold(*store->getPointerOperand());
      }
    } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
      if (&use == &copy->getRawDestUse() || copy->isVolatile()) is_only_read_ = false;
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      look_at_call(*call, use);
    } else if (!llvm::isa<llvm::ICmpInst>(user)) {
      is_only_read_ = false;
    }
  }

  void look_at_call(llvm::CallInst& call, const llvm::Use& use) {
    if (call.isLifetimeStartOrEnd()) return;
    const llvm::Function* callee = call.getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration()) {
      calls_.insert(&call);
    } else if (!call.isArgOperand(&use) || !call.onlyReadsMemory(call.getArgOperandNo(&use)) ||
               !call.doesNotCapture(call.getArgOperandNo(&use))) {
      is_only_read_ = false;
    }
  }

  void hold(llvm::Value& pointer) {
    llvm::Value* memory = pointer.stripInBoundsOffsets();
    if (llvm::isa<llvm::AllocaInst>(memory)) {
      holders_.insert(memory);
    } else {
      is_only_read_ = false;
    }
  }

  void look_at_holder(llvm::User& user) {
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) {
      holders_.insert(&user);
    }
    auto* call = llvm::dyn_cast<llvm::CallInst>(&user);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration()) calls_.insert(call);
  }

  llvm::SetVector<llvm::Value*> addresses_;
  llvm::SetVector<llvm::Value*> holders_;
  llvm::SetVector<llvm::CallInst*> calls_;
  llvm::SmallVector<llvm::LoadInst*> loads_;
  bool is_only_read_ = true;
};

/// Opens the object of one kernel.
class ObjectOpener {
 public:
  explicit ObjectOpener(llvm::Function& kernel) : kernel_(kernel), object_(*kernel.getArg(0)) {}

  void open() {
    for (size_t round = 0; round < most_rounds; ++round) {
      split_variables();
      size_t instructions = kernel_.getInstructionCount();
      const ObjectUses uses(object_);
      if (uses.calls().empty()) {
        if (uses.is_only_read()) note(uses);
        return;
      }
      for (llvm::CallInst* call : uses.calls()) {
        instructions += call->getCalledFunction()->getInstructionCount();
        if (instructions > most_instructions) return;
        llvm::InlineFunctionInfo information;
        static_cast<void>(llvm::InlineFunction(*call, information));
      }
    }
  }

 private:
  // Calls below each other, each of which may be given the object by the one before: recursion ends
  // here.
  static constexpr size_t most_rounds = 40;
  // A kernel of more takes seconds to compile, and inline_calls keeps calls in it.
  static constexpr size_t most_instructions = 50'000;

  /// Puts variables into registers, so that an address that was stored is seen where it is used.
  void split_variables() {
    llvm::FunctionPassManager manager;
    manager.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    pass::ir::LlvmPasses(nullptr).run(kernel_, manager);
  }

  void note(const ObjectUses& uses) {
    llvm::LLVMContext& context = kernel_.getContext();
    object_.addAttr(llvm::Attribute::ReadOnly);
    for (llvm::LoadInst* load : uses.loads()) {
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
      const bool is_generic = load->getType()->isPointerTy() &&
                              load->getType()->getPointerAddressSpace() == pass::ir::generic_space;
      if (is_generic) make_global(*load);
    }
  }

  static void make_global(llvm::LoadInst& load) {
    llvm::IRBuilder<> builder(&load);
    llvm::LoadInst* global = builder.CreateAlignedLoad(builder.getPtrTy(pass::ir::global_space),
                                                       load.getPointerOperand(), load.getAlign());
    global->copyMetadata(load);
    global->takeName(&load);
    load.replaceAllUsesWith(builder.CreateAddrSpaceCast(global, load.getType()));
    load.eraseFromParent();
  }

  llvm::Function& kernel_;
  llvm::Argument& object_;
};

}  // namespace

void open_kernel_objects(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool is_opened = canonical::facts::is_kernel(function) && function.arg_size() != 0 &&
                           function.getArg(0)->hasByValAttr() &&
                           !function.hasFnAttribute(pass::ir::unoptimised_attribute);
    if (is_opened) ObjectOpener(function).open();
  }
}

}  // namespace cleave::compiler::frontend::sycl
