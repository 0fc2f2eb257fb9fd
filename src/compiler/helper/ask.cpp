#include "compiler/helper/ask.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <utility>

#include "compiler/helper/process.h"
#include "compiler/helper/questions.h"
#include "support/options.h"

namespace cleave::compiler::helper {
namespace {

constexpr const char* program_name = "cleave-compiler";

// It lies beside the library that holds this code; of a program in bin/, in lib/.
std::filesystem::path program() {
  Dl_info info = {};
  dladdr(reinterpret_cast<const void*>(&program), &info);
  std::error_code failure;
  std::filesystem::path file = std::filesystem::canonical(info.dli_fname, failure);
  if (failure) file = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path folder = file.parent_path();
  const std::filesystem::path beside = folder / program_name;
  if (std::filesystem::exists(beside, failure)) return beside;
  return folder.parent_path() / "lib" / program_name;
}

std::string problem_of(const Ending& ending) {
  if (!ending.problem.empty()) return ending.problem;
  if (WIFSIGNALED(ending.status)) {
    const int signal = WTERMSIG(ending.status);
    if (signal == SIGXCPU) {
      return "the compiler was stopped after " + std::to_string(support::options().compiler_time) +
             " seconds of processor time (CLEAVE_COMPILER_TIME)";
    }
    const char* description = sigdescr_np(signal);
    return std::string("the compiler crashed: ") +
           (description == nullptr ? "unknown signal" : description);
  }
  if (WEXITSTATUS(ending.status) == 0) return {};
  return "the compiler ended with status " + std::to_string(WEXITSTATUS(ending.status));
}

template <class Answer, class Work>
std::optional<Answer> ask(Question question, const Work& work, std::string& problem) {
  static const auto& path = *new std::filesystem::path(program());
  Writer writer;
  writer(question);
  visit(writer, work);
  const Ending ending =
      run_program(path, writer.bytes, {"CLEAVE_COMPILER_PROCESS=0", "CLEAVE_CACHE=0"});
  problem = problem_of(ending);
  if (!problem.empty()) return std::nullopt;
  auto answer = decode<Answer>(ending.output);
  if (!answer) problem = "the compiler's answer cannot be read";
  return answer;
}

template <class Work>
BuildResult ask_for_result(Question question, const Work& work, cl_int failure) {
  std::string problem;
  if (auto result = ask<BuildResult>(question, work, problem)) return std::move(*result);
  BuildResult failed;
  failed.status = failure;
  failed.log = "error: " + problem + '\n';
  return failed;
}

}  // namespace

bool is_wanted() {
  return support::options().compiler_process;
}

BuildResult build(const BuildRequest& request) {
  const bool is_object = request.kind == BuildKind::object;
  return ask_for_result(Question::build, request,
                        is_object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE);
}

BuildResult link(const LinkRequest& request) {
  LinkWork work = {{}, request.options, request.target};
  for (const std::span<const std::byte> input : request.inputs) {
    work.inputs.push_back({{input.begin(), input.end()}});
  }
  return ask_for_result(Question::link, work, CL_LINK_PROGRAM_FAILURE);
}

std::string check(const CodeRequest& request) {
  const CheckWork work = {{request.canonical.begin(), request.canonical.end()}, request.kernels};
  std::string problem;
  const auto answer = ask<Problem>(Question::check, work, problem);
  return answer ? answer->text : problem;
}

cache::ObjectCode make_object(std::span<const std::byte> canonical, const KernelVariant& variant,
                              std::string& error) {
  const ObjectWork work = {{canonical.begin(), canonical.end()}, variant};
  auto answer = ask<ObjectAnswer>(Question::object, work, error);
  if (!answer) return {};
  error = answer->error;
  return {answer->frame_bytes, std::move(answer->object)};
}

}  // namespace cleave::compiler::helper
