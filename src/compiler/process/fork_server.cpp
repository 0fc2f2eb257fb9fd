#include "compiler/process/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "compiler/interface/archive.h"
#include "compiler/interface/compiler.h"
#include "compiler/process/frame.h"
#include "compiler/process/serve.h"
#include "os/owned_descriptor.h"

namespace cleave::compiler::process {
namespace {

class ForkServer {
 public:
  ForkServer(int control, pid_t application)
      : control_(control),
        // First, while its number is still its own. Without it (before Linux 5.3) the ends of
        // sockets tell of the application's end.
        application_(static_cast<int>(syscall(SYS_pidfd_open, application, 0))),
        signals_(watch_children()),
        compiler_(interface::load_compiler(load_problem_)) {}

  [[noreturn]] void run() {
    while (true) {
      std::vector<pollfd> watched = {pollfd{control_.number(), POLLIN, 0},
                                     pollfd{signals_.number(), POLLIN, 0},
                                     pollfd{application_.number(), POLLIN, 0}};
      for (const auto& [child, connection] : children_) {
        watched.push_back({connection.number(), 0, 0});  // none: its end is on its way
      }
      const int ready = poll(watched.data(), watched.size(), idle_seconds * 1000);
      if (ready < 0 && errno != EINTR) _exit(1);
      if (ready < 0) continue;
      if (ready == 0 && children_.empty()) _exit(0);
      if (watched[2].revents != 0) _exit(0);
      end_children_of_nobody(watched.data() + 3);
      if (watched[1].revents != 0) report_ended_children();
      if (watched[0].revents != 0) accept();
      if (!control_ && children_.empty()) _exit(0);
    }
  }

 private:
  static os::OwnedDescriptor watch_children() {
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, nullptr);
    return os::OwnedDescriptor(signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK));
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
    os::OwnedDescriptor& connection = frame->descriptors.front();
    const auto circumstances = interface::decode<Circumstances>(frame->bytes);
    if (frame->kind == FrameKind::fork && connection && circumstances) {
      fork_process(std::move(connection), *circumstances);
    }
  }

  /// The application has become another program, or has closed what it had: nobody waits for the
  /// answer. `watched`: what was found of each child, in their order.
  void end_children_of_nobody(const pollfd* watched) {
    for (auto& [child, connection] : children_) {
      if ((watched++->revents & POLLHUP) == 0) continue;
      kill(child, SIGKILL);
      connection = {};
    }
  }

  /// In a child: it ends when the server does, even if that was before it said so.
  static void end_with(pid_t server) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) _exit(0);
  }

  void fork_process(os::OwnedDescriptor connection, const Circumstances& circumstances) {
    if (compiler_ == nullptr) return refuse(connection, load_problem_);
    const pid_t server = getpid();
    const pid_t child = fork();
    if (child == 0) {
      end_with(server);
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

  static void refuse(const os::OwnedDescriptor& connection, const std::string& reason) {
    // An application that is gone needs no answer.
    static_cast<void>(
        send_frame(connection.number(), FrameKind::refused, interface::encode(Ended{0, reason})));
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
      static_cast<void>(send_frame(found->second.number(), FrameKind::ended,
                                   interface::encode(Ended{status, {}})));
      children_.erase(found);
    }
  }

  os::OwnedDescriptor control_;  // none: the application wants no more processes of this server
  os::OwnedDescriptor application_;
  os::OwnedDescriptor signals_;
  std::string load_problem_;
  interface::Compiler* compiler_;
  std::map<pid_t, os::OwnedDescriptor> children_;  // and the processes' ends of their connections
};

}  // namespace

void run_fork_server(int control, pid_t application) {
  ForkServer(control, application).run();
}

}  // namespace cleave::compiler::process
