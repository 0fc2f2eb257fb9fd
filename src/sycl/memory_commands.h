// Commands on memory that host and devices address alike, and none (SYCL 2020, 4.8.3.4 and 4.9.4.3).
#pragma once

#include <bit>

#include "sycl/queue.h"
#include "sycl/submission.h"

namespace cleave::sycl {

/// True of patterns that OpenCL fills with.
[[nodiscard]] constexpr bool is_native_pattern(size_t bytes) {
  return std::has_single_bit(bytes) && bytes <= 128;
}

/// Gives the submission an event that is complete when all that it waits for is.
void enqueue_nothing(Queue& queue, Submission& submission);

// Each puts its event out if the caller wants it.

void copy_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* from,
                 size_t bytes, cleave_sycl_event** event);
void fill_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* pattern,
                 size_t pattern_bytes, size_t count, cleave_sycl_event** event);
void prefetch(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
              cleave_sycl_event** event);
void advise(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
            int32_t advice, cleave_sycl_event** event);
/// Later commands wait for all before, or for what the group waits for.
void barrier(Queue& queue, const cleave_sycl_group* group, bool waits_for_all,
             cleave_sycl_event** event);
/// The command of a command group that asks for none.
void no_command(Queue& queue, const cleave_sycl_group* group, cleave_sycl_event** event);

}  // namespace cleave::sycl
