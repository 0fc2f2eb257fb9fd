// Holds what most cases share: a problem and its right results, made once for all drivers, and work
// whose repetitions are rows of commands.
#pragma once

#include <map>
#include <memory>

#include "harness/case.h"

namespace cleave::benchmark {

/// The problem of this size, made at its first use and kept while anybody holds it: the drivers of
/// a row share it. `Problem` is constructed from a size. Used by one thread.
template <class Problem>
[[nodiscard]] std::shared_ptr<const Problem> shared_problem(size_t size) {
  static std::map<size_t, std::weak_ptr<const Problem>> problems;
  std::weak_ptr<const Problem>& known = problems[size];
  std::shared_ptr<const Problem> problem = known.lock();
  if (problem == nullptr) {
    problem = std::make_shared<const Problem>(size);
    known = problem;
  }
  return problem;
}

/// Work on a device of which a repetition is what enqueue() enqueues.
template <class Problem>
class RepeatedWork : public Work {
 public:
  RepeatedWork(Device& device, size_t size)
      : device_(device), size_(size), problem_(shared_problem<Problem>(size)) {}

  void run(size_t repetitions) final {
    for (size_t i = 0; i < repetitions; ++i) enqueue();
    device_.finish();
  }

 protected:
  virtual void enqueue() = 0;

  [[nodiscard]] Device& device() { return device_; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] const Problem& problem() const { return *problem_; }

 private:
  Device& device_;
  size_t size_;
  std::shared_ptr<const Problem> problem_;
};

}  // namespace cleave::benchmark
