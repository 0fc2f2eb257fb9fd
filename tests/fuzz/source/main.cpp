// source_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--corpus FOLDER] [--keep FOLDER]
//             [--first]
// source_fuzz print SEED
//
// Builds sources that are hostile by shape or changed at random. Whatever they do to the compiler,
// the application that builds them goes on: each batch of seeds is an application of its own, and
// one that crashes, hangs or breaks a rule is reported with its seed; so are its compiler processes
// that take more than they may, or outlive it. Exits with 1 if there was one; --first ends with it.
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler_watch.h"
#include "enqueue_sources.h"
#include "mutation.h"
#include "session.h"
#include "shapes.h"

namespace cleave::test::fuzz::source {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 999;
  unsigned seconds = 1000000;
  unsigned jobs = 1;
  std::filesystem::path corpus = CLEAVE_FUZZ_CORPUS;
  std::filesystem::path keep;  // where sources go that crash the compiler or are wrong
  bool ends_at_first = false;  // that is wrong
};

/// A source and the options that it is built with.
struct Case {
  std::string source;
  std::string options;
  std::string shape;      // its name and size; empty: none
  Expected expected;      // of the shape
  bool may_crash = true;  // the compiler, which is a failed build
};

/// The files that shapes include.
class Files {
 public:
  Files() {
    if (mkdtemp(folder_.data()) == nullptr) std::exit(2);
    std::ofstream(folder_ + "/large").put(' ');
    std::error_code failure;
    std::filesystem::resize_file(folder_ + "/large", uint64_t{300} << 20, failure);
    if (failure || mkfifo((folder_ + "/pipe").c_str(), S_IRUSR | S_IWUSR) != 0) std::exit(2);
  }
  ~Files() { std::filesystem::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  /// The option with which a source finds them.
  [[nodiscard]] std::string option() const { return " -I " + folder_; }

 private:
  std::string folder_ =
      (std::filesystem::temp_directory_path() / "cleave-source-fuzz-XXXXXX").string();
};

std::vector<std::string> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".cl") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<std::string> sources;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    sources.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return sources;
}

/// Where clang died of legal source: no such source may crash it.
Case enqueue_case(Mutator& mutator) {
  const char* const options[] = {"-cl-std=CL3.0", "-cl-std=CL3.0", "-cl-std=CL2.0",
                                 "-cl-std=CL3.0 -g", "-cl-std=CLC++2021"};
  Case made;
  made.options = options[mutator.below(std::size(options))];
  made.source = enqueue_source(mutator);
  made.may_crash = false;
  return made;
}

/// A quarter has blocks, queues and events. A third of the others is a shape, half of these as
/// large as to be hostile; the rest are changed sources.
Case case_of(uint64_t seed, const std::vector<std::string>& corpus) {
  Mutator mutator(seed);
  if (mutator.below(4) == 0) return enqueue_case(mutator);
  const auto any_shape = [&] { return shapes()[mutator.below(shapes().size())]; };
  const auto small = [&] {
    const size_t choice = mutator.below(2 * corpus.size() + 1);
    if (choice < corpus.size()) return corpus[choice];
    const Shape shape = any_shape();
    return shape.source(1 + static_cast<unsigned>(mutator.below(std::min(shape.ordinary, 20U))));
  };
  const char* const options[] = {"",   "-cl-std=CL3.0",   "-cl-std=CL2.0",
                                 "-g", "-cl-opt-disable", "-cl-fast-relaxed-math -cl-std=CL3.0"};
  Case made;
  made.options = options[mutator.below(std::size(options))];
  if (mutator.below(3) == 0) {
    const Shape shape = any_shape();
    const bool is_hostile = mutator.below(2) == 0;
    const double most = std::log2(is_hostile ? shape.hostile : shape.ordinary);
    const double bits = most * static_cast<double>(mutator.below(1001)) / 1000;
    const auto size = static_cast<unsigned>(std::exp2(bits));
    made.source = shape.source(size);
    made.shape = std::string(shape.name) + ' ' + std::to_string(size);
    made.expected.ends = size <= shape.ordinary;
    if (shape.result != nullptr) made.expected.result = shape.result(size);
  } else {
    const std::string source = small();
    made.source = mutator.mutate(source, small());
  }
  return made;
}

/// What an application tells the one that watches it, before it may crash.
struct Progress {
  std::atomic<uint64_t> seed;
  std::atomic<int64_t> began;  // milliseconds of the clock
  std::array<std::atomic<uint64_t>, 5> endings;
};

int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

void keep(const Arguments& arguments, uint64_t seed, const std::string& source) {
  if (arguments.keep.empty()) return;
  std::ofstream(arguments.keep / (std::to_string(seed) + ".cl"), std::ios::binary) << source;
}

/// Builds the cases of the seeds from `first` to before `end`, in a process of its own.
int run_batch(const Arguments& arguments, uint64_t first, uint64_t end, Progress& progress,
              const std::vector<std::string>& corpus, const Files& files) {
  Session session;
  int status = 0;
  const auto judge = [&](uint64_t seed, const Verdict& verdict, const std::string& source) {
    ++progress.endings[static_cast<size_t>(verdict.ending)];
    if (verdict.ending != Ending::wrong && verdict.ending != Ending::crashed) return;
    keep(arguments, seed, source);
    const bool is_wrong = verdict.ending == Ending::wrong;
    std::printf("%s: seed %llu: %s\n", is_wrong ? "WRONG" : "compiler crash",
                static_cast<unsigned long long>(seed), verdict.text.c_str());
    if (is_wrong) status = 1;
  };
  for (uint64_t seed = first; seed < end && !(arguments.ends_at_first && status != 0); ++seed) {
    progress.seed = seed;
    progress.began = now();
    const Case made = case_of(seed, corpus);
    const std::string options = made.options + files.option();
    if (made.shape.empty()) {
      Verdict verdict = session.build(made.source, options);
      if (verdict.ending == Ending::crashed && !made.may_crash) verdict.ending = Ending::wrong;
      judge(seed, verdict, made.source);
    } else {
      Verdict verdict = session.build_expected(made.source, options, made.expected);
      verdict.text = made.shape + ": " + verdict.text;
      judge(seed, verdict, made.source);
    }
    if (const Verdict after = session.run_ordinary(); after.ending == Ending::wrong) {
      judge(seed, after, made.source);
    }
  }
  std::fflush(stdout);
  return status;
}

/// An application that ends while its compiler is at work.
[[noreturn]] void run_leaver() {
  setenv("CLEAVE_COMPILER_TIME", "60", 1);  // it does not end by itself so soon
  const auto is_long = [](const Shape& shape) { return shape.name == "macros in conditions"; };
  const auto shape = std::ranges::find_if(shapes(), is_long);
  Session().leave_at_work(shape->source(shape->hostile));
}

/// Longer than the compiler may take for the builds and kernels of a case.
int64_t longest_case() {
  const char* patience = std::getenv("CLEAVE_FUZZ_PATIENCE");
  if (patience != nullptr) return std::strtoll(patience, nullptr, 10) * 1000;
  const auto seconds = static_cast<int64_t>(compiler_limits().seconds);
  return (seconds * 4 * 4 + 60) * 1000;  // with others at work
}

class Campaign {
 public:
  explicit Campaign(const Arguments& arguments)
      : arguments_(arguments), corpus_(read_corpus(arguments.corpus)), next_(arguments.first) {
    void* shared = mmap(nullptr, sizeof(Progress) * arguments.jobs, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) std::exit(2);
    progress_ = new (shared) Progress[arguments.jobs]();
    jobs_.resize(arguments.jobs);
  }

  int run() {
    auto end = Clock::now() + std::chrono::seconds(arguments_.seconds);
    while (true) {
      bool is_idle = true;
      if (arguments_.ends_at_first && failures_ != 0) end = Clock::now();
      for (unsigned job = 0; job < arguments_.jobs; ++job) {
        if (jobs_[job].process == 0 && next_ <= arguments_.last && Clock::now() < end) begin(job);
        if (jobs_[job].process != 0) {
          look_after(job);
          is_idle = false;
        }
      }
      watch_compilers();
      if (is_idle && !watch_.is_waiting()) break;
      usleep(2000);
    }
    return say();
  }

 private:
  static constexpr uint64_t batch = 20;
  static constexpr uint64_t batches_between_leavers = 8;

  struct Job {
    pid_t process = 0;
    uint64_t seed = 0;  // as it was seen last
  };

  void begin(unsigned job) {
    const uint64_t first = next_;
    next_ = std::min(first + batch, arguments_.last + 1);
    std::fflush(stdout);
    progress_[job].seed = first;
    progress_[job].began = now();
    if (batches_++ % batches_between_leavers == 0) begin_leaver();
    const pid_t process = fork();
    if (process == 0) {
      _exit(run_batch(arguments_, first, next_, progress_[job], corpus_, files_));
    }
    watch_.begin_source(process);
    jobs_[job] = {process, first};
  }

  /// It is gone in a moment.
  void begin_leaver() {
    const pid_t process = fork();
    if (process == 0) run_leaver();
    int status = 0;
    waitpid(process, &status, 0);
    watch_.end_application(process);
  }

  void look_after(unsigned job) {
    int status = 0;
    auto& [process, seen] = jobs_[job];
    const Progress& progress = progress_[job];
    const uint64_t seed = progress.seed.load();
    if (waitpid(process, &status, WNOHANG) == process) {
      watch_.end_application(process);
      process = 0;
      if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fail(seed, "the application ended with " + std::to_string(status));
      } else {
        failures_ += static_cast<unsigned>(WEXITSTATUS(status));
      }
    } else if (now() - progress.began > longest_case()) {
      fail(seed, "the application hangs");
      progress_[job].began = now();
      kill(process, SIGKILL);
    } else if (std::exchange(seen, seed) != seed) {
      watch_.begin_source(process);
    }
  }

  void watch_compilers() {
    constexpr int64_t between = 100;
    if (now() - watched_ < between) return;
    watched_ = now();
    for (const CompilerWatch::Finding& finding : watch_.look()) {
      const auto job = std::ranges::find(jobs_, finding.application, &Job::process);
      fail(job == jobs_.end() ? next_ : job->seed, finding.text);
      if (job != jobs_.end()) kill(job->process, SIGKILL);
    }
  }

  void fail(uint64_t seed, const std::string& what) {
    std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
    failures_ += 1;
  }

  int say() {
    std::array<uint64_t, 5> sums = {};
    for (unsigned job = 0; job < arguments_.jobs; ++job) {
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += progress_[job].endings[i];
    }
    std::printf(
        "%llu sources: %llu built, %llu refused, %llu stopped, %llu crashed the compiler, "
        "%llu wrong; %u applications failed; next seed %llu\n",
        static_cast<unsigned long long>(next_ - arguments_.first),
        static_cast<unsigned long long>(sums[0]), static_cast<unsigned long long>(sums[1]),
        static_cast<unsigned long long>(sums[2]), static_cast<unsigned long long>(sums[3]),
        static_cast<unsigned long long>(sums[4]), failures_,
        static_cast<unsigned long long>(next_));
    return failures_ == 0 ? 0 : 1;
  }

  const Arguments& arguments_;
  const std::vector<std::string> corpus_;
  Progress* progress_ = nullptr;
  const Files files_;
  CompilerWatch watch_;
  std::vector<Job> jobs_;
  uint64_t next_;
  uint64_t batches_ = 0;
  int64_t watched_ = 0;
  unsigned failures_ = 0;
};

Arguments parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const int values = word == "--seeds" ? 2 : word == "--first" ? 0 : 1;
    if (i + values >= count) std::exit(2);
    const char* value = words[i + 1];  // null after the last word
    if (word == "--seeds") {
      arguments.first = std::strtoull(value, nullptr, 10);
      arguments.last = std::strtoull(words[i + 2], nullptr, 10);
    } else if (word == "--seconds") {
      arguments.seconds = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    } else if (word == "--jobs") {
      arguments.jobs = static_cast<unsigned>(std::max(1UL, std::strtoul(value, nullptr, 10)));
    } else if (word == "--corpus") {
      arguments.corpus = value;
    } else if (word == "--first") {
      arguments.ends_at_first = true;
    } else if (word == "--keep") {
      arguments.keep = value;
    } else {
      std::fprintf(stderr, "what is %s?\n", words[i]);
      std::exit(2);
    }
    i += values;
  }
  return arguments;
}

}  // namespace
}  // namespace cleave::test::fuzz::source

int main(int argc, char** argv) {
  using namespace cleave::test::fuzz::source;
  if (argc == 3 && std::string_view(argv[1]) == "print") {
    const auto corpus = read_corpus(CLEAVE_FUZZ_CORPUS);
    const Case made = case_of(std::strtoull(argv[2], nullptr, 10), corpus);
    std::fprintf(stderr, "options: %s\n", made.options.c_str());
    std::fwrite(made.source.data(), 1, made.source.size(), stdout);
    return 0;
  }
  const Arguments arguments = parse(argc, argv);
  return Campaign(arguments).run();
}
