#include "modules.h"

#include <cstdio>

#include "tests/support/embedded_module.h"

CLEAVE_EMBEDDED_MODULE(bfloat16)
CLEAVE_EMBEDDED_MODULE(image_blocks)
CLEAVE_EMBEDDED_MODULE(mipmaps)
CLEAVE_EMBEDDED_MODULE(named_barriers)
CLEAVE_EMBEDDED_MODULE(pipes)
CLEAVE_EMBEDDED_MODULE(split_barrier)
CLEAVE_EMBEDDED_MODULE(wide_barriers)

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
