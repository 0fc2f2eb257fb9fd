// cleave-compiler APPLICATION: forks compiler processes for the application of that number, whose
// socket is standard input (fork_server.h).
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "compiler/process/fork_server.h"

namespace {

// A number that is no standard stream's.
constexpr int control_number = STDERR_FILENO + 1;

// The application's ways with signals, its terminal, its open files and its working folder are not
// for this process; nor is a real-time policy of the thread that started it.
void forget_application() {
  setsid();
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  close_range(control_number + 1, ~0U, 0);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  close(nowhere);
  const sched_param ordinary = {};
  if (const int policy = sched_getscheduler(0); policy == SCHED_FIFO || policy == SCHED_RR) {
    sched_setscheduler(0, SCHED_OTHER, &ordinary);
  }
  static_cast<void>(chdir("/") == 0);
}

}  // namespace

int main(int argc, char** argv) {
  pid_t application = 0;
  const std::string_view number = argc == 2 ? argv[1] : "";
  std::from_chars(number.data(), number.data() + number.size(), application);
  if (application <= 0) {
    std::fputs("cleave-compiler belongs to the OpenCL driver, which starts it\n", stderr);
    return 2;
  }
  dup2(STDIN_FILENO, control_number);
  forget_application();
  cleave::compiler::process::run_fork_server(control_number, application);
}
