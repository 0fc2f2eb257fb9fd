// Lists the devices that SYCL programs see, by the names that ONEAPI_DEVICE_SELECTOR takes.
//
// usage: sycl-ls [--verbose] [--ignore-device-selectors]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sycl/detail/abi.h"

namespace {

constexpr const char* usage =
    "usage: sycl-ls [--verbose] [--ignore-device-selectors]\n"
    "Lists the devices that SYCL programs see, by the names that ONEAPI_DEVICE_SELECTOR takes.\n"
    "  --verbose                  their parts, too, and what each is\n"
    "  --ignore-device-selectors  all devices, whatever ONEAPI_DEVICE_SELECTOR says\n";

/// The numbers of descriptors, and of what they tell.
enum PlatformNumber : uint32_t {
#define CLEAVE_PLATFORM_INFO(name, number, type) platform_##name = number,
#include "sycl/detail/info.def"
};
enum DeviceNumber : uint32_t {
#define CLEAVE_DEVICE_INFO(name, number, type, kind, query) device_##name = number,
#include "sycl/detail/info.def"
};
constexpr const char* type_names[] = {"cpu", "gpu", "fpga", "custom"};
constexpr int32_t by_affinity_domain = 3;
constexpr int32_t by_cslice = 4;
constexpr int32_t next_partitionable = 6;
constexpr size_t most_levels = 2;  // of parts that a selector names

const cleave_sycl_api& api() {
  const cleave_sycl_api* const table = __cleave_sycl_api(CLEAVE_SYCL_API_VERSION);
  if (table == nullptr || table->bytes < sizeof(cleave_sycl_api)) {
    std::fputs("sycl-ls: libcleave-sycl.so.1 is older than this program\n", stderr);
    std::exit(1);
  }
  return *table;
}

void put_bytes(void* target, const void* data, size_t bytes) {
  static_cast<std::string*>(target)->assign(static_cast<const char*>(data), bytes);
}

/// Returns the bytes that `call(sink)` puts; ends the program with the error's text.
template <class Call>
std::string read(const Call& call) {
  std::string bytes;
  const cleave_sycl_sink sink{&bytes, put_bytes};
  if (cleave_sycl_error* const error = call(&sink)) {
    std::fprintf(stderr, "sycl-ls: %s\n", error->text);
    api().release_error(error);
    std::exit(1);
  }
  return bytes;
}

template <class Value, class Call>
std::vector<Value> read_all(const Call& call) {
  const std::string bytes = read(call);
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
  return values;
}

std::string text_of(cleave_sycl_device* device, uint32_t what) {
  return read([&](const cleave_sycl_sink* sink) { return api().device_info(device, what, sink); });
}

template <class Value>
Value value_of(cleave_sycl_device* device, uint32_t what) {
  const auto all = read_all<Value>(
      [&](const cleave_sycl_sink* sink) { return api().device_info(device, what, sink); });
  return all.empty() ? Value{} : all.front();
}

template <class Value>
bool lists(cleave_sycl_device* device, uint32_t what, Value wanted) {
  for (const Value value : read_all<Value>(
           [&](const cleave_sycl_sink* sink) { return api().device_info(device, what, sink); })) {
    if (value == wanted) return true;
  }
  return false;
}

const char* type_of(cleave_sycl_device* device) {
  const auto type = value_of<int32_t>(device, device_device_type);
  return type >= 0 && type < 4 ? type_names[type] : "unknown";
}

/// The parts that a dot in a selector means: compute slices where there are such.
std::vector<cleave_sycl_device*> parts_of(cleave_sycl_device* device, const char*& how) {
  cleave_sycl_partition partition{sizeof partition, 0, 0, nullptr, 0};
  if (lists(device, device_partition_properties, by_cslice)) {
    partition.property = by_cslice;
    how = "compute slice";
  } else if (lists(device, device_partition_affinity_domains, next_partitionable)) {
    partition.property = by_affinity_domain;
    partition.affinity_domain = next_partitionable;
    how = "by next_partitionable";
  } else {
    return {};
  }
  return read_all<cleave_sycl_device*>([&](const cleave_sycl_sink* sink) {
    return api().device_partition(device, &partition, sink);
  });
}

void show_parts(cleave_sycl_device* device, const std::string& name, size_t levels) {
  if (levels == 0) return;
  const char* how = "";
  size_t i = 0;
  for (cleave_sycl_device* part : parts_of(device, how)) {
    const std::string its_name = name + "." + std::to_string(i++);
    std::printf("    [%s] %u units, %s\n", its_name.c_str(),
                value_of<uint32_t>(part, device_max_compute_units), how);
    show_parts(part, its_name, levels - 1);
    api().release(part);
  }
}

void show(cleave_sycl_platform* platform, cleave_sycl_device* device, bool is_verbose) {
  const std::string its_platform = read([&](const cleave_sycl_sink* sink) {
    return api().platform_info(platform, platform_name, sink);
  });
  const std::string name = api().device_name(device);
  std::printf("[opencl:%s][%s] %s, %s, %s [%s]\n", type_of(device), name.c_str(),
              its_platform.c_str(), text_of(device, device_name).c_str(),
              text_of(device, device_version).c_str(),
              text_of(device, device_driver_version).c_str());
  if (!is_verbose) return;
  std::printf("    %u units\n", value_of<uint32_t>(device, device_max_compute_units));
  size_t dots = 0;
  for (const char letter : name) dots += letter == '.' ? 1 : 0;
  show_parts(device, name, dots < most_levels ? most_levels - dots : 0);
}

}  // namespace

int main(int count, char** words) {
  bool is_verbose = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--verbose") {
      is_verbose = true;
    } else if (word == "--ignore-device-selectors") {
      unsetenv("ONEAPI_DEVICE_SELECTOR");
    } else {
      std::fputs(usage, word == "--help" ? stdout : stderr);
      return word == "--help" ? 0 : 2;
    }
  }
  const auto platforms = read_all<cleave_sycl_platform*>(
      [](const cleave_sycl_sink* sink) { return api().platforms(sink); });
  if (const char* const selector = std::getenv("ONEAPI_DEVICE_SELECTOR")) {
    std::printf("ONEAPI_DEVICE_SELECTOR=%s leaves these devices:\n", selector);
  }
  size_t shown = 0;
  for (auto* platform : platforms) {
    for (auto* device : read_all<cleave_sycl_device*>([&](const cleave_sycl_sink* sink) {
           return api().platform_devices(platform, sink);
         })) {
      show(platform, device, is_verbose);
      api().release(device);
      ++shown;
    }
  }
  if (shown == 0) std::printf("no devices\n");
}
