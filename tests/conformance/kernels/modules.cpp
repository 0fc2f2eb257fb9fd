#include "modules.h"

#include <cstdio>

// NOLINTBEGIN(*-avoid-c-arrays): symbols of the linker
#define MODULE(name)                         \
  extern "C" const std::byte name##_begin[]; \
  extern "C" const std::byte name##_end[];   \
  namespace cleave::test::modules {          \
  std::span<const std::byte> name() {        \
    return {name##_begin, name##_end};       \
  }                                          \
  }
MODULE(mipmaps)
MODULE(named_barriers)
MODULE(pipes)
MODULE(split_barrier)
#undef MODULE
// NOLINTEND(*-avoid-c-arrays)

namespace cleave::test {

cl_program build_module(const Session& session, std::span<const std::byte> module,
                        const char* options) {
  cl_int error = 1;
  cl_program program = clCreateProgramWithIL(session.context, module.data(), module.size(), &error);
  check(error, "clCreateProgramWithIL");
  error = clBuildProgram(program, 1, &session.device, options, nullptr, nullptr);
  if (error != CL_SUCCESS) std::fputs(build_log(program, session.device).c_str(), stderr);
  check(error, "clBuildProgram");
  return program;
}

}  // namespace cleave::test
