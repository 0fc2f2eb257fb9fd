// Parses the options strings of clBuildProgram, clCompileProgram and clLinkProgram by the table
// build_options.def. The driver does so once, before a build begins: requests to the compiler hold
// what the options mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::compiler::interface {

/// The floating-point transformations beyond the language's rules that options allow.
struct RelaxedArithmetic {
  bool no_signed_zeros = false;
  bool finite_math_only = false;
  bool unsafe_math = false;
  bool fast_relaxed_math = false;  // the last two
  bool mad_enable = false;
};

/// Parsed options of 5.8.6, and of other drivers; those of an empty string unless set. `error` is
/// empty, or names the first option that is unknown or malformed.
struct BuildOptions {
  std::vector<std::string> clang_arguments;
  std::string language_version = "CL1.2";  // the highest OpenCL C 1.x is the default
  bool is_cpp = false;                     // C++ for OpenCL
  bool strict_aliasing = false;            // -cl-strict-aliasing
  bool optimise = true;                    // neither -cl-opt-disable nor -O0
  bool debug = false;                      // -g
  std::string source_file;                 // -s: what debuggers show as the program's source
  bool sub_groups_progress = true;         // no -cl-no-subgroup-ifp
  // The language version (OpenCL C 1.x) or an option asks that the local size divides the global.
  bool requires_uniform_groups = true;
  // Other front ends read here what clang takes as arguments: intermediate languages have no
  // version that could ask for uniform work-groups.
  bool asks_uniform_groups = false;  // -cl-uniform-work-group-size
  RelaxedArithmetic relaxed;
  bool rounds_quotients = false;  // -cl-fp32-correctly-rounded-divide-sqrt
  // -cleave-kernel=: the program has these kernels and no others; empty: it has all.
  std::vector<std::string> kernels;
  std::string error;
};

/// Words are separated by white space. Double quotes keep white space together, and a backslash
/// takes a following quote or backslash literally. Of two versions of the language the last holds.
[[nodiscard]] BuildOptions parse_build_options(std::string_view options);

/// Parsed options of 5.8.7; `error` as above. Relaxed arithmetic is for every part of the program
/// that allows it.
struct LinkOptions {
  RelaxedArithmetic relaxed;
  bool create_library = false;
  bool enable_link_options = false;
  bool no_sub_group_progress = false;
  std::string error;
};
[[nodiscard]] LinkOptions parse_link_options(std::string_view options);

}  // namespace cleave::compiler::interface
