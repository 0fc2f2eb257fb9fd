#include "compiler_watch.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace cleave::test::fuzz::source {
namespace {

namespace fs = std::filesystem;

/// The most questions that a source asks: one build, three kernels, and an ordinary program.
constexpr uint64_t most_questions = 8;
/// The stack, and the module with all that it loads, before there is any question.
constexpr uint64_t most_mebibytes_before = 1536;
/// A killed process gives its memory back before it is gone.
constexpr int64_t longest_end = 5000;

uint64_t number_in(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Empty when the process that the file tells of has ended, before it was opened or since.
std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  try {
    return {std::istreambuf_iterator<char>(stream), {}};
  } catch (const std::ios_base::failure&) {
    return {};
  }
}

fs::path folder_of(pid_t process) {
  return "/proc/" + std::to_string(process);
}

double processor_seconds(pid_t process) {
  const std::string text = text_of(folder_of(process) / "stat");
  // The name before these fields may hold anything.
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

uint64_t mebibytes(pid_t process) {
  uint64_t pages = 0;
  std::istringstream(text_of(folder_of(process) / "statm")) >> pages;
  return pages * static_cast<uint64_t>(getpagesize()) >> 20;
}

}  // namespace

CompilerLimits compiler_limits() {
  return {number_in("CLEAVE_COMPILER_TIME", 300), number_in("CLEAVE_COMPILER_MEMORY", 4096)};
}

void CompilerWatch::end_application(pid_t application) {
  begun_.erase(application);
  ended_[application] = now();
}

std::vector<CompilerWatch::Process> CompilerWatch::compiler_processes() {
  std::vector<Process> found;
  std::error_code failure;
  const fs::directory_iterator end_of_folder;
  for (fs::directory_iterator at("/proc", failure); at != end_of_folder; at.increment(failure)) {
    const fs::path& folder = at->path();
    const std::string name = folder.filename().string();
    pid_t number = 0, application = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (number == 0) continue;
    // PROGRAM\0APPLICATION\0
    const std::string words = text_of(folder / "cmdline");
    const size_t end = words.find('\0');
    if (end == std::string::npos || !words.substr(0, end).ends_with("/cleave-compiler")) continue;
    std::from_chars(words.data() + end + 1, words.data() + words.size(), application);
    found.push_back({number, application});
  }
  return found;
}

std::string CompilerWatch::excess_of(const Process& process) {
  const double seconds = processor_seconds(process.number);
  const auto [begun, is_new] = begun_[process.application].try_emplace(process.number, seconds);
  const double taken = seconds - begun->second;
  if (limits_.seconds != 0 && taken > static_cast<double>(most_questions * (limits_.seconds + 1))) {
    return "a compiler process has taken " + std::to_string(taken) + " seconds";
  }
  const uint64_t size = mebibytes(process.number);
  if (limits_.mebibytes != 0 && size > limits_.mebibytes + most_mebibytes_before) {
    return "a compiler process has " + std::to_string(size) + " MiB";
  }
  return {};
}

std::vector<CompilerWatch::Finding> CompilerWatch::look() {
  std::vector<Finding> findings;
  std::map<pid_t, int64_t> still;
  for (const Process& process : compiler_processes()) {
    if (const auto end = ended_.find(process.application); end != ended_.end()) {
      still.insert(*end);
      if (now() - end->second < longest_end) continue;
      findings.push_back({process.application, "a compiler process outlives its application"});
      kill(process.number, SIGKILL);
    } else if (begun_.contains(process.application)) {
      std::string excess = excess_of(process);
      if (!excess.empty()) findings.push_back({process.application, std::move(excess)});
    }
  }
  ended_ = std::move(still);  // the others have none any more
  return findings;
}

}  // namespace cleave::test::fuzz::source
