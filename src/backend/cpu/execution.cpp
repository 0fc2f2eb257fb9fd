#include "backend/cpu/execution.h"

#include <algorithm>

namespace cleave::backend::cpu {

bool Execution::claim(uint64_t most, uint64_t& begin, uint64_t& end) {
  // A share of what is left for each worker several times over: few claims while there is much to
  // do, and no worker idle for long at the end.
  const uint64_t shares = 8 * where_->units().count();
  begin = next_.load(std::memory_order_relaxed);
  do {
    if (begin >= parts_) return false;
    end = begin + std::clamp<uint64_t>((parts_ - begin) / shares, 1, most);
  } while (!next_.compare_exchange_weak(begin, end, std::memory_order_acq_rel));
  return true;
}

uint64_t Execution::run_some(Worker& worker, uint64_t most) {
  uint64_t begin = 0, end = 0;
  if (!claim(most, begin, end)) return 0;
  if (begin == 0) listener_.started();
  run(begin, end, worker);
  end_parts(end - begin);
  return end - begin;
}

void Execution::end_without_running(cl_int status) {
  release_work();
  listener_.completed(status);
}

void Execution::fail(cl_int error) {
  cl_int none = CL_COMPLETE;
  error_.compare_exchange_strong(none, error);
}

void Execution::end_parts(uint64_t count) {
  if (open_.fetch_sub(count, std::memory_order_acq_rel) != count) return;
  release_work();
  listener_.completed(error_.load(std::memory_order_relaxed));
}

}  // namespace cleave::backend::cpu
