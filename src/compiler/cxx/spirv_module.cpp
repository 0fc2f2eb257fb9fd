#include "compiler/cxx/spirv_module.h"

#include <llvm/ADT/StringRef.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "compiler/canonical/module/messages.h"
#include "compiler/cxx/device_process.h"
#include "compiler/frontend/opencl_c/emit_spirv.h"
#include "compiler/frontend/sycl/portable_module.h"

namespace cleave::compiler::cxx {
namespace {

/// Returns the names of the functions that a module of the back end imports. The variables for ids and
/// sizes are imports too.
std::vector<std::string> imports_of(const std::vector<std::byte>& spirv) {
  constexpr size_t header_words = 5;
  constexpr uint32_t op_function = 54;
  constexpr uint32_t op_decorate = 71;
  constexpr uint32_t linkage_attributes = 41;
  constexpr uint32_t import_linkage = 1;
  constexpr size_t name_at = 3;  // in a decoration, between its kind and the kind of linkage
  std::vector<uint32_t> words(spirv.size() / sizeof(uint32_t));
  std::memcpy(words.data(), spirv.data(), words.size() * sizeof(uint32_t));
  std::map<uint32_t, std::string> imports;  // by their ids; decorations come before functions
  std::vector<std::string> names;
  for (size_t at = header_words; at < words.size();) {
    const size_t length = words[at] >> 16;
    const uint32_t operation = words[at] & 0xffff;
    if (length == 0 || length > words.size() - at) break;
    const bool is_import = operation == op_decorate && length > name_at + 1 &&
                           words[at + 2] == linkage_attributes &&
                           words[at + length - 1] == import_linkage;
    // A name ends with a zero.
    if (is_import) imports[words[at + 1]] = reinterpret_cast<const char*>(&words[at + name_at]);
    if (operation == op_function && imports.contains(words[at + 2])) {
      names.push_back(imports[words[at + 2]]);
    }
    at += length;
  }
  return names;
}

std::string emit(llvm::Module& module, std::string& spirv) {
  std::string problems = frontend::sycl::make_portable(module);
  if (!problems.empty()) return problems;
  std::vector<std::byte> bytes;
  problems = frontend::opencl_c::emit_spirv(module, bytes);
  if (!problems.empty()) return problems;
  for (const std::string& name : imports_of(bytes)) {
    problems += "'" + canonical::module::readable_name(name) + "' has no counterpart in SPIR-V\n";
  }
  spirv.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return problems;
}

/// The work of the process: its result has the problems as the text.
DeviceResult emit_alone(llvm::Module& module) {
  // Nobody is to read where LLVM has given up.
  for (const int number : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) {
    std::signal(number, SIG_DFL);
  }
  DeviceResult result;
  result.text = emit(module, result.spirv);
  return result;
}

}  // namespace

std::string write_spirv_module(llvm::Module& module, std::string& spirv) {
  DeviceProcess process;
  process.start([&] { return std::optional(emit_alone(module)); });
  const DeviceResult* result = process.wait();
  if (result == nullptr) {
    const std::string messages = process.messages();  // and the signal, on a line of its own
    return "LLVM's back end has given up: " +
           llvm::StringRef(messages).split("\n\ncleave-c++: ").first.trim().str();
  }
  if (result->text.empty()) spirv = result->spirv;
  return llvm::StringRef(result->text).rtrim().str();
}

}  // namespace cleave::compiler::cxx
