// UUIDs of devices (4.2): "immutable for a given device across processes, driver APIs, driver
// versions, and system reboots".
#include "topology/uuid.h"

#include <cstdlib>
#include <fstream>
#include <set>

#include "machines.h"

namespace cleave::topology::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* number = "0123456789abcdef0123456789abcdef";
const std::string here;  // the description of this machine

class Uuids : public ::testing::Test {
 protected:
  Uuids() {
    for (const uint32_t processor : {7U, 3U, 5U, 1U}) machine.units.push_back({processor, 0});
    machine.processor_name = "Some CPU";
  }
  Machine machine;
};

TEST_F(Uuids, StayAsTheyAre) {
  // A change of these bytes gives every device of every user another identity.
  EXPECT_EQ((Uuid{0xdb, 0x6e, 0x90, 0x41, 0xe1, 0x8f, 0x89, 0x4f, 0xb2, 0x15, 0xf6, 0xab, 0xcb,
                  0x06, 0x90, 0x20}),
            device_uuid(number, here, machine, {0, 1}));
}

TEST_F(Uuids, AreThoseOfAVersionThatAnyoneMayDefine) {
  for (const char* text : {"", "a", "b", "c", "d"}) {
    EXPECT_EQ(8, uuid_of(text)[6] >> 4);     // RFC 9562, 5.8
    EXPECT_EQ(0b10, uuid_of(text)[8] >> 6);  // the same, 4.1
  }
}

TEST_F(Uuids, DifferByProcessorsAndMachines) {
  const std::string other = "f" + std::string(number + 1);
  const std::set<Uuid> all = {
      device_uuid(number, here, machine, {0, 1}), device_uuid(number, here, machine, {0}),
      device_uuid(number, here, machine, {1, 2}), device_uuid(number, here, machine, {0, 1, 2, 3}),
      device_uuid(other, here, machine, {0, 1}),  device_uuid(number, "pu:4", machine, {0, 1}),
      device_uuid("", here, machine, {0, 1})};
  EXPECT_EQ(7U, all.size());
}

// Another process may see other processors, which then have other indices.
TEST_F(Uuids, AreThoseOfProcessorsWhateverTheirIndices) {
  Machine part;
  part.units = {{3, 0}, {7, 0}};
  part.processor_name = "as hwloc has it in a container";
  EXPECT_EQ(device_uuid(number, here, machine, {0, 1}), device_uuid(number, here, part, {0, 1}));
  EXPECT_EQ(device_uuid(number, here, machine, {1}), device_uuid(number, here, part, {0}));
}

TEST_F(Uuids, DependOnTheProcessorWhereTheMachineHasNoNumber) {
  const Uuid before = device_uuid("", here, machine, {0});
  EXPECT_EQ(before, device_uuid("", here, machine, {0}));
  machine.processor_name = "Another CPU";
  EXPECT_NE(before, device_uuid("", here, machine, {0}));
}

class MachineNumbers : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cleave-uuid-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    root = name;
  }
  void TearDown() override { fs::remove_all(root); }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text << "\n";
  }
  fs::path root;
};

TEST_F(MachineNumbers, AreThoseOfTheInstallation) {
  EXPECT_EQ("", read_machine_id(root));
  write("var/lib/dbus/machine-id", number);
  EXPECT_EQ(number, read_machine_id(root));
  const std::string of_system = "a" + std::string(number + 1);
  write("etc/machine-id", of_system);
  EXPECT_EQ(of_system, read_machine_id(root));
}

// machine-id(5): an image has an empty file, or this word until the system has started.
TEST_F(MachineNumbers, AreNoneWhereTheFileHoldsNone) {
  for (const char* text : {"", "uninitialized", "00000000000000000000000000000000", "0123",
                           "0123456789ABCDEF0123456789abcdeg"}) {
    write("etc/machine-id", text);
    EXPECT_EQ("", read_machine_id(root)) << text;
  }
}

}  // namespace
}  // namespace cleave::topology::test
