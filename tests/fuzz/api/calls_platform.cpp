// Platforms, devices, parts of devices and contexts: chapter 4 and cl_ext_device_fission.
#include <CL/cl_ext.h>

#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

cl_platform_id some_platform(Caller& caller) {
  if (caller.random.chance(85)) return platform();
  return static_cast<cl_platform_id>(caller.made_up(Kind::device));
}

void list_platforms(Caller& caller) {
  cl_platform_id found[2] = {};
  cl_uint count = 0;
  FUZZ_CALL(caller, clGetPlatformIDs, caller.random.below(3),
            caller.random.chance(70) ? found : nullptr,
            caller.random.chance(70) ? &count : nullptr);
}

void list_devices(Caller& caller) {
  const cl_device_type types[] = {CL_DEVICE_TYPE_ALL,
                                  CL_DEVICE_TYPE_CPU,
                                  CL_DEVICE_TYPE_DEFAULT,
                                  CL_DEVICE_TYPE_GPU,
                                  CL_DEVICE_TYPE_ACCELERATOR,
                                  CL_DEVICE_TYPE_CUSTOM,
                                  0,
                                  caller.random.next()};
  cl_device_id found[4] = {};
  cl_uint count = 0;
  const cl_platform_id of = some_platform(caller);
  FUZZ_CALL(caller, clGetDeviceIDs, of, caller.random.pick(types), caller.random.below(5),
            caller.random.chance(70) ? found : nullptr,
            caller.random.chance(70) ? &count : nullptr);
}

void ask_timers(Caller& caller) {
  cl_ulong device_time = 0;
  cl_ulong host_time = 0;
  const auto device = caller.device();
  FUZZ_CALL(caller, clGetDeviceAndHostTimer, device,
            caller.random.chance(90) ? &device_time : nullptr, &host_time);
  const auto other = caller.device();
  FUZZ_CALL(caller, clGetHostTimer, other, caller.random.chance(90) ? &host_time : nullptr);
}

void unload_compilers(Caller& caller) {
  FUZZ_CALL(caller, clUnloadCompiler);
  const cl_platform_id of = some_platform(caller);
  FUZZ_CALL(caller, clUnloadPlatformCompiler, of);
}

void find_extension_functions(Caller& caller) {
  const char* const names[] = {"clCreateSubDevicesEXT", "clIcdGetPlatformIDsKHR", "clFinish", "",
                               nullptr};
  const char* name = caller.random.pick(names);
  driver().clGetExtensionFunctionAddress(name);
  const cl_platform_id of = caller.random.chance(80) ? platform() : nullptr;
  driver().clGetExtensionFunctionAddressForPlatform(of, name);
  extensions().clIcdGetFunctionAddressForPlatformKHR(of, name);
  // The data of our platform is the loader's.
  const auto no_platform = static_cast<cl_platform_id>(caller.made_up(Kind::device));
  FUZZ_EXTENSION_CALL(caller, clIcdSetPlatformDispatchDataKHR, no_platform,
                      static_cast<void*>(nullptr));
}

/// Kinds of splits with small numbers: most are refused on a small machine.
std::vector<cl_device_partition_property> split(Random& random) {
  switch (random.below(6)) {
    case 0:
    case 1:
      return {CL_DEVICE_PARTITION_EQUALLY, static_cast<intptr_t>(random.below(4)), 0};
    case 2:
      return {CL_DEVICE_PARTITION_BY_COUNTS, 1, static_cast<intptr_t>(random.below(3)),
              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    case 3:
      return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, intptr_t{1} << random.below(7), 0};
    case 4:
      return {static_cast<intptr_t>(random.next()), 1, 0};
    default:
      return {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  }
}

std::vector<cl_device_partition_property_ext> split_ext(Random& random) {
  switch (random.below(4)) {
    case 0:
      return {CL_DEVICE_PARTITION_EQUALLY_EXT, random.below(4), 0};
    case 1:
      return {CL_DEVICE_PARTITION_BY_COUNTS_EXT, 1, CL_PARTITION_BY_COUNTS_LIST_END_EXT, 0};
    case 2:
      return {CL_DEVICE_PARTITION_BY_NAMES_EXT, random.below(3), CL_PARTITION_BY_NAMES_LIST_END_EXT,
              0};
    default:
      return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, 1 + random.below(7), 0};
  }
}

constexpr cl_uint most_parts = 8;

void keep_parts(Caller& caller, cl_int code, const cl_device_id* parts, cl_uint room) {
  for (cl_uint i = 0; i < room; ++i) {
    if (parts[i] == nullptr) continue;
    if (code != CL_SUCCESS) return caller.wrong("it fails and gives parts");
    caller.world.add(Kind::device, parts[i], nullptr);
  }
}

template <class Properties, class Make>
void make_parts(Caller& caller, const Properties& properties, const Make& make) {
  cl_device_id parts[most_parts] = {};
  cl_uint count = 0;
  cl_uint room = caller.random.below(most_parts + 1);
  for (cl_uint i = 0; i < room; ++i) {
    if (!caller.world.may_make(Kind::device)) room = i;
  }
  const bool gives = room > 0 && caller.random.chance(80);
  const cl_int code = make(caller.random.chance(95) ? properties.data() : nullptr, room,
                           gives ? parts : nullptr, caller.random.chance(60) ? &count : nullptr);
  keep_parts(caller, code, parts, room);
}

void create_sub_devices(Caller& caller) {
  const auto of = caller.device();
  make_parts(caller, split(caller.random),
             [&](const auto* properties, cl_uint room, cl_device_id* parts, cl_uint* count) {
               return FUZZ_CALL(caller, clCreateSubDevices, of, properties, room, parts, count);
             });
}

void create_sub_devices_ext(Caller& caller) {
  const auto of = caller.device();
  make_parts(caller, split_ext(caller.random),
             [&](const auto* properties, cl_uint room, cl_device_id* parts, cl_uint* count) {
               return FUZZ_CALL(caller, clCreateSubDevicesEXT, of, properties, room, parts, count);
             });
}

std::atomic<int> messages{0};

std::vector<cl_context_properties> context_properties(Caller& caller) {
  Random& random = caller.random;
  const auto of = reinterpret_cast<cl_context_properties>(platform());
  switch (random.below(8)) {
    case 0:
      return {CL_CONTEXT_PLATFORM, of, 0};
    case 1:
      return {CL_CONTEXT_PLATFORM, of, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
    case 2:
      caller.must_fail();
      return {CL_CONTEXT_PLATFORM, of, CL_CONTEXT_PLATFORM, of, 0};
    case 3:
      caller.must_fail();
      return {CL_CONTEXT_PLATFORM, static_cast<cl_context_properties>(random.next()), 0};
    case 4:
      caller.must_fail();
      return {static_cast<cl_context_properties>(random.next() | 0x10000), 1, 0};
    default:
      return {0};
  }
}

void keep_context(Caller& caller, cl_context context) {
  if (context == nullptr) return;
  Shared& kept = caller.world.add(Kind::context, context, context);
  Notice& notice = caller.world.make_notice("the destructor callback of a context");
  const cl_int code =
      FUZZ_CALL(caller, clSetContextDestructorCallback, context, on_context_destroyed, &notice);
  // Another thread may have released it.
  notice.is_expected = code == CL_SUCCESS;
  static_cast<void>(kept);
}

void create_context(Caller& caller) {
  if (!caller.world.may_make(Kind::context)) return;
  Random& random = caller.random;
  const bool has_list = random.chance(40);
  const auto properties =
      has_list ? context_properties(caller) : decltype(context_properties(caller)){};
  const auto* list = has_list ? properties.data() : nullptr;
  const bool is_notified = random.chance(50);
  if (random.chance(20)) {
    const cl_device_type types[] = {CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, 0};
    const auto made =
        FUZZ_CREATE(caller, clCreateContextFromType, list, random.pick(types),
                    is_notified ? on_message : nullptr, is_notified ? &messages : nullptr);
    return keep_context(caller, made.handle);
  }
  cl_device_id devices[3];
  const cl_uint count = 1 + random.below(3);
  for (cl_uint i = 0; i < count; ++i) devices[i] = caller.device();
  const auto made =
      FUZZ_CREATE(caller, clCreateContext, list, count, devices, is_notified ? on_message : nullptr,
                  is_notified || random.chance(3) ? &messages : nullptr);
  keep_context(caller, made.handle);
}

void set_context_callback(Caller& caller) {
  Notice& notice = caller.world.make_notice("a destructor callback of a context");
  const auto context = caller.object<cl_context>();
  const bool has_function = caller.random.chance(90);
  const cl_int code = FUZZ_CALL(caller, clSetContextDestructorCallback, context,
                                has_function ? on_context_destroyed : nullptr, &notice);
  notice.is_expected = code == CL_SUCCESS;
}

constexpr Action actions[] = {
    {1, list_platforms},
    {1, list_devices},
    {1, ask_timers},
    {1, unload_compilers},
    {1, find_extension_functions},
    {4, create_sub_devices},
    {3, create_sub_devices_ext},
    {5, create_context},
    {1, set_context_callback},
};

}  // namespace

std::span<const Action> platform_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
