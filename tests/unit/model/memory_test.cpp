#include "model/memory/memory.h"

#include <gtest/gtest.h>

#include <cstring>

#include "fake_device.h"
#include "model/command/requests.h"

namespace cleave::model::test {
namespace {

class MemoryObjects : public ::testing::Test, public Fixture {
 protected:
  support::Ref<memory::MemoryObject> make_part(const support::Ref<memory::MemoryObject>& parent,
                                               size_t origin, size_t size) {
    memory::MemoryObject::Request request;
    request.context = context;
    request.flags = parent->flags();
    request.size = size;
    request.parent = parent;
    request.origin = origin;
    return std::move(memory::MemoryObject::create(std::move(request))).value();
  }
};

TEST_F(MemoryObjects, CopiesOrUsesTheHostsMemory) {
  std::array<int, 4> host = {1, 2, 3, 4};
  auto copied = make_buffer(sizeof host, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
  auto used = make_buffer(sizeof host, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host.data());
  EXPECT_EQ(std::memcmp(copied->host_address(), host.data(), sizeof host), 0);
  EXPECT_NE(static_cast<void*>(copied->host_address()), host.data());
  EXPECT_EQ(static_cast<void*>(used->host_address()), host.data());
}

TEST_F(MemoryObjects, WithoutMemoryIsAnError) {
  hardware.has_memory = false;
  memory::MemoryObject::Request request;
  request.context = context;
  request.size = 64;
  EXPECT_EQ(memory::MemoryObject::create(std::move(request)).status(),
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(MemoryObjects, APartSharesAndKeepsItsParent) {
  auto parent = make_buffer(256);
  auto part = make_part(parent, 128, 64);
  EXPECT_EQ(part->host_address(), parent->host_address() + 128);
  bool gone = false;
  parent->on_destroyed([&](memory::MemoryObject*) { gone = true; });
  parent = nullptr;
  EXPECT_FALSE(gone);
  part = nullptr;
  EXPECT_TRUE(gone);
  EXPECT_EQ(hardware.allocated_bytes, 0u);
}

TEST_F(MemoryObjects, DestructorCallbacksComeInReverseOrderBeforeTheMemoryGoes) {
  auto buffer = make_buffer(64);
  std::vector<int> calls;
  for (const int number : {1, 2, 3}) {
    buffer->on_destroyed([&, number](memory::MemoryObject* object) {
      calls.push_back(number);
      EXPECT_EQ(object->size(), 64u);
      EXPECT_EQ(hardware.allocated_bytes, 64u);
    });
  }
  buffer = nullptr;
  EXPECT_EQ(calls, (std::vector<int>{3, 2, 1}));
}

TEST_F(MemoryObjects, CountsItsMaps) {
  auto buffer = make_buffer(256);
  auto first = command::map_work(*buffer, CL_MAP_READ, memory::MemoryRegion::line(0, 16));
  auto second = command::map_work(*buffer, CL_MAP_WRITE, memory::MemoryRegion::line(0, 32));
  auto third = command::map_work(*buffer, CL_MAP_READ, memory::MemoryRegion::line(64, 16));
  void* begin = first.value().pointer;
  EXPECT_EQ(begin, second.value().pointer);
  EXPECT_EQ(third.value().pointer, static_cast<std::byte*>(begin) + 64);
  EXPECT_EQ(buffer->map_count(), 3u);
  EXPECT_TRUE(buffer->release_map(begin));
  EXPECT_TRUE(buffer->has_map(begin));
  EXPECT_TRUE(buffer->release_map(begin));
  EXPECT_FALSE(buffer->has_map(begin));
  EXPECT_FALSE(buffer->release_map(begin));
  EXPECT_EQ(buffer->map_count(), 1u);
}

TEST_F(MemoryObjects, ACommandKeepsItsMemory) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  auto buffer = make_buffer(64);
  bool gone = false;
  buffer->on_destroyed([&](memory::MemoryObject*) { gone = true; });
  submit(*queue, command::write_work(*queue, *buffer, 0, 4, "abcd"));
  buffer = nullptr;
  EXPECT_FALSE(gone);
  hardware.run_all();
  EXPECT_TRUE(gone);
}

TEST_F(MemoryObjects, MigratesToTheMemoryOfTheQueuesDevice) {
  using Contents = backend::Hardware::Contents;
  using Placed = FakeHardware::Placed;
  hardware.has_nodes = true;
  auto queue = make_queue();
  std::array<std::byte, 64> host{};
  auto own = make_buffer(128);
  auto part = make_part(own, 0, 64);
  auto used = make_buffer(64, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host.data());
  submit(*queue, command::migrate_work(*queue, {own, used}, 0));
  EXPECT_EQ(hardware.placed, (std::vector<Placed>{{own->host_address(), 128, Contents::kept},
                                                  {host.data(), 64, Contents::kept}}));
  hardware.placed.clear();
  // The driver must not forget what the application's memory holds besides.
  submit(*queue,
         command::migrate_work(*queue, {part, used}, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
  EXPECT_EQ(hardware.placed, (std::vector<Placed>{{own->host_address(), 64, Contents::undefined},
                                                  {host.data(), 64, Contents::kept}}));
  hardware.placed.clear();
  submit(*queue, command::migrate_work(*queue, {own}, CL_MIGRATE_MEM_OBJECT_HOST));
  hardware.has_nodes = false;
  submit(*queue, command::migrate_work(*queue, {own}, 0));
  EXPECT_EQ(hardware.placed, std::vector<Placed>());
}

TEST_F(MemoryObjects, FillsWithPatternsOfEverySize) {
  auto queue = make_queue();
  for (size_t size = 1; size <= 128; size *= 2) {
    auto buffer = make_buffer(64 * 1024);
    std::vector<std::byte> pattern(size);
    for (size_t index = 0; index < size; ++index) pattern[index] = std::byte(index + 1);
    std::memset(buffer->host_address(), 0, buffer->size());
    submit(*queue, command::fill_work(*queue, *buffer, pattern, 128, 128 * 300));
    EXPECT_EQ(buffer->host_address()[127], std::byte{0});
    EXPECT_EQ(buffer->host_address()[128 + 128 * 300], std::byte{0});
    for (size_t index = 0; index < 128 * 300; ++index) {
      ASSERT_EQ(buffer->host_address()[128 + index], pattern[index % size]) << size << " " << index;
    }
  }
}

TEST_F(MemoryObjects, MovesBoxes) {
  auto queue = make_queue();
  auto buffer = make_buffer(8 * 6 * 4);
  for (size_t index = 0; index < buffer->size(); ++index)
    buffer->host_address()[index] = std::byte(index);
  std::array<std::byte, 5 * 3 * 2> host = {};
  const backend::Box from{{2, 1, 1}, 8, 48};
  const backend::Box to{{0, 0, 0}, 5, 15};
  const memory::MemoryRegion region{.box = from, .extent = {3, 2, 2}};
  submit(*queue, command::read_region_work(*queue, CL_COMMAND_READ_BUFFER_RECT, *buffer, region,
                                           host.data(), to));
  for (size_t slice = 0; slice < 2; ++slice) {
    for (size_t row = 0; row < 2; ++row) {
      for (size_t byte = 0; byte < 5; ++byte) {
        const size_t source = (slice + 1) * 48 + (row + 1) * 8 + byte + 2;
        EXPECT_EQ(host[slice * 15 + row * 5 + byte], byte < 3 ? std::byte(source) : std::byte{0});
      }
    }
  }
  auto target = make_buffer(buffer->size());
  std::memset(target->host_address(), 0, target->size());
  submit(*queue, command::copy_region_work(*queue, CL_COMMAND_COPY_BUFFER_RECT, {*buffer, region},
                                           {*target, region}));
  const memory::MemoryRegion first_row{.box = {{0, 0, 0}, 8, 48}, .extent = {3, 1, 1}};
  submit(*queue, command::write_region_work(*queue, CL_COMMAND_WRITE_BUFFER_RECT, *target,
                                            first_row, host.data(), to));
  EXPECT_EQ(target->host_address()[48 + 8 + 2], std::byte(48 + 8 + 2));
  EXPECT_EQ(target->host_address()[48 + 8 + 5], std::byte{0});
  EXPECT_EQ(target->host_address()[1], host[1]);
}

}  // namespace
}  // namespace cleave::model::test
