// Enqueues copies, fills, prefetches and advice.
#include "sycl/memory_commands.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "sycl/failure.h"
#include "sycl/keeper.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

/// Other patterns are repeated until they have so many, and then doubled where they are.
constexpr size_t chunk_bytes = size_t{64} << 10;

template <class Function>
Function needed(Function function) {
  if (function == nullptr) {
    fail(Code::feature_not_supported,
         "the platform has no memory that host and devices address alike");
  }
  return function;
}

/// Fills with a pattern whose size OpenCL does not take: the first part comes from the host, each later
/// one is a copy of all before it.
void fill_by_doubling(Queue& queue, Submission& submission, char* to, const void* pattern,
                      size_t pattern_bytes, size_t count) {
  const auto copy = needed(queue.unified_memory().copy);
  const size_t total = pattern_bytes * count;
  const size_t repeats = std::min(count, std::max<size_t>(chunk_bytes / pattern_bytes, 1));
  auto chunk = std::make_unique<std::vector<char>>(repeats * pattern_bytes);
  for (size_t i = 0; i < repeats; ++i) {
    std::memcpy(chunk->data() + i * pattern_bytes, pattern, pattern_bytes);
  }
  cl_event last = nullptr;
  check(copy(queue.id(), CL_FALSE, to, chunk->data(), chunk->size(), submission.wait_count(),
             submission.waits(), &last),
        "clEnqueueMemcpyINTEL");
  size_t done = chunk->size();
  keep_until(last,
             {chunk.release(), [](void* state) { delete static_cast<std::vector<char>*>(state); }});
  while (done < total) {
    const size_t bytes = std::min(done, total - done);
    cl_event next = nullptr;
    const cl_int error = copy(queue.id(), CL_FALSE, to + done, to, bytes, 1, &last, &next);
    clReleaseEvent(last);
    check(error, "clEnqueueMemcpyINTEL");
    last = next;
    done += bytes;
  }
  *submission.event() = last;
}

}  // namespace

void enqueue_nothing(Queue& queue, Submission& submission) {
  submission.wait_for_barrier();
  // In a queue out of order, a marker without a list waits for all that came before.
  if (queue.is_in_order() || queue.has_profiling() || submission.wait_count() != 0) {
    check(clEnqueueMarkerWithWaitList(queue.id(), submission.wait_count(), submission.waits(),
                                      submission.event()),
          "clEnqueueMarkerWithWaitList");
    return;
  }
  cl_int error = CL_SUCCESS;
  *submission.event() = clCreateUserEvent(queue.native().id(), &error);
  check(error, "clCreateUserEvent");
  check(clSetUserEventStatus(*submission.event(), CL_COMPLETE), "clSetUserEventStatus");
}

void copy_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* from,
                 size_t bytes, cleave_sycl_event** event) {
  const auto copy = needed(queue.unified_memory().copy);
  if (bytes != 0 && (to == nullptr || from == nullptr)) {
    fail(Code::invalid, "memcpy: a pointer is null");
  }
  Submission submission(queue, group);
  if (bytes == 0) {
    enqueue_nothing(queue, submission);
  } else {
    check(copy(queue.id(), CL_FALSE, to, from, bytes, submission.wait_count(), submission.waits(),
               submission.event()),
          "clEnqueueMemcpyINTEL");
  }
  submission.end(event);
}

void fill_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* pattern,
                 size_t pattern_bytes, size_t count, cleave_sycl_event** event) {
  const auto fill = needed(queue.unified_memory().fill);
  if (count != 0 && to == nullptr) fail(Code::invalid, "fill: the pointer is null");
  Submission submission(queue, group);
  const bool is_native =
      is_native_pattern(pattern_bytes) && std::bit_cast<uintptr_t>(to) % pattern_bytes == 0;
  if (count == 0) {
    enqueue_nothing(queue, submission);
  } else if (is_native) {
    check(fill(queue.id(), to, pattern, pattern_bytes, pattern_bytes * count,
               submission.wait_count(), submission.waits(), submission.event()),
          "clEnqueueMemFillINTEL");
  } else {
    fill_by_doubling(queue, submission, static_cast<char*>(to), pattern, pattern_bytes, count);
  }
  submission.end(event);
}

void prefetch(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
              cleave_sycl_event** event) {
  const auto migrate = needed(queue.unified_memory().migrate);
  Submission submission(queue, group);
  if (bytes == 0) {
    enqueue_nothing(queue, submission);
  } else {
    check(migrate(queue.id(), memory, bytes, 0, submission.wait_count(), submission.waits(),
                  submission.event()),
          "clEnqueueMigrateMemINTEL");
  }
  submission.end(event);
}

void advise(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
            int32_t advice, cleave_sycl_event** event) {
  const auto function = needed(queue.unified_memory().advise);
  Submission submission(queue, group);
  check(function(queue.id(), memory, bytes, static_cast<cl_mem_advice_intel>(advice),
                 submission.wait_count(), submission.waits(), submission.event()),
        "clEnqueueMemAdviseINTEL");
  submission.end(event);
}

void barrier(Queue& queue, const cleave_sycl_group* group, bool waits_for_all,
             cleave_sycl_event** event) {
  Submission submission(queue, group);
  const bool has_list = submission.wait_count() != 0;
  if (!waits_for_all && !has_list) {
    enqueue_nothing(queue, submission);
    return submission.end(event);
  }
  if (has_list) {
    check(clEnqueueBarrierWithWaitList(queue.id(), submission.wait_count(), submission.waits(),
                                       waits_for_all ? nullptr : submission.event()),
          "clEnqueueBarrierWithWaitList");
  }
  if (waits_for_all) {
    check(clEnqueueBarrierWithWaitList(queue.id(), 0, nullptr, submission.event()),
          "clEnqueueBarrierWithWaitList");
  }
  if (!queue.is_in_order()) queue.note_barrier(*submission.event());
  submission.end(event);
}

void no_command(Queue& queue, const cleave_sycl_group* group, cleave_sycl_event** event) {
  Submission submission(queue, group);
  enqueue_nothing(queue, submission);
  submission.end(event);
}

}  // namespace cleave::sycl
