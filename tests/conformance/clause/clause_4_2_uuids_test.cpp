// 4.2, CL_DEVICE_UUID and what goes with it (cl_khr_device_uuid): identifiers of devices and of the
// driver, which processes may compare.
#include <sched.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <set>

#include "support/reported.h"

namespace cleave::test {
namespace {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

template <class T>
T of_device(cl_device_id device, cl_device_info name) {
  return value_of<T>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device, name, size, value, returned);
  });
}
Uuid uuid_of(cl_device_id device) {
  return of_device<Uuid>(device, CL_DEVICE_UUID_KHR);
}
std::string digits_of(const Uuid& uuid) {
  std::string digits;
  for (const cl_uchar byte : uuid) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", byte);
    digits += two;
  }
  return digits;
}

std::vector<Device> parts_of(cl_device_id device, cl_uint units) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, units, 0};
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(device, equally, 0, nullptr, &count));
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(device, equally, count, handles.data(), nullptr));
  std::vector<Device> parts;
  for (const cl_device_id handle : handles) parts.emplace_back(handle);
  return parts;
}

// Another process of this program, on one processor, runs this test to be told.
TEST(Clause_4_2_Uuids, AreThoseOfRfc9562) {
  const Uuid uuid = uuid_of(first_device());
  EXPECT_EQ(8, uuid[6] >> 4);
  EXPECT_EQ(0b10, uuid[8] >> 6);
  std::printf("UUID %s\n", digits_of(uuid).c_str());
}
std::string uuid_of_another_process(const std::string& how) {
  char path[4096] = {};
  EXPECT_LT(0, readlink("/proc/self/exe", path, sizeof path - 1));
  const std::string command =
      how + " '" + path + "' --gtest_filter=Clause_4_2_Uuids.AreThoseOfRfc9562";
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), pclose);
  char line[256];
  while (output != nullptr && std::fgets(line, sizeof line, output.get()) != nullptr) {
    const std::string text = line;
    if (text.starts_with("UUID ")) return text.substr(5, 32);
  }
  return "";
}

TEST(Clause_4_2_Uuids, AreReported) {
  expect_reported(first_device(), "cl_khr_device_uuid", CL_MAKE_VERSION(1, 0, 0));
}

// "Device UUIDs must be immutable for a given device across processes"
TEST(Clause_4_2_Uuids, AreTheSameInEveryProcess) {
  const std::string here = digits_of(uuid_of(first_device()));
  EXPECT_EQ(here, uuid_of_another_process(""));
  EXPECT_EQ(here, uuid_of_another_process("cd / && env -i OCL_ICD_VENDORS=\"$OCL_ICD_VENDORS\" "
                                          "CLEAVE_CPU_QUOTA=0 CLEAVE_DEVICE_NAME=other"));
}

// A process that may use one processor has the device that is a part here.
TEST(Clause_4_2_Uuids, StandForProcessors) {
  cpu_set_t allowed;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof allowed, &allowed));
  std::set<std::string> parts;
  if (CPU_COUNT(&allowed) == 1) {
    parts.insert(digits_of(uuid_of(first_device())));
  } else {
    for (const Device& part : parts_of(first_device(), 1)) parts.insert(digits_of(uuid_of(part)));
  }
  EXPECT_EQ(static_cast<size_t>(CPU_COUNT(&allowed)), parts.size());
  std::set<std::string> found;
  for (int processor = 0; processor < CPU_SETSIZE && found.size() < 2; ++processor) {
    if (!CPU_ISSET(processor, &allowed)) continue;
    const std::string uuid = uuid_of_another_process("taskset -c " + std::to_string(processor));
    EXPECT_EQ(1U, parts.count(uuid)) << processor << ": " << uuid;
    EXPECT_TRUE(found.insert(uuid).second);
    if (CPU_COUNT(&allowed) == 1) break;
  }
}

TEST(Clause_4_2_Uuids, DifferFromPartToPart) {
  const auto units = of_device<cl_uint>(first_device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  std::set<Uuid> all = {uuid_of(first_device())};
  size_t count = 1;
  for (cl_uint size = units / 2; size >= 1; size /= 2) {
    for (const Device& part : parts_of(first_device(), size)) {
      all.insert(uuid_of(part));
      ++count;
    }
  }
  EXPECT_EQ(count, all.size());
}

TEST(Clause_4_2_Uuids, OfTheDriverIsThatOfAllDevices) {
  const auto driver = of_device<Uuid>(first_device(), CL_DRIVER_UUID_KHR);
  EXPECT_NE(uuid_of(first_device()), driver);
  EXPECT_EQ(8, driver[6] >> 4);
  if (of_device<cl_uint>(first_device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2) return;
  for (const Device& part : parts_of(first_device(), 1)) {
    EXPECT_EQ(driver, of_device<Uuid>(part, CL_DRIVER_UUID_KHR));
  }
}

// "It is not an error to query CL_DEVICE_LUID when CL_DEVICE_LUID_VALID returns CL_FALSE"
TEST(Clause_4_2_Uuids, ThereIsNoLuid) {
  using Luid = std::array<cl_uchar, CL_LUID_SIZE_KHR>;
  EXPECT_EQ(cl_bool{CL_FALSE}, of_device<cl_bool>(first_device(), CL_DEVICE_LUID_VALID_KHR));
  EXPECT_EQ(Luid{}, of_device<Luid>(first_device(), CL_DEVICE_LUID_KHR));
  EXPECT_EQ(0U, of_device<cl_uint>(first_device(), CL_DEVICE_NODE_MASK_KHR));
}

}  // namespace
}  // namespace cleave::test
