#include "compiler/pass/ir/debug_arguments.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::pass::ir {
namespace {

// Pairs: a variable, and the offset of its value, or of the location that is its value.
constexpr const char* arguments_metadata = "cleave.arguments";
constexpr const char* addresses_metadata = "cleave.addresses";

/// A location in a value that the kernel is given and only reads.
struct ValueLocation {
  const llvm::Argument* argument;
  uint64_t offset;
};

/// Returns the location whose address the variable is: `this` of what was inlined into a kernel of an
/// object. nullopt: it is something else.
std::optional<ValueLocation> address_in_value(const llvm::DbgVariableRecord& record) {
  unsigned space = 0;
  const auto* way = llvm::DIExpression::extractAddressClass(record.getExpression(), space);
  const bool is_plain =
      record.isDbgValue() && !record.hasArgList() && (way == nullptr || way->getNumElements() == 0);
  llvm::Value* value = is_plain ? record.getVariableLocationOp(0) : nullptr;
  if (value == nullptr || !value->getType()->isPointerTy()) return std::nullopt;
  const llvm::DataLayout& layout = record.getFunction()->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(value->getType()), 0);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(
      value->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (argument == nullptr || !argument->hasByValAttr() || !argument->onlyReadsMemory()) {
    return std::nullopt;
  }
  return ValueLocation{argument, offset.getLimitedValue()};
}

/// A list of such pairs on its way to metadata.
class Pairs {
 public:
  explicit Pairs(llvm::LLVMContext& context) : context_(context) {}

  void add(llvm::DILocalVariable* variable, uint64_t offset) {
    pairs_.push_back(variable);
    pairs_.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), offset)));
  }
  void attach(llvm::Function& to, const char* name) const {
    if (!pairs_.empty()) to.setMetadata(name, llvm::MDNode::get(context_, pairs_));
  }

 private:
  llvm::LLVMContext& context_;
  std::vector<llvm::Metadata*> pairs_;
};

/// Reads such metadata: calls `take(variable, offset)` for each pair.
template <class Take>
void for_each_pair(const llvm::Function& function, const char* name, Take take) {
  const llvm::MDNode* noted = function.getMetadata(name);
  for (unsigned i = 0; noted != nullptr && i + 1 < noted->getNumOperands(); i += 2) {
    take(llvm::cast<llvm::DILocalVariable>(noted->getOperand(i)),
         llvm::mdconst::extract<llvm::ConstantInt>(noted->getOperand(i + 1))->getZExtValue());
  }
}

/// Returns the location in `lanes` of code of the variable's function; null: there is none.
llvm::DILocation* location_in(const llvm::Function& lanes, const llvm::DILocalVariable& variable) {
  llvm::DISubprogram* program = variable.getScope()->getSubprogram();
  for (const llvm::Instruction& instruction : llvm::instructions(lanes)) {
    const llvm::DebugLoc& location = instruction.getDebugLoc();
    if (!location || location->getScope()->getSubprogram() != program) continue;
    return llvm::DILocation::get(lanes.getContext(), variable.getLine(), 0, program,
                                 location.getInlinedAt());
  }
  return nullptr;
}

}  // namespace

void keep_arguments_only(llvm::Function& function, bool is_kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgRecord& record : llvm::make_early_inc_range(instruction.getDbgRecordRange())) {
      const auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
      const bool is_argument =
          is_kernel && variable != nullptr && variable->getVariable()->isParameter();
      const bool is_address = variable != nullptr && address_in_value(*variable);
      if (!is_argument && !is_address) record.eraseFromParent();
    }
  }
}

void note_arguments(llvm::Function& body, const llvm::Function& kernel,
                    const ArgumentLayout& layout) {
  Pairs arguments(body.getContext());
  Pairs addresses(body.getContext());
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    for (llvm::DbgVariableRecord& record :
         llvm::make_early_inc_range(llvm::filterDbgVars(instruction.getDbgRecordRange()))) {
      const unsigned number = record.getVariable()->getArg() - 1;
      if (const auto location = address_in_value(record)) {
        const uint32_t start = layout.offsets[location->argument->getArgNo()];
        addresses.add(record.getVariable(), start + location->offset);
      } else if (number < kernel.arg_size()) {
        const llvm::Type* type = kernel.getArg(number)->getType();
        // A pointer to local memory is put together from two locations.
        if (!type->isPointerTy() || type->getPointerAddressSpace() != local_space) {
          arguments.add(record.getVariable(), layout.offsets[number]);
        }
      }
      record.eraseFromParent();
    }
  }
  arguments.attach(body, arguments_metadata);
  addresses.attach(body, addresses_metadata);
}

void copy_noted_arguments(const llvm::Function& from, llvm::Function& to) {
  for (const char* name : {arguments_metadata, addresses_metadata}) {
    if (llvm::MDNode* noted = from.getMetadata(name)) to.setMetadata(name, noted);
  }
}

void add_debug_arguments(const llvm::Function& lanes, llvm::BasicBlock& entry) {
  if (!lanes.hasMetadata(arguments_metadata) && !lanes.hasMetadata(addresses_metadata)) return;
  llvm::IRBuilder<> builder(entry.getTerminator());
  builder.SetCurrentDebugLocation(entry.getTerminator()->getDebugLoc());
  llvm::AllocaInst* context = builder.CreateAlloca(builder.getPtrTy(), nullptr, "context");
  // Volatile, or it would become a register, which is used for something else before long.
  builder.CreateStore(entry.getParent()->getArg(0), context, /*isVolatile=*/true);
  const auto way_to = [](uint64_t offset) {
    return std::vector<uint64_t>{llvm::dwarf::DW_OP_deref,
                                 llvm::dwarf::DW_OP_plus_uconst,
                                 offsetof(interface::LaunchContext, arguments),
                                 llvm::dwarf::DW_OP_deref,
                                 llvm::dwarf::DW_OP_plus_uconst,
                                 offset};
  };
  for_each_pair(lanes, arguments_metadata, [&](llvm::DILocalVariable* variable, uint64_t offset) {
    llvm::DILocation* location = location_in(lanes, *variable);
    if (location == nullptr) return;
    auto* way = llvm::DIExpression::get(entry.getContext(), way_to(offset));
    entry.insertDbgRecordBefore(
        llvm::DbgVariableRecord::createDVRDeclare(context, variable, way, location),
        entry.getTerminator()->getIterator());
  });
  for_each_pair(lanes, addresses_metadata, [&](llvm::DILocalVariable* variable, uint64_t offset) {
    llvm::DILocation* location = location_in(lanes, *variable);
    if (location == nullptr) return;
    std::vector<uint64_t> operations = way_to(offset);
    operations.push_back(llvm::dwarf::DW_OP_stack_value);
    auto* way = llvm::DIExpression::get(entry.getContext(), operations);
    entry.insertDbgRecordBefore(
        llvm::DbgVariableRecord::createDbgVariableRecord(context, variable, way, location),
        entry.getTerminator()->getIterator());
  });
}

}  // namespace cleave::compiler::pass::ir
