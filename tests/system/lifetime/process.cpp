#include "process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cleave::lifetime {

void fail(const char* what, const std::string& detail) {
  std::fprintf(stderr, "lifetime: %s %s\n", what, detail.c_str());
  _exit(1);
}

void skip(const char* reason) {
  std::fprintf(stderr, "skipped: %s\n", reason);
  _exit(77);
}

void skip_if_sanitized() {
#ifdef CLEAVE_SANITIZED
  skip("the build has a sanitizer, which takes memory for itself");
#endif
}

int wait_for_exit_code(pid_t child) {
  int status = 0;
  check(waitpid(child, &status, 0) == child, "waitpid fails");
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int exit_code_of_child(const std::function<int()>& function) {
  const pid_t child = fork();
  check(child >= 0, "fork fails");
  if (child == 0) {
    alarm(20);
    _exit(function());
  }
  return wait_for_exit_code(child);
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

bool is_mapped(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(library) != std::string::npos) return true;
  }
  return false;
}

}  // namespace cleave::lifetime
