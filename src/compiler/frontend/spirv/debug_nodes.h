// Makes LLVM's metadata of the debug information of a module: of scopes, locations, types and
// variables.
#pragma once

#include <llvm/IR/DIBuilder.h>

#include <string_view>
#include <vector>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// Makes each node when it is first asked for. Arguments are ids of entries of that kind.
class DebugNodes {
 public:
  /// `unit` is what the builder describes: with types and variables, or lines alone.
  DebugNodes(const cleave::spirv::Module& source, llvm::DIBuilder& builder,
             llvm::DICompileUnit& unit);

  [[nodiscard]] llvm::DIFile* file(std::string_view name);
  [[nodiscard]] llvm::DISubprogram* function(cleave::spirv::Id id);
  /// A scope that lies in a function.
  [[nodiscard]] llvm::DILocalScope* local_scope(cleave::spirv::Id id);
  /// The same scope, for lines of a file that may be another one.
  [[nodiscard]] llvm::DILocalScope* in_file(llvm::DILocalScope* scope, std::string_view name);
  /// The call that an InlinedAt stands for; 0: nullptr.
  [[nodiscard]] llvm::DILocation* inlined_at(cleave::spirv::Id id);
  [[nodiscard]] llvm::DILocalVariable* variable(cleave::spirv::Id id);
  [[nodiscard]] llvm::DIExpression* expression(cleave::spirv::Id id) const;
  /// Gives structures their members, once no other node is asked for.
  void complete();

 private:
  [[nodiscard]] const cleave::spirv::DebugEntry& entry(cleave::spirv::Id id) const {
    return *source_.debug_entry(id);
  }
  [[nodiscard]] llvm::StringRef text(cleave::spirv::Id id) const;
  [[nodiscard]] llvm::DIFile* file_of(cleave::spirv::Id source);
  [[nodiscard]] llvm::DIScope* scope(cleave::spirv::Id id);
  [[nodiscard]] llvm::DIScope* make_scope(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DISubprogram* make_function(const cleave::spirv::DebugEntry& entry);

  [[nodiscard]] llvm::DIType* type(cleave::spirv::Id id);
  [[nodiscard]] llvm::DIType* make_type(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DIType* make_basic(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DIType* make_array(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DIType* make_enumeration(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DIType* make_composite(const cleave::spirv::DebugEntry& entry);
  [[nodiscard]] llvm::DISubroutineType* function_type(cleave::spirv::Id id);
  [[nodiscard]] llvm::Metadata* make_member(llvm::DICompositeType& of, cleave::spirv::Id id);

  const cleave::spirv::Module& source_;
  llvm::DIBuilder& builder_;
  llvm::DICompileUnit& unit_;
  const bool is_full_;
  IdTable<llvm::DIScope*> scopes_;
  IdTable<llvm::DIType*> types_;
  IdTable<llvm::DILocation*> calls_;
  IdTable<llvm::DILocalVariable*> variables_;
  llvm::DenseMap<std::pair<llvm::DILocalScope*, llvm::DIFile*>, llvm::DILocalScope*> in_files_;
  std::vector<std::pair<llvm::DICompositeType*, const cleave::spirv::DebugEntry*>>
      open_;  // no members yet
};

}  // namespace cleave::compiler::frontend::spirv
