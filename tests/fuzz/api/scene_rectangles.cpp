// The scene's rectangles: read, written and copied.
#include <array>
#include <cstring>

#include "scene.h"

namespace cleave::test::fuzz::api {
namespace {

using Triple = std::array<size_t, 3>;

/// A rectangle's place in memory. Pitches of 0 are given as such.
struct Box {
  Triple origin = {};
  size_t row_pitch = 0;
  size_t slice_pitch = 0;

  [[nodiscard]] size_t row(const Triple& region) const {
    return row_pitch != 0 ? row_pitch : region[0];
  }
  [[nodiscard]] size_t slice(const Triple& region) const {
    return slice_pitch != 0 ? slice_pitch : row(region) * region[1];
  }
  /// Returns the offset of the rectangle's row `y` in its slice `z`.
  [[nodiscard]] size_t at(const Triple& region, size_t y, size_t z) const {
    return (origin[2] + z) * slice(region) + (origin[1] + y) * row(region) + origin[0];
  }
  [[nodiscard]] size_t end(const Triple& region) const {
    return at(region, region[1] - 1, region[2] - 1) + region[0];
  }
  /// 5.2.2, as far as both kinds of commands agree: pitches that are none.
  [[nodiscard]] bool is_wrong(const Triple& region) const {
    return (row_pitch != 0 && row_pitch < region[0]) ||
           (slice_pitch != 0 && slice_pitch < region[1] * row(region) &&
            slice_pitch % row(region) != 0);
  }
};

Triple some_region(Random& random) {
  Triple region = {1 + random.below(12), 1 + random.below(4), 1 + random.below(3)};
  if (random.chance(5)) region[random.below(3)] = 0;
  return region;
}

Box some_box(Random& random, const Triple& region) {
  Box box;
  for (size_t& at : box.origin) at = random.chance(50) ? 0 : random.below(4);
  if (random.chance(50)) box.row_pitch = region[0] + random.below(9);
  if (random.chance(40)) box.slice_pitch = box.row(region) * (region[1] + random.below(3));
  if (random.chance(5) && region[0] > 1) box.row_pitch = 1 + random.below(region[0] - 1);
  // Too small, and not a number of rows.
  if (random.chance(5) && box.row(region) > 1) box.slice_pitch = 1;
  if (random.chance(8)) box.origin[random.below(3)] += 5000;
  if (random.chance(2)) box.origin[0] = SIZE_MAX - random.below(20);
  return box;
}

bool is_empty(const Triple& region) {
  return region[0] == 0 || region[1] == 0 || region[2] == 0;
}

bool is_inside(const Box& box, const Triple& region, size_t bytes) {
  if (box.origin[0] > bytes || box.origin[1] > bytes || box.origin[2] > bytes) return false;
  return box.end(region) <= bytes;
}

constexpr size_t host_bytes = 32768;

Box host_box(Random& random, const Triple& region) {
  Box box = some_box(random, region);
  for (size_t& at : box.origin) at %= 5;
  return box;
}

}  // namespace

void Scene::read_rect() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  const Triple region = some_region(random_);
  const Box from = some_box(random_, region);
  const Box to = host_box(random_, region);
  Errors errors;
  if (is_empty(region) || from.is_wrong(region) || to.is_wrong(region) ||
      !is_inside(from, region, buffer->size)) {
    errors.push_back(CL_INVALID_VALUE);
  }
  if ((buffer->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0) {
    errors.push_back(CL_INVALID_OPERATION);
  }
  std::byte* host = filled_host(host_bytes);
  Place place = begin_command();
  const cl_int code =
      FUZZ_CALL(caller_, clEnqueueReadBufferRect, place.queue, buffer->handle(), cl_bool{CL_FALSE},
                from.origin.data(), to.origin.data(), region.data(), from.row_pitch,
                from.slice_pitch, to.row_pitch, to.slice_pitch, static_cast<void*>(host),
                place.count(), place.list(), place.event_place);
  std::vector<std::byte> expected(host_bytes, untouched);
  if (end_command(place, code, errors, CL_COMMAND_READ_BUFFER_RECT)) {
    for (size_t z = 0; z < region[2]; ++z) {
      for (size_t y = 0; y < region[1]; ++y) {
        std::memcpy(expected.data() + to.at(region, y, z), buffer->begin() + from.at(region, y, z),
                    region[0]);
      }
    }
  }
  expect_read(host, std::move(expected), false);
}

void Scene::write_rect() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  const Triple region = some_region(random_);
  const Box to = some_box(random_, region);
  const Box from = host_box(random_, region);
  Errors errors;
  if (is_empty(region) || from.is_wrong(region) || to.is_wrong(region) ||
      !is_inside(to, region, buffer->size)) {
    errors.push_back(CL_INVALID_VALUE);
  }
  if ((buffer->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0) {
    errors.push_back(CL_INVALID_OPERATION);
  }
  std::byte* host = filled_host(host_bytes);
  for (size_t i = 0; i < 1024; ++i) host[i] = static_cast<std::byte>(random_.below(256));
  Place place = begin_command();
  const cl_int code =
      FUZZ_CALL(caller_, clEnqueueWriteBufferRect, place.queue, buffer->handle(), cl_bool{CL_FALSE},
                to.origin.data(), from.origin.data(), region.data(), to.row_pitch, to.slice_pitch,
                from.row_pitch, from.slice_pitch, static_cast<const void*>(host), place.count(),
                place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_WRITE_BUFFER_RECT)) return;
  for (size_t z = 0; z < region[2]; ++z) {
    for (size_t y = 0; y < region[1]; ++y) {
      std::memcpy(buffer->begin() + to.at(region, y, z), host + from.at(region, y, z), region[0]);
    }
  }
}

void Scene::copy_rect() {
  const Buffer* from_buffer = any_buffer();
  const Buffer* to_buffer = any_buffer();
  // Copies that overlap in one buffer have tests of their own.
  if (from_buffer == nullptr || from_buffer->contents == to_buffer->contents) return;
  const Triple region = some_region(random_);
  const Box from = some_box(random_, region);
  const Box to = some_box(random_, region);
  Errors errors;
  if (is_empty(region) || from.is_wrong(region) || to.is_wrong(region) ||
      !is_inside(from, region, from_buffer->size) || !is_inside(to, region, to_buffer->size)) {
    errors.push_back(CL_INVALID_VALUE);
  }
  Place place = begin_command();
  const cl_int code = FUZZ_CALL(
      caller_, clEnqueueCopyBufferRect, place.queue, from_buffer->handle(), to_buffer->handle(),
      from.origin.data(), to.origin.data(), region.data(), from.row_pitch, from.slice_pitch,
      to.row_pitch, to.slice_pitch, place.count(), place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_COPY_BUFFER_RECT)) return;
  for (size_t z = 0; z < region[2]; ++z) {
    for (size_t y = 0; y < region[1]; ++y) {
      std::memcpy(to_buffer->begin() + to.at(region, y, z),
                  from_buffer->begin() + from.at(region, y, z), region[0]);
    }
  }
}

}  // namespace cleave::test::fuzz::api
