// Decides what a process of cleave-c++ does: clang's driver, a compilation, or the assembler.
#include "compiler/cxx/cxx_main.h"

#include <clang/Basic/Stack.h>
#include <clang/Driver/Driver.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <exception>

#include "compiler/cxx/assembler.h"
#include "compiler/cxx/cc1.h"
#include "compiler/cxx/driver.h"

namespace cleave::compiler::cxx {
namespace {

void initialize_target() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
}

int fail(llvm::Error error) {
  llvm::errs() << "cleave-c++: error: " << llvm::toString(std::move(error)) << '\n';
  return 1;
}

/// Runs the tool whose words these are: "-cc1" or "-cc1as" is words[1].
int run_tool(llvm::SmallVectorImpl<const char*>& words) {
  // The driver runs a single compilation in this process: options of LLVM stay from nothing before.
  llvm::cl::ResetAllOptionOccurrences();
  llvm::BumpPtrAllocator memory;
  llvm::cl::ExpansionContext expansion(memory, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = expansion.expandResponseFiles(words)) return fail(std::move(error));
  const llvm::StringRef tool = words[1];
  const auto arguments = llvm::ArrayRef(words).drop_front(2);
  if (tool == "-cc1") return run_cc1(arguments, words[0]);
  if (tool == "-cc1as") return run_assembler(arguments);
  llvm::errs() << "cleave-c++: error: unknown tool '" << tool << "'\n";
  return 1;
}

int run(llvm::SmallVectorImpl<const char*>& words) {
  if (words.size() > 1 && llvm::StringRef(words[1]).starts_with("-cc1")) return run_tool(words);
  llvm::BumpPtrAllocator memory;
  const auto files = llvm::vfs::getRealFileSystem();
  if (llvm::Error error = clang::driver::expandResponseFiles(words, false, memory, files.get())) {
    return fail(std::move(error));
  }
  return run_driver(words, run_tool);
}

}  // namespace
}  // namespace cleave::compiler::cxx

extern "C" int cleave_cxx_main(int count, char** words) {
  clang::noteBottomOfStack();
  llvm::setBugReportMsg(
      "cleave-c++ has crashed, which no program should make it do. Please report it to Cleave with "
      "the command, the source and the lines below.\n");
  llvm::sys::PrintStackTraceOnErrorSignal(words[0]);
  cleave::compiler::cxx::initialize_target();
  llvm::SmallVector<const char*, 256> list(words, words + count);
  try {
    return cleave::compiler::cxx::run(list);
  } catch (const std::exception& failure) {  // of memory; the program has a C++ library of its own
    llvm::errs() << "cleave-c++: error: " << failure.what() << '\n';
    return 1;
  }
}
