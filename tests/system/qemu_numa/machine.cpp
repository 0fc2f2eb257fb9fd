#include "machine.h"

#include <dirent.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace cleave::test::qemu_numa {
namespace {

bool passed = true;

std::string field(const std::string& file, const std::string& name) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(name)) return line.substr(line.find_first_not_of(" \t", name.size()));
  }
  return {};
}

/// utime, stime and the processor (fields 14, 15 and 39 of stat).
void read_stat(const std::string& folder, WorkerThread& thread) {
  const std::string line = first_line(folder + "/stat");
  std::istringstream rest(line.substr(line.rfind(')') + 1));
  std::string word;
  for (int number = 3; rest >> word; ++number) {
    if (number == 14 || number == 15) thread.ticks += std::stol(word);
    if (number == 39) thread.last_processor = std::stoi(word);
  }
}

}  // namespace

Processors parse_list(const std::string& text) {
  Processors processors;
  std::istringstream stream(text);
  for (std::string range; std::getline(stream, range, ',');) {
    if (range.empty()) continue;
    const size_t dash = range.find('-');
    const int first = std::stoi(range);
    const int last = dash == std::string::npos ? first : std::stoi(range.substr(dash + 1));
    for (int processor = first; processor <= last; ++processor) processors.insert(processor);
  }
  return processors;
}

std::string list_text(const Processors& processors) {
  std::string text;
  for (const int processor : processors) {
    text += (text.empty() ? "" : " ") + std::to_string(processor);
  }
  return text;
}

std::string first_line(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

namespace {

Processors read_own_mask() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) throw std::runtime_error("sched_getaffinity");
  Processors processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &mask)) processors.insert(processor);
  }
  return processors;
}

}  // namespace

const Processors& allowed_processors() {
  static const Processors processors = read_own_mask();
  return processors;
}

Processors processors_of_node(int node) {
  const Processors& allowed = allowed_processors();
  Processors processors;
  for (const int processor : parse_list(
           first_line("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist"))) {
    if (allowed.contains(processor)) processors.insert(processor);
  }
  return processors;
}

void bind_to(const Processors& processors) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const int processor : processors) CPU_SET(processor, &mask);
  if (sched_setaffinity(0, sizeof mask, &mask) != 0) throw std::runtime_error("sched_setaffinity");
}

namespace {

/// Returns the node of a page, also where move_pages is refused, as a test wants it.
int node_of_page(void* page) {
  int node = -1;
  if (syscall(SYS_get_mempolicy, &node, nullptr, 0, page, MPOL_F_NODE | MPOL_F_ADDR) != 0) {
    throw std::runtime_error("get_mempolicy");
  }
  return node;
}

}  // namespace

std::map<int, size_t> nodes_of_pages(const void* memory, size_t bytes) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  std::vector<void*> pages;
  for (uintptr_t at = begin / page * page; at < begin + bytes; at += page) {
    pages.push_back(reinterpret_cast<void*>(at));
  }
  std::vector<int> states(pages.size(), -1);
  if (syscall(SYS_move_pages, 0, pages.size(), pages.data(), nullptr, states.data(), 0) != 0) {
    if (errno != EPERM) throw std::runtime_error("move_pages");
    std::ranges::transform(pages, states.begin(), node_of_page);
  }
  std::map<int, size_t> nodes;
  for (const int state : states) ++nodes[state];
  return nodes;
}

bool all_on(const std::map<int, size_t>& pages, int node) {
  return pages.size() == 1 && pages.begin()->first == node;
}

std::string pages_text(const std::map<int, size_t>& pages) {
  std::string text;
  for (const auto& [node, count] : pages) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) +
            (node < 0 ? " with error " : " on node ") + std::to_string(node);
  }
  return text;
}

std::string numa_maps_line(const void* memory) {
  char begin[32];
  std::snprintf(begin, sizeof begin, "%lx ", reinterpret_cast<unsigned long>(memory));
  std::ifstream stream("/proc/self/numa_maps");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(begin)) return line.substr(std::string(begin).size());
  }
  return {};
}

std::map<int, size_t> nodes_of_all_pages() {
  std::map<int, size_t> nodes;
  std::ifstream stream("/proc/self/numa_maps");
  for (std::string word; stream >> word;) {
    int node = 0;
    size_t pages = 0;
    if (std::sscanf(word.c_str(), "N%d=%zu", &node, &pages) == 2) nodes[node] += pages;
  }
  return nodes;
}

std::map<int, WorkerThread> worker_threads() {
  constexpr const char* prefix = "cleave/";
  std::map<int, WorkerThread> threads;
  DIR* folder = opendir("/proc/self/task");
  while (const dirent* entry = readdir(folder)) {
    const std::string task = std::string("/proc/self/task/") + entry->d_name;
    const std::string name = first_line(task + "/comm");
    if (!name.starts_with(prefix)) continue;
    WorkerThread thread;
    thread.allowed = parse_list(field(task + "/status", "Cpus_allowed_list:"));
    read_stat(task, thread);
    threads[std::stoi(name.substr(std::string(prefix).size()))] = thread;
  }
  closedir(folder);
  return threads;
}

void seen(const std::string& what) {
  std::printf("seen: %s\n", what.c_str());
}

void check(bool is_so, const std::string& what) {
  if (is_so) return;
  passed = false;
  std::printf("FAILED: %s\n", what.c_str());
}

bool all_checks_passed() {
  return passed;
}

}  // namespace cleave::test::qemu_numa
