// Reads options of cleave-c++ that clang's driver does not have, and those of clang's that cannot
// be had together with kernels.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

#include "compiler/cxx/device_result.h"

namespace cleave::compiler::cxx {

/// A command line, taken apart: what it says of SYCL, and the words for clang.
struct CommandOptions {
  bool uses_sycl = true;                 // -fno-sycl: this is clang for x86-64
  bool keeps_header = true;              // -fno-sycl-kept-header: kept_header.h is not used
  bool parses_late = true;               // -fno-delayed-template-parsing: late_bodies.h is not used
  llvm::StringRef image;                 // the value of --image=; empty: it is not given
  std::vector<const char*> clang_words;  // without the program's name
  std::vector<std::string> problems;     // in words; nothing is compiled if there are any
};

/// Takes the options of SYCL out of the words behind the program's name.
[[nodiscard]] CommandOptions read_command_options(llvm::ArrayRef<const char*> words);

/// The first word of those by which the driver tells a compilation that kernels are to be compiled,
/// "-cleave-sycl=FILE": the header whose inclusion begins the pass for devices.
inline constexpr llvm::StringRef unit_header_word = "-cleave-sycl=";
/// "-cleave-kept-header=FILE": <sycl/sycl.hpp> may be kept precompiled by the compiler in that library.
inline constexpr llvm::StringRef kept_header_word = "-cleave-kept-header=";
/// Bodies of templates are parsed where they stand, in all headers.
inline constexpr llvm::StringRef early_bodies_word = "-cleave-early-bodies";
/// "-cleave-image=VALUE": the value of --image=, where it was given.
inline constexpr llvm::StringRef image_word = "-cleave-image=";

/// Returns what a value of --image= asks for; nothing where there is no such value.
[[nodiscard]] std::optional<CodeForms> read_code_forms(llvm::StringRef value);

}  // namespace cleave::compiler::cxx
