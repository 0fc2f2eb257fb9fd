#include "compiler/process/ask.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <utility>

#include "compiler/process/process_pool.h"
#include "compiler/process/requests.h"
#include "options/options.h"

namespace cleave::compiler::process {
namespace {

std::string reason_of(const Ended& ended) {
  if (!ended.reason.empty()) return ended.reason;
  if (WIFSIGNALED(ended.status)) {
    const int signal = WTERMSIG(ended.status);
    if (signal == SIGXCPU) {
      return "the compiler was stopped after " + std::to_string(options::options().compiler_time) +
             " seconds of processor time (CLEAVE_COMPILER_TIME)";
    }
    if (signal == SIGKILL) {
      return "the compiler was killed, twice: the system may have run out of memory";
    }
    const char* description = sigdescr_np(signal);
    return std::string("the compiler crashed: ") +
           (description == nullptr ? "unknown signal" : description);
  }
  return "the compiler ended with status " + std::to_string(WEXITSTATUS(ended.status));
}

void say_once(const std::string& start_problem) {
  static std::atomic<bool> is_said{false};
  if (is_said.exchange(true)) return;
  std::fprintf(
      stderr,
      "cleave: %s; programs are compiled inside the application (CLEAVE_COMPILER_PROCESS=0 "
      "does so without this message)\n",
      start_problem.c_str());
}

/// Thread sanitizer ends an application that starts a process as this folder does: its own record of
/// the threads does not outlive the fork ("CHECK failed" of its runtime).
bool is_thread_sanitized() {
  static const bool is_found = dlsym(RTLD_DEFAULT, "__tsan_init") != nullptr;
  return is_found;
}

/// The answer to a request, or else why there is none.
template <class Answer>
struct Reply {
  std::optional<Answer> answer;
  std::string problem;
};

/// Nothing where the work is for this process.
template <class Answer, class Work>
std::optional<Reply<Answer>> ask(RequestKind kind, const Work& work) {
  const std::string& wanted = options::options().compiler_process;
  if (wanted == "0" || (wanted == "auto" && is_thread_sanitized())) return std::nullopt;
  interface::Writer writer;
  writer(kind);
  visit(writer, work);
  const RequestOutcome outcome = ask_process(writer.bytes);
  Reply<Answer> reply;
  if (!outcome.start_problem.empty()) {
    if (wanted == "auto") {
      say_once(outcome.start_problem);
      return std::nullopt;
    }
    reply.problem = outcome.start_problem;
  } else if (!outcome.answer) {
    reply.problem = reason_of(outcome.ended);
    if (!outcome.last_words.empty()) reply.problem += '\n' + outcome.last_words;
  } else {
    reply.answer = interface::decode<Answer>(*outcome.answer);
    if (!reply.answer) reply.problem = "the compiler's answer cannot be read";
  }
  return reply;
}

template <class Work>
std::optional<interface::BuildResult> ask_for_result(RequestKind kind, const Work& work,
                                                     cl_int failure) {
  auto reply = ask<interface::BuildResult>(kind, work);
  if (!reply) return std::nullopt;
  if (reply->answer) return std::move(*reply->answer);
  interface::BuildResult failed;
  failed.status = failure;
  failed.log = "error: " + reply->problem + '\n';
  return failed;
}

}  // namespace

std::optional<interface::BuildResult> build(const interface::BuildRequest& request) {
  const bool is_object = request.kind == interface::BuildKind::object;
  return ask_for_result(RequestKind::build, request,
                        is_object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE);
}

std::optional<interface::BuildResult> link(const interface::LinkRequest& request) {
  LinkWork work = {{}, request.options, request.target};
  for (const std::span<const std::byte> input : request.inputs) {
    work.inputs.push_back({{input.begin(), input.end()}});
  }
  return ask_for_result(RequestKind::link, work, CL_LINK_PROGRAM_FAILURE);
}

std::optional<interface::CheckResult> check(const interface::ProgramImage& image) {
  auto reply = ask<interface::CheckResult>(RequestKind::check, image);
  if (!reply) return std::nullopt;
  if (reply->answer) return std::move(*reply->answer);
  return interface::CheckResult{CL_BUILD_PROGRAM_FAILURE, "error: " + reply->problem + '\n'};
}

std::optional<interface::ObjectCode> make_object(std::span<const std::byte> canonical,
                                                 const interface::KernelVariant& variant,
                                                 const std::string& kernel_hash,
                                                 std::string& error) {
  const ObjectWork work = {{canonical.begin(), canonical.end()}, variant, kernel_hash};
  auto reply = ask<ObjectAnswer>(RequestKind::object, work);
  if (!reply) return std::nullopt;
  error = reply->answer ? std::move(reply->answer->error) : std::move(reply->problem);
  return reply->answer ? std::move(reply->answer->code) : interface::ObjectCode{};
}

}  // namespace cleave::compiler::process
