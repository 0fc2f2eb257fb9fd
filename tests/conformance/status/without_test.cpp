// The driver with CLEAVE_WITHOUT, which takes away all that it can.
#include <CL/cl_ext.h>

#include <cstdlib>
#include <sstream>

#include "calls.h"
#include "page.h"

namespace cleave::test {
namespace {

constexpr cl_command_queue_properties on_device =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

/// The answer of a call that would create something and must not.
template <class Create>
std::string refusal(const Create& create) {
  cl_int error = CL_SUCCESS;
  const auto object = create(&error);
  return object == nullptr ? name_of(error) : "an object";
}

#define CALL(name, ...) {#name, [](Objects& on) { return name_of(name(__VA_ARGS__)); }}
#define CREATE(name, ...) \
  {#name, [](Objects& on) { return refusal([&](cl_int* error) { return name(__VA_ARGS__); }); }}

/// A call of each function that answers otherwise.
const Calls& calls_without() {
  static int host[16];
  static const void* pointers[] = {host};
  static void* freed[] = {host};
  static const cl_image_format texel = {CL_RGBA, CL_UNORM_INT8};
  static const cl_image_desc flat = [] {
    cl_image_desc made{};
    made.image_type = CL_MEM_OBJECT_IMAGE2D;
    made.image_width = made.image_height = 4;
    return made;
  }();
  static const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, on_device, 0};
  static const Calls calls = {
      CREATE(clCreateImage, on.context, 0, &texel, &flat, nullptr, error),
      CREATE(clCreateImageWithProperties, on.context, nullptr, 0, &texel, &flat, nullptr, error),
      CREATE(clCreateImage2D, on.context, 0, &texel, 4, 4, 0, nullptr, error),
      CREATE(clCreateImage3D, on.context, 0, &texel, 4, 4, 4, 0, 0, nullptr, error),
      CREATE(clCreateSampler, on.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error),
      CREATE(clCreateSamplerWithProperties, on.context, nullptr, error),
      CREATE(clCreatePipe, on.context, 0, 4, 4, nullptr, error),
      CREATE(clCreateCommandQueueWithProperties, on.context, on.device, properties, error),
      CALL(clSetDefaultDeviceCommandQueue, on.context, on.device, on.queue),
      CALL(clEnqueueSVMFree, on.queue, 1, freed, nullptr, nullptr, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMemcpy, on.queue, CL_TRUE, host, host + 8, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMemFill, on.queue, host, host + 8, 4, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMap, on.queue, CL_TRUE, CL_MAP_READ, host, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMUnmap, on.queue, host, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMigrateMem, on.queue, 1, pointers, nullptr, 0, 0, nullptr, nullptr),
      CALL(clSetKernelArgSVMPointer, on.kernel, 0, host),
      CALL(clSetKernelExecInfo, on.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
      {"clSVMAlloc",
       [](Objects& on) {
         return clSVMAlloc(on.context, CL_MEM_READ_WRITE, 16, 0) == nullptr ? "null" : "memory";
       }},
      CREATE(clCreateProgramWithIL, on.context, host, sizeof host, error),
      CALL(clSetProgramSpecializationConstant, on.program, 0, 4, host),
      CALL(clGetKernelSubGroupInfo, on.kernel, on.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
           0, nullptr, nullptr),
  };
  return calls;
}

#undef CALL
#undef CREATE

class Without : public OnDevice {
 protected:
  template <class T>
  [[nodiscard]] T value(cl_device_info name) const {
    return value_of<T>([&](size_t size, void* to, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, to, returned);
    });
  }
  [[nodiscard]] cl_int error_of_query(cl_device_info name) const {
    size_t size = 0;
    return clGetDeviceInfo(device_, name, 0, nullptr, &size);
  }
  /// Returns what the device reports: extensions and features of OpenCL C.
  [[nodiscard]] std::set<std::string> reported() const {
    std::set<std::string> names;
    std::istringstream words(text_of([&](size_t size, void* to, size_t* returned) {
      return clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, size, to, returned);
    }));
    for (std::string word; words >> word;) names.insert(word);
    for (const cl_name_version& feature :
         list_of<cl_name_version>([&](size_t size, void* to, size_t* returned) {
           return clGetDeviceInfo(device_, CL_DEVICE_OPENCL_C_FEATURES, size, to, returned);
         })) {
      names.insert(feature.name);
    }
    return names;
  }
  [[nodiscard]] cl_int build_code(const std::string& source,
                                  const char* language = "-cl-std=CL3.0") const {
    const char* text = source.c_str();
    cl_int error = 1;
    const Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return clBuildProgram(program, 0, nullptr, language, nullptr, nullptr);
  }
};

TEST_F(Without, FunctionsAnswerAsThePageSays) {
  Objects objects = make_objects(OptionalObjects::none);
  std::map<std::string, std::string> answers;
  for (const auto& [name, call] : calls_without()) answers[name] = call(objects);
  EXPECT_EQ(rows_of_page("## Without what there is"), answers);
}

TEST_F(Without, NothingOfItIsReported) {
  for (const std::string& name : reported()) {
    for (const char* taken :
         {"image", "pipe", "enqueue", "subgroup", "sub_group", "fp16", "fp64", "fission",
          "queue_families", "immutable", "_unified_", "address_", "command_buffer",
          "create_command_queue", "priority_hints", "semaphore", "spirv", "il_program"}) {
      const bool is_there = name.find(taken) != std::string::npos &&
                            name != "__opencl_c_generic_address_space" &&
                            name != "cl_khr_byte_addressable_store";
      EXPECT_FALSE(is_there) << name;
    }
  }
}

TEST_F(Without, NamesThemselvesAreNeitherReportedNorDefined) {
  const std::set<std::string> there = reported();
  std::istringstream names(std::getenv("CLEAVE_WITHOUT"));
  for (std::string name; std::getline(names, name, ',');) {
    EXPECT_FALSE(there.contains(name)) << name;
    for (const char* language : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
      const std::string undefined = "#ifdef " + name + "\n#error it is there\n#endif\n";
      EXPECT_EQ(CL_SUCCESS, build_code(undefined + "kernel void k() {}", language))
          << name << " " << language;
    }
  }
}

TEST_F(Without, QueriesSayThatItIsNotThere) {
  EXPECT_EQ(cl_bool{CL_FALSE}, value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_EQ(0U, value<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_MAX_SAMPLERS));
  EXPECT_EQ(cl_bool{CL_FALSE}, value<cl_bool>(CL_DEVICE_PIPE_SUPPORT));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS));
  EXPECT_EQ(0U, value<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS));
  EXPECT_EQ(0U, value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG));
  EXPECT_EQ(0U,
            value<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES));
  EXPECT_EQ(0U, value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES));
  EXPECT_EQ(0U, value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS));
  EXPECT_EQ("CLEAVE-DEVICE-IMAGE_1.0", text_of([&](size_t size, void* to, size_t* returned) {
              return clGetDeviceInfo(device_, CL_DEVICE_IL_VERSION, size, to, returned);
            }));
}

// OpenCL C 2.0 demands some of what is not there.
TEST_F(Without, OpenClC2IsNotReported) {
  std::vector<cl_version> versions;
  for (const cl_name_version& version :
       list_of<cl_name_version>([&](size_t size, void* to, size_t* returned) {
         return clGetDeviceInfo(device_, CL_DEVICE_OPENCL_C_ALL_VERSIONS, size, to, returned);
       })) {
    versions.push_back(version.version);
  }
  EXPECT_EQ((std::vector<cl_version>{CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                     CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)}),
            versions);
}

TEST_F(Without, QueriesOfExtensionsDoNotExist) {
  for (const cl_device_info name :
       {CL_DEVICE_HALF_FP_CONFIG, CL_DEVICE_SUB_GROUP_SIZES_INTEL, CL_DEVICE_PARENT_DEVICE_EXT,
        CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
        0x12BB /* CL_DEVICE_SPIRV_CAPABILITIES_KHR */, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
        CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, CL_DEVICE_SEMAPHORE_TYPES_KHR,
        0x12B0 /* CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR */,
        0x129A /* CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR */}) {
    EXPECT_EQ(CL_INVALID_VALUE, error_of_query(static_cast<cl_device_info>(name))) << name;
  }
  // Loaders answer themselves for clCreateSubDevicesEXT.
  for (const char* name :
       {"clHostMemAllocINTEL", "clSetKernelArgDevicePointerEXT", "clGetImageRequirementsInfoEXT",
        "clCreateProgramWithILKHR", "clCreateCommandBufferKHR", "clCommandNDRangeKernelKHR",
        "clUpdateMutableCommandsKHR", "clCreateSemaphoreWithPropertiesKHR",
        "clCreateCommandQueueWithPropertiesKHR"}) {
    EXPECT_EQ(nullptr, clGetExtensionFunctionAddressForPlatform(find_platform(), name)) << name;
  }
}

TEST_F(Without, PropertiesOfExtensionsAreUnknown) {
  const cl_queue_properties family[] = {CL_QUEUE_FAMILY_INTEL, 0, CL_QUEUE_INDEX_INTEL, 0, 0};
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return Queue(clCreateCommandQueueWithProperties(context_, device_, family, error));
            }));
  const cl_queue_properties priority[] = {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0};
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return Queue(clCreateCommandQueueWithProperties(context_, device_, priority, error));
            }));
  const cl_mem_properties address[] = {0x5000 /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT */, CL_TRUE, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, error_of([&](cl_int* error) {
              return Memory(clCreateBufferWithProperties(context_, address, 0, 64, nullptr, error));
            }));
  int host[16] = {};
  const cl_mem_flags immutable = cl_mem_flags{1 << 6} | CL_MEM_USE_HOST_PTR;
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return Memory(clCreateBuffer(context_, immutable, sizeof host, host, error));
            }));
}

TEST_F(Without, ProgramsThatUseItDoNotBuild) {
  EXPECT_EQ(CL_SUCCESS, build_code("kernel void k(global float* p) { *p = sin(*p); }"));
  for (const char* kernel :
       {"kernel void k(read_only image2d_t a) {}", "kernel void k(read_only pipe int p) {}",
        "kernel void k(queue_t q) {}", "kernel void k(global double* p) { *p = 1.0; }",
        "kernel void k(global half* p) { *p = 1.0h; }",
        "kernel void k(global uint* p) { *p = get_sub_group_size(); }"}) {
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_code(kernel)) << kernel;
  }
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
            build_code("kernel void k(global int* p) {\n"
                       "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ *p = 1; }); }",
                       "-cl-std=CL2.0"));
  for (const char* macro : {"cl_khr_fp64", "cl_khr_fp16", "__opencl_c_fp64", "__opencl_c_pipes",
                            "__opencl_c_images", "__IMAGE_SUPPORT__", "__opencl_c_device_enqueue",
                            "__opencl_c_subgroups", "cl_khr_subgroups", "cl_intel_subgroups"}) {
    const std::string defined = std::string("#ifdef ") + macro + "\n#error it is there\n#endif\n";
    EXPECT_EQ(CL_SUCCESS, build_code(defined + "kernel void k() {}")) << macro;
  }
}

}  // namespace
}  // namespace cleave::test
