// cleave-compiler: answers one question of an application's compiler (questions.h), from standard
// input to standard output, and ends. It may crash.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"
#include "support/options.h"

namespace {

// The application's ways with signals and its open files are not for this process.
void forget_application() {
  close_range(STDERR_FILENO + 1, ~0U, 0);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void set_limits() {
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlim_t seconds = cleave::support::options().compiler_time;
  rlimit limit = {};
  if (seconds == 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  limit.rlim_cur = std::min(seconds, limit.rlim_max);
  setrlimit(RLIMIT_CPU, &limit);
}

std::vector<std::byte> read_all(int file) {
  std::vector<std::byte> bytes;
  std::array<std::byte, 65536> part;
  for (;;) {
    const ssize_t count = read(file, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
  }
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

int main() {
  forget_application();
  set_limits();
  const int output = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // what anybody prints is no answer
  std::string error;
  cleave::compiler::Compiler* compiler = cleave::compiler::load_compiler(error);
  if (compiler == nullptr) {
    std::fprintf(stderr, "cleave-compiler: %s\n", error.c_str());
    return 2;
  }
  const std::vector<std::byte> answer = compiler->answer(read_all(STDIN_FILENO));
  _exit(write_all(output, answer) ? 0 : 3);
}
