// Defines the requests to compiler processes and their results as bytes (archive.h): one byte with
// the kind, then the request. The requests and results of builds and checks are the interface's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/interface/archive.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::process {

enum class RequestKind : uint8_t { build, link, check, object };

struct ModuleBytes {
  std::vector<std::byte> bytes;
};

/// A LinkRequest that owns its inputs; answered by a BuildResult.
struct LinkWork {
  std::vector<ModuleBytes> inputs;
  interface::LinkOptions options;
  interface::LanguageTarget target;
};

/// Code of one kernel; answered by an ObjectAnswer.
struct ObjectWork {
  std::vector<std::byte> canonical;
  interface::KernelVariant variant;
  std::string kernel_hash;  // cache::kernel_hash
};

struct ObjectAnswer {
  std::string error;  // empty after success
  interface::ObjectCode code;
};

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, ModuleBytes>
void visit(Visitor& field, T& module) {
  auto& [bytes] = module;
  interface::visit_all(field, bytes);
}

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, LinkWork>
void visit(Visitor& field, T& work) {
  auto& [inputs, options, target] = work;
  interface::visit_all(field, inputs, options, target);
}

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, ObjectWork>
void visit(Visitor& field, T& work) {
  auto& [canonical, variant, kernel_hash] = work;
  interface::visit_all(field, canonical, variant, kernel_hash);
}

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, ObjectAnswer>
void visit(Visitor& field, T& answer) {
  auto& [error, code] = answer;
  interface::visit_all(field, error, code);
}

}  // namespace cleave::compiler::process
