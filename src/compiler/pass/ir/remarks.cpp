#include "compiler/pass/ir/remarks.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>

namespace cleave::compiler::pass::ir {
namespace {

constexpr const char* pass_names[] = {
    "cleave-kernel", "cleave-groups", "cleave-jam",   "cleave-loop",  "cleave-limit",
    "cleave-branch", "cleave-load",   "cleave-store", "cleave-lanes", "cleave-memory"};
constexpr llvm::StringRef prefix = "cleave-";

const char* name_of_topic(Topic topic) {
  return pass_names[static_cast<size_t>(topic)];
}

}  // namespace

bool wants_remarks(const llvm::LLVMContext& context) {
  const llvm::DiagnosticHandler* handler = context.getDiagHandlerPtr();
  return handler != nullptr && handler->isAnalysisRemarkEnabled(name_of_topic(Topic::kernel));
}

void remark(const llvm::Instruction& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text) {
  if (!wants_remarks(about.getContext())) return;
  const std::string name = verdict.str();  // LLVM keeps a reference while it asks the handler
  llvm::OptimizationRemarkAnalysis said(name_of_topic(topic), name, about.getDebugLoc(),
                                        about.getParent());
  said << text.str();
  about.getContext().diagnose(said);
}

void remark(const llvm::Function& about, Topic topic, llvm::StringRef verdict,
            const llvm::Twine& text) {
  remark(about, llvm::DebugLoc(), topic, verdict, text);
}

void remark(const llvm::Function& about, const llvm::DebugLoc& location, Topic topic,
            llvm::StringRef verdict, const llvm::Twine& text) {
  if (!wants_remarks(about.getContext())) return;
  const std::string name = verdict.str();
  llvm::DiagnosticLocation shown(location);
  if (!location && about.getSubprogram() != nullptr) {
    shown = llvm::DiagnosticLocation(about.getSubprogram());
  }
  llvm::OptimizationRemarkAnalysis said(name_of_topic(topic), name, shown, &about.getEntryBlock());
  said << text.str();
  about.getContext().diagnose(said);
}

std::string line_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  return location && location.getLine() != 0 ? " on line " + std::to_string(location.getLine())
                                             : "";
}

llvm::StringRef topic_of(llvm::StringRef pass_name) {
  return pass_name.starts_with(prefix) ? pass_name.substr(prefix.size()) : llvm::StringRef();
}

}  // namespace cleave::compiler::pass::ir
