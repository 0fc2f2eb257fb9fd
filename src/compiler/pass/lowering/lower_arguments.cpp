#include "compiler/pass/lowering/lower_arguments.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/block_kernels.h"
#include "compiler/pass/ir/debug_arguments.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/kernel_layout.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/value_pointers.h"
#include "compiler/pass/lowering/local_memory_base.h"

namespace cleave::compiler::pass::lowering {
namespace {

constexpr llvm::Align block_alignment =
    llvm::Align::Constant<128>();  // the alignment of long16: backend::ArgumentBlock

class ArgumentLowering {
 public:
  ArgumentLowering(llvm::Function& kernel, const ir::PassOptions& options)
      : kernel_(kernel), options_(options), builder_(kernel.getContext()) {}

  void run() {
    llvm::Module& module = *kernel_.getParent();
    std::string name = kernel_.getName().str();
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(kernel_.getContext()), false);
    auto* body =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name + ".body", module);
    body->copyAttributesFrom(&kernel_);
    body->setLinkage(llvm::GlobalValue::InternalLinkage);
    body->setVisibility(llvm::GlobalValue::DefaultVisibility);
    body->setCallingConv(llvm::CallingConv::C);
    body->setAttributes(llvm::AttributeList::get(kernel_.getContext(),
                                                 kernel_.getAttributes().getFnAttrs(), {}, {}));
    body->addFnAttr(ir::kernel_attribute, name);
    body->setSubprogram(kernel_.getSubprogram());
    body->splice(body->begin(), &kernel_);
    if (options_.lanes != ir::Lanes::serial)
      ir::note_arguments(*body, kernel_, ir::layout_arguments(kernel_));
    load_arguments(*body);
    kernel_.eraseFromParent();
  }

 private:
  void load_arguments(llvm::Function& body) {
    ir::ArgumentLayout layout = ir::layout_arguments(kernel_);
    llvm::BasicBlock& entry = body.getEntryBlock();
    builder_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    builder_.SetCurrentDebugLocation(ir::location_of(body));
    llvm::Value* context = ir::create_lane_intrinsic(builder_, ir::LaneIntrinsic::context);
    llvm::LoadInst* block =
        load_invariant(builder_.getPtrTy(), context, offsetof(interface::LaunchContext, arguments),
                       llvm::Align(8));
    if (layout.bytes != 0) promise_memory(*block, layout.bytes, block_alignment);
    for (llvm::Argument& argument : kernel_.args()) {
      uint32_t offset = layout.offsets[argument.getArgNo()];
      llvm::Value* value = value_of(argument, block, offset);
      value->setName(argument.getName());
      argument.replaceAllUsesWith(value);
    }
    for (llvm::LoadInst* load : replaced_) load->eraseFromParent();
  }

  llvm::Value* value_of(llvm::Argument& argument, llvm::LoadInst* block, uint32_t offset) {
    llvm::Align alignment(ir::argument_alignment(argument));
    llvm::Type* type = argument.getType();
    if (argument.hasByValAttr()) {
      // Nobody changes it: the block is as good as a copy.
      if (argument.onlyReadsMemory()) {
        load_fields(argument, block, offset);
        return builder_.CreatePtrAdd(block, builder_.getInt64(offset));
      }
      return private_copy(argument, block, offset, alignment);
    }
    if (argument.getArgNo() == 0 && ir::is_block_kernel(kernel_)) {
      mark_captured_streams(argument, *block->getFunction(), offset);
      llvm::Value* literal = builder_.CreatePtrAdd(block, builder_.getInt64(offset));
      return builder_.CreateAddrSpaceCast(literal, type);
    }
    if (type->isPointerTy() && type->getPointerAddressSpace() == ir::local_space) {
      llvm::Value* base = create_local_memory_base(builder_, options_.merged);
      llvm::Value* distance = load_invariant(builder_.getInt64Ty(), block, offset, alignment);
      return builder_.CreateInBoundsPtrAdd(base, distance);
    }
    llvm::LoadInst* load = load_invariant(type, block, offset, alignment);
    if (const uint64_t bytes = argument.getDereferenceableBytes(); bytes != 0) {
      promise_memory(*load, bytes, argument.getParamAlign().valueOrOne());
    }
    if (!type->isPointerTy()) return load;
    mark(*load, ir::object_metadata);
    if (argument.hasNoAliasAttr()) mark(*load, ir::restrict_metadata);
    if (options_.streams(argument.getArgNo())) mark(*load, ir::streamed_metadata);
    return load;
  }

  static void mark(llvm::LoadInst& load, const char* kind) {
    load.setMetadata(kind, llvm::MDNode::get(load.getContext(), {}));
  }

  /// Loads each field of the value once, where the arguments are loaded, and not where it is used: a
  /// loop is unrolled, and lanes are chosen, by how much is in it.
  void load_fields(const llvm::Argument& argument, llvm::LoadInst* block, uint32_t offset) {
    std::map<std::pair<uint64_t, llvm::Type*>, llvm::LoadInst*> fields;
    for (llvm::Instruction& instruction : llvm::instructions(*block->getFunction())) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const auto at = load == nullptr ? std::nullopt : place_of(*load, argument);
      if (!at) continue;
      llvm::LoadInst*& field = fields[{*at, load->getType()}];
      if (field == nullptr) {
        field = load_invariant(load->getType(), block, offset + *at,
                               llvm::commonAlignment(block_alignment, offset + *at));
        if (ir::value_pointer(*load)) mark(*field, ir::object_metadata);
        if (is_streamed(*load, offset)) mark(*field, ir::streamed_metadata);
        field->takeName(load);
      }
      load->replaceAllUsesWith(field);
      replaced_.push_back(load);
    }
  }

  /// Returns the offset in the value of what is loaded from it; nullopt: it is known when the kernel
  /// runs, or the load is of something else.
  static std::optional<uint64_t> place_of(const llvm::LoadInst& load,
                                          const llvm::Argument& argument) {
    const llvm::DataLayout& layout = load.getDataLayout();
    const llvm::Value* pointer = load.getPointerOperand();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const bool is_field =
        load.isSimple() && pointer->stripAndAccumulateConstantOffsets(
                               layout, offset, /*AllowNonInbounds=*/true) == &argument;
    const uint64_t bytes = layout.getTypeStoreSize(load.getType());
    const uint64_t there = ir::argument_bytes(argument);
    const uint64_t at = offset.getLimitedValue();
    if (!is_field || bytes > there || at > there - bytes) return std::nullopt;
    return at;
  }

  /// Marks the loads of pointers from a block's literal that the launch streams.
  void mark_captured_streams(const llvm::Argument& literal, llvm::Function& body,
                             uint32_t offset) const {
    if (options_.streamed_arguments == 0) return;
    const llvm::DataLayout& layout = body.getDataLayout();
    for (llvm::Instruction& instruction : llvm::instructions(body)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || !load->isSimple() || !load->getType()->isPointerTy()) continue;
      llvm::APInt distance(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
      const llvm::Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout, distance, /*AllowNonInbounds=*/true);
      const uint64_t at = offset + distance.getLimitedValue();
      if (base != &literal || at % sizeof(uint64_t) != 0 || at > UINT32_MAX) continue;
      const uint32_t number =
          ir::ValuePointer::number(kernel_.arg_size(), static_cast<uint32_t>(at));
      if (options_.streams(number)) mark(*load, ir::streamed_metadata);
    }
  }

  /// Returns true if a pointer in a value at `offset` is one that the launch streams.
  [[nodiscard]] bool is_streamed(const llvm::LoadInst& load, uint32_t offset) const {
    const auto pointer = ir::value_pointer(load);
    if (options_.streamed_arguments == 0 || !pointer) return false;
    const auto at = offset + static_cast<uint32_t>(pointer->offset);
    return options_.streams(ir::ValuePointer::number(kernel_.arg_size(), at));
  }

  llvm::Value* private_copy(llvm::Argument& argument, llvm::Value* block, uint32_t offset,
                            llvm::Align alignment) {
    llvm::IRBuilder<> top(&*builder_.GetInsertBlock()->begin());
    llvm::AllocaInst* copy = top.CreateAlloca(argument.getParamByValType());
    copy->setAlignment(alignment);
    builder_.CreateMemCpy(copy, alignment, builder_.CreatePtrAdd(block, builder_.getInt64(offset)),
                          alignment, ir::argument_bytes(argument));
    return copy;
  }

  /// There is memory at the address, so that loads from it may be made before it is known that they
  /// are needed, and leave loops.
  void promise_memory(llvm::LoadInst& address, uint64_t bytes, llvm::Align alignment) {
    const auto promise = [&](unsigned kind, uint64_t value) {
      auto* constant = llvm::ConstantAsMetadata::get(builder_.getInt64(value));
      address.setMetadata(kind, llvm::MDNode::get(kernel_.getContext(), constant));
    };
    promise(llvm::LLVMContext::MD_dereferenceable, bytes);
    promise(llvm::LLVMContext::MD_align, alignment.value());
  }

  llvm::LoadInst* load_invariant(llvm::Type* type, llvm::Value* base, uint64_t offset,
                                 llvm::Align alignment) {
    llvm::Value* address = builder_.CreatePtrAdd(base, builder_.getInt64(offset));
    llvm::LoadInst* load = builder_.CreateAlignedLoad(type, address, alignment);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(kernel_.getContext(), {}));
    return load;
  }

  llvm::Function& kernel_;
  const ir::PassOptions& options_;
  llvm::IRBuilder<> builder_;
  std::vector<llvm::LoadInst*> replaced_;  // one of them may be where the builder inserts
};

}  // namespace

std::string lower_arguments(llvm::Module& module, const ir::PassOptions& options) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    ArgumentLowering(*kernel, options).run();
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
