// Turns types of SPIR-V into LLVM's.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>

#include "spirv/module.h"

namespace cleave::compiler::frontend::spirv {

/// A table by id. Its keys are wider: DenseMap has uses of its own for the largest numbers.
template <class Value>
using IdTable = llvm::DenseMap<uint64_t, Value>;

/// The address spaces of canonical IR.
enum class Space : unsigned { private_ = 0, global = 1, constant = 2, local = 3, generic = 4 };

/// As verify_canonical has it: more bytes than any process can address.
inline constexpr uint64_t largest_type = uint64_t{1} << 47;

/// A boolean is an i1 as a value and a byte in memory. A value of a structure or an array, here
/// called a *composite*, is private memory that nobody changes once it is written: no pass knows
/// values of such types.
class Types {
 public:
  Types(const cleave::spirv::Module& source, llvm::Module& module)
      : source_(source), module_(module) {}

  /// Takes in a type, whose parts were taken in before. Returns why it is not offered, or nothing.
  [[nodiscard]] std::string add(const cleave::spirv::Instruction& definition);

  /// The type that values have: a private pointer for composites.
  [[nodiscard]] llvm::Type* of_values(cleave::spirv::Id type) const;
  /// The type that variables have; nullptr where there can be none, as of functions.
  [[nodiscard]] llvm::Type* in_memory(cleave::spirv::Id type) const;
  [[nodiscard]] bool is_composite(cleave::spirv::Id type) const;
  [[nodiscard]] bool is_boolean(cleave::spirv::Id type) const;  // or a vector of them
  /// Queues, events of devices and reservations: their null is no zero (null_handle in readers.h).
  [[nodiscard]] bool is_handle(cleave::spirv::Id type) const;
  /// Tells whether it is a handle, or a composite with one in it.
  [[nodiscard]] bool holds_handles(cleave::spirv::Id type) const { return handles_.contains(type); }
  /// Composites are passed as private pointers, and returned through one that comes first.
  [[nodiscard]] llvm::FunctionType* of_function(cleave::spirv::Id type) const;
  /// Nothing for storage classes that have no address space here.
  [[nodiscard]] static std::optional<Space> space_of(cleave::spirv::StorageClass storage);
  [[nodiscard]] llvm::PointerType* pointer(Space space) const;
  /// 1 where no variable has the type.
  [[nodiscard]] llvm::Align alignment(cleave::spirv::Id type) const;
  /// Bytes from one element of an array to the next; 0: the type has no size.
  [[nodiscard]] uint64_t bytes(cleave::spirv::Id type) const;

 private:
  /// Bytes that no layout goes beyond, padding included: LLVM computes with sizes that it cannot
  /// hold.
  [[nodiscard]] uint64_t bound(cleave::spirv::Id type) const;
  llvm::Type* make(const cleave::spirv::Instruction& definition, std::string& problem);
  llvm::Type* make_number(const cleave::spirv::Type& type, std::string& problem);
  llvm::Type* make_structure(const cleave::spirv::Instruction& definition, std::string& problem);
  llvm::Type* make_opaque(const cleave::spirv::Type& type, std::string& problem);

  const cleave::spirv::Module& source_;
  llvm::Module& module_;
  IdTable<llvm::Type*> in_memory_;
  IdTable<uint64_t> bounds_;  // those of arrays and structures
  llvm::DenseSet<uint64_t> handles_;
};

}  // namespace cleave::compiler::frontend::spirv
