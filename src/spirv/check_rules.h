// Checks single instructions by their rules (rules.def): types of operands and results, literals,
// limits.
#pragma once

#include <cstdint>
#include <span>

#include "spirv/check.h"
#include "spirv/signature.h"

namespace cleave::spirv {

class RuleCheck {
 public:
  RuleCheck(const Module& module, Problems& problems)
      : module_(module), problems_(problems), relations_(module), signature_(module, problems) {}

  /// Checks an instruction, which may be the expression of an OpSpecConstantOp.
  /// `result_of_function`: what the function around it returns; 0: there is none.
  void check(const Instruction& instruction, Id result_of_function);
  /// Checks a variable of the module, whose storage class is one that those have.
  void check_variable(const Instruction& instruction);

 private:
  using Operands = std::span<const uint32_t>;

  void check_more(Rule rule);
  void check_memory();
  void check_composites(Rule rule);
  void check_conversions(Rule rule);
  void check_calls(Rule rule, Id result_of_function);
  void check_device(Rule rule);

  void memory_access(size_t first);
  void copy_memory(size_t first);
  void variable(StorageClass storage, size_t initializer);
  void length_variable(Rule rule);
  void masked_access(Id values, size_t pointers);
  void access_chain(bool has_element);
  [[nodiscard]] bool makes_as_many_pointers() const;
  void untyped_access_chain(bool has_element);
  [[nodiscard]] Id walk(Id type, Operands indices);
  [[nodiscard]] Id member(Id type, uint64_t index);
  void construct();
  void extract();
  void insert();
  void shuffle();
  void copy_logical();
  void select();
  void bitcast();
  void storage_cast();
  void phi();
  void call();
  void indirect_call();
  void extended();
  void atomic(Rule rule);
  void group_copy();
  void carry();
  void integer_dot();
  void pipe_access(size_t pipe);
  void texel(Id type);
  void wait_list(size_t first);
  void invoked(size_t at);
  [[nodiscard]] bool is_parameter(Id type) const;
  void local_sizes(size_t function, size_t first);
  [[nodiscard]] bool is_range(Id type) const;
  [[nodiscard]] bool is_size(Id type) const;
  void range();

  void fail(std::string_view what) { problems_.add(*here_, what); }
  [[nodiscard]] Id type_of(size_t operand) const {
    return operand < here_->operands.size() ? module_.type_of(here_->operands[operand]) : 0;
  }
  /// Returns the storage class of a pointer, or of the pointers in a vector.
  [[nodiscard]] StorageClass storage(Id pointer) const {
    return module_.type(relations_.element(pointer)).storage;
  }
  [[nodiscard]] uint64_t bits(Id type) const;
  void demand(Capability capability);

  const Module& module_;
  Problems& problems_;
  TypeRelations relations_;
  SignatureCheck signature_;
  const Instruction* here_ = nullptr;
};

}  // namespace cleave::spirv
