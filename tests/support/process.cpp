#include "tests/support/process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace cleave::test {

namespace {

[[noreturn]] void end(int exit_code) {
  std::fflush(stdout);  // what was said before
  _exit(exit_code);
}

}  // namespace

void fail(const char* what, const std::string& detail) {
  std::fprintf(stderr, "failed: %s %s\n", what, detail.c_str());
  end(1);
}

void require(bool is_so, const char* what, const std::string& detail) {
  if (!is_so) fail(what, detail);
}

void skip(const char* reason) {
  std::printf("skipped: %s\n", reason);
  end(77);
}

int wait_for_exit_code(pid_t child) {
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int exit_code_of_child(const std::function<int()>& function, unsigned seconds) {
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    alarm(seconds);
    _exit(function());
  }
  return wait_for_exit_code(child);
}

}  // namespace cleave::test
