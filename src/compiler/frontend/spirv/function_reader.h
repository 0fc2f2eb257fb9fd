// Reads a function body: keeps values and blocks by id, and dispatches each instruction to the
// reader of its class.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetFolder.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/frontend/spirv/debug_information.h"
#include "compiler/frontend/spirv/mangling.h"
#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// An SSA value that aliases a variable decorated BuiltIn, or a part of one: a pointer to it, or
/// what was loaded from it. Such a variable is no memory: reads of it call `get_global_id` and its
/// like.
struct BuiltInReference {
  cleave::spirv::BuiltIn variable;
  cleave::spirv::Id type = 0;  // the whole variable's
  bool is_address = false;     // a pointer, to be loaded from
  uint64_t offset = 0;         // in bytes
  /// An element's index that is no constant; the offset is 0 then. nullptr: none.
  llvm::Value* index = nullptr;
};

/// An image and the sampler that it is read with.
struct SampledImage {
  llvm::Value* image = nullptr;
  llvm::Value* sampler = nullptr;
  cleave::spirv::Id image_type = 0;
};

/// An argument of a built-in function.
struct BuiltInArgument {
  llvm::Value* value = nullptr;
  ParameterType type;
};

/// A call may do so much. Clang declares the functions with the same.
enum class CallEffect : uint8_t { none, reads_memory, any };

class FunctionReader {
 public:
  /// Reads into an empty function, whose arguments are the parameters. `debug`: nullptr, or what
  /// the module says about its source.
  FunctionReader(ReaderState& state, llvm::Function& function, DebugInformation* debug = nullptr);

  /// Reads all blocks. Stops at the first refusal.
  void read(const cleave::spirv::Function& source);
  /// Reads one instruction outside of blocks, where all operands are constants. Returns its value.
  [[nodiscard]] llvm::Value* evaluate(const cleave::spirv::Instruction& instruction);

  // The readers of one class of instructions (readers.h) use the rest.

  [[nodiscard]] ReaderState& state() { return state_; }
  [[nodiscard]] llvm::IRBuilderBase& builder() { return builder_; }
  [[nodiscard]] llvm::Function& function() { return function_; }
  [[nodiscard]] llvm::BasicBlock* block(cleave::spirv::Id label) { return blocks_.lookup(label); }

  /// The value of an id here: of a composite, memory that holds it and must not be changed.
  [[nodiscard]] llvm::Value* value(cleave::spirv::Id id);
  /// The value of an id that has one here; nullptr: it has none yet.
  [[nodiscard]] llvm::Value* known_value(cleave::spirv::Id id) const;
  /// The type of an instruction's result, or of any value.
  [[nodiscard]] llvm::Type* result_type(const cleave::spirv::Instruction& instruction) const;
  [[nodiscard]] cleave::spirv::Id type_of(cleave::spirv::Id value) const {
    return state_.source.type_of(value);
  }
  void define(const cleave::spirv::Instruction& instruction, llvm::Value* value);
  void refuse(const cleave::spirv::Instruction& instruction, std::string_view why);
  /// Refuses what calls for a type, or a combination, that nobody has yet.
  void refuse(const cleave::spirv::Instruction& instruction) {
    refuse(instruction, "is not offered yet");
  }
  /// Tells in which sense an instruction is taken, where the build's options ask for remarks.
  void remark(const cleave::spirv::Instruction& instruction, std::string_view what);

  /// Private memory for one value of a type, in the function's frame.
  [[nodiscard]] llvm::AllocaInst* temporary(llvm::Type* type, llvm::Align alignment);
  [[nodiscard]] llvm::AllocaInst* temporary(cleave::spirv::Id type);
  /// Copies a composite of that type.
  void copy_composite(cleave::spirv::Id type, llvm::Value* to, llvm::Value* from);

  /// Calls a function of the built-in library; refuses the instruction where it has none of that
  /// name and returns nullptr.
  llvm::Value* call(const cleave::spirv::Instruction& instruction, std::string_view name,
                    llvm::Type* result, llvm::ArrayRef<BuiltInArgument> arguments,
                    CallEffect effect = CallEffect::any);
  /// Calls such a function by its mangled name.
  llvm::Value* call_mangled(const cleave::spirv::Instruction& instruction,
                            const std::string& mangled, llvm::Type* result,
                            llvm::ArrayRef<llvm::Value*> arguments,
                            CallEffect effect = CallEffect::any);
  /// An argument that is a number or a vector.
  [[nodiscard]] BuiltInArgument argument(cleave::spirv::Id id, bool is_signed);
  [[nodiscard]] BuiltInArgument argument(llvm::Value* value, bool is_signed) const;

  /// Attaches hints to the loop whose header is read now: a mask of loop controls, and what
  /// follows it.
  void control_loop(std::span<const uint32_t> controls);
  /// Says once that the function enters these alias scopes. Copies of its code, such as one for
  /// each work-item, then have scopes of their own.
  void enter_scopes(llvm::MDNode* scopes);
  void define_built_in(const cleave::spirv::Instruction& instruction,
                       const BuiltInReference& reference);
  /// Returns the built-in variable that an id stands for; nullopt if it stands for none.
  [[nodiscard]] std::optional<BuiltInReference> built_in_reference(cleave::spirv::Id id) const;
  IdTable<SampledImage>& sampled_images() { return sampled_images_; }

 private:
  struct PendingPhi {
    const cleave::spirv::Instruction* source = nullptr;
    llvm::PHINode* phi = nullptr;          // nullptr: of a composite
    llvm::AllocaInst* incoming = nullptr;  // predecessors store a composite to it
  };

  void read_parameters(const cleave::spirv::Function& source);
  void read_block(const cleave::spirv::BasicBlock& block);
  void read(const cleave::spirv::Instruction& instruction);
  void begin_phi(const cleave::spirv::Instruction& instruction);
  void finish_phis();
  void finish_loops(const cleave::spirv::Function& source);
  void finish(const PendingPhi& pending);
  [[nodiscard]] llvm::Value* value_in_memory(llvm::Constant& constant, cleave::spirv::Id type);

  ReaderState& state_;
  llvm::Function& function_;
  DebugInformation* debug_;
  llvm::BasicBlock* entry_;  // has variables alone; a branch follows
  llvm::IRBuilder<llvm::TargetFolder> builder_;
  IdTable<llvm::Value*> values_;
  IdTable<BuiltInReference> references_;
  IdTable<SampledImage> sampled_images_;
  IdTable<llvm::BasicBlock*> blocks_;
  IdTable<llvm::BasicBlock*> ends_;  // the last of a block that became several
  std::vector<PendingPhi> phis_;
  cleave::spirv::Id label_ = 0;                 // the label of the block that is read
  IdTable<llvm::MDNode*> loops_;                // hints, by the label of the header
  llvm::SmallPtrSet<llvm::MDNode*, 4> scopes_;  // that were entered
};

}  // namespace cleave::compiler::frontend::spirv
