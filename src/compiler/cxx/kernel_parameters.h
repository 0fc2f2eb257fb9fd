// Finds what a kernel's object holds that no copy of its bytes brings to devices (SYCL 2020, 3.13.1
// and 4.12.4): the launch copies bytes, so a vector would point into the memory of the host.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

#include "compiler/cxx/kernel_object.h"

namespace clang {
class Sema;
}

namespace cleave::compiler::cxx {

/// A capture, or a member of the user's function object, that a kernel may not have.
struct ParameterProblem {
  clang::SourceLocation location;
  std::string text;
  clang::SourceLocation cause_place;
  std::string cause;   // which class in it makes it so, and by what
  std::string advice;  // what to write in its place
};

/// Instantiates sycl::is_device_copyable, so the unit has been read whole. What the lambda itself captures by reference is not among the answers.
[[nodiscard]] std::vector<ParameterProblem> find_parameter_problems(clang::Sema& compiler,
                                                                    const KernelObject& object);

}  // namespace cleave::compiler::cxx
