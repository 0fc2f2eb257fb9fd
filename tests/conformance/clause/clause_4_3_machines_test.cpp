// Splits a machine in every order of affinity domains, by the API, as programs see it. Run
// for several machines, each in a process of its own: CLEAVE_TOPOLOGY says which.
#include <algorithm>
#include <array>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using Properties = std::vector<cl_device_partition_property>;

constexpr cl_device_affinity_domain next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
constexpr std::array<cl_device_affinity_domain, 5> domains = {
    CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};

Properties by_domain(cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}
template <class T>
T info(cl_device_id of, cl_device_info name) {
  return value_of<T>([of, name](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(of, name, size, value, returned);
  });
}
Properties type_of(cl_device_id of) {
  return list_of<cl_device_partition_property>([of](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(of, CL_DEVICE_PARTITION_TYPE, size, value, returned);
  });
}
cl_uint units(cl_device_id of) {
  return info<cl_uint>(of, CL_DEVICE_MAX_COMPUTE_UNITS);
}
cl_device_affinity_domain reported(cl_device_id of) {
  return info<cl_device_affinity_domain>(of, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
}

/// The parts along a domain, or none and the error code.
std::pair<std::vector<Device>, cl_int> split(cl_device_id of, cl_device_affinity_domain domain) {
  const Properties properties = by_domain(domain);
  cl_uint count = 0;
  const cl_int code = clCreateSubDevices(of, properties.data(), 0, nullptr, &count);
  if (code != CL_SUCCESS) return {std::vector<Device>(), code};
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(of, properties.data(), count, handles.data(), nullptr));
  return {std::vector<Device>(handles.begin(), handles.end()), CL_SUCCESS};
}

/// Checks what a device reports against what it can be split into, and so its parts, `depth` deep.
void check(cl_device_id device, int depth) {
  const cl_device_affinity_domain can = reported(device);
  EXPECT_EQ((can & ~next) != 0, (can & next) != 0);
  EXPECT_EQ(units(device) < 2 ? 0 : units(device),
            info<cl_uint>(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES));
  for (const cl_device_affinity_domain domain : domains) {
    const auto [parts, code] = split(device, domain);
    ASSERT_EQ((can & domain) != 0, code == CL_SUCCESS) << "domain " << domain;
    if (code != CL_SUCCESS) {
      EXPECT_TRUE(code == CL_DEVICE_PARTITION_FAILED || code == CL_INVALID_VALUE) << code;
      continue;
    }
    ASSERT_GE(parts.size(), 2U);
    cl_uint total = 0;
    for (const Device& part : parts) {
      total += units(part);
      EXPECT_EQ(by_domain(domain), type_of(part));
      EXPECT_EQ(device, info<cl_device_id>(part, CL_DEVICE_PARENT_DEVICE));
      EXPECT_EQ(0U, reported(part) & domain) << "it lies in one";
    }
    EXPECT_LE(total, units(device));
    if (depth > 0) {
      check(parts.front(), depth - 1);
      check(parts.back(), depth - 1);
    }
  }
  const auto [parts, code] = split(device, next);
  ASSERT_EQ((can & next) != 0, code == CL_SUCCESS);
  if (code != CL_SUCCESS) return;
  // NEXT_PARTITIONABLE is replaced by the first domain that divides, in the order of the clause.
  EXPECT_EQ(by_domain(can & (~can + 1)), type_of(parts[0]));
}

TEST(Clause_4_3_Machines, DomainsReportedAreThoseThatSucceedInEveryOrder) {
  check(first_device(), 4);
}

TEST(Clause_4_3_Machines, PartsAsDeepAsTheMachineHaveQueuesAndContexts) {
  std::vector<Device> chain;
  cl_device_id innermost = first_device();
  while ((reported(innermost) & next) != 0) {
    auto [parts, code] = split(innermost, next);
    ASSERT_EQ(CL_SUCCESS, code);
    chain.push_back(std::move(parts.back()));
    innermost = chain.back();
  }
  chain.erase(chain.begin(), chain.end() - std::min<ptrdiff_t>(1, std::ssize(chain)));
  cl_int error = 1;
  const Context context(clCreateContext(nullptr, 1, &innermost, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Queue queue(clCreateCommandQueueWithProperties(context, innermost, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_uint value = 4711;
  cl_uint read = 0;
  const Memory buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof value, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, sizeof value, 0,
                                            nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof read, &read, 0,
                                            nullptr, nullptr));
  EXPECT_EQ(value, read);
}

}  // namespace
}  // namespace cleave::test
