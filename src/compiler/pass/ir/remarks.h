// What passes say of the code that they make, for people: `cleave compile --report`. Nothing is
// computed where nobody listens.
#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>

#include <string>

namespace cleave::compiler::pass {

/// What a remark is about. LLVM's names for it are "cleave-" and the enumerator.
enum class Topic : uint8_t { kernel, jam, loop, branch, load, store, lanes, memory };

/// Whether the context's handler of diagnostics wants remarks of ours.
[[nodiscard]] bool wants_remarks(const llvm::LLVMContext& context);

/// Says of an instruction what becomes of it: a word for programs, a sentence for people.
void remark(const llvm::Instruction& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text);
/// Of a whole function; its place is the function's.
void remark(const llvm::Function& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text);
/// Of a place in a function; without one it is the function's.
void remark(const llvm::Function& about, const llvm::DebugLoc& place, Topic topic,
            llvm::StringRef verdict, const llvm::Twine& text);

/// " on line 9", for what remarks say of other places; empty if the instruction stands for no line.
[[nodiscard]] std::string line_of(const llvm::Instruction& instruction);

/// The name of the pass that such remarks come from, and the other way about: empty for others.
[[nodiscard]] llvm::StringRef topic_of(llvm::StringRef pass_name);

}  // namespace cleave::compiler::pass
