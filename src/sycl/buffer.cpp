// Moves the contents of buffers to where they are used.
#include "sycl/buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sycl/failure.h"
#include "sycl/image_shape.h"
#include "sycl/queue.h"
#include "sycl/transfer.h"

namespace cleave::sycl {
namespace {

constexpr bool writes(AccessMode mode) {
  return (mode & CLEAVE_SYCL_ACCESS_WRITE) != 0;
}
constexpr bool keeps(AccessMode mode) {
  return (mode & CLEAVE_SYCL_ACCESS_NO_INIT) == 0;
}

cl_mem create_memory(NativeContext& context, size_t bytes, void* host) {
  const cl_mem_properties properties[] = {support::mem_device_private_address_ext, CL_TRUE, 0};
  cl_int error = CL_SUCCESS;
  const cl_mem made = clCreateBufferWithProperties(
      context.id(), properties, CL_MEM_READ_WRITE | (host != nullptr ? CL_MEM_USE_HOST_PTR : 0),
      std::max<size_t>(bytes, 1), host, &error);
  check(error, "clCreateBufferWithProperties");
  return made;
}

std::vector<cl_device_id> devices_of(NativeContext& context) {
  size_t bytes = 0;
  check(clGetContextInfo(context.id(), CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo");
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  check(clGetContextInfo(context.id(), CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr),
        "clGetContextInfo");
  return devices;
}

std::vector<cl_ulong> addresses_of(cl_mem memory, size_t devices) {
  std::vector<cl_ulong> addresses(devices);
  check(clGetMemObjectInfo(memory, support::mem_device_address_ext, devices * sizeof(cl_ulong),
                           addresses.data(), nullptr),
        "clGetMemObjectInfo");
  return addresses;
}

/// How the host may map a buffer of the application.
cl_map_flags map_flags_of(cl_mem memory) {
  cl_mem_flags flags = 0;
  check(clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, nullptr),
        "clGetMemObjectInfo");
  if ((flags & CL_MEM_HOST_NO_ACCESS) != 0) {
    fail(Code::feature_not_supported,
         "the memory of the application was made with CL_MEM_HOST_NO_ACCESS, and cannot be mapped");
  }
  if ((flags & CL_MEM_HOST_READ_ONLY) != 0) return CL_MAP_READ;
  if ((flags & CL_MEM_HOST_WRITE_ONLY) != 0) return CL_MAP_WRITE;
  return CL_MAP_READ | CL_MAP_WRITE;
}

/// Holds a mutex of the user, if there is one.
class HostLock {
 public:
  explicit HostLock(const cleave_sycl_mutex& its_mutex) : mutex_(its_mutex) {
    if (mutex_.state != nullptr) mutex_.lock(mutex_.state);
  }
  HostLock(const HostLock&) = delete;
  HostLock& operator=(const HostLock&) = delete;
  ~HostLock() {
    if (mutex_.state != nullptr) mutex_.unlock(mutex_.state);
  }

 private:
  const cleave_sycl_mutex& mutex_;
};

}  // namespace

Buffer::Buffer(const cleave_sycl_buffer_request& request)
    : bytes_(request.size),
      host_(request.host),
      is_constant_(request.is_constant != 0),
      is_write_back_(request.is_write_back != 0),
      keeper_(request.keeper) {
  // The request of an older program ends with the keeper.
  if (request.bytes <= offsetof(cleave_sycl_buffer_request, context)) return;
  if (request.context != nullptr) bound_ = Ref(&object_of<Context>(request.context));
  host_mutex_ = request.mutex;
}

Buffer::Buffer(const cleave_sycl_buffer_request& request, const cleave_sycl_image_shape& shape,
               size_t bytes)
    : Buffer(request) {
  bytes_ = bytes;
  image_ = shape;
}

Buffer::Buffer(NativeContext& context, cl_mem native, size_t bytes, Event* available)
    : bytes_(bytes), host_(nullptr), is_constant_(false), is_write_back_(false), keeper_{} {
  const auto map = [&](const WaitList& waits, cl_event* mapped, cl_int* error) {
    return clEnqueueMapBuffer(native_.queue, native, CL_FALSE, map_flags_of(native), 0, bytes,
                              waits.count(), waits.data(), mapped, error);
  };
  adopt(context, native, available, map, [&] { return bytes; });
}

Buffer::Buffer(NativeContext& context, cl_mem native, cleave_sycl_image_shape& shape,
               Event* available)
    : bytes_(0), host_(nullptr), is_constant_(false), is_write_back_(false), keeper_{} {
  const auto map = [&](const WaitList& waits, cl_event* mapped, cl_int* error) {
    const size_t origin[3] = {0, 0, 0};
    return clEnqueueMapImage(native_.queue, native, CL_FALSE, map_flags_of(native), origin,
                             shape.extent, &shape.row_pitch, &shape.slice_pitch, waits.count(),
                             waits.data(), mapped, error);
  };
  adopt(context, native, available, map, [&] { return complete_shape(shape, true); });
  image_ = shape;
}

/// Maps memory of the application with `map(waits, mapped, error)`, and makes a buffer of the `bytes()` that it is mapped to.
template <class Map, class Bytes>
void Buffer::adopt(NativeContext& context, cl_mem native, Event* available, const Map& map,
                   const Bytes& bytes) {
  check(clRetainMemObject(native), "clRetainMemObject");
  native_.id = native;
  native_.context = Ref(&context);
  try {
    cl_int error = CL_SUCCESS;
    native_.queue = clCreateCommandQueueWithProperties(context.id(), devices_of(context).front(),
                                                       nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    WaitList waits;
    if (available != nullptr) waits.add(*available, context);
    cl_event mapped = nullptr;
    native_.mapped = map(waits, &mapped, &error);
    check(error, "memory of the application cannot be mapped: clEnqueueMapBuffer or …Image");
    writer_ = support::make_ref<CommandEvent>(Ref(&context), mapped);
    check(clFlush(native_.queue), "clFlush");
    bytes_ = bytes();
    add_storage(context, native_.mapped);
  } catch (...) {
    native_.release();
    throw;
  }
}

void Buffer::Native::release() noexcept {
  if (mapped != nullptr) {
    clEnqueueUnmapMemObject(queue, id, mapped, 0, nullptr, nullptr);
    clFinish(queue);
  }
  if (queue != nullptr) clReleaseCommandQueue(queue);
  if (id != nullptr) clReleaseMemObject(id);
}

Buffer::~Buffer() {
  try {
    finish();
  } catch (...) {
    // Nobody is left to hear of it: destructors of buffers report nothing (SYCL 2020, 4.7.2.3).
  }
  release(storages_);
  release(retired_);
  native_.release();
  if (final_data_.box.destroy != nullptr) final_data_.box.destroy(final_data_.box.state);
  if (keeper_.destroy != nullptr) keeper_.destroy(keeper_.state);
}

void Buffer::release(std::vector<Storage>& storages) {
  for (Storage& storage : storages) {
    if (storage.image != nullptr) clReleaseMemObject(storage.image);
    clReleaseMemObject(storage.id);
  }
  storages.clear();
}

void Buffer::check_context(const Context& context) const {
  if (!bound_ || &bound_->native() == &context.native()) return;
  fail(Code::invalid,
       "a buffer or image with the property context_bound is used in a context of another "
       "cl_context: submit to a queue of the context that the property has");
}

void Buffer::begin_hold() {
  const std::lock_guard guard(hold_mutex_);
  ++holds_;
}

void Buffer::end_hold() {
  const std::lock_guard guard(hold_mutex_);
  if (--holds_ == 0) hold_ended_.notify_all();
}

/// The context of what the host alone has used so far.
NativeContext& Buffer::any_context() const {
  if (bound_) return bound_->native();
  for (Platform* platform : Platform::all()) {
    if (platform->roots().front()->has_buffer_addresses()) return platform->native_context();
  }
  fail(Code::feature_not_supported, "a buffer: no device gives addresses to buffers");
}

void Buffer::set_write_back(bool is_on) {
  const std::lock_guard guard(mutex_);
  is_write_back_ = is_on;
}

void Buffer::set_final_data(const cleave_sycl_final_data& final_data) {
  cleave_sycl_final_data before = final_data;
  {
    const std::lock_guard guard(mutex_);
    std::swap(before, final_data_);
    has_destination_ = true;
    is_write_back_ = true;
  }
  if (before.box.destroy != nullptr) before.box.destroy(before.box.state);
}

Buffer::Storage* Buffer::current_storage() {
  const auto found =
      std::ranges::find_if(storages_, [](const Storage& each) { return each.is_current; });
  return found == storages_.end() ? nullptr : &*found;
}

void Buffer::add_storage(NativeContext& context, void* host) {
  Storage made;
  made.context = Ref(&context);
  made.devices = devices_of(context);
  made.id = create_memory(context, bytes_, host);
  try {
    made.addresses = addresses_of(made.id, made.devices.size());
  } catch (...) {
    clReleaseMemObject(made.id);
    throw;
  }
  // The first one begins with what the host has, or with nothing.
  made.is_current = storages_.empty();
  storages_.push_back(std::move(made));
}

Buffer::Storage& Buffer::storage_in(NativeContext& context) {
  for (Storage& storage : storages_) {
    if (storage.context.get() == &context) return storage;
  }
  add_storage(context, host_);
  return storages_.back();
}

cl_mem Buffer::memory_in(NativeContext& context) {
  return native_.context.get() == &context && !is_image() ? native_.id : storage_in(context).id;
}

cl_mem Buffer::native_in(NativeContext& context) {
  if (native_.context.get() == &context) return native_.id;
  Storage& storage = storage_in(context);
  if (!is_image()) return storage.id;
  if (storage.image == nullptr) storage.image = create_image(context.id(), storage.id, *image_);
  return storage.image;
}

std::vector<cl_mem> Buffer::retained_natives() {
  const std::lock_guard guard(mutex_);
  if (storages_.empty()) static_cast<void>(storage_in(any_context()));
  std::vector<cl_mem> found;
  for (const Storage& storage : storages_) {
    const cl_mem id = native_in(*storage.context);
    clRetainMemObject(id);
    found.insert(storage.is_current ? found.begin() : found.end(), id);
  }
  return found;
}

void Buffer::prepare_to_write() {
  if (!is_constant_) return;
  copy_ = HostCopy(host_, bytes_);
  host_ = copy_.data();
  is_constant_ = false;
  std::ranges::move(storages_, std::back_inserter(retired_));
  storages_.clear();
  std::ranges::move(places_, std::back_inserter(retired_places_));
  places_.clear();
  last_place_.store(nullptr, std::memory_order_relaxed);
}

void* Buffer::address(const Queue& queue, AccessMode mode) {
  check_context(queue.context());
  const Place* const last = last_place_.load(std::memory_order_acquire);
  const bool is_known =
      last != nullptr && last->address != 0 && last->suits(queue.native(), queue.device(), mode);
  return reinterpret_cast<void*>(is_known ? last->address
                                          : find_address(queue.native(), queue.device(), mode));
}

cl_ulong Buffer::find_address(NativeContext& context, const Device& device, AccessMode mode) {
  const bool is_for_host = (mode & CLEAVE_SYCL_ACCESS_HOST) != 0;
  if (!is_for_host && !device.has_buffer_addresses()) {
    fail(Code::feature_not_supported,
         "a buffer: the device has no cl_ext_buffer_device_address, by which kernels find it");
  }
  const std::lock_guard guard(mutex_);
  if (device.has_buffer_addresses()) return place_in(context, device, mode).address;
  if (writes(mode)) prepare_to_write();
  return 0;
}

const Buffer::Place& Buffer::place_in(NativeContext& context, const Device& device,
                                      AccessMode mode) {
  const Place* const last = last_place_.load(std::memory_order_relaxed);
  if (last != nullptr && last->suits(context, device, mode)) [[likely]] {
    return *last;
  }
  if (writes(mode)) prepare_to_write();
  const auto known = std::ranges::find_if(
      places_, [&](const auto& place) { return place->suits(context, device, mode); });
  const Place& place = known != places_.end() ? **known : add_place(context, device);
  last_place_.store(&place, std::memory_order_release);
  return place;
}

const Buffer::Place& Buffer::add_place(NativeContext& context, const Device& device) {
  const Storage& storage = storage_in(context);
  const auto index = static_cast<size_t>(&storage - storages_.data());
  const auto address = [&]() -> cl_ulong {
    if (!device.has_buffer_addresses()) return 0;
    for (const Device* holder = &device; holder != nullptr; holder = holder->parent()) {
      const auto at = std::ranges::find(storage.devices, holder->id());
      if (at != storage.devices.end()) {
        return storage.addresses[static_cast<size_t>(at - storage.devices.begin())];
      }
    }
    fail(Code::invalid, "a buffer: the device is not one of the context");
  };
  places_.push_back(std::unique_ptr<const Place>(
      new Place{context.number(), device.number(), address(), index, is_constant_}));
  return *places_.back();
}

void Buffer::add_arrival(const Storage& storage, std::vector<Ref<Event>>& events) {
  if (storage.arrival) events.push_back(storage.arrival);
}

void Buffer::bring_to(Storage& storage) {
  const Storage* const source = current_storage();
  if (source == nullptr || source == &storage) return;
  if (bytes_ != 0) {
    std::vector<Ref<Event>> behind;
    if (writer_) behind.push_back(writer_);
    add_arrival(*source, behind);
    storage.arrival = start_transfer({*source->context, source->id}, {*storage.context, storage.id},
                                     bytes_, host_, behind);
    // The copy reads: who writes next waits for it.
    readers_.push_back(storage.arrival);
  }
  storage.is_current = true;
}

void Buffer::note_use(AccessMode mode, Ref<Event> event) {
  if (writes(mode)) {
    is_written_ = true;
    writer_ = std::move(event);
    readers_.clear();
    return;
  }
  // The last command of a queue that runs them in order stands for the others.
  if (readers_.size() == 1 && event->ends_after(*readers_.front())) {
    readers_.front() = std::move(event);
    return;
  }
  std::erase_if(readers_, [&](const Ref<Event>& reader) { return event->ends_after(*reader); });
  if (readers_.size() >= most_readers_) {
    std::erase_if(readers_, [](const Ref<Event>& reader) { return reader->is_complete(); });
    most_readers_ = std::max(least_readers, 2 * readers_.size());
  }
  readers_.push_back(std::move(event));
}

cl_ulong Buffer::begin_use(Queue& queue, AccessMode mode, WaitList& waits) {
  const Place& place = place_in(queue.native(), queue.device(), mode);
  Storage& storage = storages_[place.storage];
  // The contents that a mutex guards come from the host when the mutex is locked.
  if (!storage.is_current && keeps(mode) && !shares_by_mutex()) bring_to(storage);
  for_each_conflict(mode, [&](const Ref<Event>& event) { waits.add(*event, queue); });
  if (storage.arrival) waits.add(*storage.arrival, queue);
  return place.address;
}

void Buffer::take_conflicts(const Queue& queue, AccessMode mode, EventList& events) {
  const auto take = [&](auto&& event) {
    if (event->is_over_for(queue)) return;
    events.make_room();  // an event leaves its place when nothing throws any more
    events.push_back(std::forward<decltype(event)>(event));
  };
  if (!writes(mode)) {
    if (writer_) take(writer_);
    return;
  }
  if (writer_) take(std::move(writer_));
  for (Ref<Event>& reader : readers_) take(std::move(reader));
  readers_.clear();
}

void Buffer::end_use(const NativeContext* context, AccessMode mode, Ref<Event> event) {
  if (writes(mode)) {
    for (Storage& storage : storages_) storage.is_current = storage.context.get() == context;
  }
  note_use(mode, std::move(event));
}

void Buffer::map_for_task(NativeContext& context, cl_mem memory, AccessMode mode) {
  const std::lock_guard guard(task_mutex_);
  if (task_count_ == 0) {
    cl_int error = CL_SUCCESS;
    void* const address =
        clEnqueueMapBuffer(context.service_queue(), memory, CL_TRUE,
                           writes(mode) ? CL_MAP_READ | CL_MAP_WRITE : CL_MAP_READ, 0,
                           std::max<size_t>(bytes_, 1), 0, nullptr, nullptr, &error);
    check(error, "clEnqueueMapBuffer");
    task_address_ = address;
    task_memory_ = memory;
    task_context_ = Ref(&context);
  }
  ++task_count_;
}

void Buffer::unmap_for_task() noexcept {
  const std::lock_guard guard(task_mutex_);
  if (--task_count_ != 0) return;
  const cl_command_queue queue = task_context_->service_queue();
  if (clEnqueueUnmapMemObject(queue, task_memory_, task_address_, 0, nullptr, nullptr) ==
      CL_SUCCESS) {
    clFinish(queue);
  }
}

Buffer::HostUse Buffer::begin_host_use(AccessMode mode) {
  HostUse use;
  use.event = support::make_ref<HostEvent>();
  std::vector<Ref<Event>> conflicts;
  {
    const std::lock_guard guard(mutex_);
    if (writes(mode)) prepare_to_write();
    if (storages_.empty() && host_ == nullptr) static_cast<void>(storage_in(any_context()));
    use.address = host_;
    // Commands that come later write elsewhere, perhaps, and wait: the contents are where they are now.
    if (const Storage* const current = shares_by_mutex() ? nullptr : current_storage()) {
      use.mapped = current->id;
      use.context = current->context;
      add_arrival(*current, conflicts);
    }
    for_each_conflict(mode, [&](const Ref<Event>& event) { conflicts.push_back(event); });
    end_use(use.context.get(), mode, use.event);
  }
  try {
    for (const auto& event : conflicts) event->wait();
    // The thread that held it for a command in conflict has brought the contents to the host.
    {
      const HostLock lock(host_mutex_);
    }
    if (use.mapped == nullptr) return use;
    const cl_map_flags flags = !writes(mode) ? CL_MAP_READ
                               : keeps(mode) ? CL_MAP_READ | CL_MAP_WRITE
                                             : CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int error = CL_SUCCESS;
    use.address = clEnqueueMapBuffer(use.context->service_queue(), use.mapped, CL_TRUE, flags, 0,
                                     std::max<size_t>(bytes_, 1), 0, nullptr, nullptr, &error);
    check(error, "clEnqueueMapBuffer");
    return use;
  } catch (...) {
    use.event->complete();
    throw;
  }
}

void Buffer::wait_for_all() {
  if (writer_) writer_->wait();
  for (const auto& reader : readers_) reader->wait();
  std::unique_lock guard(hold_mutex_);
  hold_ended_.wait(guard, [&] { return holds_ == 0; });
}

void Buffer::finish() {
  wait_for_all();
  const bool is_wanted = is_write_back_ && is_written_;
  const bool goes_to_host = is_wanted && !has_destination_ && has_host_memory();
  const bool goes_elsewhere = is_wanted && has_destination_ && final_data_.call != nullptr;
  if (!goes_to_host && !goes_elsewhere) return;
  const HostLock lock(host_mutex_);
  Storage* const current = current_storage();
  if (current == nullptr) {
    if (goes_elsewhere) final_data_.call(final_data_.box.state, host_, bytes_);
    return;
  }
  const cl_command_queue queue = current->context->service_queue();
  cl_int error = CL_SUCCESS;
  void* const contents =
      clEnqueueMapBuffer(queue, current->id, CL_TRUE, CL_MAP_READ, 0, std::max<size_t>(bytes_, 1),
                         0, nullptr, nullptr, &error);
  check(error, "clEnqueueMapBuffer");
  // A buffer of the host's memory is mapped there.
  if (goes_to_host && contents != host_) std::memcpy(host_, contents, bytes_);
  if (goes_elsewhere) final_data_.call(final_data_.box.state, contents, bytes_);
  check(clEnqueueUnmapMemObject(queue, current->id, contents, 0, nullptr, nullptr),
        "clEnqueueUnmapMemObject");
  check(clFinish(queue), "clFinish");
}

HostAccess::HostAccess(Ref<Buffer> buffer, AccessMode mode)
    : buffer_(std::move(buffer)), use_(buffer_->begin_host_use(mode)) {}

HostAccess::~HostAccess() {
  if (use_.mapped != nullptr) {
    try {
      const cl_command_queue queue = use_.context->service_queue();
      check(clEnqueueUnmapMemObject(queue, use_.mapped, use_.address, 0, nullptr, nullptr),
            "clEnqueueUnmapMemObject");
      check(clFinish(queue), "clFinish");
    } catch (...) {
      // Commands that wait go on all the same.
    }
  }
  use_.event->complete();
}

}  // namespace cleave::sycl
