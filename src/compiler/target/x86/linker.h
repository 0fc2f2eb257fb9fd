// Links object code into this process, and tells debuggers and profilers of it. The memory it takes
// is freed with the linker; debuggers forget it then.
#pragma once

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compiler/target/x86/debugger.h"

namespace cleave::compiler::target::x86 {

/// Thread-safe.
class Linker {
 public:
  /// Null with a reason in `error` when the system refuses.
  [[nodiscard]] static std::unique_ptr<Linker> create(std::string& error);
  ~Linker();
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;

  /// The address of `symbol`, which `object` defines; no two objects define the same symbol. What
  /// the object leaves open are runtime_functions(), or it is an error: null, the names in `error`.
  [[nodiscard]] void* link(llvm::StringRef object, const std::string& symbol, std::string& error);

 private:
  class SectionRecorder;
  explicit Linker(std::unique_ptr<llvm::orc::ExecutorProcessControl> process);
  void announce(llvm::StringRef object, const std::string& symbol);

  std::mutex report_mutex_;
  std::string report_;  // the session's message on the last failure, under report_mutex_
  llvm::orc::ExecutionSession session_;
  llvm::orc::ObjectLinkingLayer layer_;
  llvm::orc::JITDylib& library_;
  const std::shared_ptr<SectionRecorder> sections_;
  std::mutex entries_mutex_;
  std::vector<std::unique_ptr<DebuggerEntry>> entries_;  // under entries_mutex_
};

}  // namespace cleave::compiler::target::x86
