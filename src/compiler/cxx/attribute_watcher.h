// Finds attributes of SYCL that reach the parser, which would skip them in silence.
#pragma once

namespace clang {
class Preprocessor;
}  // namespace clang

namespace cleave::compiler::cxx {

/// Makes each attribute of sycl:: or intel:: an error that the preprocessor gives to the parser
/// from now on: an unknown one, or one that only the preprocessor puts together. Replaces a watcher
/// of tokens that the preprocessor has.
void watch_attributes(clang::Preprocessor& preprocessor);

}  // namespace cleave::compiler::cxx
