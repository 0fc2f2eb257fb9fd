#include "harness/dpctl.h"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cleave::benchmark {

namespace {

using Ref = void*;

// Numbers of the enumerations of dpctl 0.22.
constexpr int opencl_cpus = (1 << 18) | (1 << 2);
constexpr int in_order = 1 << 1;
constexpr int type_of_pointer = 10;

/// The number of the type of an unsigned integer of so many bytes.
int type_of_bytes(size_t bytes) {
  switch (bytes) {
    case 1:
      return 1;
    case 2:
      return 3;
    case 4:
      return 5;
    default:
      return 7;
  }
}

struct Calls {
#define CLEAVE_DPCTL_CALL(result, name, parameters) result(*name) parameters;
#include "harness/dpctl_calls.def"
};

std::string& folder_of_dpctl() {
  static std::string folder;
  return folder;
}

void* load(const std::string& name) {
  void* const library = dlopen((folder_of_dpctl() + '/' + name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return library;
}

const Calls& calls() {
  static const Calls all = [] {
    // Each finds those that it needs among those that are loaded already.
    for (const char* name : {"libintlc.so.5", "libur_loader.so.0", "libsycl.so.9"}) load(name);
    void* const library = load("libDPCTLSyclInterface.so");
    const auto find = [&](auto& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr) throw std::runtime_error(dlerror());
    };
    Calls found{};
#define CLEAVE_DPCTL_CALL(result, name, parameters) find(found.name, #name);
#include "harness/dpctl_calls.def"
    return found;
  }();
  return all;
}

Ref ref(const TwinSession* session) {
  return const_cast<TwinSession*>(session);
}

/// dpctl prints what is wrong on standard error.
const char* result_of(Ref event, const char* call) {
  if (event == nullptr) return call;
  calls().DPCTLEvent_Delete(event);
  return nullptr;
}

const Twin* find(const char*, const char*) {
  return nullptr;
}

bool is_intels(Ref device) {
  const char* const vendor = calls().DPCTLDevice_GetVendor(device);
  const bool is = vendor != nullptr && std::string_view(vendor).starts_with("Intel");
  calls().DPCTLCString_Delete(vendor);
  return is;
}

const char* open(TwinSession** session) {
  const Ref devices = calls().DPCTLDeviceMgr_GetDevices(opencl_cpus);
  if (devices == nullptr) return "DPC++ finds no devices";
  Ref queue = nullptr;
  for (size_t i = 0; queue == nullptr && i < calls().DPCTLDeviceVector_Size(devices); ++i) {
    const Ref device = calls().DPCTLDeviceVector_GetAt(devices, i);
    if (is_intels(device)) queue = calls().DPCTLQueue_CreateForDevice(device, nullptr, in_order);
    calls().DPCTLDevice_Delete(device);
  }
  calls().DPCTLDeviceVector_Delete(devices);
  *session = static_cast<TwinSession*>(queue);
  return queue == nullptr ? "DPC++ has no queue of Intel's device" : nullptr;
}

void close(TwinSession* session) {
  calls().DPCTLQueue_Delete(ref(session));
}

const char* allocate(TwinSession* session, size_t bytes, void** memory) {
  *memory = calls().DPCTLmalloc_device(bytes, ref(session));
  return *memory == nullptr ? "DPCTLmalloc_device failed" : nullptr;
}

void release(TwinSession* session, void* memory) {
  calls().DPCTLQueue_Wait(ref(session));
  calls().DPCTLfree_with_queue(memory, ref(session));
}

const char* copy(TwinSession* session, void* to, const void* from, size_t bytes, bool wait) {
  const char* const problem = result_of(calls().DPCTLQueue_Memcpy(ref(session), to, from, bytes),
                                        "DPCTLQueue_Memcpy failed");
  if (wait) calls().DPCTLQueue_Wait(ref(session));
  return problem;
}

const char* clear(TwinSession* session, void* memory, size_t bytes) {
  return result_of(calls().DPCTLQueue_Memset(ref(session), memory, 0, bytes),
                   "DPCTLQueue_Memset failed");
}

const char* launch(TwinSession* session, const Twin* twin, const TwinLaunch* launch) {
  const Ref kernel = const_cast<Twin*>(twin);
  void* arguments[TwinArguments::most];
  int types[TwinArguments::most];
  for (size_t i = 0; i < launch->argument_count; ++i) {
    const void* const value = launch->arguments[i];
    const bool is_pointer = launch->sizes[i] == 0;
    arguments[i] = is_pointer ? *static_cast<void* const*>(value) : const_cast<void*>(value);
    types[i] = is_pointer ? type_of_pointer : type_of_bytes(launch->sizes[i]);
  }
  // In SYCL the dimension that varies fastest is the last one.
  size_t global[3], local[3];
  const size_t dimensions = launch->dimensions;
  std::reverse_copy(launch->global, launch->global + dimensions, global);
  if (launch->local == nullptr) {
    return result_of(
        calls().DPCTLQueue_SubmitRange(kernel, ref(session), arguments, types,
                                       launch->argument_count, global, dimensions, nullptr, 0),
        "DPCTLQueue_SubmitRange failed");
  }
  std::reverse_copy(launch->local, launch->local + dimensions, local);
  return result_of(calls().DPCTLQueue_SubmitNDRange(kernel, ref(session), arguments, types,
                                                    launch->argument_count, global, local,
                                                    dimensions, nullptr, 0),
                   "DPCTLQueue_SubmitNDRange failed");
}

const char* finish(TwinSession* session) {
  calls().DPCTLQueue_Wait(ref(session));
  return nullptr;
}

}  // namespace

void use_dpctl_of(std::string folder) {
  folder_of_dpctl() = std::move(folder);
}

const TwinFunctions* dpctl_functions() {
  static constexpr TwinFunctions functions = {find, open,  close,  allocate, release,
                                              copy, clear, launch, finish};
  if (folder_of_dpctl().empty()) return nullptr;
  (void)calls();
  return &functions;
}

bool dpctl_measures(std::string_view benchmark) {
  constexpr std::string_view all[] = {"launch", "usm_launch", "thread_queues", "ranges",
                                      "square_ranges"};
  return std::ranges::find(all, benchmark) != std::end(all);
}

const Twin* make_dpctl_kernel(TwinSession& session, std::span<const std::byte> module,
                              const char* name) {
  const Ref context = calls().DPCTLQueue_GetContext(&session);
  const Ref device = calls().DPCTLQueue_GetDevice(&session);
  const Ref bundle =
      calls().DPCTLKernelBundle_CreateFromSpirv(context, device, module.data(), module.size(), "");
  const Ref kernel =
      bundle == nullptr ? nullptr : calls().DPCTLKernelBundle_GetKernel(bundle, name);
  if (bundle != nullptr) calls().DPCTLKernelBundle_Delete(bundle);
  calls().DPCTLDevice_Delete(device);
  calls().DPCTLContext_Delete(context);
  if (kernel == nullptr) throw std::runtime_error("DPC++ makes no kernel " + std::string(name));
  return static_cast<const Twin*>(kernel);
}

}  // namespace cleave::benchmark
