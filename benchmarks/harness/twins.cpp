#include "harness/twins.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace cleave::benchmark {

namespace {

std::string& file_of_twins() {
  static std::string file = CLEAVE_TWINS;
  return file;
}

}  // namespace

void use_twins_of(std::string library) {
  file_of_twins() = std::move(library);
}

const TwinFunctions* twin_functions(TwinMemoryKind kind) {
  if (file_of_twins().empty()) return nullptr;
  using Entry = const TwinFunctions* (*)(TwinMemoryKind);
  static const Entry functions = [] {
    void* const library = dlopen(file_of_twins().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const auto entry = reinterpret_cast<Entry>(dlsym(library, "cleave_benchmark_twins"));
    if (entry == nullptr) throw std::runtime_error(dlerror());
    return entry;
  }();
  return functions(kind);
}

TwinQueue::TwinQueue(const TwinFunctions& functions) : functions_(&functions) {
  TwinSession* session = nullptr;
  check(functions.open(&session));
  session_ = std::shared_ptr<TwinSession>(session, functions.close);
}

TwinMemory TwinQueue::memory_of(const void* data, size_t bytes) {
  void* memory = nullptr;
  check(functions_->allocate(session_.get(), bytes, &memory));
  TwinMemory owned(memory, [session = session_, functions = functions_](void* released) {
    functions->free(session.get(), released);
  });
  if (data == nullptr) {
    clear(memory, bytes);
  } else {
    copy(memory, data, bytes, true);
  }
  return owned;
}

void TwinQueue::fail(const char* problem) {
  throw std::runtime_error(problem);
}

}  // namespace cleave::benchmark
