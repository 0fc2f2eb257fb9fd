#include "compiler/process/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "compiler/interface/archive.h"
#include "compiler/interface/compiler.h"
#include "compiler/process/frame.h"
#include "compiler/process/serve.h"

namespace cleave::compiler::process {
namespace {

class ForkServer {
 public:
  ForkServer(int control, pid_t application)
      : control_(control),
        compiler_(load_compiler(load_problem_)),
        // Without it (before Linux 5.3) the end of `control` tells of the application's end.
        application_(static_cast<int>(syscall(SYS_pidfd_open, application, 0))),
        signals_(watch_children()) {}

  [[noreturn]] void run() {
    while (true) {
      std::array<pollfd, 3> watched = {pollfd{control_.number(), POLLIN, 0},
                                       pollfd{signals_.number(), POLLIN, 0},
                                       pollfd{application_.number(), POLLIN, 0}};
      const int ready = poll(watched.data(), watched.size(), idle_seconds * 1000);
      if (ready < 0 && errno != EINTR) _exit(1);
      if (ready == 0 && children_.empty()) _exit(0);
      if (watched[2].revents != 0) _exit(0);
      if (watched[1].revents != 0) report_ended_children();
      if (watched[0].revents != 0) accept();
      if (!control_ && children_.empty()) _exit(0);
    }
  }

 private:
  static Descriptor watch_children() {
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, nullptr);
    return Descriptor(signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  void accept() {
    std::optional<Frame> frame = receive_frame(control_.number());
    if (!frame) {
      // Processes at work are looked after until their application is gone, which may have a new
      // fork server by now.
      if (!application_) _exit(0);
      control_ = {};
      return;
    }
    Descriptor& connection = frame->descriptors.front();
    const auto circumstances = decode<Circumstances>(frame->bytes);
    if (frame->kind == FrameKind::fork && connection && circumstances) {
      fork_process(std::move(connection), *circumstances);
    }
  }

  void fork_process(Descriptor connection, const Circumstances& circumstances) {
    if (compiler_ == nullptr) return refuse(connection, load_problem_);
    const pid_t child = fork();
    if (child == 0) {
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, nullptr);
      serve(connection.release(), circumstances, *compiler_);
    }
    if (child < 0) {
      return refuse(connection,
                    "no compiler process can be made: " + std::generic_category().message(errno));
    }
    children_.emplace(child, std::move(connection));
  }

  static void refuse(const Descriptor& connection, const std::string& reason) {
    // An application that is gone needs no answer.
    static_cast<void>(
        send_frame(connection.number(), FrameKind::refused, encode(Ended{0, reason})));
  }

  void report_ended_children() {
    signalfd_siginfo ignored = {};
    while (read(signals_.number(), &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    while (true) {
      const pid_t child = waitpid(-1, &status, WNOHANG);
      if (child <= 0) return;
      const auto found = children_.find(child);
      if (found == children_.end()) continue;
      static_cast<void>(
          send_frame(found->second.number(), FrameKind::ended, encode(Ended{status, {}})));
      children_.erase(found);
    }
  }

  Descriptor control_;  // none: the application wants no more processes of this server
  std::string load_problem_;
  Compiler* compiler_;
  Descriptor application_;
  Descriptor signals_;
  std::map<pid_t, Descriptor> children_;  // and the processes' ends of their connections
};

}  // namespace

void run_fork_server(int control, pid_t application) {
  ForkServer(control, application).run();
}

}  // namespace cleave::compiler::process
