// scenarios NAME: what an application sees whose programs are compiled in a process of their own.
// Exits with 0 when it is as it should be.
#include <CL/cl.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "device_image/fields.h"
#include "device_image/seal.h"
#include "tests/support/opencl.h"
#include "tests/support/process.h"

namespace {

using namespace cleave::test;

constexpr const char* good_source =
    "kernel void store(global uint *out) { *out = 7 + (uint)get_global_id(0); }";

class Application {
 public:
  // The status of the build; its log is in log(), its program is kept until the next one.
  cl_int build(const std::string& source, const char* options = "") {
    const char* text = source.c_str();
    if (program_ != nullptr) clReleaseProgram(program_);
    program_ = clCreateProgramWithSource(session_.context, 1, &text, nullptr, nullptr);
    return clBuildProgram(program_, 0, nullptr, options, nullptr, nullptr);
  }

  // Another program takes the place of the last one.
  void take(cl_program program) {
    require(program != nullptr, "there is a program");
    if (program_ != nullptr) clReleaseProgram(program_);
    program_ = program;
  }
  cl_int build_taken() { return clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr); }

  [[nodiscard]] std::string log() const { return build_log(program_, session_.device); }

  // Returns what the kernel `store` of the program stores.
  [[nodiscard]] cl_uint run() const {
    cl_uint result = 0;
    const cl_kernel kernel = clCreateKernel(program_, "store", nullptr);
    const cl_mem buffer = session_.make_buffer(sizeof result);
    const size_t one = 1;
    require(kernel != nullptr && clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS &&
                clEnqueueNDRangeKernel(session_.queue, kernel, 1, nullptr, &one, nullptr, 0,
                                       nullptr, nullptr) == CL_SUCCESS &&
                clEnqueueReadBuffer(session_.queue, buffer, CL_TRUE, 0, sizeof result, &result, 0,
                                    nullptr, nullptr) == CL_SUCCESS,
            "the kernel runs");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    return result;
  }

  void require_good() {
    const bool is_good = build(good_source) == CL_SUCCESS && run() == 7;
    require(is_good, "a program runs;", log());
  }

  void require_failure(const std::string& source, std::string_view message) {
    require(build(source) == CL_BUILD_PROGRAM_FAILURE, "the build fails");
    require(log().find(message) != std::string::npos, "the log says so:", log());
  }

  [[nodiscard]] cl_context context() const { return session_.context; }
  [[nodiscard]] cl_program program() const { return program_; }

 private:
  const Session session_;
  cl_program program_ = nullptr;
};

std::string with_pragma(const std::string& name) {
  return "#pragma clang __debug " + name + "\n" + good_source;
}

// A condition of 10^digits words.
std::string slow_source(int digits) {
  std::string source = "#define A0 1 +\n";
  for (int i = 1; i <= digits; ++i) {
    const std::string name = "A" + std::to_string(i - 1) + " ";
    source += "#define A" + std::to_string(i);
    for (int copy = 0; copy < 10; ++copy) source += " " + name;
    source += "\n";
  }
  return source + "#if A" + std::to_string(digits) + " 1\n#endif\n" + good_source;
}

std::string endless_source() {
  return slow_source(20);
}

void builds_and_links() {
  Application application;
  application.require_good();
  application.require_failure("kernel void wrong() { return undeclared; }", "<kernel>:1:");
  const std::string source = std::string("uint seven(void);\n") +
                             "kernel void store(global uint *out) { *out = seven(); }";
  const std::array<std::string, 2> parts = {source, "uint seven(void) { return 7; }"};
  std::array<cl_program, 2> objects = {};
  for (size_t i = 0; i < parts.size(); ++i) {
    const char* text = parts[i].c_str();
    objects[i] = clCreateProgramWithSource(application.context(), 1, &text, nullptr, nullptr);
    require(clCompileProgram(objects[i], 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) ==
                CL_SUCCESS,
            "the part compiles");
  }
  cl_int status = CL_SUCCESS;
  const cl_program linked = clLinkProgram(application.context(), 0, nullptr, "", objects.size(),
                                          objects.data(), nullptr, nullptr, &status);
  require(status == CL_SUCCESS && linked != nullptr, "the parts are linked");
}

void a_crash_is_a_failed_build() {
  Application application;
  const std::pair<const char*, const char*> ends[] = {
      {"crash", "the compiler crashed: "},
      {"parser_crash", "the compiler crashed: "},
      {"llvm_fatal_error", "the compiler gave up: "},
  };
  for (const auto& [pragma, message] : ends) {
    application.require_failure(with_pragma(pragma), message);
    application.require_good();
  }
}

// Standard error as a file while a function runs; returns what was written there.
std::string written_errors(const std::function<void()>& function) {
  const int own = dup(STDERR_FILENO);
  std::FILE* file = std::tmpfile();
  require(own >= 0 && file != nullptr, "there is a file");
  dup2(fileno(file), STDERR_FILENO);
  function();
  dup2(own, STDERR_FILENO);
  close(own);
  std::string text(1 << 16, '\0');
  const ssize_t bytes = pread(fileno(file), text.data(), text.size(), 0);
  text.resize(bytes < 0 ? 0 : static_cast<size_t>(bytes));
  std::fclose(file);
  return text;
}

// Clang writes to standard error what it knows of a macro.
void what_a_crashing_compiler_writes_is_in_the_log() {
  Application application;
  const std::string says_seven = "#define SEVEN 7777\n#pragma clang __debug macro SEVEN\n";
  const std::string of_good = written_errors([&] {
    require(application.build(says_seven + good_source) == CL_SUCCESS, "the build succeeds");
  });
  require(of_good.find("7777") != std::string::npos, "clang writes", of_good);
  require(application.log().find("7777") == std::string::npos, "no log has it", application.log());
  const std::string of_bad = written_errors([&] {
    application.require_failure(says_seven + with_pragma("crash"), "the compiler crashed: ");
  });
  require(of_bad.empty(), "nothing comes to the application's stream", of_bad);
  require(application.log().find("7777") != std::string::npos, "the log has it", application.log());
  application.require_good();
}

void in_this_process_nothing_crashes() {
  Application application;
  for (const char* pragma : {"assert", "crash", "parser_crash", "llvm_fatal_error",
                             "llvm_unreachable", "overflow_stack", "handle_crash", "dump"}) {
    static_cast<void>(application.build(with_pragma(pragma)));
    application.require_good();
  }
}

void time_is_limited() {
  Application application;
  application.require_failure(endless_source(), "stopped after 1 seconds of processor time");
  application.require_good();
}

// An array of so many elements that are not zeros.
void memory_is_limited() {
  Application application;
  application.require_failure("constant char a[] = {[0x7fffffff] = 1};" + std::string(good_source),
                              "(CLEAVE_COMPILER_MEMORY)");
  application.require_good();
}

// An image of 32 KiB whose code is a gibibyte of zeros: a frame of zstd with 8,192 blocks, each of
// which is one byte, 128 KiB times.
std::vector<std::byte> image_of_a_gibibyte() {
  constexpr uint64_t block_bytes = 128 << 10;
  constexpr uint64_t code_bytes = uint64_t{1} << 30;
  cleave::device_image::FieldWriter frame;
  frame.number(uint32_t{0xfd2fb528});  // zstd's magic
  frame.number(uint8_t{0xe0});         // one segment, whose size has eight bytes
  frame.number(code_bytes);
  for (uint64_t at = 0; at < code_bytes; at += block_bytes) {
    const uint64_t is_last = at + block_bytes == code_bytes ? 1 : 0;
    constexpr uint64_t repeats = 1 << 1;
    frame.number(static_cast<uint32_t>(is_last | repeats | block_bytes << 3));
  }
  return cleave::device_image::seal_image({}, frame.bytes, code_bytes, CLEAVE_LLVM_VERSION,
                                          cleave::device_image::CodeFormat::compressed_bitcode);
}

void memory_is_limited_for_small_images() {
  Application application;
  const std::vector<std::byte> image = image_of_a_gibibyte();
  require(image.size() < 40'000, "the image is small");
  application.take(
      clCreateProgramWithIL(application.context(), image.data(), image.size(), nullptr));
  require(application.build_taken() == CL_BUILD_PROGRAM_FAILURE, "the build fails");
  const bool is_said = application.log().find("(CLEAVE_COMPILER_MEMORY)") != std::string::npos;
  require(is_said, "the log says so:", application.log());
  application.require_good();
}

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The folders in /proc of the processes that run the program for this application.
std::vector<std::filesystem::path> compiler_processes(pid_t application) {
  std::vector<std::filesystem::path> processes;
  const std::string number = '\0' + std::to_string(application) + '\0';
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string command = first_line(entry.path() / "cmdline");
    if (command.find("cleave-compiler") != command.npos && command.ends_with(number)) {
      processes.push_back(entry.path());
    }
  }
  return processes;
}

bool has_compiler_process(pid_t application) {
  return !compiler_processes(application).empty();
}

// Kills so many processes, one after another, as the system does where memory runs out: those that
// say that they are to be the first.
void kill_compilers(size_t count) {
  std::set<pid_t> killed;
  while (killed.size() < count) {
    for (const std::filesystem::path& process : compiler_processes(getpid())) {
      if (first_line(process / "oom_score_adj") != "1000") continue;
      const pid_t number = std::stoi(process.filename());
      if (killed.insert(number).second) kill(number, SIGKILL);
      break;
    }
    usleep(1000);
  }
}

void a_killed_process_is_replaced_once() {
  Application application;
  std::atomic<bool> is_built{false};
  std::thread killer([&] {
    kill_compilers(1);
    require(!is_built, "it is killed before its answer");
  });
  const bool is_good = application.build(slow_source(6)) == CL_SUCCESS;
  is_built = true;
  killer.join();
  require(is_good && application.run() == 7, "another one has built it;", application.log());
  killer = std::thread(kill_compilers, 2);
  application.require_failure(endless_source(), "the compiler was killed, twice");
  killer.join();
  application.require_good();
}

void wait_for(const std::function<bool()>& condition, const char* what) {
  constexpr std::chrono::seconds most(60);
  const auto begin = std::chrono::steady_clock::now();
  while (!condition()) {
    require(std::chrono::steady_clock::now() - begin < most, what);
    usleep(1000);
  }
}

// One that is at work, or waits for it, and no fork server.
bool has_forked_process(pid_t application) {
  return std::ranges::any_of(compiler_processes(application), [](const auto& process) {
    return first_line(process / "oom_score_adj") == "1000";
  });
}

// Runs an application and returns when the condition holds for its number.
pid_t start_application(const std::function<void()>& run, bool (*condition)(pid_t),
                        const char* what) {
  const pid_t application = fork();
  if (application == 0) {
    run();
    _exit(0);
  }
  wait_for([&] { return condition(application); }, what);
  return application;
}

void require_that_nothing_is_left(pid_t application) {
  wait_for([&] { return !has_compiler_process(application); }, "nothing is left");
}

// A killed application leaves no compiler behind: neither one that is at work for ever, nor one
// that was still on its way.
void a_killed_application_leaves_nothing() {
  for (int i = 0; i < 20; ++i) {
    const bool is_early = i % 3 != 0;
    const pid_t application =
        start_application([] { Application().build(endless_source()); },
                          is_early ? has_compiler_process : has_forked_process, "it is compiled");
    kill(application, SIGKILL);
    waitpid(application, nullptr, 0);
    require_that_nothing_is_left(application);
  }
}

// Calls the function in the middle of a build that never ends, when a byte has come.
void interrupt_build(int bytes, const std::function<void()>& function) {
  std::thread([] { Application().build(endless_source()); }).detach();
  char byte = 0;
  require(read(bytes, &byte, 1) == 1, "a byte comes");
  function();
}

// It has its number still, and none of its files.
void an_application_that_becomes_another_leaves_nothing() {
  std::array<int, 2> pipe = {};
  require(pipe2(pipe.data(), O_CLOEXEC) == 0, "there is a pipe");
  const auto become_another = [&] {
    dup2(pipe[0], STDIN_FILENO);
    execlp("cat", "cat", nullptr);
  };
  const pid_t application = start_application([&] { interrupt_build(pipe[0], become_another); },
                                              has_forked_process, "it is compiled");
  require(write(pipe[1], "", 1) == 1, "a byte goes");
  wait_for([&] { return first_line("/proc/" + std::to_string(application) + "/comm") == "cat"; },
           "it is another program");
  require_that_nothing_is_left(application);
  require(waitpid(application, nullptr, WNOHANG) == 0, "it goes on itself");
  close(pipe[1]);
  require(wait_for_exit_code(application) == 0, "it ends");
}

// A child that was made behind the driver's back holds all files, and lives on.
void a_killed_application_with_a_child_leaves_nothing() {
  std::array<int, 2> pipe = {};
  std::array<int, 2> alive = {};  // open as long as anyone has the child's end
  require(pipe2(pipe.data(), O_CLOEXEC) == 0 && pipe2(alive.data(), O_CLOEXEC) == 0, "pipes");
  const auto make_child = [&] {
    close(pipe[1]);
    const bool is_child = syscall(SYS_fork) == 0;
    require(is_child || write(alive[1], "", 1) == 1, "it is said");
    char byte = 0;
    while (read(pipe[0], &byte, 1) > 0) {
    }
  };
  const pid_t application = start_application([&] { interrupt_build(pipe[0], make_child); },
                                              has_forked_process, "it is compiled");
  close(alive[1]);
  char byte = 0;
  require(write(pipe[1], "", 1) == 1 && read(alive[0], &byte, 1) == 1, "it has a child");
  kill(application, SIGKILL);
  waitpid(application, nullptr, 0);
  require_that_nothing_is_left(application);
  pollfd look = {.fd = alive[0], .events = POLLIN, .revents = 0};
  require(poll(&look, 1, 0) == 0, "its child lives");
  close(pipe[1]);
  require(read(alive[0], &byte, 1) == 0, "its child ends");
}

void idle_processes_leave() {
  Application application;
  application.require_good();
  require(has_compiler_process(getpid()), "a process compiles");
  wait_for([] { return !has_compiler_process(getpid()); }, "it leaves");
  application.require_good();
}

// Daemons close what they find open; the numbers are other files' then.
void closed_files_are_left_alone() {
  Application application;
  application.require_good();
  close_range(STDERR_FILENO + 1, ~0U, 0);
  std::array<std::FILE*, 64> files = {};
  for (std::FILE*& file : files) {
    file = std::tmpfile();
    require(file != nullptr, "there is a file");
  }
  application.require_good();
  application.require_failure(with_pragma("crash"), "the compiler crashed: ");
  for (std::FILE* file : files) {
    require(fseek(file, 0, SEEK_END) == 0 && ftell(file) == 0, "nothing was written to it");
    require(std::fclose(file) == 0, "nor was it closed");
  }
}

void forked_children_have_their_own() {
  Application application;
  application.require_good();
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      require(application.build(good_source) == CL_SUCCESS, "a child builds");
      require(application.build(with_pragma("crash")) != CL_SUCCESS, "and sees what fails");
      _exit(0);
    }
    application.require_good();
    require(wait_for_exit_code(child) == 0, "the child ends well");
  }
  application.require_good();
}

// The process looks for files where the application is at that moment.
void files_are_found_in_the_working_folder() {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "cleave-XXXXXX").string();
  require(mkdtemp(folder.data()) != nullptr, "there is a folder");
  const std::string source =
      "#include \"seven.h\"\nkernel void store(global uint *out) { *out = SEVEN; }";
  Application application;
  application.require_failure(source, "seven.h");
  fs::create_directory(fs::path(folder) / "include");
  std::ofstream(fs::path(folder) / "include" / "seven.h") << "#define SEVEN 7\n";
  fs::current_path(folder);
  const bool is_found =
      application.build(source, "-I include") == CL_SUCCESS && application.run() == 7;
  require(is_found, "the file is found:", application.log());
  fs::remove_all(folder);  // which this process stands in
  application.require_good();
  require(application.build(source, "-I include") == CL_BUILD_PROGRAM_FAILURE, "nothing is found");
  const bool is_built = application.build(good_source, "-g") == CL_SUCCESS;
  require(is_built, "a program with debug information builds:", application.log());
}

// No process can be had here (CLEAVE_COMPILER_PROCESS=auto).
void without_the_program_it_compiles_here() {
  Application application;
  application.require_good();
}

void a_missing_program_is_said() {
  Application application;
  application.require_failure(good_source, "cannot run ");
}

volatile sig_atomic_t children_ended = 0;

void the_application_has_no_child() {
  struct sigaction count = {};
  count.sa_handler = [](int) { children_ended = children_ended + 1; };
  sigaction(SIGCHLD, &count, nullptr);
  Application application;
  application.require_good();
  require(children_ended == 0, "no signal came");
  std::atomic<bool> done{false};
  std::thread other([&] {
    application.require_good();
    done = true;
  });
  while (!done) {
    require(waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD, "there is no child");
  }
  other.join();
  signal(SIGCHLD, SIG_IGN);  // and where the system is to forget children at once
  application.require_good();
  application.require_failure(with_pragma("crash"), "the compiler crashed: ");
}

void closed_standard_streams_do_not_matter() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) close(stream);
  Application application;
  application.require_good();
}

void threads_build_at_once() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] {
      Application application;
      application.require_good();
      application.require_failure(with_pragma("crash"), "the compiler crashed: ");
    });
  }
  for (std::thread& thread : threads) thread.join();
}

struct Scenario {
  std::string_view name;
  void (*run)();
};

#define SCENARIO(name) {#name, name}
constexpr Scenario scenarios[] = {
    SCENARIO(builds_and_links),
    SCENARIO(a_crash_is_a_failed_build),
    SCENARIO(what_a_crashing_compiler_writes_is_in_the_log),
    SCENARIO(in_this_process_nothing_crashes),
    SCENARIO(time_is_limited),
    SCENARIO(memory_is_limited),
    SCENARIO(memory_is_limited_for_small_images),
    SCENARIO(a_killed_application_leaves_nothing),
    SCENARIO(a_killed_application_with_a_child_leaves_nothing),
    SCENARIO(an_application_that_becomes_another_leaves_nothing),
    SCENARIO(a_killed_process_is_replaced_once),
    SCENARIO(idle_processes_leave),
    SCENARIO(closed_files_are_left_alone),
    SCENARIO(forked_children_have_their_own),
    SCENARIO(files_are_found_in_the_working_folder),
    SCENARIO(without_the_program_it_compiles_here),
    SCENARIO(a_missing_program_is_said),
    SCENARIO(the_application_has_no_child),
    SCENARIO(closed_standard_streams_do_not_matter),
    SCENARIO(threads_build_at_once),
};

}  // namespace

int main(int argc, char** argv) {
  for (const Scenario& scenario : scenarios) {
    if (argc != 2 || scenario.name != argv[1]) continue;
    scenario.run();
    return 0;
  }
  std::fprintf(stderr, "there is no such scenario\n");
  return 2;
}
