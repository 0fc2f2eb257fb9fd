#include "compiler/target/x86/linker.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <utility>

#include "compiler/target/x86/placed_object.h"
#include "compiler/target/x86/profiler.h"
#include "compiler/target/x86/runtime_functions.h"

namespace cleave::compiler::target::x86 {

/// Records the addresses of each object's sections. Objects go by the symbol that they define.
class Linker::SectionRecorder final : public llvm::orc::ObjectLinkingLayer::Plugin {
 public:
  SectionAddresses take(const std::string& object) {
    const std::scoped_lock lock(mutex_);
    const auto found = sections_.extract(object);
    return found.empty() ? SectionAddresses() : std::move(found.mapped());
  }

  void modifyPassConfig(llvm::orc::MaterializationResponsibility&, llvm::jitlink::LinkGraph&,
                        llvm::jitlink::PassConfiguration& passes) override {
    passes.PostAllocationPasses.emplace_back([this](llvm::jitlink::LinkGraph& graph) {
      SectionAddresses addresses;
      for (const llvm::jitlink::Section& section : graph.sections()) {
        const llvm::jitlink::SectionRange range(section);
        if (!range.empty()) addresses[section.getName().str()] = range.getStart().getValue();
      }
      const std::scoped_lock lock(mutex_);
      sections_[graph.getName()] = std::move(addresses);
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(llvm::orc::MaterializationResponsibility&) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(llvm::orc::JITDylib&, llvm::orc::ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(llvm::orc::JITDylib&, llvm::orc::ResourceKey,
                                   llvm::orc::ResourceKey) override {}

 private:
  std::mutex mutex_;
  std::map<std::string, SectionAddresses> sections_;
};

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
      library_(session_.createBareJITDylib("kernels")),
      sections_(std::make_shared<SectionRecorder>()) {
  layer_.addPlugin(sections_);
  session_.setErrorReporter([this](llvm::Error failure) {
    const std::lock_guard lock(report_mutex_);
    report_ = llvm::toString(std::move(failure));
  });
}

Linker::~Linker() {
  entries_.clear();  // before the code goes
  llvm::consumeError(session_.endSession());
}

void* Linker::link(llvm::StringRef object, const std::string& symbol, std::string& error) {
  auto copy = llvm::MemoryBuffer::getMemBufferCopy(object, symbol);
  if (llvm::Error failure = layer_.add(library_, std::move(copy))) {
    error = llvm::toString(std::move(failure));
    return nullptr;
  }
  auto found = session_.lookup({&library_}, symbol);
  if (found) {
    announce(object, symbol);
    return found->getAddress().toPtr<void*>();
  }
  error = llvm::toString(found.takeError());
  const std::lock_guard lock(report_mutex_);
  if (!report_.empty()) error += "; " + std::exchange(report_, {});
  return nullptr;
}

void Linker::announce(llvm::StringRef object, const std::string& symbol) {
  std::vector<char> placed = place_object({object.data(), object.size()}, sections_->take(symbol));
  if (is_profiled()) tell_profiler(placed);
  auto entry = std::make_unique<DebuggerEntry>(std::move(placed));
  const std::scoped_lock lock(entries_mutex_);
  entries_.push_back(std::move(entry));
}

}  // namespace cleave::compiler::target::x86
