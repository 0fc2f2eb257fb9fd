// Makes and joins kernel bundles.
#include "sycl/bundle.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sycl/failure.h"
#include "sycl/kernel_needs.h"

namespace cleave::sycl {
namespace {

std::string name_of(cl_kernel kernel) {
  size_t bytes = 0;
  if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::string name(bytes, '\0');
  if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, bytes, name.data(), nullptr) != CL_SUCCESS)
    return {};
  while (!name.empty() && name.back() == '\0') name.pop_back();
  return name;
}

bool runs_on_one(const KernelId& kernel, const std::vector<Ref<Device>>& devices) {
  return std::ranges::any_of(devices,
                             [&](const Ref<Device>& device) { return runs(*device, kernel); });
}

template <class T>
void add_once(std::vector<Ref<T>>& to, const Ref<T>& object) {
  if (!std::ranges::count(to, object)) to.push_back(object);
}

/// Copies of a device are one.
void add_device(std::vector<Ref<Device>>& to, const Ref<Device>& device) {
  const auto is_it = [&](const Ref<Device>& each) {
    return each->identity() == device->identity();
  };
  if (std::ranges::none_of(to, is_it)) to.push_back(device);
}

std::vector<Ref<Device>> devices_of(const cleave_sycl_bundle_request& request) {
  const Context& context = object_of<Context>(request.context);
  std::vector<Ref<Device>> devices;
  for (size_t i = 0; i < request.device_count; ++i) {
    Ref<Device> device(&object_of<Device>(request.devices[i]));
    if (!context.has_device(*device)) {
      fail(Code::invalid, "a kernel bundle for a device that is not one of the context");
    }
    add_device(devices, device);
  }
  if (devices.empty()) fail(Code::invalid, "a kernel bundle needs a device");
  return devices;
}

std::vector<Ref<KernelId>> kernels_of(const cleave_sycl_bundle_request& request) {
  std::vector<Ref<KernelId>> kernels;
  for (size_t i = 0; i < request.kernel_count; ++i) {
    add_once(kernels, Ref<KernelId>(&object_of<KernelId>(request.kernels[i])));
  }
  return kernels;
}

/// Input needs a compiler on each device, an object a linker.
const char* missing(BundleState state, const std::vector<Ref<Device>>& devices) {
  for (const auto& device : devices) {
    if (state == BundleState::input && !device->has(Aspect::online_compiler)) {
      return "a kernel bundle in input state for a device without aspect::online_compiler";
    }
    if (state == BundleState::object && !device->has(Aspect::online_linker)) {
      return "a kernel bundle in object state for a device without aspect::online_linker";
    }
  }
  return nullptr;
}

bool has_kernels(const cl_program program, cl_device_id device) {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr),
        "clGetProgramBuildInfo");
  return type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

/// Checks a program of the application, and builds it for a bundle of executables where it is not built.
void bring_into(BundleState state, cl_program program, const Context& context,
                const std::vector<Ref<Device>>& devices) {
  cl_context its_context = nullptr;
  if (clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof its_context, &its_context, nullptr) !=
      CL_SUCCESS) {
    fail(Code::invalid, "make_kernel_bundle takes no such handle");
  }
  if (its_context != context.native().id()) {
    fail(Code::invalid,
         "make_kernel_bundle: the program is of another cl_context than get_native(context)");
  }
  const bool is_built = std::ranges::any_of(
      devices, [&](const Ref<Device>& device) { return has_kernels(program, device->id()); });
  if (is_built && state != BundleState::executable) {
    fail(Code::invalid, "make_kernel_bundle: the program is an executable");
  }
  if (is_built || state != BundleState::executable) return;
  if (const cl_int error = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
      error != CL_SUCCESS) {
    throw Failure{Code::invalid, "make_kernel_bundle: the program cannot be built", error};
  }
}

}  // namespace

Bundle::Bundle(BundleState state, Ref<Context> context, std::vector<Ref<Device>> devices,
               std::vector<Ref<KernelId>> kernels)
    : state_(state),
      context_(std::move(context)),
      devices_(std::move(devices)),
      kernels_(std::move(kernels)) {
  if (state_ == BundleState::executable) static_cast<void>(programs());
}

Bundle::Bundle(BundleState state, Ref<Context> context, std::vector<Ref<Device>> devices,
               const std::vector<cl_program>& programs)
    : state_(state), context_(std::move(context)), devices_(std::move(devices)) {
  for (cl_program program : programs) bring_into(state_, program, *context_, devices_);
  for (cl_program program : programs) {
    check(clRetainProgram(program), "clRetainProgram");
    natives_.push_back(program);
  }
}

Bundle::~Bundle() {
  for (cl_program program : natives_) clReleaseProgram(program);
}

bool Bundle::has(const KernelId& kernel, const Device* device) const {
  const auto is_it = [&](const Ref<KernelId>& each) { return each.get() == &kernel; };
  if (std::ranges::none_of(kernels_, is_it)) return false;
  if (device == nullptr) return true;
  const auto is_device = [&](const Ref<Device>& each) {
    return each->identity() == device->identity();
  };
  return std::ranges::any_of(devices_, is_device) && runs(*device, kernel);
}

bool Bundle::has_symbol(const char* symbol, const Device& device) const {
  return std::ranges::any_of(kernels_, [&](const Ref<KernelId>& each) {
    return each->symbol() == symbol && has(*each, &device);
  });
}

bool Bundle::reads_constant(uint64_t identity) const {
  return std::ranges::any_of(kernels_, [&](const Ref<KernelId>& kernel) {
    return identity == 0 ? !kernel->constants().empty()
                         : std::ranges::binary_search(kernel->constants(), identity);
  });
}

std::shared_ptr<UnitProgram> Bundle::program_of(const KernelId& kernel, Device& device) const {
  return find_program(kernel.unit(), kernel.symbol().c_str(), context_->native(),
                      context_->code_device(device));
}

std::vector<cl_program> Bundle::programs() const {
  if (!natives_.empty()) return natives_;
  std::vector<cl_program> all;
  for (const auto& kernel : kernels_) {
    for (const auto& device : devices_) {
      if (!runs(*device, *kernel)) continue;
      const cl_program program = program_of(*kernel, *device)->id();
      if (!std::ranges::count(all, program)) all.push_back(program);
    }
  }
  return all;
}

cl_kernel Bundle::create_kernel(const KernelId& kernel) const {
  if (!has(kernel, nullptr)) {
    fail(Code::invalid,
         "get_kernel: the bundle has no " + describe_symbol(kernel.symbol().c_str()));
  }
  const auto device =
      std::ranges::find_if(devices_, [&](const Ref<Device>& each) { return runs(*each, kernel); });
  cl_int error = CL_SUCCESS;
  const cl_kernel made =
      clCreateKernel(program_of(kernel, **device)->id(), kernel.symbol().c_str(), &error);
  check(error, "clCreateKernel");
  return made;
}

Kernel::Kernel(Ref<Bundle> bundle, cl_kernel id)
    : bundle_(std::move(bundle)),
      id_(id),
      is_native_(true),
      name_(CommandName::of_native(name_of(id))) {}
Kernel::Kernel(Ref<Bundle> bundle, const KernelId& kernel)
    : bundle_(std::move(bundle)),
      required_size_(required_work_group_size(kernel.unit(), kernel.symbol())),
      id_(bundle_->create_kernel(kernel)),
      is_native_(false) {}

Kernel::~Kernel() {
  clReleaseKernel(id_);
}

Ref<Bundle> make_bundle(const cleave_sycl_bundle_request& request) {
  const auto state = static_cast<BundleState>(request.state);
  std::vector<Ref<Device>> devices = devices_of(request);
  if (const char* const what = missing(state, devices)) fail(Code::invalid, what);
  std::vector<Ref<KernelId>> kernels;
  if (request.has_kernels == 0) {
    for (auto& kernel : all_kernel_ids()) {
      if (runs_on_one(*kernel, devices)) kernels.push_back(std::move(kernel));
    }
  } else {
    kernels = kernels_of(request);
    for (const auto& kernel : kernels) {
      if (runs_on_one(*kernel, devices)) continue;
      fail(Code::invalid, "a kernel bundle whose devices run none of the program's code of the " +
                              describe_symbol(kernel->symbol().c_str()));
    }
  }
  return support::make_ref<Bundle>(state, Ref(&object_of<Context>(request.context)),
                                   std::move(devices), std::move(kernels));
}

bool has_bundle(const cleave_sycl_bundle_request& request) {
  const std::vector<Ref<Device>> devices = devices_of(request);
  if (missing(static_cast<BundleState>(request.state), devices) != nullptr) return false;
  const auto kernels = request.has_kernels == 0 ? all_kernel_ids() : kernels_of(request);
  const auto runs_here = [&](const Ref<KernelId>& kernel) { return runs_on_one(*kernel, devices); };
  return request.has_kernels == 0 ? std::ranges::any_of(kernels, runs_here)
                                  : std::ranges::all_of(kernels, runs_here);
}

Ref<Bundle> join_bundles(BundleState state, const std::vector<Bundle*>& bundles,
                         const std::vector<Ref<Device>>& its_devices) {
  if (bundles.empty()) fail(Code::invalid, "no kernel bundles are joined");
  Context& context = bundles.front()->context();
  const bool takes_their_devices = its_devices.empty();
  std::vector<Ref<Device>> devices;
  for (const auto& device : its_devices) add_device(devices, device);
  std::vector<Ref<KernelId>> kernels;
  for (const Bundle* bundle : bundles) {
    if (&bundle->context() != &context) {
      fail(Code::invalid, "kernel bundles of several contexts are joined");
    }
    for (const auto& kernel : bundle->kernels()) add_once(kernels, kernel);
    for (const auto& device : bundle->devices()) {
      if (takes_their_devices) add_device(devices, device);
    }
  }
  for (const auto& device : devices) {
    const bool is_theirs = std::ranges::all_of(bundles, [&](const Bundle* bundle) {
      return takes_their_devices || std::ranges::any_of(bundle->devices(), [&](const auto& each) {
               return each->identity() == device->identity();
             });
    });
    if (!is_theirs) fail(Code::invalid, "a device that is none of the kernel bundle's");
  }
  auto joined =
      support::make_ref<Bundle>(state, Ref(&context), std::move(devices), std::move(kernels));
  for (const Bundle* bundle : bundles) joined->constants().add(bundle->constants());
  return joined;
}

Ref<Kernel> kernel_of_native(cl_kernel id, Context& context) {
  cl_program program = nullptr;
  if (clGetKernelInfo(id, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr) != CL_SUCCESS) {
    fail(Code::invalid, "make_kernel takes no such handle");
  }
  auto bundle = support::make_ref<Bundle>(BundleState::executable, Ref(&context), context.devices(),
                                          std::vector{program});
  check(clRetainKernel(id), "clRetainKernel");
  return support::make_ref<Kernel>(std::move(bundle), id);
}

namespace {

enum KernelQuery : uint32_t {
#define CLEAVE_KERNEL_INFO(name, number, type) name = number,
#include "sycl/detail/info.def"
};

template <class Value>
Value work_group_info(const Kernel& kernel, const Device& device, cl_kernel_work_group_info what) {
  Value value{};
  check(clGetKernelWorkGroupInfo(kernel.id(), device.id(), what, sizeof value, &value, nullptr),
        "clGetKernelWorkGroupInfo");
  return value;
}

/// Puts OpenCL's sizes, of which the first varies fastest, in the order of SYCL, of which the last does.
void put_sizes(const cleave_sycl_sink& sink, const size_t (&sizes)[3]) {
  put_all(sink, std::vector<size_t>{sizes[2], sizes[1], sizes[0]});
}

uint32_t sub_group_info(const Kernel& kernel, const Device& device, cl_kernel_sub_group_info what,
                        size_t work_items) {
  const size_t range[] = {work_items, 1, 1};
  size_t value = 0;
  check(clGetKernelSubGroupInfo(kernel.id(), device.id(), what, sizeof range, range, sizeof value,
                                &value, nullptr),
        "clGetKernelSubGroupInfo");
  return static_cast<uint32_t>(value);
}

uint32_t compiled_sub_group_info(const Kernel& kernel, const Device& device,
                                 cl_kernel_sub_group_info what) {
  size_t value = 0;
  check(clGetKernelSubGroupInfo(kernel.id(), device.id(), what, 0, nullptr, sizeof value, &value,
                                nullptr),
        "clGetKernelSubGroupInfo");
  return static_cast<uint32_t>(value);
}

/// Puts what all devices share.
void put_info(const Kernel& kernel, uint32_t what, const cleave_sycl_sink& sink) {
  if (what == num_args) {
    if (!kernel.is_native()) {
      fail(Code::invalid, "num_args: only a kernel that was made by make_kernel has arguments");
    }
    cl_uint count = 0;
    check(clGetKernelInfo(kernel.id(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr),
          "clGetKernelInfo");
    return put(sink, count);
  }
  size_t bytes = 0;
  check(clGetKernelInfo(kernel.id(), CL_KERNEL_ATTRIBUTES, 0, nullptr, &bytes), "clGetKernelInfo");
  std::string text(bytes, '\0');
  check(clGetKernelInfo(kernel.id(), CL_KERNEL_ATTRIBUTES, bytes, text.data(), nullptr),
        "clGetKernelInfo");
  while (!text.empty() && text.back() == '\0') text.pop_back();
  put_text(sink, text);
}

}  // namespace

void put_kernel_info(const Kernel& kernel, const Device* device, uint32_t what,
                     const cleave_sycl_sink& sink) {
  if (what == num_args || what == attributes) return put_info(kernel, what, sink);
  const auto& devices = kernel.bundle().devices();
  if (device == nullptr || std::ranges::none_of(devices, [&](const Ref<Device>& each) {
        return each->identity() == device->identity();
      })) {
    fail(Code::invalid, "get_info: the device is none of the kernel's bundle");
  }
  const auto work_items = [&] {
    return work_group_info<size_t>(kernel, *device, CL_KERNEL_WORK_GROUP_SIZE);
  };
  switch (what) {
    case global_work_size:
      fail(Code::invalid, "global_work_size is of custom devices and of built-in kernels");
    case work_group_size:
      return put(sink, work_items());
    case compile_work_group_size: {
      const auto& required = kernel.required_size();
      size_t sizes[3] = {required[0], required[1], required[2]};
      if (required[0] != 0) return put_sizes(sink, sizes);
      check(clGetKernelWorkGroupInfo(kernel.id(), device->id(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof sizes, sizes, nullptr),
            "clGetKernelWorkGroupInfo");
      return put_sizes(sink, sizes);
    }
    case preferred_work_group_size_multiple:
      return put(sink, work_group_info<size_t>(kernel, *device,
                                               CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
    case private_mem_size:
      return put(sink, static_cast<size_t>(
                           work_group_info<cl_ulong>(kernel, *device, CL_KERNEL_PRIVATE_MEM_SIZE)));
    case max_num_sub_groups:
      return put(sink, compiled_sub_group_info(kernel, *device, CL_KERNEL_MAX_NUM_SUB_GROUPS));
    case compile_num_sub_groups:
      return put(sink, compiled_sub_group_info(kernel, *device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS));
    case max_sub_group_size:
      return put(sink, sub_group_info(kernel, *device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      work_items()));
    case compile_sub_group_size:
      return put(sink,
                 compiled_sub_group_info(kernel, *device, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL));
    default:
      fail(Code::invalid, "this libcleave-sycl.so.1 knows less of kernels than the program asks");
  }
}

}  // namespace cleave::sycl
