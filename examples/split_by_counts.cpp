// Splits a device by counts: each part has as many compute units as its count says, and keeps to
// them.
//
// usage: split_by_counts [COUNT...]     for example: split_by_counts 3 1
#include "part.h"

/// The counts of the command line, or one compute unit apart from all others.
static std::vector<cl_device_partition_property> wanted_counts(int argc, char** argv,
                                                               cl_uint units) {
  std::vector<cl_device_partition_property> counts;
  for (int i = 1; i < argc; ++i) {
    char* end = nullptr;
    long count = std::strtol(argv[i], &end, 10);
    if (*end != '\0' || count < 1) {
      std::fprintf(stderr, "A count is a number of compute units, not '%s'.\n", argv[i]);
      std::exit(2);
    }
    counts.push_back(count);
  }
  if (counts.empty()) counts = {1, static_cast<cl_device_partition_property>(units) - 1};
  return counts;
}

int main(int argc, char** argv) {
  cl_device_id device = example::first_device();
  cl_uint units = example::compute_units(device);
  std::printf("Device: %s, %u compute unit(s)\n", example::device_name(device).c_str(), units);
  if (units < 2) {
    std::fprintf(stderr, "A device with a single compute unit cannot be split.\n");
    return 1;
  }

  // The property list: the scheme, the counts, the end of the counts, the end of the list.
  std::vector<cl_device_partition_property> properties = wanted_counts(argc, argv, units);
  properties.insert(properties.begin(), CL_DEVICE_PARTITION_BY_COUNTS);
  properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  properties.push_back(0);
  std::vector<cl_device_id> parts = example::split(device, properties.data());

  std::printf("%zu parts, at work at the same time:\n", parts.size());
  example::run_on_parts(parts, 1 << 18);
  return 0;
}
