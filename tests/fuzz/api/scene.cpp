#include "scene.h"

#include <cstring>

#include "sources.h"

namespace cleave::test::fuzz::api {
cl_uint Scene::Buffer::word(size_t index) const {
  cl_uint value = 0;
  std::memcpy(&value, begin() + index * sizeof value, sizeof value);
  return value;
}

void Scene::Buffer::set_word(size_t index, cl_uint value) const {
  std::memcpy(begin() + index * sizeof value, &value, sizeof value);
}

Scene::Scene(Caller& caller) : caller_(caller), random_(caller.random) {
  is_made_ = make();
}

Scene::~Scene() = default;

bool Scene::make() {
  cl_device_id root = Caller::root_device();
  cl_device_id device = root;
  if (random_.chance(40) && caller_.world.may_make(Kind::device)) {
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id part = nullptr;
    if (FUZZ_CALL(caller_, clCreateSubDevices, root, one, 1U, &part, nullptr) == CL_SUCCESS) {
      device_.held = 1;
      device = part;
    }
  }
  device_.handle = device;
  if (!caller_.world.may_make(Kind::context) || !caller_.world.may_make(Kind::queue) ||
      !caller_.world.may_make(Kind::program)) {
    return false;
  }
  const cl_context_properties* none = nullptr;
  void(CL_CALLBACK * nobody)(const char*, const void*, size_t, void*) = nullptr;
  void* no_data = nullptr;
  context_ = {Kind::context,
              FUZZ_CREATE(caller_, clCreateContext, none, 1U, &device, nobody, no_data).handle, 1};
  if (context_.handle == nullptr) {
    caller_.wrong("a context cannot be made");
    return false;
  }
  Notice& notice = caller_.world.make_notice("the destructor callback of a thread's own context");
  notice.is_expected = true;
  FUZZ_CALL(caller_, clSetContextDestructorCallback, static_cast<cl_context>(context_.handle),
            on_context_destroyed, &notice);
  make_queue();
  make_program();
  for (int i = 0; i < 3; ++i) make_buffer();
  return true;
}

void Scene::make_queue() {
  is_out_of_order_ = random_.chance(40);
  is_profiled_ = random_.chance(40);
  const cl_queue_properties bits = (is_out_of_order_ ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
                                   (is_profiled_ ? CL_QUEUE_PROFILING_ENABLE : 0);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  queue_ = {Kind::queue,
            FUZZ_CREATE(caller_, clCreateCommandQueueWithProperties,
                        static_cast<cl_context>(context_.handle),
                        static_cast<cl_device_id>(device_.handle), properties)
                .handle,
            1};
  caller_.require(queue_.handle != nullptr, "a queue cannot be made");
}

void Scene::make_program() {
  const char* text = known_source;
  const size_t* no_lengths = nullptr;
  const auto context = static_cast<cl_context>(context_.handle);
  program_ = {
      Kind::program,
      FUZZ_CREATE(caller_, clCreateProgramWithSource, context, 1U, &text, no_lengths).handle, 1};
  is_uniform_ = random_.chance(60);
  const cl_device_id* all = nullptr;
  void(CL_CALLBACK * nobody)(cl_program, void*) = nullptr;
  void* no_data = nullptr;
  const cl_int code = FUZZ_CALL(caller_, clBuildProgram, static_cast<cl_program>(program_.handle),
                                0U, all, is_uniform_ ? "" : "-cl-std=CL3.0", nobody, no_data);
  caller_.require(code == CL_SUCCESS, "a right program is not built");
}

void Scene::step() {
  if (!is_made_) return;
  static constexpr std::pair<unsigned, void (Scene::*)()> actions[] = {
      {3, &Scene::make_buffer},
      {4, &Scene::make_part},
      {2, &Scene::drop_buffer},
      {8, &Scene::read},
      {8, &Scene::write},
      {6, &Scene::copy},
      {6, &Scene::fill},
      {5, &Scene::map},
      {4, &Scene::unmap},
      {1, &Scene::migrate},
      {4, &Scene::read_rect},
      {4, &Scene::write_rect},
      {4, &Scene::copy_rect},
      {14, &Scene::launch},
      {4, &Scene::launch_native},
      {5, &Scene::set_wrong_argument},
      {4, &Scene::make_kernel},
      {4, &Scene::make_gate},
      {4, &Scene::end_gate},
      {5, &Scene::set_callback},
      {3, &Scene::synchronise_by_marker},
      {6, &Scene::synchronise},
      {8, &Scene::retain_or_release},
      {6, &Scene::ask_again},
  };
  static const std::vector<void (Scene::*)()> all = [] {
    std::vector<void (Scene::*)()> list;
    for (const auto& [weight, action] : actions) list.insert(list.end(), weight, action);
    return list;
  }();
  caller_.forget();
  (this->*random_.pick(all))();
}

Scene::Place Scene::begin_command() {
  Place place;
  place.queue = static_cast<cl_command_queue>(queue_.handle);
  if (is_out_of_order_) {
    const cl_event* none = nullptr;
    cl_event* nowhere = nullptr;
    const cl_int code =
        FUZZ_CALL(caller_, clEnqueueBarrierWithWaitList, place.queue, 0U, none, nowhere);
    caller_.expect(code, {});
  }
  if (!commands_.empty() && random_.chance(35)) {
    for (unsigned i = 0; i < 1 + random_.below(2); ++i) {
      const Command& before = random_.pick(commands_);
      place.after.push_back(static_cast<cl_event>(before.own.handle));
      place.fails |= before.fails;
    }
  }
  if (random_.chance(50) && caller_.world.may_make(Kind::event)) place.event_place = &place.event;
  return place;
}

bool Scene::end_command(Place& place, cl_int code, const Errors& errors, cl_command_type type) {
  caller_.expect(code, errors);
  const bool gives = code == CL_SUCCESS && place.event_place != nullptr;
  caller_.require(gives == (place.event != nullptr), "its event is not as its code says");
  if (place.event != nullptr) {
    commands_.push_back(
        {{Kind::event, place.event, 1}, type, place.fails, false, CL_COMPLETE, true});
  }
  return code == CL_SUCCESS && !place.fails;
}

std::byte* Scene::filled_host(size_t bytes) {
  std::byte* host = caller_.world.host_memory(bytes + 1);
  std::memset(host, std::to_integer<int>(untouched), bytes);
  return host;
}

void Scene::check_reads() {
  for (const Read& read : reads_) {
    if (std::memcmp(read.host, read.expected.data(), read.expected.size()) == 0) continue;
    caller_.wrong("what was read is not what was written");
  }
  reads_.clear();
}

void Scene::synchronise() {
  caller_.may_block();
  const cl_int code = FUZZ_CALL(caller_, clFinish, static_cast<cl_command_queue>(queue_.handle));
  caller_.expect(code, {});
  check_reads();
  check_events();
}

void Scene::check_count(const Own& own) {
  if (own.kind == Kind::device && own.held == 0) return;
  cl_uint count = 0;
  const size_t bytes = sizeof count;
  void* to = &count;
  size_t* nowhere = nullptr;
  cl_int code = CL_SUCCESS;
  switch (own.kind) {
    case Kind::device:
      code = FUZZ_CALL(caller_, clGetDeviceInfo, static_cast<cl_device_id>(own.handle),
                       cl_uint{CL_DEVICE_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::context:
      code = FUZZ_CALL(caller_, clGetContextInfo, static_cast<cl_context>(own.handle),
                       cl_uint{CL_CONTEXT_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::queue:
      code = FUZZ_CALL(caller_, clGetCommandQueueInfo, static_cast<cl_command_queue>(own.handle),
                       cl_uint{CL_QUEUE_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::memory:
      code = FUZZ_CALL(caller_, clGetMemObjectInfo, static_cast<cl_mem>(own.handle),
                       cl_uint{CL_MEM_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::program:
      code = FUZZ_CALL(caller_, clGetProgramInfo, static_cast<cl_program>(own.handle),
                       cl_uint{CL_PROGRAM_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::kernel:
      code = FUZZ_CALL(caller_, clGetKernelInfo, static_cast<cl_kernel>(own.handle),
                       cl_uint{CL_KERNEL_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::event:
      code = FUZZ_CALL(caller_, clGetEventInfo, static_cast<cl_event>(own.handle),
                       cl_uint{CL_EVENT_REFERENCE_COUNT}, bytes, to, nowhere);
      break;
    case Kind::command_buffer:
      code = FUZZ_EXTENSION_CALL(
          caller_, clGetCommandBufferInfoKHR, static_cast<cl_command_buffer_khr>(own.handle),
          cl_uint{CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR}, bytes, to, nowhere);
      break;
    case Kind::semaphore:
      code = FUZZ_EXTENSION_CALL(caller_, clGetSemaphoreInfoKHR,
                                 static_cast<cl_semaphore_khr>(own.handle),
                                 cl_uint{CL_SEMAPHORE_REFERENCE_COUNT_KHR}, bytes, to, nowhere);
      break;
  }
  caller_.expect(code, {});
  if (code != CL_SUCCESS || count == own.held) return;
  caller_.wrong("the reference count is " + std::to_string(count) + " and not " +
                std::to_string(own.held));
}

void Scene::retain_or_release() {
  std::vector<Own*> all = {&device_, &context_, &queue_, &program_};
  for (Buffer& buffer : buffers_) all.push_back(&buffer.own);
  for (Kernel& kernel : kernels_) all.push_back(&kernel.own);
  for (Command& command : commands_) all.push_back(&command.own);
  Own& own = *random_.pick(all);
  if (own.held > 1 && random_.chance(60)) {
    caller_.require(release(own.kind, own.handle) == CL_SUCCESS, "an object cannot be released");
    --own.held;
  } else if (own.held > 0) {
    caller_.require(retain(own.kind, own.handle) == CL_SUCCESS, "an object cannot be retained");
    ++own.held;
  }
  check_count(own);
}

/// Checks that what was asked before has the same answer.
void Scene::ask_again() {
  const Buffer* buffer = any_buffer();
  if (buffer == nullptr) return;
  size_t size = 0;
  cl_uint maps = 0;
  cl_context context = nullptr;
  const auto ask_memory = [&](cl_mem_info name, size_t bytes, void* to) {
    size_t* nowhere = nullptr;
    caller_.expect(
        FUZZ_CALL(caller_, clGetMemObjectInfo, buffer->handle(), name, bytes, to, nowhere), {});
  };
  ask_memory(CL_MEM_SIZE, sizeof size, &size);
  caller_.require(size == buffer->size, "a buffer has another size");
  ask_memory(CL_MEM_MAP_COUNT, sizeof maps, &maps);
  caller_.require(maps == buffer->maps, "a buffer has another map count");
  ask_memory(CL_MEM_CONTEXT, sizeof context, &context);
  caller_.require(context == context_.handle, "a buffer has another context");
  cl_device_id device = nullptr;
  size_t* nowhere = nullptr;
  FUZZ_CALL(caller_, clGetCommandQueueInfo, static_cast<cl_command_queue>(queue_.handle),
            cl_uint{CL_QUEUE_DEVICE}, sizeof device, static_cast<void*>(&device), nowhere);
  caller_.require(device == device_.handle, "a queue has another device");
}

void Scene::release_all(Own& own) {
  for (; own.held > 0; --own.held) {
    caller_.require(release(own.kind, own.handle) == CL_SUCCESS, "an object cannot be released");
  }
}

void Scene::end() {
  caller_.forget();
  if (is_made_) {
    // Either before commands have ended, or when everything about them can be checked.
    if (random_.chance(70)) synchronise();
    std::vector<Own*> all = {&context_, &queue_, &program_};
    for (Buffer& buffer : buffers_) all.push_back(&buffer.own);
    for (Kernel& kernel : kernels_) all.push_back(&kernel.own);
    for (Command& command : commands_) all.push_back(&command.own);
    for (size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random_.below(i)]);
    for (Own* own : all) release_all(*own);
  }
  release_all(device_);
}

}  // namespace cleave::test::fuzz::api
