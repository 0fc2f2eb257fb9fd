// Keeps exceptions inside the compiler module. Driver and module have a C++ library each
// (cleave_own_runtime), whose exceptions the other one's cannot count, nor free where memory had
// run out.
#pragma once

#include <CL/cl.h>

#include <exception>
#include <new>
#include <stdexcept>

namespace cleave::os {

/// For texts of failures: short, so that a string holds it without memory.
inline constexpr const char* no_memory = "out of memory";

/// Returns what the function does, or the failure for an error code where it throws. A thread that
/// is cancelled goes on to its end.
template <class Function, class Failure>
auto contain_exceptions(const Function& function, const Failure& failure) -> decltype(function()) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return failure(CL_OUT_OF_HOST_MEMORY);
  } catch (const std::length_error&) {
    return failure(CL_OUT_OF_HOST_MEMORY);
  } catch (const std::exception&) {
    return failure(CL_OUT_OF_RESOURCES);
  }
}

}  // namespace cleave::os
