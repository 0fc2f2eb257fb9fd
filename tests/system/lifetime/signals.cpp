#include <signal.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

std::atomic<int> signals_seen{0};
std::atomic<int> seen_by_workers{0};

void count_signal(int) {
  char name[16] = "";
  prctl(PR_GET_NAME, name);
  ++signals_seen;
  if (std::strncmp(name, "cleave/", 7) == 0) ++seen_by_workers;
}

void install(int signal) {
  struct sigaction action = {};
  action.sa_handler = count_signal;  // without SA_RESTART: calls of the system are interrupted
  require(sigaction(signal, &action, nullptr) == 0, "sigaction fails");
}

void start_timer(__itimer_which kind, int microseconds) {
  itimerval value = {};
  value.it_interval.tv_usec = value.it_value.tv_usec = microseconds;
  require(setitimer(kind, &value, nullptr) == 0, "setitimer fails");
}

/// Waits for an event that another thread ends a little later.
void wait_for_user_event(const Session& session) {
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(session.context, &error);
  check(error, "clCreateUserEvent");
  std::thread other([gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  });
  check(clWaitForEvents(1, &gate), "clWaitForEvents");
  other.join();
  check(clReleaseEvent(gate), "clReleaseEvent");
}

}  // namespace

int timer_signals() {
  install(SIGALRM);
  install(SIGPROF);
  start_timer(ITIMER_REAL, 300);
  start_timer(ITIMER_PROF, 300);
  const Session session;  // made in the storm, too
  for (int turn = 0; turn < 60; ++turn) {
    session.compute();
    wait_for_user_event(session);
    if (turn % 20 == 0) {
      check(session.try_to_build("kernel void k(global float *p) { *p = sin(*p); }"),
            "clBuildProgram");
    }
  }
  start_timer(ITIMER_REAL, 0);
  start_timer(ITIMER_PROF, 0);
  require(signals_seen > 100, "too few signals to say anything:", std::to_string(signals_seen));
  require(seen_by_workers == 0, "handlers ran on workers:", std::to_string(seen_by_workers));
  return 0;
}

int signal_handlers() {
  std::thread([] {}).join();  // the C library takes two signals for itself with the first thread
  const std::string caught = status_line(getpid(), "SigCgt");
  const std::string ignored = status_line(getpid(), "SigIgn");
  const std::string blocked = status_line(getpid(), "SigBlk");
  const Session session;
  session.compute();
  require(session.try_to_build("no kernel") != CL_SUCCESS, "nonsense was built");
  require(status_line(getpid(), "SigCgt") == caught, "signal handlers were installed");
  require(status_line(getpid(), "SigIgn") == ignored, "signals are ignored");
  require(status_line(getpid(), "SigBlk") == blocked, "the mask of the application was changed");
  const auto workers = threads(Which::workers);
  require(!workers.empty(), "there are no workers");
  for (const pid_t worker : workers) {
    // All that can be blocked, but for the two that the C library keeps to itself.
    const uint64_t mask = std::stoull(status_line(worker, "SigBlk"), nullptr, 16);
    for (int signal = 1; signal < 32; ++signal) {
      if (signal == SIGKILL || signal == SIGSTOP) continue;
      require((mask >> (signal - 1) & 1) != 0, "a worker does not block signal",
              std::to_string(signal));
    }
  }
  return 0;
}

}  // namespace cleave::test::lifetime
