#include "backend/cpu/slices/processor_claims.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include "options/options.h"
#include "os/runtime_file.h"

namespace cleave::backend::cpu::slices {
namespace {

constexpr uint32_t most_layers = 4096;
constexpr off_t bytes_of_layer = off_t{1} << 24;  // more than there are processors
/// The byte that a process locks while it looks for a free set.
constexpr off_t gate_byte = most_layers * bytes_of_layer;

off_t byte_of(uint32_t processor, uint32_t layer) {
  return layer * bytes_of_layer + processor;
}

/// Locks of this kind belong to the process: children do not have them.
struct flock lock_of(short type, off_t begin, off_t bytes) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = begin;
  range.l_len = bytes;
  return range;
}

bool set_lock(int file, short type, off_t byte) {
  struct flock range = lock_of(type, byte, 1);
  return fcntl(file, F_SETLK, &range) == 0;
}

/// True when another process has a lock on some of the bytes; `process`: one that has.
bool is_locked(int file, off_t begin, off_t bytes, pid_t& process) {
  struct flock range = lock_of(F_WRLCK, begin, bytes);
  if (fcntl(file, F_GETLK, &range) != 0 || range.l_type == F_UNLCK) return false;
  process = std::max<pid_t>(range.l_pid, 0);
  return true;
}

/// So many layers have claims of other processes.
uint32_t used_layers(int file) {
  pid_t process = 0;
  uint32_t layers = 0;
  while (layers < most_layers &&
         is_locked(file, layers * bytes_of_layer, gate_byte - layers * bytes_of_layer, process)) {
    ++layers;
  }
  return layers;
}

bool has_locks(int file) {
  const bool is_locked = set_lock(file, F_WRLCK, gate_byte);
  const bool is_others = !is_locked && (errno == EAGAIN || errno == EACCES);
  if (is_locked) set_lock(file, F_UNLCK, gate_byte);
  return is_locked || is_others;
}

/// Two processes that try at the same time could each keep the other from a set that is free. A
/// process that was stopped at the gate keeps the others for a tenth of a second, no longer.
class Gate {
 public:
  explicit Gate(int file) : file_(file) {
    for (int attempt = 0; attempt < 100 && !set_lock(file_, F_WRLCK, gate_byte); ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  ~Gate() { set_lock(file_, F_UNLCK, gate_byte); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

 private:
  int file_;
};

std::string file_name(const topology::Machine& machine) {
  if (machine.is_this_system) return "processors";
  return "processors-" + std::to_string(std::hash<std::string>()(options::options().topology));
}

}  // namespace

ProcessorClaims::ProcessorClaims(const topology::Machine& machine) : name_(file_name(machine)) {}

/// Programs that become daemons close every file that is open, and may then open their own with the
/// same number; our claims are gone with ours. A file that somebody has deleted is seen by nobody
/// processes that come later: it is given up for a new one when it has no claims.
bool ProcessorClaims::is_open() {
  if (file_ < 0) return false;
  struct stat now = {};
  if (fstat(file_, &now) != 0 || now.st_dev != device_ || now.st_ino != inode_) {
    file_ = -1;
    held_ = 0;
  } else if (now.st_nlink == 0 && held_ == 0) {
    close(file_);
    file_ = -1;
  }
  return file_ >= 0;
}

bool ProcessorClaims::open(std::string& problem) {
  if (is_open()) return true;
  file_ = os::open_runtime_file(name_, problem);
  struct stat status = {};
  if (file_ >= 0 && fstat(file_, &status) == 0 && has_locks(file_)) {
    device_ = status.st_dev;
    inode_ = status.st_ino;
    ++openings_;
    return true;
  }
  if (file_ >= 0) {
    problem =
        "'" + os::runtime_file_path(name_) +
        "' cannot be used: its file system has no locks: " + std::generic_category().message(errno);
    close(file_);
    file_ = -1;
  }
  return false;
}

bool ProcessorClaims::lock(std::span<const uint32_t> processors, uint32_t layer) {
  for (size_t locked = 0; locked < processors.size(); ++locked) {
    if (set_lock(file_, F_WRLCK, byte_of(processors[locked], layer))) continue;
    unlock(processors.first(locked), layer);
    return false;
  }
  return true;
}

void ProcessorClaims::unlock(std::span<const uint32_t> processors, uint32_t layer) {
  for (const uint32_t processor : processors) {
    set_lock(file_, F_UNLCK, byte_of(processor, layer));
  }
}

/// Counts the claims of others on the processors: one on half of them counts half.
size_t ProcessorClaims::load(const Processors& processors, uint32_t layers) const {
  size_t claims = 0;
  pid_t process = 0;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    for (const uint32_t processor : processors) {
      if (is_locked(file_, byte_of(processor, layer), 1, process)) ++claims;
    }
  }
  return claims;
}

ProcessorClaims::Claim ProcessorClaims::claim(std::span<const Processors> choices) {
  if (std::string problem; !open(problem)) {
    if (!std::exchange(has_complained_, true)) {
      std::fprintf(stderr,
                   "cleave: compute slices are not shared out among processes, each uses those "
                   "that it names: %s\n",
                   problem.c_str());
    }
    return {};
  }
  const Gate gate(file_);
  const uint32_t layers = used_layers(file_);
  Claim claim;
  for (size_t choice = 0, least = SIZE_MAX; choice < choices.size(); ++choice) {
    const size_t claims = load(choices[choice], layers);
    if (claims < least) claim.choice = choice;
    least = std::min(least, claims);
  }
  while (!claim.is_held && claim.layer < most_layers) {
    claim.is_held = lock(choices[claim.choice], claim.layer);
    if (!claim.is_held) ++claim.layer;
  }
  if (claim.is_held) ++held_;
  claim.opening = openings_;
  return claim;
}

void ProcessorClaims::release(const Processors& processors, const Claim& claim) {
  if (!claim.is_held || !is_open() || claim.opening != openings_) return;
  unlock(processors, claim.layer);
  --held_;
}

std::vector<pid_t> ProcessorClaims::holders(const Processors& processors, std::string& problem) {
  std::vector<pid_t> processes;
  if (!open(problem)) return processes;
  const uint32_t layers = used_layers(file_);
  for (uint32_t layer = 0; layer < layers; ++layer) {
    for (const uint32_t processor : processors) {
      pid_t process = 0;
      if (is_locked(file_, byte_of(processor, layer), 1, process)) processes.push_back(process);
    }
  }
  std::ranges::sort(processes);
  const auto repeated = std::ranges::unique(processes);
  processes.erase(repeated.begin(), repeated.end());
  return processes;
}

}  // namespace cleave::backend::cpu::slices
