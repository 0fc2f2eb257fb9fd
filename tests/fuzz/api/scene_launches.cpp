// The scene's kernels: argument by argument, launched, and computed once more by the host.
#include <array>
#include <cstring>

#include "scene.h"
#include "sources.h"

namespace cleave::test::fuzz::api {
namespace {

constexpr const char* names[] = {"add", "scale", "sums"};
enum : size_t { add, scale, sums };

/// A product, or nothing when no number holds it.
bool overflows(const size_t* sizes, size_t count) {
  size_t product = 1;
  bool is_zero = false;
  for (size_t i = 0; i < count; ++i) is_zero |= sizes[i] == 0;
  if (is_zero) return false;
  for (size_t i = 0; i < count; ++i) {
    if (__builtin_mul_overflow(product, sizes[i], &product)) return true;
  }
  return false;
}

}  // namespace

struct Scene::Launch {
  cl_kernel kernel = nullptr;
  size_t which = 0;
  const Buffer* from = nullptr;
  const Buffer* to = nullptr;
  cl_uint n = 0;
  cl_uint value = 0;
  size_t local_items = 0;  // for which the local argument has room
  cl_uint dimensions = 1;
  std::array<size_t, 3> global = {1, 1, 1};
  std::array<size_t, 3> offset = {};
  std::array<size_t, 3> local = {1, 1, 1};
  bool has_local = false;
};

void Scene::make_kernel() {
  if (kernels_.size() > 5 || !caller_.world.may_make(Kind::kernel)) return;
  const auto program = static_cast<cl_program>(program_.handle);
  if (random_.chance(15)) {
    const auto made = FUZZ_CREATE(caller_, clCreateKernel, program, "subtract");
    return caller_.expect(made.code, {CL_INVALID_KERNEL_NAME});
  }
  Kernel kernel = {{}, random_.below(std::size(names))};
  cl_kernel handle = nullptr;
  const bool is_clone = !kernels_.empty() && random_.chance(30);
  if (is_clone) {
    const Kernel& other = random_.pick(kernels_);
    kernel.which = other.which;
    handle = FUZZ_CREATE(caller_, clCloneKernel, static_cast<cl_kernel>(other.own.handle)).handle;
  } else {
    handle = FUZZ_CREATE(caller_, clCreateKernel, program, names[kernel.which]).handle;
  }
  if (handle == nullptr) return caller_.wrong("a kernel cannot be made");
  kernel.own = {Kind::kernel, handle, 1};
  kernels_.push_back(kernel);
  if (is_clone || random_.chance(70)) return;
  Place place = begin_command();
  const size_t one = 1;
  const size_t* none = nullptr;
  const cl_int code = FUZZ_CALL(caller_, clEnqueueNDRangeKernel, place.queue, handle, 1U, none,
                                &one, none, place.count(), place.list(), place.event_place);
  static_cast<void>(end_command(place, code, {CL_INVALID_KERNEL_ARGS}, CL_COMMAND_NDRANGE_KERNEL));
}

/// A buffer whose words a kernel may use so.
Scene::Buffer* Scene::kernel_buffer(bool is_written) {
  const cl_mem_flags forbidding = is_written ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
  for (int attempt = 0; attempt < 6; ++attempt) {
    Buffer* buffer = any_buffer();
    if (buffer != nullptr && (buffer->flags & forbidding) == 0) return buffer;
  }
  return nullptr;
}

bool Scene::prepare(Launch& launch) {
  launch.to = kernel_buffer(true);
  launch.from = kernel_buffer(false);
  if (launch.to == nullptr || launch.from == nullptr) return false;
  if (launch.which == add && (launch.to->flags & CL_MEM_WRITE_ONLY) != 0) return false;
  // Items of one launch would read what others write.
  if (launch.which != add && launch.from->contents == launch.to->contents) return false;
  launch.n = static_cast<cl_uint>(launch.to->words());
  if (launch.which != add) {
    launch.n = static_cast<cl_uint>(std::min(launch.to->words(), launch.from->words()));
  }
  launch.n -= random_.below(launch.n / 2);
  launch.value = random_.below(1000000);
  const cl_mem from = launch.from->handle();
  const cl_mem to = launch.to->handle();
  const auto set = [&](cl_uint index, size_t bytes, const void* value) {
    caller_.expect(FUZZ_CALL(caller_, clSetKernelArg, launch.kernel, index, bytes, value), {});
  };
  cl_uint index = 0;
  if (launch.which != add) set(index++, sizeof from, &from);
  set(index++, sizeof to, &to);
  set(index++, sizeof launch.n, &launch.n);
  if (launch.which == sums) {
    launch.local_items = 1 + random_.below(64);
    set(index, launch.local_items * sizeof(cl_uint), nullptr);
  } else {
    set(index, sizeof launch.value, &launch.value);
  }
  return true;
}

Scene::Errors Scene::errors_of(const Launch& launch) const {
  Errors errors;
  const bool has_dimensions = launch.dimensions >= 1 && launch.dimensions <= 3;
  if (!has_dimensions) errors.push_back(CL_INVALID_WORK_DIMENSION);
  if (!has_dimensions) return errors;
  const auto device = static_cast<cl_device_id>(device_.handle);
  size_t most[3] = {};
  size_t most_together = 0;
  driver().clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, nullptr);
  driver().clGetKernelWorkGroupInfo(launch.kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof most_together, &most_together, nullptr);
  for (cl_uint i = 0; i < launch.dimensions; ++i) {
    if (launch.offset[i] > SIZE_MAX - launch.global[i]) errors.push_back(CL_INVALID_GLOBAL_OFFSET);
    if (!launch.has_local) continue;
    if (launch.local[i] == 0) errors.push_back(CL_INVALID_WORK_GROUP_SIZE);
    if (launch.local[i] > most[i]) errors.push_back(CL_INVALID_WORK_ITEM_SIZE);
    if (is_uniform_ && launch.local[i] != 0 && launch.global[i] % launch.local[i] != 0) {
      errors.push_back(CL_INVALID_WORK_GROUP_SIZE);
    }
  }
  if (overflows(launch.global.data(), launch.dimensions)) {
    errors.push_back(CL_INVALID_GLOBAL_WORK_SIZE);
  }
  if (!launch.has_local) return errors;
  size_t together = 1;
  bool is_too_much = overflows(launch.local.data(), launch.dimensions);
  for (cl_uint i = 0; !is_too_much && i < launch.dimensions; ++i) together *= launch.local[i];
  is_too_much |= together > most_together;
  if (is_too_much) errors.push_back(CL_INVALID_WORK_GROUP_SIZE);
  return errors;
}

/// Does on the host what the launch does.
void Scene::run(const Launch& launch) const {
  for (cl_uint i = 0; i < launch.dimensions; ++i) {
    if (launch.global[i] == 0) return;
  }
  const Buffer& to = *launch.to;
  const size_t begin = launch.offset[0];
  const size_t end = std::min<size_t>(launch.n, begin + launch.global[0]);
  if (launch.which == sums) {
    for (size_t group = 0; group * launch.local[0] < launch.global[0]; ++group) {
      cl_uint sum = 0;
      for (size_t i = 0; i < launch.local[0]; ++i) {
        const size_t item = begin + group * launch.local[0] + i;
        if (item < end) sum += launch.from->word(item);
      }
      if (group < launch.n) to.set_word(group, sum);
    }
    return;
  }
  for (size_t i = begin; i < end; ++i) {
    if (launch.which == add) {
      to.set_word(i, to.word(i) + launch.value);
    } else {
      to.set_word(i, launch.from->word(i) * launch.value + static_cast<cl_uint>(i));
    }
  }
}

void Scene::launch() {
  if (kernels_.empty()) return make_kernel();
  const Kernel& kernel = random_.pick(kernels_);
  Launch launch;
  launch.kernel = static_cast<cl_kernel>(kernel.own.handle);
  launch.which = kernel.which;
  if (!prepare(launch)) return;
  if (launch.which == add) launch.dimensions = 1 + random_.below(3);
  launch.has_local = launch.which == sums || random_.chance(60);
  launch.local[0] = 1 + random_.below(launch.which == sums ? launch.local_items : 24);
  launch.global[0] = launch.local[0] * random_.below(30);
  for (cl_uint i = 1; i < launch.dimensions; ++i) launch.global[i] = 1 + random_.below(2);
  if (random_.chance(40)) launch.offset[0] = random_.below(launch.n);
  // Only kernels that need no whole work-groups get sizes that are no multiple of a work-group's.
  if (launch.which != sums && random_.chance(30)) launch.global[0] += random_.below(20);
  if (random_.chance(4)) launch.offset[0] = SIZE_MAX - random_.below(3);
  if (random_.chance(4)) launch.dimensions = random_.chance(50) ? 0 : 4 + random_.below(9999);
  const size_t absurd[] = {0, size_t{1} << 63, SIZE_MAX, size_t{1} << 33, 100000};
  if (launch.has_local && random_.chance(6)) launch.local[random_.below(3)] = random_.pick(absurd);
  if (random_.chance(3)) launch.local = {size_t{1} << 32, size_t{1} << 32, 1};
  if (random_.chance(4)) launch.global = {size_t{1} << 40, size_t{1} << 20, 1 + random_.below(16)};
  if (random_.chance(3)) launch.global[0] = SIZE_MAX - random_.below(10);
  if (launch.which == add && random_.chance(4)) {  // each within its limit, all together not
    launch.dimensions = 3;
    launch.local = launch.global = {1024, 512, 64};
    launch.has_local = true;
  }
  const Errors errors = errors_of(launch);
  Place place = begin_command();
  const bool is_endless = launch.global[0] > 1000000 && errors.empty();
  if (is_endless && !place.fails) return;  // nobody waits for so many work-items
  const cl_int code =
      FUZZ_CALL(caller_, clEnqueueNDRangeKernel, place.queue, launch.kernel, launch.dimensions,
                launch.offset[0] == 0 && random_.chance(50) ? nullptr : launch.offset.data(),
                launch.global.data(), launch.has_local ? launch.local.data() : nullptr,
                place.count(), place.list(), place.event_place);
  if (end_command(place, code, errors, CL_COMMAND_NDRANGE_KERNEL)) run(launch);
}

/// Arguments that are refused leave those that were set as they are: the next launch shows it.
void Scene::set_wrong_argument() {
  if (kernels_.empty()) return make_kernel();
  const Kernel& kernel = random_.pick(kernels_);
  const auto handle = static_cast<cl_kernel>(kernel.own.handle);
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  const cl_mem memory = buffer->handle();
  const cl_uint count = kernel.which == add ? 3 : 4;
  const cl_uint n = kernel.which == add ? 1 : 2;  // the place of a number
  const std::byte bytes[64] = {};
  const void* value = bytes;
  const void* no_value = nullptr;
  const void* object = &memory;
  const void* not_memory = kernels_.data();
  switch (random_.below(6)) {
    case 0:
      return caller_.expect(FUZZ_CALL(caller_, clSetKernelArg, handle, count + random_.below(3),
                                      sizeof memory, object),
                            {CL_INVALID_ARG_INDEX});
    case 1:
      return caller_.expect(FUZZ_CALL(caller_, clSetKernelArg, handle, 0U,
                                      sizeof memory + 1 + random_.below(9), value),
                            {CL_INVALID_ARG_SIZE});
    case 2:
      return caller_.expect(
          FUZZ_CALL(caller_, clSetKernelArg, handle, n, size_t{5} + random_.below(60), value),
          {CL_INVALID_ARG_SIZE});
    case 3:
      return caller_.expect(
          FUZZ_CALL(caller_, clSetKernelArg, handle, n, sizeof(cl_uint), no_value),
          {CL_INVALID_ARG_VALUE});
    case 4:
      return caller_.expect(FUZZ_CALL(caller_, clSetKernelArg, handle, 0U, sizeof memory,
                                      not_memory == nullptr ? value : &not_memory),
                            {CL_INVALID_MEM_OBJECT});
    default:
      if (kernel.which != sums) return;
      caller_.expect(FUZZ_CALL(caller_, clSetKernelArg, handle, 3U, size_t{64}, value),
                     {CL_INVALID_ARG_VALUE});
  }
}

namespace {

struct Native {
  cl_uint* words;
  size_t count;
  cl_uint value;
};

void CL_CALLBACK add_natively(void* to) {
  const Native& native = *static_cast<Native*>(to);
  for (size_t i = 0; i < native.count; ++i) native.words[i] += native.value;
}

}  // namespace

void Scene::launch_native() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  Native native = {nullptr, buffer->words(), random_.below(1000)};
  const cl_mem memory = buffer->handle();
  const void* location = &native.words;
  size_t bytes = sizeof native;
  Errors errors;
  if (random_.chance(8)) {
    location = reinterpret_cast<std::byte*>(&native) + sizeof native - random_.below(8);
    errors.push_back(CL_INVALID_VALUE);
  }
  if (random_.chance(5)) {
    bytes = 0;
    errors.push_back(CL_INVALID_VALUE);
  }
  Place place = begin_command();
  const cl_int code = FUZZ_CALL(caller_, clEnqueueNativeKernel, place.queue, add_natively,
                                static_cast<void*>(&native), bytes, 1U, &memory, &location,
                                place.count(), place.list(), place.event_place);
  if (!end_command(place, code, errors, CL_COMMAND_NATIVE_KERNEL)) return;
  for (size_t i = 0; i < native.count; ++i) buffer->set_word(i, buffer->word(i) + native.value);
}

}  // namespace cleave::test::fuzz::api
