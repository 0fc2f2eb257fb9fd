#include "calls.h"

#include <CL/cl.h>

#include <cstdio>
#include <string>

#include "tests/support/opencl.h"

namespace cleave::test::fuzz::module {
namespace {

/// Counts modules by what became of them, and what was wrong.
struct Tally {
  unsigned refused = 0;
  unsigned failed = 0;
  unsigned built = 0;
  unsigned wrong = 0;
};

std::string last_message;
void CL_CALLBACK hear(const char* message, const void*, size_t, void*) {
  last_message = message;
}

void wrong(Tally& tally, uint64_t seed, const std::string& what) {
  ++tally.wrong;
  std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
}

/// Every module that can be created is built twice: as it is, and with values of its constants.
void build(cl_program program, cl_device_id device, uint64_t seed, Tally& tally) {
  const cl_ulong value = seed;
  for (cl_uint id = 0; id < 8; ++id) {
    for (const size_t size : {1, 2, 4, 8}) {
      const cl_int code = seed % 2 == 0
                              ? CL_SUCCESS
                              : clSetProgramSpecializationConstant(program, id, size, &value);
      const bool is_known =
          code == CL_SUCCESS || code == CL_INVALID_SPEC_ID || code == CL_INVALID_VALUE;
      if (!is_known) wrong(tally, seed, "a constant answers " + std::to_string(code));
    }
  }
  const cl_int code = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  ++(code == CL_SUCCESS ? tally.built : tally.failed);
  if (code == CL_SUCCESS) return;
  const std::string log = build_log(program, device);
  if (code != CL_BUILD_PROGRAM_FAILURE) {
    wrong(tally, seed, "the build answers " + std::to_string(code));
  } else if (log.empty()) {
    wrong(tally, seed, "a failed build says nothing");
  } else if (log.find("the compiler ") != log.npos) {  // crashed, was stopped, gave up, …
    wrong(tally, seed, log.substr(0, log.find('\n')));
  }
}

void run(const Session& session, cl_context context, uint64_t seed, const Words& words,
         Tally& tally) {
  last_message.clear();
  cl_int code = 1;
  cl_program program =
      clCreateProgramWithIL(context, words.data(), words.size() * sizeof words[0], &code);
  if ((program == nullptr) != (code != CL_SUCCESS)) wrong(tally, seed, "code and program differ");
  if (program == nullptr) {
    ++tally.refused;
    const bool is_silent = !words.empty() && last_message.find("word") == std::string::npos;
    if (code != CL_INVALID_VALUE) wrong(tally, seed, "creation answers " + std::to_string(code));
    if (is_silent) wrong(tally, seed, "creation does not say why");
    return;
  }
  build(program, session.device, seed, tally);
  check(clReleaseProgram(program), "clReleaseProgram");
}

}  // namespace

int make_programs(const Batch& batch) {
  const Session session;
  cl_int code = 1;
  cl_context context = clCreateContext(nullptr, 1, &session.device, hear, nullptr, &code);
  check(code, "clCreateContext");
  Tally tally;
  for (uint64_t seed = batch.first; seed < batch.end; ++seed) {
    batch.current = seed;
    run(session, context, seed, mutated(batch.corpus, seed), tally);
  }
  check(clReleaseContext(context), "clReleaseContext");
  std::printf("seeds %llu to %llu: %u refused, %u failed, %u built, %u wrong\n",
              static_cast<unsigned long long>(batch.first),
              static_cast<unsigned long long>(batch.end - 1), tally.refused, tally.failed,
              tally.built, tally.wrong);
  std::fflush(stdout);
  return tally.wrong == 0 ? 0 : 1;
}

}  // namespace cleave::test::fuzz::module
