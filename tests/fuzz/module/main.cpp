// module_fuzz [--seeds FIRST LAST] MODULE...
// module_fuzz print SEED MODULE...  (writes the changed module to standard output)
//
// Changes SPIR-V modules at random, and creates and builds programs with them through the API.
// Whatever they are, each call answers with a code that the specification gives, what fails says
// why, and no compiler process crashes. Batches of seeds are applications of their own: a crash or
// a hang in the driver is found too. Exits with 1 if something was wrong.
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mutation.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::module {
namespace {

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 299;
  bool prints = false;
  std::vector<Words> corpus;
};

/// What became of modules, and what was wrong.
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

Words module_of(const Arguments& arguments, uint64_t seed) {
  return mutated(arguments.corpus, seed);
}

/// Runs some seeds in a child; 1 if anything was wrong there.
int run_batch(const Arguments& arguments, uint64_t first, uint64_t end) {
  const Session session;
  cl_int code = 1;
  cl_context context = clCreateContext(nullptr, 1, &session.device, hear, nullptr, &code);
  check(code, "clCreateContext");
  Tally tally;
  for (uint64_t seed = first; seed < end; ++seed) {
    run(session, context, seed, module_of(arguments, seed), tally);
  }
  check(clReleaseContext(context), "clReleaseContext");
  std::printf("seeds %llu to %llu: %u refused, %u failed, %u built, %u wrong\n",
              static_cast<unsigned long long>(first), static_cast<unsigned long long>(end - 1),
              tally.refused, tally.failed, tally.built, tally.wrong);
  std::fflush(stdout);
  return tally.wrong == 0 ? 0 : 1;
}

int campaign(const Arguments& arguments) {
  constexpr uint64_t batch = 50;
  constexpr unsigned most_seconds = 200;
  unsigned bad_batches = 0;
  for (uint64_t first = arguments.first; first <= arguments.last; first += batch) {
    const uint64_t end = std::min(first + batch, arguments.last + 1);
    const int code =
        exit_code_of_child([&] { return run_batch(arguments, first, end); }, most_seconds);
    if (code == 0) continue;
    ++bad_batches;
    if (code < 0)
      std::printf("WRONG: an application of seeds from %llu on ended by a signal\n",
                  static_cast<unsigned long long>(first));
  }
  std::printf("%llu modules: %u applications wrong\n",
              static_cast<unsigned long long>(arguments.last + 1 - arguments.first), bad_batches);
  return bad_batches == 0 ? 0 : 1;
}

Words read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Words words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof words[0]);
  return words;
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = values[i];
    if (word == "--seeds" && i + 2 < count) {
      arguments.first = std::strtoull(values[++i], nullptr, 10);
      arguments.last = std::strtoull(values[++i], nullptr, 10);
    } else if (word == "print" && i + 1 < count) {
      arguments.prints = true;
      arguments.first = std::strtoull(values[++i], nullptr, 10);
    } else {
      arguments.corpus.push_back(read(values[i]));
      require(!arguments.corpus.back().empty(), "no module", word);
    }
  }
  require(!arguments.corpus.empty(), "usage: module_fuzz [--seeds FIRST LAST] MODULE...");
  return arguments;
}

}  // namespace
}  // namespace cleave::test::fuzz::module

int main(int count, char** values) {
  using namespace cleave::test::fuzz::module;
  const Arguments arguments = parse(count, values);
  if (!arguments.prints) return campaign(arguments);
  const Words words = module_of(arguments, arguments.first);
  std::fwrite(words.data(), sizeof words[0], words.size(), stdout);
  return 0;
}
