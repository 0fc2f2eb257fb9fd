#include "compiler/process/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/archive.h"
#include "compiler/process/fork_server.h"
#include "compiler/process/frame.h"
#include "options/options.h"

namespace cleave::compiler::process {
namespace {

/// Address space for the compiler's recursion, touched as far as it is used. Clang takes up to 8
/// KiB for a level of what is nested: this is enough for 100,000 levels of most things.
constexpr size_t largest_stack_bytes = size_t{1} << 30;
constexpr size_t smallest_stack_bytes = size_t{16} << 20;

/// A process that has grown beyond this is replaced after it has answered.
constexpr size_t most_resident_bytes = size_t{512} << 20;

constexpr size_t mebibyte = size_t{1} << 20;

/// Messages that are sent where no memory is to be had.
struct LastWords {
  int connection = -1;
  std::vector<std::byte> no_memory;
  std::vector<std::byte> no_stack;
  const std::byte* stack_begin = nullptr;  // its lowest address
};
LastWords& last_words() {
  static LastWords& instance = *new LastWords;
  return instance;
}

[[noreturn]] void leave_with(std::span<const std::byte> message,
                             FrameKind kind = FrameKind::ended) {
  static_cast<void>(send_frame(last_words().connection, kind, message));
  _exit(0);
}

[[noreturn]] void leave_without_memory() {
  leave_with(last_words().no_memory);
}

[[noreturn]] void give_up(const char* reason) {
  if (reason == nullptr) leave_without_memory();
  leave_with(interface::encode(Ended{0, std::string("the compiler gave up: ") + reason}));
}

/// The address is below the stack's, or in its last page: the stack is full. Anything else is a
/// crash, which happens again without this handler.
void on_bad_access(int number, siginfo_t* information, void*) {
  constexpr ptrdiff_t guard_bytes = 1 << 20;  // a function may skip as much of its frame
  const auto* address = static_cast<const std::byte*>(information->si_addr);
  const std::byte* begin = last_words().stack_begin;
  if (address >= begin - guard_bytes && address < begin + getpagesize()) {
    leave_with(last_words().no_stack);
  }
  std::signal(number, SIG_DFL);
}

void handle_bad_access() {
  static std::array<std::byte, 64 << 10>& stack = *new std::array<std::byte, 64 << 10>;
  const stack_t other = {.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&other, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_bad_access;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS}) sigaction(number, &action, nullptr);
}

/// Pages of this process: all, and those in memory.
std::array<size_t, 2> pages() {
  std::array<size_t, 2> counts = {};
  std::ifstream("/proc/self/statm") >> counts[0] >> counts[1];
  return counts;
}

/// Sets how much more memory this process may take, and prepares what is said when that is too
/// little.
void limit_memory() {
  last_words().no_memory = interface::encode(Ended{0, "the compiler is out of memory"});
  const rlim_t most = options::options().compiler_memory * mebibyte;
  const rlim_t taken = pages()[0] * getpagesize();
  rlimit limit = {};
  if (most == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(taken + most, limit.rlim_max);
  setrlimit(RLIMIT_AS, &limit);
  const rlim_t left = limit.rlim_cur - std::min(limit.rlim_cur, taken);
  last_words().no_memory = interface::encode(
      Ended{0, "the compiler needs more than the " + std::to_string(left / mebibyte) +
                   " MiB of memory that it may take (CLEAVE_COMPILER_MEMORY)"});
}

/// SIGXCPU comes when this process has taken so many more seconds.
void limit_time() {
  const rlim_t seconds = options::options().compiler_time;
  rusage used = {};
  rlimit limit = {};
  if (seconds == 0 || getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) {
    return;
  }
  const auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit.rlim_cur = std::min(spent + seconds + 1, limit.rlim_max);
  setrlimit(RLIMIT_CPU, &limit);
}

void take_circumstances(const Circumstances& circumstances) {
  const auto* mask = reinterpret_cast<const cpu_set_t*>(circumstances.processors.data());
  if (!circumstances.processors.empty()) {
    sched_setaffinity(0, circumstances.processors.size(), mask);
  }
  setpriority(PRIO_PROCESS, 0, circumstances.niceness);
}

/// The standard error stream and the working folder of the one who asks; nobody's meanwhile, so
/// that the application's pipes and file systems are not held.
class Surroundings {
 public:
  explicit Surroundings(const Frame& frame) {
    const auto& [error_stream, folder] = frame.descriptors;
    if (error_stream) dup2(error_stream.number(), STDERR_FILENO);
    if (folder && fchdir(folder.number()) != 0) give_up("the working folder cannot be entered");
  }
  ~Surroundings() {
    dup2(STDOUT_FILENO, STDERR_FILENO);
    static_cast<void>(chdir("/") == 0);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
};

/// False when this process is to end.
bool answer_one(int connection, interface::Compiler& compiler) {
  pollfd wait = {.fd = connection, .events = POLLIN, .revents = 0};
  int ready = 0;
  do {
    ready = poll(&wait, 1, idle_seconds * 1000);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return false;
  const std::optional<Frame> frame = receive_frame(connection);
  if (!frame || frame->kind != FrameKind::request) return false;
  interface::Reader reader(frame->bytes);
  Circumstances circumstances;
  visit(reader, circumstances);
  if (!reader.ok) return false;
  take_circumstances(circumstances);
  limit_time();
  std::vector<std::byte> answer;
  {
    const Surroundings surroundings(*frame);
    answer = compiler.answer(reader.rest, give_up);
  }
  return send_frame(connection, FrameKind::answer, answer) &&
         pages()[1] * getpagesize() < most_resident_bytes;
}

struct Service {
  int connection;
  interface::Compiler& compiler;
};

void* answer_requests(void* argument) {
  auto& service = *static_cast<Service*>(argument);
  handle_bad_access();
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* begin = nullptr;
  size_t bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  last_words().stack_begin = static_cast<const std::byte*>(begin);
  limit_memory();
  while (answer_one(service.connection, service.compiler)) {
  }
  _exit(0);
}

/// Runs the function on a thread with as much stack as there is to be had.
void run_with_large_stack(void* (*function)(void*), Service& service) {
  for (size_t bytes = largest_stack_bytes; bytes >= smallest_stack_bytes; bytes /= 2) {
    last_words().no_stack = interface::encode(
        Ended{0, "the source is nested too deeply: the compiler has filled its stack of " +
                     std::to_string(bytes / mebibyte) + " MiB"});
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, bytes);
    const int error = pthread_create(&thread, &attributes, function, &service);
    pthread_attr_destroy(&attributes);
    if (error == 0) pthread_join(thread, nullptr);
  }
}

}  // namespace

void serve(int connection, const Circumstances& circumstances, interface::Compiler& compiler) {
  take_circumstances(circumstances);
  // This process closes the other descriptors that the fork server holds.
  constexpr int number = STDERR_FILENO + 1;
  dup2(connection, number);
  close_range(number + 1, ~0U, 0);
  // If memory runs out, the system is to end this process and not the application.
  std::ofstream("/proc/self/oom_score_adj") << 1000;
  last_words().connection = number;
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::set_new_handler(leave_without_memory);
  Service service = {number, compiler};
  run_with_large_stack(answer_requests, service);
  leave_with(interface::encode(Ended{0, "no thread can be started for the compiler"}),
             FrameKind::refused);
}

}  // namespace cleave::compiler::process
