// Enqueues a command for each row, since OpenCL has none for several.
#include "sycl/row_commands.h"

#include <bit>
#include <utility>
#include <vector>

#include "sycl/failure.h"
#include "sycl/memory_commands.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

/// The commands of rows, whose common event `end` gives to the submission.
class RowCommands {
 public:
  RowCommands(Queue& queue, Submission& submission) : queue_(queue), submission_(submission) {}
  RowCommands(const RowCommands&) = delete;
  RowCommands& operator=(const RowCommands&) = delete;
  ~RowCommands() {
    for (cl_event event : events_) clReleaseEvent(event);
  }

  /// Enqueues one by `enqueue(wait_count, waits, event)`. In a queue in order one row waits for all.
  template <class Enqueue>
  void add(Enqueue enqueue) {
    const bool is_behind_another = queue_.is_in_order() && !is_first_;
    is_first_ = false;
    cl_event event = nullptr;
    check(enqueue(is_behind_another ? 0 : submission_.wait_count(),
                  is_behind_another ? nullptr : submission_.waits(),
                  queue_.is_in_order() ? nullptr : &event),
          "the command for a row");
    if (event != nullptr) events_.push_back(event);
  }
  void end() {
    check(clEnqueueMarkerWithWaitList(queue_.id(), static_cast<cl_uint>(events_.size()),
                                      events_.data(), submission_.event()),
          "clEnqueueMarkerWithWaitList");
  }

 private:
  Queue& queue_;
  Submission& submission_;
  bool is_first_ = true;
  std::vector<cl_event> events_;  // of queues out of order
};

/// Rows without bytes between them are one.
cleave_sycl_rows joined(const cleave_sycl_rows& rows) {
  cleave_sycl_rows made = rows;
  if (rows.to_pitch == rows.width && (rows.from == nullptr || rows.from_pitch == rows.width)) {
    made.width = rows.width * rows.height;
    made.height = 1;
  }
  return made;
}

/// They wait for `first`, too, unless that is null.
void copy_each(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_rows& rows,
               cl_event first, cleave_sycl_event** event) {
  const auto copy = queue.unified_memory().copy;
  Submission submission(queue, group);
  if (first != nullptr) submission.wait_for(first);
  RowCommands commands(queue, submission);
  for (size_t row = 0; row < rows.height; ++row) {
    auto* const to = static_cast<char*>(rows.to) + row * rows.to_pitch;
    const auto* const from = static_cast<const char*>(rows.from) + row * rows.from_pitch;
    commands.add([&](cl_uint count, const cl_event* waits, cl_event* made) {
      return copy(queue.id(), CL_FALSE, to, from, rows.width, count, waits, made);
    });
  }
  commands.end();
  submission.end(event);
}

/// With a pattern that OpenCL takes.
void fill_each(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_rows& rows,
               cleave_sycl_event** event) {
  const auto fill = queue.unified_memory().fill;
  Submission submission(queue, group);
  RowCommands commands(queue, submission);
  for (size_t row = 0; row < rows.height; ++row) {
    auto* const to = static_cast<char*>(rows.to) + row * rows.to_pitch;
    commands.add([&](cl_uint count, const cl_event* waits, cl_event* made) {
      return fill(queue.id(), to, rows.pattern, rows.pattern_bytes, rows.width, count, waits, made);
    });
  }
  commands.end();
  submission.end(event);
}

/// With another pattern: the first row is filled, and the others are copies of it.
void fill_by_copies(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_rows& rows,
                    cleave_sycl_event** event) {
  cleave_sycl_event* handle = nullptr;
  fill_memory(queue, group, rows.to, rows.pattern, rows.pattern_bytes,
              rows.width / rows.pattern_bytes, &handle);
  const Ref<CommandEvent> first(&object_of<CommandEvent>(handle));
  first->drop_reference();  // that which the caller of fill_memory has
  cleave_sycl_rows others = rows;
  others.to = static_cast<char*>(rows.to) + rows.to_pitch;
  others.from = rows.to;
  others.from_pitch = 0;
  others.height = rows.height - 1;
  copy_each(queue, nullptr, others, first->id(), event);
}

}  // namespace

void copy_rows(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_rows& request,
               cleave_sycl_event** event) {
  const bool is_copy = request.from != nullptr;
  const cleave_sycl_rows rows = joined(request);
  if (rows.width == 0 || rows.height == 0) return no_command(queue, group, event);
  if (rows.height == 1 && is_copy) {
    return copy_memory(queue, group, rows.to, rows.from, rows.width, event);
  }
  if (rows.height == 1) {
    return fill_memory(queue, group, rows.to, rows.pattern, rows.pattern_bytes,
                       rows.width / rows.pattern_bytes, event);
  }
  if (rows.to == nullptr) fail(Code::invalid, "rows of memory: the pointer is null");
  const auto& memory = queue.unified_memory();
  if (memory.copy == nullptr || memory.fill == nullptr) {
    fail(Code::feature_not_supported,
         "the platform has no memory that host and devices address alike");
  }
  if (is_copy) return copy_each(queue, group, rows, nullptr, event);
  const bool is_aligned =
      (std::bit_cast<uintptr_t>(rows.to) | rows.to_pitch) % rows.pattern_bytes == 0;
  if (is_native_pattern(rows.pattern_bytes) && is_aligned) {
    return fill_each(queue, group, rows, event);
  }
  fill_by_copies(queue, group, rows, event);
}

}  // namespace cleave::sycl
