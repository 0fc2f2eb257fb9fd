// Emits remarks of passes for people: `cleave compile --report`. Computes nothing unless remarks
// are wanted.
#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>

#include <string>

namespace cleave::compiler::pass::ir {

/// Subjects of remarks. The pass name of LLVM's remark is "cleave-" and the enumerator.
enum class Topic : uint8_t { kernel, groups, jam, loop, limit, branch, load, store, lanes, memory };

/// Returns true if the context's diagnostic handler accepts our remarks.
[[nodiscard]] bool wants_remarks(const llvm::LLVMContext& context);

/// Emits a remark on an instruction: a word for programs, a sentence for people.
void remark(const llvm::Instruction& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text);
/// Emits a remark on a whole function, at the function's location.
void remark(const llvm::Function& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text);
/// Emits a remark on a location in a function; without a location, at the function's.
void remark(const llvm::Function& about, const llvm::DebugLoc& location, Topic topic,
            llvm::StringRef verdict, const llvm::Twine& text);

/// Returns " on line 9", for remarks that mention other instructions; empty if the instruction has
/// no line.
[[nodiscard]] std::string line_of(const llvm::Instruction& instruction);

/// Returns the topic in the pass name of a remark of ours; empty for other remarks.
[[nodiscard]] llvm::StringRef topic_of(llvm::StringRef pass_name);

}  // namespace cleave::compiler::pass::ir
