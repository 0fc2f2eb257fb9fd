// Links object code into this process. The memory it takes is freed with the linker.
#pragma once

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <mutex>
#include <string>

namespace cleave::compiler::target {

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
  [[nodiscard]] void* link(std::unique_ptr<llvm::MemoryBuffer> object, const std::string& symbol,
                           std::string& error);

 private:
  explicit Linker(std::unique_ptr<llvm::orc::ExecutorProcessControl> process);

  std::mutex report_mutex_;
  std::string report_;  // what the session said of the last failure, under report_mutex_
  llvm::orc::ExecutionSession session_;
  llvm::orc::ObjectLinkingLayer layer_;
  llvm::orc::JITDylib& library_;
};

}  // namespace cleave::compiler::target
