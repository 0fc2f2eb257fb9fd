// Finds what cleave-c++ works with: itself, headers and libraries of Cleave, headers of clang.
#pragma once

#include <llvm/ADT/Twine.h>

#include <string>
#include <vector>

namespace cleave::compiler::cxx {

struct Installation {
  std::string program;      // by which the driver starts its jobs
  std::string headers;      // the folder with <sycl/sycl.hpp>
  std::string unit_header;  // the file in it that every other one includes
  std::string library;      // the file that this code lies in
  std::string libraries;    // the folder with libcleave-sycl.so
  bool is_outside_system =
      true;           // compilers and the dynamic linker do not look there by themselves
  std::string clang;  // the path that clang's driver takes for its own
  std::vector<std::string> problems;  // in words, without which nothing can be compiled
};

/// `first_word` is the command as it was typed, for systems without /proc.
[[nodiscard]] Installation find_installation(const char* first_word);

/// Returns the path without links; the file as it was given where there is none.
[[nodiscard]] std::string real_path(const llvm::Twine& file);

/// Names the packages of Debian without which compilations fail, and that are not there.
[[nodiscard]] std::vector<std::string> missing_packages();

}  // namespace cleave::compiler::cxx
