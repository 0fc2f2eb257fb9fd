// Takes the compute units that are named out of a device, with the extension cl_ext_device_fission:
// a part of these units and no others. The context and the program know the whole device alone; the
// part is used in them all the same.
//
// usage: split_by_names [NAME...]     for example: split_by_names 0 1 3
#include <CL/cl_ext.h>

#include "part.h"

/// The extension's functions, asked for by name: a loader need not export them.
struct Fission {
  clCreateSubDevicesEXT_fn create;
  clReleaseDeviceEXT_fn release;
};

static cl_platform_id platform_of(cl_device_id device) {
  cl_platform_id platform = nullptr;
  example::check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
                 "clGetDeviceInfo");
  return platform;
}

static Fission fission_of(cl_device_id device) {
  size_t size = 0;
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
                 "clGetDeviceInfo");
  std::string names(size, '\0');
  example::check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr),
                 "clGetDeviceInfo");
  if (names.find("cl_ext_device_fission") == std::string::npos) {
    std::fprintf(stderr, "This device does not offer cl_ext_device_fission.\n");
    std::exit(1);
  }
  cl_platform_id platform = platform_of(device);
  auto address = [platform](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(platform, name);
  };
  return {reinterpret_cast<clCreateSubDevicesEXT_fn>(address("clCreateSubDevicesEXT")),
          reinterpret_cast<clReleaseDeviceEXT_fn>(address("clReleaseDeviceEXT"))};
}

/// The names of the command line, or every second one.
static std::vector<cl_uint> wanted_names(int argc, char** argv, cl_uint units) {
  std::vector<cl_uint> names;
  for (int i = 1; i < argc; ++i) {
    char* end = nullptr;
    unsigned long name = std::strtoul(argv[i], &end, 10);
    if (*end != '\0' || end == argv[i] || name > CL_INT_MAX) {
      std::fprintf(stderr, "A name is the number of a compute unit, not '%s'.\n", argv[i]);
      std::exit(2);
    }
    names.push_back(static_cast<cl_uint>(name));
  }
  for (cl_uint name = 0; argc < 2 && name < units; name += 2) names.push_back(name);
  return names;
}

static cl_device_id part_of(cl_device_id device, const Fission& fission,
                            const std::vector<cl_uint>& names, cl_uint units) {
  // The property list: the scheme, the names, the end of the names, the end of the list.
  std::vector<cl_device_partition_property_ext> properties = {CL_DEVICE_PARTITION_BY_NAMES_EXT};
  properties.insert(properties.end(), names.begin(), names.end());
  properties.push_back(CL_PARTITION_BY_NAMES_LIST_END_EXT);
  properties.push_back(CL_PROPERTIES_LIST_END_EXT);
  cl_device_id part = nullptr;
  cl_int status = fission.create(device, properties.data(), 1, &part, nullptr);
  if (status == CL_INVALID_PARTITION_NAME_EXT) {
    std::fprintf(stderr,
                 "CL_INVALID_PARTITION_NAME_EXT: names go from 0 to %u, and none comes twice.\n",
                 units - 1);
    std::exit(1);
  }
  example::check(status, "clCreateSubDevicesEXT");
  return part;
}

/// How the part was made, as it tells itself.
static void print_style(cl_device_id part) {
  size_t size = 0;
  example::check(clGetDeviceInfo(part, CL_DEVICE_PARTITION_STYLE_EXT, 0, nullptr, &size),
                 "clGetDeviceInfo");
  std::vector<cl_device_partition_property_ext> style(size / sizeof style[0]);
  example::check(clGetDeviceInfo(part, CL_DEVICE_PARTITION_STYLE_EXT, size, style.data(), nullptr),
                 "clGetDeviceInfo");
  std::printf("A part of the compute units");
  for (size_t i = 1; i + 2 < style.size(); ++i) {
    std::printf("%s %u", i == 1 ? "" : ",", static_cast<unsigned>(style[i]));
  }
  std::printf(":\n");
}

int main(int argc, char** argv) {
  cl_device_id device = example::first_device();
  cl_uint units = example::compute_units(device);
  std::printf("Device: %s, %u compute unit(s)\n", example::device_name(device).c_str(), units);
  const Fission fission = fission_of(device);
  cl_device_id part = part_of(device, fission, wanted_names(argc, argv, units), units);
  print_style(part);

  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  cl_program program = example::build(context, device, example::collatz_source);
  std::vector<cl_uint> results(1 << 16);
  example::Part running = example::start(context, program, part, {0, results.size()});
  example::finish(running, results, 0);
  example::verify_collatz(results);
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseContext(context), "clReleaseContext");
  example::check(fission.release(part), "clReleaseDeviceEXT");
  return 0;
}
