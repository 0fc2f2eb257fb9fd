#include "this_process.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/process.h"

namespace cleave::test::lifetime {

void skip_if_sanitized() {
#ifdef CLEAVE_SANITIZED
  skip("the build has a sanitizer, which takes memory for itself");
#endif
}

void become(const char* scenario) {
  execl("/proc/self/exe", "lifetime_scenarios", scenario, static_cast<char*>(nullptr));
  fail("exec fails", scenario);
}

std::string status_line(pid_t thread, const std::string& name) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  }
  return "";
}

std::vector<pid_t> threads(Which which) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    const pid_t thread = std::atoi(entry.path().filename().c_str());
    if (which == Which::all || status_line(thread, "Name").starts_with("cleave/")) {
      found.push_back(thread);
    }
  }
  return found;
}

size_t resident_kibibytes() {
  return std::strtoul(status_line(getpid(), "VmRSS").c_str(), nullptr, 10);
}

size_t written_kibibytes() {
  std::ifstream sizes("/proc/self/smaps_rollup");
  const std::string name = "Anonymous:";
  for (std::string line; std::getline(sizes, line);) {
    if (line.starts_with(name)) return std::strtoul(line.c_str() + name.size(), nullptr, 10);
  }
  fail("/proc/self/smaps_rollup has no line", name);
}

bool is_mapped(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(library) != std::string::npos) return true;
  }
  return false;
}

}  // namespace cleave::test::lifetime
