// Commands that move boxes of bytes: read, write and copy of rectangles.
#include <cstring>

#include "model/command/requests.h"

namespace cleave::model {

namespace {

using Region = std::array<size_t, 3>;  // bytes, rows, slices

size_t first_byte(const Box& box) {
  return box.origin[0] + box.origin[1] * box.row_pitch + box.origin[2] * box.slice_pitch;
}

/// From the first byte of a box to the end of its last row.
size_t extent(const Box& box, const Region& region) {
  return (region[2] - 1) * box.slice_pitch + (region[1] - 1) * box.row_pitch + region[0];
}

Access access(MemoryObject& object, const Box& box, const Region& region, Access::Kind kind) {
  return {support::Ref<MemoryObject>(&object), first_byte(box), extent(box, region), kind};
}

/// A place in memory and the steps to its next row and slice.
template <class Byte>
struct Place {
  Byte* begin;
  size_t row_pitch;
  size_t slice_pitch;
};

template <class Byte>
Place<Byte> place(Byte* base, const Box& box) {
  return {base + first_byte(box), box.row_pitch, box.slice_pitch};
}

HostWork copy_box(Place<const std::byte> from, Place<std::byte> to, Region region) {
  return [from, to, region]() -> cl_int {
    for (size_t slice = 0; slice < region[2]; ++slice) {
      const std::byte* source = from.begin + slice * from.slice_pitch;
      std::byte* target = to.begin + slice * to.slice_pitch;
      if (from.row_pitch == region[0] && to.row_pitch == region[0]) {
        std::memmove(target, source, region[0] * region[1]);
        continue;
      }
      for (size_t row = 0; row < region[1]; ++row) {
        std::memmove(target + row * to.row_pitch, source + row * from.row_pitch, region[0]);
      }
    }
    return CL_COMPLETE;
  };
}

const std::byte* contents(const MemoryObject& object) {
  return object.address();
}

}  // namespace

Queue::Submission read_rect_submission(MemoryObject& buffer, Box from, void* host, Box to,
                                       std::array<size_t, 3> region) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_READ_BUFFER_RECT;
  submission.accesses = {access(buffer, from, region, Access::Kind::read)};
  submission.action =
      copy_box(place(contents(buffer), from), place(static_cast<std::byte*>(host), to), region);
  return submission;
}

Queue::Submission write_rect_submission(MemoryObject& buffer, Box to, const void* host, Box from,
                                        std::array<size_t, 3> region) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_WRITE_BUFFER_RECT;
  submission.accesses = {access(buffer, to, region, Access::Kind::write)};
  submission.action = copy_box(place(static_cast<const std::byte*>(host), from),
                               place(buffer.address(), to), region);
  return submission;
}

Queue::Submission copy_rect_submission(MemoryObject& from, Box from_box, MemoryObject& to,
                                       Box to_box, std::array<size_t, 3> region) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_COPY_BUFFER_RECT;
  submission.accesses = {access(from, from_box, region, Access::Kind::read),
                         access(to, to_box, region, Access::Kind::write)};
  submission.action =
      copy_box(place(contents(from), from_box), place(to.address(), to_box), region);
  return submission;
}

}  // namespace cleave::model
