#include "calls.h"

#include <CL/cl.h>

#include <string>

#include "tests/support/opencl.h"

namespace cleave::test::fuzz::module {
namespace {

std::string last_message;
void CL_CALLBACK hear(const char* message, const void*, size_t, void*) {
  last_message = message;
}

/// Every module that can be created is built twice: as it is, and with values of its constants.
void build(cl_program program, cl_device_id device, Batch& batch) {
  const uint64_t seed = batch.progress.seed;
  const cl_ulong value = seed;
  for (cl_uint id = 0; id < 8; ++id) {
    for (const size_t size : {1, 2, 4, 8}) {
      const cl_int code = seed % 2 == 0
                              ? CL_SUCCESS
                              : clSetProgramSpecializationConstant(program, id, size, &value);
      const bool is_known =
          code == CL_SUCCESS || code == CL_INVALID_SPEC_ID || code == CL_INVALID_VALUE;
      if (!is_known) batch.fail("a constant answers " + std::to_string(code));
    }
  }
  const cl_int code = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  ++(code == CL_SUCCESS ? batch.progress.built : batch.progress.failed);
  if (code == CL_SUCCESS) return;
  const std::string log = build_log(program, device);
  if (code != CL_BUILD_PROGRAM_FAILURE) {
    batch.fail("the build answers " + std::to_string(code));
  } else if (log.empty()) {
    batch.fail("a failed build says nothing");
  } else if (log.find("the compiler ") != log.npos) {  // crashed, was stopped, gave up, …
    batch.fail(log.substr(0, log.find('\n')));
  }
}

void run(const Session& session, cl_context context, const Words& words, Batch& batch) {
  last_message.clear();
  cl_int code = 1;
  cl_program program =
      clCreateProgramWithIL(context, words.data(), words.size() * sizeof words[0], &code);
  if ((program == nullptr) != (code != CL_SUCCESS)) batch.fail("code and program differ");
  if (program == nullptr) {
    ++batch.progress.refused;
    const bool is_silent = !words.empty() && last_message.find("word") == std::string::npos;
    if (code != CL_INVALID_VALUE) batch.fail("creation answers " + std::to_string(code));
    if (is_silent) batch.fail("creation does not say why");
    return;
  }
  build(program, session.device, batch);
  check(clReleaseProgram(program), "clReleaseProgram");
}

}  // namespace

int make_programs(Batch& batch) {
  const Session session;
  cl_int code = 1;
  cl_context context = clCreateContext(nullptr, 1, &session.device, hear, nullptr, &code);
  check(code, "clCreateContext");
  for (uint64_t seed = batch.first; seed < batch.end; ++seed) {
    batch.progress.begin(seed);
    run(session, context, mutated(batch.corpus, seed), batch);
  }
  check(clReleaseContext(context), "clReleaseContext");
  return batch.wrong == 0 ? 0 : 1;
}

}  // namespace cleave::test::fuzz::module
