#include "options/time_report.h"

#include <time.h>

#include <cstdio>

#include "options/options.h"

namespace cleave::options {
namespace {

uint64_t time_of_thread() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

}  // namespace

TimedStep::TimedStep(std::string_view name)
    : name_(name), begin_(options().time_passes ? time_of_thread() : 0) {}

TimedStep::~TimedStep() {
  if (!options().time_passes) return;
  std::fprintf(stderr, "cleave: %-24.*s %8.3f ms\n", static_cast<int>(name_.size()), name_.data(),
               static_cast<double>(time_of_thread() - begin_) * 1e-6);
}

}  // namespace cleave::options
