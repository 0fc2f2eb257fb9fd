// Makes clang's compiler for one pass.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/ArrayRef.h>

#include <memory>
#include <string>

namespace cleave::compiler::cxx {

/// Returns a compiler for the words behind -cc1; null if they are wrong, which standard error has
/// been told. Files are read as `attribute_files.h` says where `uses_sycl` is set.
[[nodiscard]] std::unique_ptr<clang::CompilerInstance> make_compiler(
    llvm::ArrayRef<const char*> words, const char* program, bool uses_sycl,
    std::shared_ptr<clang::PCHContainerOperations> precompiled_headers);

/// Returns clang's action of that kind; null if cleave-c++ has none.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_action(
    const clang::FrontendOptions& options);

/// What the preprocessor begins with in both passes, behind the macros of clang.
[[nodiscard]] std::string predefined_macros(bool is_for_devices);

}  // namespace cleave::compiler::cxx
