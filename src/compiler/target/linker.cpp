#include "compiler/target/linker.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>

#include <utility>

#include "compiler/target/runtime_functions.h"

namespace cleave::compiler::target {

std::unique_ptr<Linker> Linker::create(std::string& error) {
  // Links in the thread that asks: no thread of LLVM's own runs in the process.
  auto process = llvm::orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!process) {
    error = llvm::toString(process.takeError());
    return nullptr;
  }
  std::unique_ptr<Linker> linker(new Linker(std::move(*process)));
  llvm::orc::SymbolMap symbols;
  for (const RuntimeFunction& function : runtime_functions()) {
    symbols[linker->session_.intern(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address), llvm::JITSymbolFlags::Exported};
  }
  if (llvm::Error failure = linker->library_.define(llvm::orc::absoluteSymbols(symbols))) {
    error = llvm::toString(std::move(failure));
    return nullptr;
  }
  return linker;
}

Linker::Linker(std::unique_ptr<llvm::orc::ExecutorProcessControl> process)
    : session_(std::move(process)),
      layer_(session_),
      library_(session_.createBareJITDylib("kernels")) {
  session_.setErrorReporter([this](llvm::Error failure) {
    const std::lock_guard lock(report_mutex_);
    report_ = llvm::toString(std::move(failure));
  });
}

Linker::~Linker() {
  llvm::consumeError(session_.endSession());
}

void* Linker::link(std::unique_ptr<llvm::MemoryBuffer> object, const std::string& symbol,
                   std::string& error) {
  if (llvm::Error failure = layer_.add(library_, std::move(object))) {
    error = llvm::toString(std::move(failure));
    return nullptr;
  }
  auto found = session_.lookup({&library_}, symbol);
  if (found) return found->getAddress().toPtr<void*>();
  error = llvm::toString(found.takeError());
  const std::lock_guard lock(report_mutex_);
  if (!report_.empty()) error += "; " + std::exchange(report_, {});
  return nullptr;
}

}  // namespace cleave::compiler::target
