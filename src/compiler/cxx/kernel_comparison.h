// Compares the kernels of both passes: a launch gives devices the bytes of an object of the host.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/cxx/kernel_object.h"

namespace cleave::compiler::cxx {

/// The kernels of the host's pass.
struct HostKernels {
  std::vector<KernelObject> objects;
};

/// Collects the kernels of a unit at its end. `kernels` outlives it.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> make_kernel_collector(HostKernels& kernels);

/// Reports each kernel that one pass alone has, and each capture that lies elsewhere for devices,
/// as errors. `image` is what devices have; empty: nothing. Kernels that devices alone have are
/// taken where `may_lack` is set: a precompiled header shows the host those that it uses.
void compare_kernels(clang::DiagnosticsEngine& messages, const HostKernels& kernels,
                     const std::string& image, bool may_lack);

}  // namespace cleave::compiler::cxx
