#include "compiler/pass/ir/object_scopes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <utility>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::ir {
namespace {

constexpr llvm::StringLiteral objects_domain = "cleave.objects";
constexpr llvm::StringLiteral restrict_domain = "cleave.restrict";
constexpr unsigned scope_kinds[] = {llvm::LLVMContext::MD_alias_scope,
                                    llvm::LLVMContext::MD_noalias};

const llvm::MDNode* domain_of(const llvm::MDOperand& scope) {
  return llvm::AliasScopeNode(llvm::cast<llvm::MDNode>(scope)).getDomain();
}

bool is_named(const llvm::MDNode& domain, llvm::StringRef name) {
  const auto* its =
      domain.getNumOperands() < 2 ? nullptr : llvm::dyn_cast<llvm::MDString>(domain.getOperand(1));
  return its != nullptr && its->getString() == name;
}

/// Returns true of memory that no object lies in: private memory, constants of the program, and local
/// memory, whose pointers keep their address space.
bool is_apart(const llvm::Value& base) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&base);
  return llvm::isa<llvm::AllocaInst>(base) || (variable != nullptr && variable->isConstant()) ||
         base.getType()->getPointerAddressSpace() == local_space;
}

void add_scopes(llvm::Instruction& access, unsigned kind, llvm::ArrayRef<llvm::Metadata*> scopes) {
  if (scopes.empty()) return;
  llvm::MDNode* const more = llvm::MDNode::get(access.getContext(), scopes);
  access.setMetadata(kind, llvm::MDNode::concatenate(access.getMetadata(kind), more));
}

/// Returns true if the access is to some objects, and all of them are among those that the other one
/// is not to.
bool is_to_others(const llvm::Instruction& access, const llvm::Instruction& other) {
  const llvm::MDNode* const scopes = access.getMetadata(llvm::LLVMContext::MD_alias_scope);
  const llvm::MDNode* const not_met = other.getMetadata(llvm::LLVMContext::MD_noalias);
  if (scopes == nullptr || not_met == nullptr) return false;
  bool is_to_some = false;
  for (const llvm::MDOperand& scope : scopes->operands()) {
    const llvm::MDNode* const domain = domain_of(scope);
    if (domain == nullptr || !is_of_objects(*domain)) continue;
    if (!llvm::is_contained(not_met->operands(), scope)) return false;
    is_to_some = true;
  }
  return is_to_some;
}

}  // namespace

bool are_of_distinct_objects(const llvm::Instruction& one, const llvm::Instruction& other) {
  return is_to_others(one, other) || is_to_others(other, one);
}

ObjectScopes::ObjectScopes(llvm::Function& kernel) : kernel_(kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (instruction.hasMetadata(object_metadata)) objects_.push_back(&instruction);
  }
  if (objects_.empty()) return;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (auto access = access_of(instruction)) accesses_.push_back(std::move(*access));
  }
}

std::optional<ObjectScopes::Access> ObjectScopes::access_of(llvm::Instruction& instruction) const {
  const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr || instruction.isAtomic() || instruction.isVolatile()) return std::nullopt;
  llvm::SmallVector<const llvm::Value*, 4> bases;
  constexpr unsigned any_depth = 0;
  llvm::getUnderlyingObjects(pointer, bases, nullptr, any_depth);
  Access access = {&instruction, {}, false};
  for (const llvm::Value* base : bases) {
    const auto* const object = llvm::find(objects_, base);
    if (object != objects_.end()) {
      access.objects.push_back(static_cast<unsigned>(object - objects_.begin()));
    } else if (is_apart(*base)) {
      access.may_be_apart = true;
    } else {
      return std::nullopt;
    }
  }
  return access;
}

void ObjectScopes::add_objects() {
  add(objects_domain, llvm::SmallVector<bool>(objects_.size(), true));
}

void ObjectScopes::add_restrict() {
  llvm::SmallVector<bool> are_restrict;
  for (const llvm::Instruction* object : objects_) {
    are_restrict.push_back(object->hasMetadata(restrict_metadata));
  }
  add(restrict_domain, are_restrict);
}

/// LLVM takes an access in scopes for one to nothing else: where the address may lead elsewhere, it
/// is in none.
void ObjectScopes::add(llvm::StringRef name, llvm::ArrayRef<bool> are_scoped) {
  if (!llvm::is_contained(are_scoped, true)) return;
  llvm::MDBuilder builder(kernel_.getContext());
  llvm::MDNode* const domain = builder.createAnonymousAliasScopeDomain(name);
  llvm::SmallVector<llvm::MDNode*> scopes;
  for (const bool is_scoped : are_scoped) {
    scopes.push_back(is_scoped ? builder.createAnonymousAliasScope(domain) : nullptr);
  }
  for (const Access& access : accesses_) {
    llvm::SmallVector<llvm::Metadata*> own, others;
    for (unsigned i = 0; i < scopes.size(); ++i) {
      if (scopes[i] == nullptr) continue;
      (llvm::is_contained(access.objects, i) ? own : others).push_back(scopes[i]);
    }
    const bool is_known = !access.may_be_apart &&
                          llvm::all_of(access.objects, [&](unsigned i) { return are_scoped[i]; });
    if (is_known) add_scopes(*access.instruction, llvm::LLVMContext::MD_alias_scope, own);
    add_scopes(*access.instruction, llvm::LLVMContext::MD_noalias, others);
  }
}

void ObjectScopes::remove_restrict() {
  for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
    keep_scopes(instruction,
                [](const llvm::MDNode& domain) { return !is_named(domain, restrict_domain); });
  }
}

void keep_scopes(llvm::Instruction& access,
                 llvm::function_ref<bool(const llvm::MDNode& domain)> is_wanted) {
  for (const unsigned kind : scope_kinds) {
    const llvm::MDNode* const all = access.getMetadata(kind);
    if (all == nullptr) continue;
    llvm::SmallVector<llvm::Metadata*> kept;
    for (const llvm::MDOperand& scope : all->operands()) {
      const llvm::MDNode* const domain = domain_of(scope);
      if (domain != nullptr && is_wanted(*domain)) kept.push_back(scope);
    }
    if (kept.size() == all->getNumOperands()) continue;
    access.setMetadata(kind, kept.empty() ? nullptr : llvm::MDNode::get(access.getContext(), kept));
  }
}

bool is_of_objects(const llvm::MDNode& domain) {
  return is_named(domain, objects_domain);
}

}  // namespace cleave::compiler::pass::ir
