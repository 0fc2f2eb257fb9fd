// The scene's buffers: made, read, written, copied, filled, mapped.
#include <cstring>

#include "scene.h"

namespace cleave::test::fuzz::api {
namespace {

constexpr size_t alignment = 128;  // of what a part may begin at, on every device

bool fits(size_t offset, size_t size, size_t whole) {
  return offset <= whole && size <= whole - offset;
}

}  // namespace

void Scene::make_buffer() {
  if (buffers_.size() > 8 || !caller_.world.may_make(Kind::memory)) return;
  const cl_mem_flags access[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY,
                                 CL_MEM_WRITE_ONLY};
  const cl_mem_flags host[] = {
      0, 0, 0, 0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};
  const cl_mem_flags from[] = {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR,
                               CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR};
  Buffer buffer;
  buffer.flags = random_.pick(access) | random_.pick(host) | random_.pick(from);
  buffer.size = 256 + random_.below(1800);
  std::byte* memory = caller_.world.host_memory(buffer.size);
  for (size_t i = 0; i < buffer.size; ++i) memory[i] = static_cast<std::byte>(random_.below(256));
  buffer.contents = std::make_shared<std::vector<std::byte>>(memory, memory + buffer.size);
  const auto context = static_cast<cl_context>(context_.handle);
  const auto made = FUZZ_CREATE(caller_, clCreateBuffer, context, buffer.flags, buffer.size,
                                static_cast<void*>(memory));
  caller_.expect(made.code, {});
  if (made.handle == nullptr) return;
  buffer.own = {Kind::memory, made.handle, 1};
  buffers_.push_back(std::move(buffer));
}

Scene::Buffer* Scene::any_buffer() {
  if (buffers_.empty()) return nullptr;
  return &buffers_[random_.below(buffers_.size())];
}

void Scene::make_part() {
  Buffer* whole = any_buffer();
  if (whole == nullptr || buffers_.size() > 8 || !caller_.world.may_make(Kind::memory)) return;
  cl_buffer_region region = {alignment * random_.below(20), 64 + random_.below(600)};
  if (random_.chance(10)) region.origin += 1 + random_.below(127);
  if (random_.chance(8)) region.size = random_.chance(50) ? 0 : SIZE_MAX - random_.below(300);
  if (random_.chance(4)) region.origin = SIZE_MAX - (alignment - 1);
  Errors errors;
  if (whole->is_part) errors.push_back(CL_INVALID_MEM_OBJECT);
  if (region.size == 0) errors.push_back(CL_INVALID_BUFFER_SIZE);
  if (!fits(region.origin, region.size, whole->size)) errors.push_back(CL_INVALID_VALUE);
  if (region.origin % alignment != 0) errors.push_back(CL_MISALIGNED_SUB_BUFFER_OFFSET);
  const void* place = &region;
  const auto made = FUZZ_CREATE(caller_, clCreateSubBuffer, whole->handle(), cl_mem_flags{0},
                                cl_buffer_create_type{CL_BUFFER_CREATE_TYPE_REGION}, place);
  caller_.expect(made.code, errors);
  if (made.handle == nullptr) return;
  Buffer part = *whole;
  part.own = {Kind::memory, made.handle, 1};
  part.origin = region.origin;
  part.size = region.size;
  part.is_part = true;
  part.maps = 0;
  buffers_.push_back(std::move(part));
}

/// Once all commands have ended nothing keeps a buffer but its parts.
void Scene::drop_buffer() {
  synchronise();
  for (size_t i = 0; i < buffers_.size(); ++i) {
    Buffer& buffer = buffers_[i];
    const auto shares = [&](const Buffer& other) { return other.contents == buffer.contents; };
    const bool is_used =
        buffer.maps != 0 || (!buffer.is_part && std::ranges::count_if(buffers_, shares) > 1);
    if (is_used || random_.chance(50)) continue;
    for (const Map& map : maps_) {
      if (map.buffer == &buffer) return;
    }
    // References into the deque stay as they are: only its last element goes.
    if (i + 1 != buffers_.size()) continue;
    release_all(buffer.own);
    const cl_int code =
        FUZZ_CALL(caller_, clRetainMemObject, static_cast<cl_mem>(buffer.own.handle));
    caller_.expect(code, {CL_INVALID_MEM_OBJECT});
    buffers_.pop_back();
    return;
  }
}

void Scene::read() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  size_t offset = random_.below(buffer->size);
  size_t size = 1 + random_.below(buffer->size - offset);
  if (random_.chance(12)) size = buffer->size - offset + 1 + random_.below(40);
  if (random_.chance(4)) offset = SIZE_MAX - random_.below(size);
  Errors errors;
  if (!fits(offset, size, buffer->size)) errors.push_back(CL_INVALID_VALUE);
  if ((buffer->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0) {
    errors.push_back(CL_INVALID_OPERATION);
  }
  std::byte* host = filled_host(size);
  const bool blocks = random_.chance(30);
  if (blocks) caller_.may_block();
  Place place = begin_command();
  if (blocks && place.fails && errors.empty()) {
    errors.push_back(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  const cl_int code = FUZZ_CALL(caller_, clEnqueueReadBuffer, place.queue, buffer->handle(),
                                cl_bool{blocks}, offset, size, static_cast<void*>(host),
                                place.count(), place.list(), place.event_place);
  const bool runs = end_command(place, code, errors, CL_COMMAND_READ_BUFFER);
  const std::byte* from = buffer->begin() + (runs ? offset : 0);
  expect_read(host, runs ? std::vector(from, from + size) : std::vector(size, untouched), blocks);
}

/// Looks at what has been read when the command has ended: now, or at the next synchronisation.
void Scene::expect_read(std::byte* host, std::vector<std::byte> expected, bool now) {
  if (!now) {
    reads_.push_back({host, std::move(expected)});
  } else if (std::memcmp(host, expected.data(), expected.size()) != 0) {
    caller_.wrong("what it reads is not what was written");
  }
}

void Scene::write() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  const size_t offset = random_.below(buffer->size);
  size_t size = 1 + random_.below(buffer->size - offset);
  if (random_.chance(12)) size = buffer->size - offset + 1 + random_.below(40);
  Errors errors;
  if (!fits(offset, size, buffer->size)) errors.push_back(CL_INVALID_VALUE);
  if ((buffer->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0) {
    errors.push_back(CL_INVALID_OPERATION);
  }
  std::byte* host = filled_host(size);
  for (size_t i = 0; i < size; ++i) host[i] = static_cast<std::byte>(random_.below(256));
  const bool blocks = random_.chance(30);
  if (blocks) caller_.may_block();
  Place place = begin_command();
  if (blocks && place.fails && errors.empty()) {
    errors.push_back(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  const cl_int code = FUZZ_CALL(caller_, clEnqueueWriteBuffer, place.queue, buffer->handle(),
                                cl_bool{blocks}, offset, size, static_cast<const void*>(host),
                                place.count(), place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_WRITE_BUFFER)) return;
  std::memcpy(buffer->begin() + offset, host, size);
}

void Scene::copy() {
  const Buffer* from = any_buffer();
  const Buffer* to = any_buffer();
  if (from == nullptr) return;
  size_t from_offset = random_.below(from->size);
  const size_t to_offset = random_.below(to->size);
  size_t size = 1 + random_.below(std::min(from->size - from_offset, to->size - to_offset));
  if (random_.chance(10)) size = from->size - from_offset + 1;
  if (random_.chance(10)) size = to->size - to_offset + 1;
  if (random_.chance(3)) from_offset = SIZE_MAX - random_.below(10);
  Errors errors;
  const bool is_inside = fits(from_offset, size, from->size) && fits(to_offset, size, to->size);
  if (!is_inside) errors.push_back(CL_INVALID_VALUE);
  if (is_inside && from->contents == to->contents) {
    const size_t first = from->origin + from_offset;
    const size_t second = to->origin + to_offset;
    if (first < second + size && second < first + size) errors.push_back(CL_MEM_COPY_OVERLAP);
  }
  Place place = begin_command();
  const cl_int code =
      FUZZ_CALL(caller_, clEnqueueCopyBuffer, place.queue, from->handle(), to->handle(),
                from_offset, to_offset, size, place.count(), place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_COPY_BUFFER)) return;
  std::memcpy(to->begin() + to_offset, from->begin() + from_offset, size);
}

void Scene::fill() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  size_t pattern_bytes = size_t{1} << random_.below(8);
  if (random_.chance(8)) pattern_bytes = random_.below(3) * 3 + (random_.chance(30) ? 256 : 0);
  std::byte pattern[512];
  for (std::byte& byte : pattern) byte = static_cast<std::byte>(random_.below(256));
  const size_t step = std::max<size_t>(pattern_bytes, 1);
  size_t offset = random_.below(buffer->size) / step * step;
  size_t size = random_.below(buffer->size - offset + 1) / step * step;
  if (random_.chance(8)) offset += 1 + random_.below(5);
  if (random_.chance(8)) size += 1 + random_.below(40);
  Errors errors;
  const bool is_power_of_two = pattern_bytes != 0 && (pattern_bytes & (pattern_bytes - 1)) == 0;
  if (!fits(offset, size, buffer->size) || !is_power_of_two || pattern_bytes > 128 ||
      offset % step != 0 || size % step != 0) {
    errors.push_back(CL_INVALID_VALUE);
  }
  Place place = begin_command();
  const cl_int code = FUZZ_CALL(caller_, clEnqueueFillBuffer, place.queue, buffer->handle(),
                                static_cast<const void*>(pattern), pattern_bytes, offset, size,
                                place.count(), place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_FILL_BUFFER)) return;
  for (size_t i = 0; i < size; ++i) buffer->begin()[offset + i] = pattern[i % step];
}

void Scene::map() {
  Buffer* buffer = any_buffer();
  if (buffer == nullptr || maps_.size() > 4) return;
  const cl_map_flags all_flags[] = {CL_MAP_READ,
                                    CL_MAP_READ,
                                    CL_MAP_WRITE,
                                    CL_MAP_READ | CL_MAP_WRITE,
                                    CL_MAP_WRITE_INVALIDATE_REGION,
                                    CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION,
                                    8};
  const cl_map_flags flags = random_.pick(all_flags);
  const bool is_read = (flags & CL_MAP_READ) != 0;
  const bool is_written = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  const size_t offset = random_.below(buffer->size);
  size_t size = 1 + random_.below(buffer->size - offset);
  if (random_.chance(8)) size = buffer->size - offset + 1 + random_.below(9);
  if (random_.chance(4)) size = 0;
  Errors errors;
  if (!fits(offset, size, buffer->size) || size == 0 || (flags & 8) != 0 ||
      ((flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0 && is_read)) {
    errors.push_back(CL_INVALID_VALUE);
  }
  const bool may_not_read = (buffer->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  const bool may_not_write = (buffer->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  if ((is_read && may_not_read) || (is_written && may_not_write)) {
    errors.push_back(CL_INVALID_OPERATION);
  }
  const size_t begin = buffer->origin + offset;
  for (const Map& other : maps_) {
    if (is_written && other.is_written && other.buffer->contents == buffer->contents &&
        other.begin < begin + size && begin < other.end) {
      errors.push_back(CL_INVALID_OPERATION);
    }
  }
  caller_.may_block();
  Place place = begin_command();
  if (place.fails && errors.empty()) {
    errors.push_back(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  const auto made =
      FUZZ_CREATE(caller_, clEnqueueMapBuffer, place.queue, buffer->handle(), cl_bool{CL_TRUE},
                  flags, offset, size, place.count(), place.list(), place.event_place);
  const cl_int code =
      made.code == unasked ? (errors.empty() ? CL_MAP_FAILURE : errors.front()) : made.code;
  static_cast<void>(end_command(place, code, errors, CL_COMMAND_MAP_BUFFER));
  if (made.handle == nullptr) return;
  auto* bytes = static_cast<std::byte*>(made.handle);
  if (is_read && std::memcmp(bytes, buffer->contents->data() + begin, size) != 0) {
    caller_.wrong("what is mapped is not what was written");
  }
  ++buffer->maps;
  maps_.push_back({buffer, bytes, is_written, begin, begin + size});
  if (!is_written) return;
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(random_.below(256));
  std::memcpy(buffer->contents->data() + begin, bytes, size);
  // Nobody else may use what is mapped for writing.
  if (random_.chance(85)) unmap_one(maps_.size() - 1);
}

void Scene::unmap() {
  if (!maps_.empty() && random_.chance(80)) return unmap_one(random_.below(maps_.size()));
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  // An address that is not mapped: of the program, or one that was.
  void* place = random_.chance(50) ? static_cast<void*>(&maps_) : last_unmapped_;
  for (const Map& map : maps_) {
    if (map.place == place) return;
  }
  const cl_event* none = nullptr;
  cl_event* nowhere = nullptr;
  const cl_int code =
      FUZZ_CALL(caller_, clEnqueueUnmapMemObject, static_cast<cl_command_queue>(queue_.handle),
                buffer->handle(), place, 0U, none, nowhere);
  caller_.expect(code, {CL_INVALID_VALUE});
}

void Scene::unmap_one(size_t index) {
  // Mappings for writing go first of those at one address.
  for (size_t i = 0; i < maps_.size(); ++i) {
    const bool is_same =
        maps_[i].place == maps_[index].place && maps_[i].buffer == maps_[index].buffer;
    if (is_same && maps_[i].is_written) index = i;
  }
  const Map map = maps_[index];
  Place place = begin_command();
  const cl_int code = FUZZ_CALL(caller_, clEnqueueUnmapMemObject, place.queue, map.buffer->handle(),
                                map.place, place.count(), place.list(), place.event_place);
  static_cast<void>(end_command(place, code, {}, CL_COMMAND_UNMAP_MEM_OBJECT));
  maps_.erase(maps_.begin() + static_cast<ptrdiff_t>(index));
  --map.buffer->maps;
  last_unmapped_ = map.place;
}

void Scene::migrate() {
  const Buffer* one = any_buffer();
  const Buffer* other = any_buffer();
  if (one == nullptr) return;
  const cl_mem objects[] = {one->handle(), other->handle()};
  const cl_mem_migration_flags flags =
      random_.chance(90) ? CL_MIGRATE_MEM_OBJECT_HOST * random_.below(2) : 4;
  const cl_uint count = random_.chance(95) ? 2 : 0;
  Errors errors;
  if (flags == 4 || count == 0) errors.push_back(CL_INVALID_VALUE);
  Place place = begin_command();
  const cl_int code = FUZZ_CALL(caller_, clEnqueueMigrateMemObjects, place.queue, count, objects,
                                flags, place.count(), place.list(), place.event_place);
  static_cast<void>(end_command(place, code, errors, CL_COMMAND_MIGRATE_MEM_OBJECTS));
}

}  // namespace cleave::test::fuzz::api
