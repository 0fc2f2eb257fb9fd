// Holds what all parts of the reader share while one module is read.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

#include "compiler/frontend/spirv/float_modes.h"
#include "compiler/frontend/spirv/refusals.h"
#include "compiler/frontend/spirv/types.h"
#include "spirv/module.h"

namespace cleave::compiler::frontend::spirv {

/// Build options that the reader obeys.
struct ReadOptions {
  bool is_object = false;            // others may call functions, which keep their exported names
  bool describes_variables = false;  // to debuggers, and not lines alone
  bool gives_remarks = false;        // on what is taken in another sense than it has by its words
};

struct ReaderState {
  ReaderState(const cleave::spirv::Module& read, llvm::Module& made, const ReadOptions& options)
      : source(read),
        module(made),
        is_object(options.is_object),
        describes_variables(options.describes_variables),
        gives_remarks(options.gives_remarks),
        float_modes(spirv::float_modes(read)),
        refusals(read),
        types(read, made) {}

  const cleave::spirv::Module& source;
  llvm::Module& module;  // that is being made
  const bool is_object;  // other modules may call its functions
  const bool describes_variables;
  const bool gives_remarks;
  const FloatModes float_modes;
  Refusals refusals;  // once there are any, nobody reads on
  Types types;
  // Constants, and the addresses of the module's variables. Those of composites are as in memory.
  IdTable<llvm::Constant*> constants;
  // Built-in variables: reads of them are calls, no memory holds them (built_in_variables.h).
  IdTable<cleave::spirv::BuiltIn> built_ins;
  IdTable<llvm::Function*> functions;
  IdTable<llvm::MDNode*> alias_nodes;  // alias domains, scopes and lists that were asked for
  // Functions whose addresses are taken, each once. Its index, counted from 1, is its address.
  llvm::SetVector<uint64_t> addressed_functions;
};

}  // namespace cleave::compiler::frontend::spirv
