// Copies and fills parts of buffers.
#include "sycl/region_commands.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "sycl/failure.h"
#include "sycl/keeper.h"
#include "sycl/memory_commands.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

/// Bytes in a buffer, as OpenCL counts them: what varies fastest comes first.
struct Rectangle {
  size_t origin[3];
  size_t size[3];
  size_t row_pitch;
  size_t slice_pitch;

  /// `first` of the region need not begin a row: it is added to the offset of all bytes.
  explicit Rectangle(const cleave_sycl_region& region)
      : origin{region.offset[2] * region.element_bytes, region.offset[1], region.offset[0]},
        size{region.extent[2] * region.element_bytes, region.extent[1], region.extent[0]},
        row_pitch(region.memory[2] * region.element_bytes),
        slice_pitch(region.memory[1] * row_pitch),
        start_(region.first * region.element_bytes) {}

  [[nodiscard]] size_t bytes() const { return size[0] * size[1] * size[2]; }
  [[nodiscard]] bool is_like(const Rectangle& other) const {
    return std::ranges::equal(size, other.size);
  }
  /// True when the buffer's bytes before it end in the midst of a row.
  [[nodiscard]] bool is_shifted() const { return start_ != 0; }

  /// Calls `function(offset, bytes)` with the bytes that lie one behind the other, in linear order.
  template <class Function>
  void for_each_run(const Function& function) const {
    const bool are_rows_joined = size[0] == row_pitch || size[1] == 1;
    const bool are_slices_joined =
        are_rows_joined && (size[0] * size[1] == slice_pitch || size[2] == 1);
    const size_t run =
        size[0] * (are_rows_joined ? size[1] : 1) * (are_slices_joined ? size[2] : 1);
    for (size_t z = 0; z < (are_slices_joined ? 1 : size[2]); ++z) {
      for (size_t y = 0; y < (are_rows_joined ? 1 : size[1]); ++y) {
        function(start_ + (origin[2] + z) * slice_pitch + (origin[1] + y) * row_pitch + origin[0],
                 run);
      }
    }
  }

 private:
  size_t start_;
};

struct Run {
  size_t offset;
  size_t bytes;
};

std::vector<Run> runs_of(const cleave_sycl_region& region) {
  std::vector<Run> runs;
  Rectangle(region).for_each_run(
      [&](size_t offset, size_t bytes) { runs.push_back({offset, bytes}); });
  return runs;
}

/// Events of the commands that a command of SYCL consists of: its own event comes when all have ended.
class Parts {
 public:
  explicit Parts(Queue& queue, Submission& submission) : queue_(queue), submission_(submission) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  /// If one of them has failed, the memory that the others use may go when they have ended.
  ~Parts() {
    if (!is_joined_ && !events_.empty()) {
      clWaitForEvents(static_cast<cl_uint>(events_.size()), events_.data());
    }
    for (const cl_event event : events_) clReleaseEvent(event);
  }

  /// Gives a command the place of its event.
  template <class Command>
  void add(const Command& command, const char* name) {
    events_.reserve(events_.size() + 1);
    cl_event made = nullptr;
    check(command(&made), name);
    events_.push_back(made);
  }
  void join() {
    if (events_.size() == 1) {
      *submission_.event() = events_.front();
      events_.clear();
      return;
    }
    check(clEnqueueMarkerWithWaitList(queue_.id(), static_cast<cl_uint>(events_.size()),
                                      events_.data(), submission_.event()),
          "clEnqueueMarkerWithWaitList");
    is_joined_ = true;
  }

 private:
  Queue& queue_;
  Submission& submission_;
  std::vector<cl_event> events_;
  bool is_joined_ = false;
};

cl_mem memory_of(Queue& queue, const cleave_sycl_region& region) {
  return object_of<Buffer>(region.buffer).memory_in(queue.native());
}

/// Copies between parts of any shapes.
void copy_runs(Queue& queue, Submission& submission, const cleave_sycl_region& from,
               const cleave_sycl_region& to) {
  const std::vector<Run> sources = runs_of(from);
  std::vector<Run> targets = runs_of(to);
  const cl_mem source_memory = memory_of(queue, from);
  const cl_mem target_memory = memory_of(queue, to);
  Parts parts(queue, submission);
  auto target = targets.begin();
  for (Run source : sources) {
    while (source.bytes != 0) {
      const size_t bytes = std::min(source.bytes, target->bytes);
      parts.add(
          [&](cl_event* event) {
            return clEnqueueCopyBuffer(queue.id(), source_memory, target_memory, source.offset,
                                       target->offset, bytes, submission.wait_count(),
                                       submission.waits(), event);
          },
          "clEnqueueCopyBuffer");
      source = {source.offset + bytes, source.bytes - bytes};
      *target = {target->offset + bytes, target->bytes - bytes};
      if (target->bytes == 0) ++target;
    }
  }
  parts.join();
}

/// Runs `command` for each run of a part, with the offset in the host's memory.
template <class Command>
void transfer(Queue& queue, Submission& submission, const cleave_sycl_region& region,
              const Command& command, const char* name) {
  Parts parts(queue, submission);
  size_t done = 0;
  for (const Run& run : runs_of(region)) {
    parts.add([&](cl_event* event) { return command(run, done, event); }, name);
    done += run.bytes;
  }
  parts.join();
}

void read_region(Queue& queue, Submission& submission, const cleave_sycl_region& from, void* to) {
  const cl_mem memory = memory_of(queue, from);
  const Rectangle part(from);
  if (!part.is_shifted()) {
    constexpr size_t zero[3] = {};
    check(clEnqueueReadBufferRect(queue.id(), memory, CL_FALSE, part.origin, zero, part.size,
                                  part.row_pitch, part.slice_pitch, 0, 0, to,
                                  submission.wait_count(), submission.waits(), submission.event()),
          "clEnqueueReadBufferRect");
    return;
  }
  transfer(
      queue, submission, from,
      [&](const Run& run, size_t done, cl_event* event) {
        return clEnqueueReadBuffer(queue.id(), memory, CL_FALSE, run.offset, run.bytes,
                                   static_cast<char*>(to) + done, submission.wait_count(),
                                   submission.waits(), event);
      },
      "clEnqueueReadBuffer");
}

void write_region(Queue& queue, Submission& submission, const cleave_sycl_region& to,
                  const void* from) {
  const cl_mem memory = memory_of(queue, to);
  const Rectangle part(to);
  if (!part.is_shifted()) {
    constexpr size_t zero[3] = {};
    check(clEnqueueWriteBufferRect(queue.id(), memory, CL_FALSE, part.origin, zero, part.size,
                                   part.row_pitch, part.slice_pitch, 0, 0, from,
                                   submission.wait_count(), submission.waits(), submission.event()),
          "clEnqueueWriteBufferRect");
    return;
  }
  transfer(
      queue, submission, to,
      [&](const Run& run, size_t done, cl_event* event) {
        return clEnqueueWriteBuffer(queue.id(), memory, CL_FALSE, run.offset, run.bytes,
                                    static_cast<const char*>(from) + done, submission.wait_count(),
                                    submission.waits(), event);
      },
      "clEnqueueWriteBuffer");
}

void copy_between(Queue& queue, Submission& submission, const cleave_sycl_region& from,
                  const cleave_sycl_region& to) {
  const Rectangle source(from);
  const Rectangle target(to);
  if (!source.is_like(target) || source.is_shifted() || target.is_shifted()) {
    copy_runs(queue, submission, from, to);
    return;
  }
  check(clEnqueueCopyBufferRect(queue.id(), memory_of(queue, from), memory_of(queue, to),
                                source.origin, target.origin, source.size, source.row_pitch,
                                source.slice_pitch, target.row_pitch, target.slice_pitch,
                                submission.wait_count(), submission.waits(), submission.event()),
        "clEnqueueCopyBufferRect");
}

void check_copy(const cleave_sycl_copy& copy) {
  if (copy.from == nullptr || copy.to == nullptr) {
    const auto* const region = copy.from == nullptr ? copy.to : copy.from;
    const void* const host = copy.from == nullptr ? copy.from_host : copy.to_host;
    if (host == nullptr && Rectangle(*region).bytes() != 0) {
      fail(Code::invalid, "copy: the pointer is null");
    }
  } else if (Rectangle(*copy.to).bytes() < Rectangle(*copy.from).bytes()) {
    fail(Code::invalid, "copy: the destination has " + std::to_string(Rectangle(*copy.to).bytes()) +
                            " bytes, less than the source's " +
                            std::to_string(Rectangle(*copy.from).bytes()));
  }
}

}  // namespace

void copy_region(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_copy& copy,
                 cleave_sycl_event** event) {
  BoxGuard keeper(copy.keeper);
  check_copy(copy);
  Submission submission(queue, group);
  if (Rectangle(copy.from == nullptr ? *copy.to : *copy.from).bytes() == 0) {
    enqueue_nothing(queue, submission);
  } else if (copy.from == nullptr) {
    write_region(queue, submission, *copy.to, copy.from_host);
  } else if (copy.to == nullptr) {
    read_region(queue, submission, *copy.from, copy.to_host);
  } else {
    copy_between(queue, submission, *copy.from, *copy.to);
  }
  if (copy.keeper != nullptr) {
    keeper.release();
    keep_until(*submission.event(), *copy.keeper);
  }
  submission.end(event);
}

void fill_region(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_region& to,
                 const void* pattern, cleave_sycl_event** event) {
  Submission submission(queue, group);
  const size_t bytes = Rectangle(to).bytes();
  if (bytes == 0) {
    enqueue_nothing(queue, submission);
  } else if (is_native_pattern(to.element_bytes)) {
    const cl_mem memory = memory_of(queue, to);
    transfer(
        queue, submission, to,
        [&](const Run& run, size_t, cl_event* part) {
          return clEnqueueFillBuffer(queue.id(), memory, pattern, to.element_bytes, run.offset,
                                     run.bytes, submission.wait_count(), submission.waits(), part);
        },
        "clEnqueueFillBuffer");
  } else {
    auto contents = std::make_unique<std::vector<char>>(bytes);
    for (size_t i = 0; i < bytes; i += to.element_bytes) {
      std::memcpy(contents->data() + i, pattern, to.element_bytes);
    }
    write_region(queue, submission, to, contents->data());
    keep_until(*submission.event(), {contents.release(), [](void* state) {
                                       delete static_cast<std::vector<char>*>(state);
                                     }});
  }
  submission.end(event);
}

void update_host(Queue& queue, const cleave_sycl_group* group, Buffer& buffer,
                 cleave_sycl_event** event) {
  Submission submission(queue, group);
  if (buffer.has_host_memory()) {
    // The host's memory is that of the buffer, which is up to date there while it is mapped.
    const cl_mem memory = buffer.memory_in(queue.native());
    cl_event mapped = nullptr;
    cl_int error = CL_SUCCESS;
    void* const address = clEnqueueMapBuffer(
        queue.id(), memory, CL_FALSE, CL_MAP_READ, 0, std::max<size_t>(buffer.bytes(), 1),
        submission.wait_count(), submission.waits(), &mapped, &error);
    check(error, "clEnqueueMapBuffer");
    error = clEnqueueUnmapMemObject(queue.id(), memory, address, 1, &mapped, submission.event());
    clReleaseEvent(mapped);
    check(error, "clEnqueueUnmapMemObject");
  } else {
    enqueue_nothing(queue, submission);
  }
  submission.end(event);
}

}  // namespace cleave::sycl
