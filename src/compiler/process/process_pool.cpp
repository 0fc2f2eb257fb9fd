#include "compiler/process/process_pool.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "compiler/interface/archive.h"
#include "compiler/process/held_errors.h"
#include "compiler/process/preloaded.h"
#include "compiler/process/start_program.h"
#include "options/options.h"
#include "os/owned_descriptor.h"

namespace cleave::compiler::process {
namespace {

constexpr const char* program_name = "cleave-compiler";

/// The program lies beside the library that holds this code; of a program in bin/, in lib/.
std::filesystem::path program() {
  Dl_info info = {};
  dladdr(reinterpret_cast<const void*>(&program), &info);
  std::error_code failure;
  std::filesystem::path file = std::filesystem::canonical(info.dli_fname, failure);
  if (failure) file = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path folder = file.parent_path();
  std::filesystem::path beside = folder / program_name;
  if (std::filesystem::exists(beside, failure)) return beside;
  return folder.parent_path() / "lib" / program_name;
}

/// The options of this process, whatever the application has made of its environment since, but for
/// those that are for this side alone; and what is preloaded.
std::vector<std::string> environment_changes() {
  std::vector<std::string> changes = {"CLEAVE_COMPILER_PROCESS=0", "CLEAVE_CACHE=0"};
  for (std::string& setting : options::settings()) {
    const std::string_view name = std::string_view(setting).substr(0, setting.find('='));
    if (name != "CLEAVE_COMPILER_PROCESS" && name != "CLEAVE_CACHE") {
      changes.push_back(std::move(setting));
    }
  }
  if (const char* const preloaded = std::getenv("LD_PRELOAD"); preloaded != nullptr) {
    changes.push_back("LD_PRELOAD=" + without_loaders(preloaded));
  }
  return changes;
}

Circumstances circumstances_of_this_thread() {
  Circumstances circumstances;
  // The system says EINVAL while its own masks are longer.
  for (size_t bytes = 128; bytes <= 8192; bytes *= 2) {
    circumstances.processors.resize(bytes);
    auto* const mask = reinterpret_cast<cpu_set_t*>(circumstances.processors.data());
    if (sched_getaffinity(0, bytes, mask) == 0) break;
    circumstances.processors.clear();
  }
  circumstances.niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
  return circumstances;
}

/// A compiler process, as this side sees it.
struct Connection {
  KeptDescriptor socket;
  int niceness = 0;  // a process never gets back to a lower one
};

/// Is there something to read where nothing was asked? Then the process has ended.
bool has_ended(const Connection& connection) {
  if (!connection.socket.is_open()) return true;
  pollfd look = {.fd = connection.socket.number(), .events = POLLIN, .revents = 0};
  return poll(&look, 1, 0) != 0;
}

/// Its lock is held for moments, never while a process is at work, and by every fork.
class ProcessPool {
 public:
  /// A process for requests under the circumstances, or nothing and why.
  [[nodiscard]] Connection take(const Circumstances& circumstances, std::string& problem) {
    const std::scoped_lock lock(mutex_);
    const int niceness = circumstances.niceness;
    while (true) {
      const auto found = std::ranges::find(idle_, niceness, &Connection::niceness);
      if (found == idle_.end()) break;
      Connection connection = std::move(*found);
      idle_.erase(found);
      if (has_ended(connection)) continue;
      asked_.push_back(connection.socket.number());
      return connection;
    }
    Connection connection = {KeptDescriptor(fork_process(circumstances, problem)), niceness};
    if (connection.socket.is_open()) asked_.push_back(connection.socket.number());
    return connection;
  }

  /// The process has answered and waits for the next request, or is to be forgotten.
  void give_back(Connection connection, bool is_usable) {
    const std::scoped_lock lock(mutex_);
    std::erase(asked_, connection.socket.number());
    if (is_usable) {
      idle_.push_back(std::move(connection));
    } else {
      connection = {};  // closed before the lock is opened: no fork sees its number
    }
  }

  void before_fork() { mutex_.lock(); }
  void after_fork() { mutex_.unlock(); }
  /// The processes are the parent's. Its threads are not here, nor what they asked.
  void in_child() {
    for (const int socket : asked_) close(socket);
    asked_.clear();
    idle_.clear();
    server_ = {};
    mutex_.unlock();
  }

 private:
  /// A socket whose other end a new process has; none, and why, if there is none to be had.
  os::OwnedDescriptor fork_process(const Circumstances& circumstances, std::string& problem) {
    auto ends = make_connection();
    if (!ends) {
      problem = "cannot talk to a compiler process: " + std::generic_category().message(errno);
      return {};
    }
    auto& [ours, theirs] = *ends;
    const std::array<int, 1> handed = {theirs.number()};
    for (int attempt = 0; attempt < 2; ++attempt) {
      // The fork server may have left for want of work, and a process never gets less nice.
      if (!server_.is_open() || server_niceness_ > circumstances.niceness) start_server(problem);
      if (!server_.is_open()) return {};
      if (send_frame(server_.number(), FrameKind::fork, interface::encode(circumstances), {},
                     handed))
        return std::move(ours);
      server_ = {};
    }
    problem = "the compiler's fork server does not answer";
    return {};
  }

  void start_server(std::string& problem) {
    static const auto& path = *new std::filesystem::path(program());
    server_ = {};
    auto ends = make_connection();
    if (!ends) {
      problem = "cannot talk to the compiler: " + std::generic_category().message(errno);
      return;
    }
    auto& [ours, theirs] = *ends;
    problem = start_program(path, theirs.number(), environment_changes());
    if (!problem.empty()) return;
    server_ = KeptDescriptor(std::move(ours));
    server_niceness_ = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
  }

  std::mutex mutex_;
  std::vector<Connection> idle_;
  std::vector<int> asked_;  // sockets that a thread waits at
  KeptDescriptor server_;   // none: not started
  int server_niceness_ = 0;
};

ProcessPool& pool() {
  static ProcessPool& instance = [&]() -> ProcessPool& {
    static ProcessPool& made = *new ProcessPool;  // lives as long as the process
    pthread_atfork([] { made.before_fork(); }, [] { made.after_fork(); }, [] { made.in_child(); });
    return made;
  }();
  return instance;
}

bool is_killed(const Ended& ended) {
  return WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == SIGKILL;
}

}  // namespace

RequestOutcome ask_process(std::span<const std::byte> request) {
  // A process may leave for want of work in the moment in which it is asked.
  constexpr int most_attempts = 3;
  const Circumstances circumstances = circumstances_of_this_thread();
  const std::vector<std::byte> preface = interface::encode(circumstances);
  const os::OwnedDescriptor folder(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  RequestOutcome outcome;
  bool was_killed = false;
  if (!folder) {
    outcome.start_problem =
        "cannot open the working folder: " + std::generic_category().message(errno);
    return outcome;
  }
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Connection connection = pool().take(circumstances, outcome.start_problem);
    if (!connection.socket.is_open()) return outcome;
    const int socket = connection.socket.number();
    const HeldErrors errors;
    const std::array<int, 2> descriptors = {errors.descriptor(), folder.number()};
    std::optional<Frame> frame;
    if (send_frame(socket, FrameKind::request, preface, request, descriptors)) {
      frame = receive_frame(socket);
    }
    const bool is_answer = frame && frame->kind == FrameKind::answer;
    pool().give_back(std::move(connection), is_answer);
    if (is_answer) {
      errors.pass_on();
      outcome.answer = std::move(frame->bytes);
      return outcome;
    }
    outcome.last_words = errors.last_words();
    outcome.ended = {0, "the compiler process is gone"};
    if (!frame) continue;
    outcome.ended =
        interface::decode<Ended>(frame->bytes).value_or(Ended{0, "the answer cannot be read"});
    if (frame->kind == FrameKind::refused) {
      outcome.start_problem = outcome.ended.reason;
      return outcome;
    }
    // If memory runs out, the system kills compiler processes first, whoever took it: one more is
    // asked, which finds some again.
    if (is_killed(outcome.ended) && !std::exchange(was_killed, true)) continue;
    if (outcome.ended.status != 0 || !outcome.ended.reason.empty()) return outcome;
  }
  return outcome;
}

}  // namespace cleave::compiler::process
