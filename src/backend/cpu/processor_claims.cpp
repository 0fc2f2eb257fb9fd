#include "backend/cpu/processor_claims.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>

#include "support/runtime_file.h"

namespace cleave::backend::cpu {
namespace {

constexpr uint32_t most_layers = 64;
constexpr off_t bytes_of_layer = off_t{1} << 24;  // more than there are processors
/// The byte that a process locks while it looks for a free set.
constexpr off_t gate = most_layers * bytes_of_layer;

/// Locks of this kind belong to the process: children do not have them.
bool set_lock(int file, short type, off_t byte) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  return fcntl(file, F_SETLK, &range) == 0;
}

bool has_locks(int file) {
  const bool is_locked = set_lock(file, F_WRLCK, gate);
  const bool is_others = !is_locked && (errno == EAGAIN || errno == EACCES);
  if (is_locked) set_lock(file, F_UNLCK, gate);
  return is_locked || is_others;
}

/// Two processes that try at the same time could each keep the other from a set that is free. A
/// process that was stopped at the gate keeps the others for a tenth of a second, no longer.
class Gate {
 public:
  explicit Gate(int file) : file_(file) {
    for (int turn = 0; turn < 100 && !set_lock(file_, F_WRLCK, gate); ++turn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  ~Gate() { set_lock(file_, F_UNLCK, gate); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

 private:
  int file_;
};

}  // namespace

bool ProcessorClaims::open() {
  if (!was_opened_) {
    was_opened_ = true;
    std::string problem;
    file_ = support::open_runtime_file(name_, problem);
    if (file_ >= 0 && !has_locks(file_)) {
      problem = "the file system of '" + name_ + "' has no locks";
      close(file_);
      file_ = -1;
    }
    if (file_ < 0) {
      std::fprintf(stderr,
                   "cleave: compute slices are not shared out among processes, each uses those "
                   "that it names: %s\n",
                   problem.c_str());
    }
  }
  return file_ >= 0;
}

bool ProcessorClaims::lock(const Processors& processors, uint32_t layer) {
  for (size_t locked = 0; locked < processors.size(); ++locked) {
    if (set_lock(file_, F_WRLCK, layer * bytes_of_layer + processors[locked])) continue;
    unlock(Processors(processors.begin(), processors.begin() + static_cast<ptrdiff_t>(locked)),
           layer);
    return false;
  }
  return true;
}

void ProcessorClaims::unlock(const Processors& processors, uint32_t layer) {
  for (const uint32_t processor : processors) {
    set_lock(file_, F_UNLCK, layer * bytes_of_layer + processor);
  }
}

ProcessorClaims::Claim ProcessorClaims::claim(std::span<const Processors> choices) {
  if (!open()) return {};
  const Gate in_turn(file_);
  for (uint32_t layer = 0; layer < most_layers; ++layer) {
    for (size_t choice = 0; choice < choices.size(); ++choice) {
      if (lock(choices[choice], layer)) return {choice, layer, true};
    }
  }
  return {};
}

void ProcessorClaims::release(const Processors& processors, const Claim& claim) {
  if (claim.is_held) unlock(processors, claim.layer);
}

}  // namespace cleave::backend::cpu
