// source_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--corpus FOLDER] [--keep FOLDER]
//             [--first]
// source_fuzz print SEED
//
// Builds sources that are hostile by shape or changed at random. Whatever they do to the compiler,
// the application that builds them goes on: each batch of seeds is an application of its own, and
// one that crashes, hangs or breaks a rule is reported with its seed; so are its compiler processes
// that take more than they may, or outlive it. Exits with 1 if there was one; --first ends with it.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler_watch.h"
#include "enqueue_sources.h"
#include "mutation.h"
#include "session.h"
#include "shapes.h"
#include "tests/fuzz/campaign/campaign.h"

namespace cleave::test::fuzz::source {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments : CampaignArguments {
  std::filesystem::path corpus = CLEAVE_FUZZ_CORPUS;
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

/// Clang died of these legal sources: no such source may crash it.
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

struct SourceProgress : Progress {
  std::array<std::atomic<uint64_t>, 5> endings;
};

void keep(const Arguments& arguments, uint64_t seed, const std::string& source) {
  if (arguments.keep.empty()) return;
  std::ofstream(arguments.keep / (std::to_string(seed) + ".cl"), std::ios::binary) << source;
}

/// Builds the cases of the seeds from `first` to before `end`, in a process of its own.
int run_batch(const Arguments& arguments, uint64_t first, uint64_t end, SourceProgress& progress,
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
    progress.begin(seed);
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

class SourceCampaign : public Campaign {
 public:
  explicit SourceCampaign(const Arguments& arguments)
      : Campaign(arguments, {.seeds = 20, .longest_seed = longest_case()}),
        arguments_(arguments),
        corpus_(read_corpus(arguments.corpus)),
        progress_(make_shared<SourceProgress>(arguments.jobs)) {}

  int run_all() {
    begin_leaver();
    const unsigned failures = run();
    std::array<uint64_t, 5> sums = {};
    for (unsigned job = 0; job < arguments_.jobs; ++job) {
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += progress_[job].endings[i];
    }
    std::printf(
        "%llu sources: %llu built, %llu refused, %llu stopped, %llu crashed the compiler, "
        "%llu wrong; %u applications failed; next seed %llu\n",
        static_cast<unsigned long long>(next_seed() - arguments_.first),
        static_cast<unsigned long long>(sums[0]), static_cast<unsigned long long>(sums[1]),
        static_cast<unsigned long long>(sums[2]), static_cast<unsigned long long>(sums[3]),
        static_cast<unsigned long long>(sums[4]), failures,
        static_cast<unsigned long long>(next_seed()));
    return failures == 0 ? 0 : 1;
  }

 private:
  static constexpr uint64_t batches_between_leavers = 8;

  int run_batch(unsigned job, uint64_t first, uint64_t end) override {
    return source::run_batch(arguments_, first, end, progress_[job], corpus_, files_);
  }
  Progress& progress(unsigned job) override { return progress_[job]; }

  void began(pid_t application) override { watch_.begin_source(application); }
  void ended(pid_t application) override {
    watch_.end_application(application);
    if (++batches_ % batches_between_leavers == 0) begin_leaver();
  }

  /// It is gone in a moment.
  void begin_leaver() {
    const pid_t process = fork();
    if (process == 0) run_leaver();
    int status = 0;
    waitpid(process, &status, 0);
    watch_.end_application(process);
  }

  bool look_around() override {
    constexpr auto between = std::chrono::milliseconds(100);
    if (Clock::now() - watched_ >= between) {
      watched_ = Clock::now();
      for (const CompilerWatch::Finding& finding : watch_.look())
        fail_application(finding.application, finding.text);
    }
    return watch_.is_waiting();
  }

  const Arguments& arguments_;
  const std::vector<std::string> corpus_;
  SourceProgress* const progress_;
  const Files files_;
  CompilerWatch watch_;
  uint64_t batches_ = 0;
  Clock::time_point watched_;
};

Arguments parse(int count, char** values) {
  Arguments arguments;
  std::span words(values + 1, values + count);
  while (!words.empty()) {
    if (take_argument(words, arguments)) continue;
    if (words.size() < 2 || std::string_view(words[0]) != "--corpus") {
      std::fprintf(stderr, "what is %s?\n", words[0]);
      std::exit(2);
    }
    arguments.corpus = words[1];
    words = words.subspan(2);
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
  return SourceCampaign(arguments).run_all();
}
