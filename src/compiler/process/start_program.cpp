#include "compiler/process/start_program.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string_view>
#include <system_error>

#include "os/compiler_thread.h"

namespace cleave::compiler::process {
namespace {

constexpr size_t stack_size = 64 << 10;
using CloneStack = std::array<std::byte, stack_size>;

/// Memory that the two processes below share with this one. They run on its memory while it stands
/// still, so they call nothing that could take a lock or memory.
struct Start {
  const char* program;
  char* const* arguments;
  char* const* environment;
  int input;
  std::byte* stack_end;  // for the second
  int failure = 0;       // errno of what could not be done
};

int become_program(void* data) {
  auto& start = *static_cast<Start*>(data);
  if (dup2(start.input, STDIN_FILENO) >= 0) {
    execve(start.program, start.arguments, start.environment);
  }
  start.failure = errno;
  return 1;
}

/// The parent of the program, gone as soon as that runs. It is a child of the application itself,
/// but one that wait() passes over and that sends no signal: such children cannot become another
/// program, so it makes one that can.
int be_parent(void* data) {
  auto& start = *static_cast<Start*>(data);
  if (clone(become_program, start.stack_end, CLONE_VM | CLONE_VFORK | SIGCHLD, data) < 0) {
    start.failure = errno;
  }
  return 0;
}

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> variables = changes;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto has_its_name = [&](const std::string& change) {
      return text.substr(0, text.find('=')) == change.substr(0, change.find('='));
    };
    if (std::ranges::none_of(changes, has_its_name)) variables.emplace_back(text);
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::string start_program(const std::filesystem::path& program, int input,
                          const std::vector<std::string>& changes) {
  const auto cannot = [&](int error) {
    return "cannot run " + program.string() + ": " + std::generic_category().message(error);
  };
  std::vector<std::string> arguments = {program.string(), std::to_string(getpid())};
  std::vector<std::string> environment = environment_with(changes);
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  std::vector<CloneStack> stacks(2);
  Start start = {.program = program.c_str(),
                 .arguments = argument_pointers.data(),
                 .environment = environment_pointers.data(),
                 .input = input,
                 .stack_end = stacks[1].end()};
  const os::SignalsBlocked blocked;  // a handler would run on the memory of this process
  const pid_t parent = clone(be_parent, stacks[0].end(), CLONE_VM | CLONE_VFORK, &start);
  if (parent < 0) return cannot(errno);
  while (waitpid(parent, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
  return start.failure == 0 ? std::string() : cannot(start.failure);
}

}  // namespace cleave::compiler::process
