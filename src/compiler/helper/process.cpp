#include "compiler/helper/process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include "support/own_environment.h"

namespace cleave::compiler::helper {
namespace {

// A file that exists in memory only, and whose number is that of no standard stream.
class MemoryFile {
 public:
  MemoryFile() {
    const int made = memfd_create("cleave", MFD_CLOEXEC);
    if (made < 0) return;
    descriptor_ = fcntl(made, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(made);
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] bool write(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      bytes = bytes.subspan(static_cast<size_t>(count));
    }
    return lseek(descriptor_, 0, SEEK_SET) == 0;
  }

  [[nodiscard]] std::vector<std::byte> read() const {
    struct stat status = {};
    if (fstat(descriptor_, &status) != 0) return {};
    std::vector<std::byte> bytes(static_cast<size_t>(status.st_size));
    size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count =
          pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return {};
      done += static_cast<size_t>(count);
    }
    return bytes;
  }

 private:
  int descriptor_ = -1;
};

constexpr size_t stack_size = 64 << 10;
using Stack = std::array<std::byte, stack_size>;

// What the two processes below share with this one. They run on its memory while it stands still,
// so they call nothing that could take a lock or memory.
struct Start {
  const char* program;
  char* const* arguments;
  char* const* environment;
  int input;
  int output;
  std::byte* stack_end;  // for the second
  int failure = 0;       // errno of what could not be done
  int status = 0;
};

int become_program(void* data) {
  auto& start = *static_cast<Start*>(data);
  if (dup2(start.input, STDIN_FILENO) >= 0 && dup2(start.output, STDOUT_FILENO) >= 0) {
    execve(start.program, start.arguments, start.environment);
  }
  start.failure = errno;
  return 1;
}

// The parent of the program. It is a child of the application itself, but one that wait() passes
// over and that sends no signal: such children cannot become another program, so it has one.
int supervise(void* data) {
  auto& start = *static_cast<Start*>(data);
  signal(SIGCHLD, SIG_DFL);  // ignored, it would leave nothing to wait for
  const pid_t program =
      clone(become_program, start.stack_end, CLONE_VM | CLONE_VFORK | SIGCHLD, data);
  if (program < 0) {
    start.failure = errno;
    return 1;
  }
  while (waitpid(program, &start.status, 0) < 0 && errno == EINTR) {
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

Ending run_program(const std::filesystem::path& program, std::span<const std::byte> input,
                   const std::vector<std::string>& changes) {
  const auto cannot = [&](int error) {
    return Ending{
        "cannot run " + program.string() + ": " + std::generic_category().message(error), 0, {}};
  };
  const MemoryFile question;
  const MemoryFile answer;
  if (question.descriptor() < 0 || answer.descriptor() < 0 || !question.write(input)) {
    return cannot(errno);
  }
  std::vector<std::string> arguments = {program.string()};
  std::vector<std::string> environment = environment_with(changes);
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  std::vector<Stack> stacks(2);
  Start start = {.program = program.c_str(),
                 .arguments = argument_pointers.data(),
                 .environment = environment_pointers.data(),
                 .input = question.descriptor(),
                 .output = answer.descriptor(),
                 .stack_end = stacks[1].end()};
  {
    const support::SignalsBlocked blocked;  // a handler would run on the memory of this process
    const pid_t supervisor = clone(supervise, stacks[0].end(), CLONE_VM | CLONE_VFORK, &start);
    if (supervisor < 0) return cannot(errno);
    while (waitpid(supervisor, nullptr, __WCLONE) < 0 && errno == EINTR) {
    }
  }
  if (start.failure != 0) return cannot(start.failure);
  return {{}, start.status, answer.read()};
}

}  // namespace cleave::compiler::helper
