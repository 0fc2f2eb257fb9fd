#include "harness/opencl.h"

#include <algorithm>
#include <vector>

#include "harness/dpctl.h"

namespace cleave::benchmark {
namespace {

std::string platform_text(cl_platform_id platform, cl_platform_info name) {
  size_t size = 0;
  check(clGetPlatformInfo(platform, name, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  check(clGetPlatformInfo(platform, name, size, text.data(), nullptr), "clGetPlatformInfo");
  return text.c_str();
}

std::string device_text(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  check(clGetDeviceInfo(device, name, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(clGetDeviceInfo(device, name, size, text.data(), nullptr), "clGetDeviceInfo");
  return text.c_str();
}

/// Returns the name that people call the driver.
std::string short_name(const std::string& platform) {
  if (platform == "Portable Computing Language") return "PoCL";
  if (platform.starts_with("Intel")) return "Intel";
  return platform;
}

std::string build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
    return {};
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.c_str();
}

std::string name_of(KernelForm form, cl_platform_id platform) {
  if (form == KernelForm::module) return "SPIR-V";
  if (form == KernelForm::twin) return "SYCL USM";
  if (form == KernelForm::accessor_twin) return "SYCL accessors";
  if (form == KernelForm::dpctl) return "DPC++";
  return short_name(platform_text(platform, CL_PLATFORM_NAME));
}

}  // namespace

Device::Device(cl_platform_id platform, cl_device_id device, KernelForm form)
    : device_(device),
      form_(form),
      driver_(name_of(form, platform)),
      version_(device_text(device, CL_DRIVER_VERSION)) {
  cl_int status = CL_SUCCESS;
  context_ = Context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
  check(status, "clCreateContext");
  make_queue();
}

void Device::make_queue() {
  cl_int status = CL_SUCCESS;
  queue_ = Queue(clCreateCommandQueueWithProperties(context(), device_, nullptr, &status));
  check(status, "clCreateCommandQueueWithProperties");
  const TwinFunctions* functions = nullptr;
  switch (form_) {
    case KernelForm::source:
    case KernelForm::module:
      return;
    case KernelForm::twin:
      functions = twin_functions(TwinMemoryKind::usm);
      break;
    case KernelForm::accessor_twin:
      functions = twin_functions(TwinMemoryKind::buffers);
      break;
    case KernelForm::dpctl:
      functions = dpctl_functions();
      break;
  }
  if (functions == nullptr) throw NotSupported("queues of SYCL");
  twins_.emplace(*functions);
}

bool Device::begin(std::string_view benchmark) {
  benchmark_ = benchmark;
  if (form_ == KernelForm::dpctl) return dpctl_measures(benchmark);
  return !twins_ || twins_->find(benchmark_.c_str(), nullptr) != nullptr;
}

Device Device::another() const {
  Device made;
  made.device_ = device_;
  made.form_ = form_;
  made.driver_ = driver_;
  made.version_ = version_;
  made.benchmark_ = benchmark_;
  check(clRetainContext(context()), "clRetainContext");
  made.context_ = Context(context());
  made.make_queue();
  return made;
}

void Device::require_work_group_functions() const {
  cl_bool supported = CL_FALSE;
  // Drivers from before OpenCL 3.0 do not know the question and are left out.
  if (clGetDeviceInfo(device_, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof supported,
                      &supported, nullptr) != CL_SUCCESS ||
      supported == CL_FALSE)
    throw NotSupported("work-group functions");
}

void Device::require_sub_groups() const {
  cl_uint most = 0;
  if (clGetDeviceInfo(device_, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, nullptr) !=
          CL_SUCCESS ||
      most == 0)
    throw NotSupported("sub-groups");
}

void Device::require_pipes() const {
  cl_bool supported = CL_FALSE;
  if (clGetDeviceInfo(device_, CL_DEVICE_PIPE_SUPPORT, sizeof supported, &supported, nullptr) !=
          CL_SUCCESS ||
      supported == CL_FALSE)
    throw NotSupported("pipes");
}

void Device::require_generic_pointers() const {
  cl_bool supported = CL_FALSE;
  if (clGetDeviceInfo(device_, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof supported,
                      &supported, nullptr) != CL_SUCCESS ||
      supported == CL_FALSE)
    throw NotSupported("generic pointers");
}

void Device::require_shared_memory(cl_device_svm_capabilities capabilities) const {
  cl_device_svm_capabilities found = 0;
  if (clGetDeviceInfo(device_, CL_DEVICE_SVM_CAPABILITIES, sizeof found, &found, nullptr) !=
          CL_SUCCESS ||
      (found & capabilities) != capabilities)
    throw NotSupported("shared virtual memory");
}

void Device::require_images(cl_mem_object_type type, const cl_image_format& format,
                            cl_mem_flags flags) const {
  cl_bool supported = CL_FALSE;
  if (clGetDeviceInfo(device_, CL_DEVICE_IMAGE_SUPPORT, sizeof supported, &supported, nullptr) !=
          CL_SUCCESS ||
      supported == CL_FALSE)
    throw NotSupported("images");
  cl_uint count = 0;
  check(clGetSupportedImageFormats(context(), flags, type, 0, nullptr, &count),
        "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count);
  check(clGetSupportedImageFormats(context(), flags, type, count, formats.data(), nullptr),
        "clGetSupportedImageFormats");
  const bool found = std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& one) {
    return one.image_channel_order == format.image_channel_order &&
           one.image_channel_data_type == format.image_channel_data_type;
  });
  if (!found) throw NotSupported("images of the format");
}

void Device::require_modules() const {
  size_t size = 0;
  // Drivers from before OpenCL 2.1 do not know the question.
  const bool known =
      clGetDeviceInfo(id(), CL_DEVICE_IL_VERSION, 0, nullptr, &size) == CL_SUCCESS && size > 0;
  if (!known || device_text(id(), CL_DEVICE_IL_VERSION).find("SPIR-V") == std::string::npos)
    throw NotSupported("SPIR-V modules");
}

void Device::require_extension(const char* name) const {
  const std::string all = ' ' + device_text(device_, CL_DEVICE_EXTENSIONS) + ' ';
  if (all.find(' ' + std::string(name) + ' ') == std::string::npos) throw NotSupported(name);
}

Kernel Device::build(const char* source, const char* name, const char* options) {
  if (form_ == KernelForm::module) return build(module_of(source, options), name, options);
  if (form_ == KernelForm::dpctl) {
    const Module module = module_of(source, options);
    const Clock::time_point start = Clock::now();
    Kernel kernel(*make_dpctl_kernel(twins_->session(), module, name));
    build_seconds_ += seconds_since(start);
    return kernel;
  }
  if (twins_) {
    const Twin* const twin = twins_->find(benchmark_.c_str(), name);
    if (twin == nullptr) throw NotSupported("a twin in SYCL of " + std::string(name));
    return Kernel(*twin);
  }
  const Clock::time_point start = Clock::now();
  cl_int status = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context_.get(), 1, &source, nullptr, &status));
  check(status, "clCreateProgramWithSource");
  Kernel kernel = build(program, name, options);
  build_seconds_ += seconds_since(start);
  return kernel;
}

Kernel Device::build(std::span<const std::byte> module, const char* name, const char* options) {
  const Clock::time_point start = Clock::now();
  cl_int status = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context_.get(), module.data(), module.size(), &status));
  check(status, "clCreateProgramWithIL");
  Kernel kernel = build(program, name, options);
  build_seconds_ += seconds_since(start);
  return kernel;
}

Kernel Device::build(const Program& program, const char* name, const char* options) {
  cl_int status = clBuildProgram(program.get(), 1, &device_, options, nullptr, nullptr);
  if (status != CL_SUCCESS) {
    throw std::runtime_error("clBuildProgram failed: " + build_log(program.get(), device_));
  }
  Kernel kernel(clCreateKernel(program.get(), name, &status));
  check(status, "clCreateKernel");
  return kernel;
}

Buffer Device::make_buffer(size_t bytes, const void* data) {
  if (twins_) return Buffer(twins_->memory_of(data, bytes));
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                               const_cast<void*>(data), &status));
  check(status, "clCreateBuffer");
  return buffer;
}

ImageObject Device::image_of(const cl_image_format& format, const cl_image_desc& description,
                             const void* data) {
  require_images(description.image_type, format, CL_MEM_READ_WRITE);
  cl_int status = CL_SUCCESS;
  ImageObject image(clCreateImage(context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                  &description, const_cast<void*>(data), &status));
  check(status, "clCreateImage");
  return image;
}

Sampler Device::sampler(bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                              cl_sampler_properties{normalized},
                                              CL_SAMPLER_ADDRESSING_MODE,
                                              addressing,
                                              CL_SAMPLER_FILTER_MODE,
                                              filter,
                                              0};
  cl_int status = CL_SUCCESS;
  Sampler sampler(clCreateSamplerWithProperties(context(), properties, &status));
  check(status, "clCreateSamplerWithProperties");
  return sampler;
}

Buffer Device::zeros(size_t bytes) {
  std::vector<std::byte> data(bytes);
  return make_buffer(bytes, data.data());
}

}  // namespace cleave::benchmark
