// Splits a device where the hardware is divided: by NUMA node or by shared cache.
//
// usage: split_by_cache_or_numa [numa|l4|l3|l2|l1|next]
// Without an argument the outermost level that can divide the device is used ("next").
#include "part.h"

struct Domain {
  const char* name;
  cl_device_affinity_domain bit;
  const char* meaning;
};

static constexpr Domain domains[] = {
    {"numa", CL_DEVICE_AFFINITY_DOMAIN_NUMA, "processors with the same memory node"},
    {"l4", CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, "processors that share a fourth-level cache"},
    {"l3", CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, "processors that share a third-level cache"},
    {"l2", CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, "processors that share a second-level cache"},
    {"l1", CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, "processors that share a first-level cache"},
    {"next", CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, "the outermost level that divides it"},
};

/// Prints the domains that the device reports and returns them.
static cl_device_affinity_domain print_domains(cl_device_id device) {
  cl_device_affinity_domain offered = 0;
  example::check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof offered,
                                 &offered, nullptr),
                 "clGetDeviceInfo");
  std::printf("It can be split by:\n");
  for (const Domain& domain : domains)
    if ((offered & domain.bit) != 0) std::printf("  %-5s %s\n", domain.name, domain.meaning);
  if (offered == 0) std::printf("  no cache and no memory node: all its processors share them\n");
  return offered;
}

static const Domain* find_domain(const std::string& name) {
  for (const Domain& domain : domains)
    if (name == domain.name) return &domain;
  return nullptr;
}

int main(int argc, char** argv) {
  const Domain* wanted = find_domain(argc > 1 ? argv[1] : "next");
  if (wanted == nullptr) {
    std::fprintf(stderr, "usage: %s [numa|l4|l3|l2|l1|next]\n", argv[0]);
    return 2;
  }
  cl_device_id device = example::first_device();
  std::printf("Device: %s, %u compute unit(s)\n", example::device_name(device).c_str(),
              example::compute_units(device));
  if ((print_domains(device) & wanted->bit) == 0) {
    std::fprintf(stderr,
                 "This device cannot be split by %s; a synthetic machine can be tried: "
                 "CLEAVE_TOPOLOGY='node:2 l3:2 core:2 pu:1'\n",
                 wanted->name);
    return 1;
  }

  const cl_device_partition_property properties[] = {
      CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
      static_cast<cl_device_partition_property>(wanted->bit), 0};
  std::vector<cl_device_id> parts = example::split(device, properties);
  std::printf("Split by %s: %zu parts, at work at the same time:\n", wanted->name, parts.size());
  example::run_on_parts(parts, 1 << 18);
  return 0;
}
