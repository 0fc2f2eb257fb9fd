// OpenCL objects that release themselves, and a device with what a benchmark needs of it.
#pragma once

#include <CL/cl.h>

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/modules.h"
#include "harness/twins.h"

namespace cleave::benchmark {

/// A call that failed; what() names it and its error code.
class OpenClError : public std::runtime_error {
 public:
  OpenClError(const char* call, cl_int status)
      : std::runtime_error(std::string(call) + " failed: " + std::to_string(status)) {}
};

/// A driver that does not offer what a case needs; what() names it. No failure: the case is left
/// out for that driver.
class NotSupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws OpenClError unless `status` is CL_SUCCESS.
inline void check(cl_int status, const char* call) {
  if (status != CL_SUCCESS) throw OpenClError(call, status);
}

/// Owns one reference to an OpenCL object.
template <class T, cl_int(CL_API_CALL* release)(T)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_ != nullptr) release(object_);
  }
  [[nodiscard]] T get() const { return object_; }

 private:
  T object_ = nullptr;
};

using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Sampler = Handle<cl_sampler, clReleaseSampler>;
using Program = Handle<cl_program, clReleaseProgram>;

using Clock = std::chrono::steady_clock;

/// Seconds since `start`.
[[nodiscard]] inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Memory of a device: a buffer, or of a device whose kernels are SYCL's what a pointer names.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(cl_mem object) : object_(object) {}
  explicit Buffer(TwinMemory memory) : memory_(std::move(memory)) {}

  [[nodiscard]] cl_mem get() const { return object_.get(); }
  /// Null of a buffer.
  [[nodiscard]] void* pointer() const { return memory_.get(); }

 private:
  Handle<cl_mem, clReleaseMemObject> object_;
  TwinMemory memory_;
};

using ImageObject = Buffer;  // one type of object to OpenCL, too

/// A kernel and its arguments: OpenCL's, or a twin in SYCL.
class Kernel {
 public:
  Kernel() = default;
  explicit Kernel(cl_kernel kernel) : kernel_(kernel) {}
  explicit Kernel(const Twin& twin) : twin_(&twin) {}

  /// Sets all arguments, in order: buffers, images, samplers and plain values.
  template <class... Arguments>
  void set_arguments(const Arguments&... arguments) {
    cl_uint index = 0;
    (set_argument(index++, arguments), ...);
  }
  /// Sets one argument to a pointer to shared virtual memory, or to memory of the system.
  void set_pointer(cl_uint index, const void* pointer) {
    check(clSetKernelArgSVMPointer(get(), index, pointer), "clSetKernelArgSVMPointer");
  }
  [[nodiscard]] cl_kernel get() const { return kernel_.get(); }
  /// Null of OpenCL's.
  [[nodiscard]] const Twin* twin() const { return twin_; }
  [[nodiscard]] const TwinArguments& twin_arguments() const { return twin_arguments_; }

 private:
  void set_argument(cl_uint index, const Buffer& buffer) {
    if (twin() != nullptr) return twin_arguments_.set(index, buffer.pointer());
    cl_mem object = buffer.get();
    check(clSetKernelArg(get(), index, sizeof object, &object), "clSetKernelArg");
  }
  void set_argument(cl_uint index, const Sampler& sampler) {
    cl_sampler object = sampler.get();
    check(clSetKernelArg(get(), index, sizeof object, &object), "clSetKernelArg");
  }
  template <class T>
  void set_argument(cl_uint index, const T& value) {
    if (twin() != nullptr) {
      if constexpr (sizeof value <= sizeof(void*)) return twin_arguments_.set(index, value);
      throw std::logic_error("an argument of a twin is too large");
    }
    check(clSetKernelArg(get(), index, sizeof value, &value), "clSetKernelArg");
  }

  Handle<cl_kernel, clReleaseKernel> kernel_;
  const Twin* twin_ = nullptr;
  TwinArguments twin_arguments_;
};

/// The form in which a driver gets a kernel.
enum class KernelForm {
  source,  // OpenCL C
  module,  // a SPIR-V module that clang makes of it (harness/modules.h)
  twin,    // written in SYCL and compiled by cleave-c++, on an in-order queue of SYCL's, with USM
  accessor_twin,  // the same with accessors of buffers
  dpctl,          // a module on an in-order queue of DPC++'s runtime (harness/dpctl.h)
};

/// Takes commands in place of a device's queue.
class CommandSink {
 public:
  virtual void launch(const Kernel& kernel, std::span<const size_t> global,
                      std::span<const size_t> local) = 0;
  virtual void copy(const Buffer& from, const Buffer& to, size_t bytes) = 0;

 protected:
  ~CommandSink() = default;
};

/// One device of one driver, with a context and an in-order queue. Used by one thread.
class Device {
 public:
  Device(cl_platform_id platform, cl_device_id device, KernelForm form = KernelForm::source);

  [[nodiscard]] const std::string& driver() const { return driver_; }
  [[nodiscard]] const std::string& version() const { return version_; }
  /// Whether it is a device of Cleave's.
  [[nodiscard]] bool is_ours() const {
    return driver_ == "Cleave" || form_ == KernelForm::module || form_ == KernelForm::twin ||
           form_ == KernelForm::accessor_twin;
  }
  [[nodiscard]] cl_device_id id() const { return device_; }
  [[nodiscard]] cl_context context() const { return context_.get(); }
  [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }

  /// Whether the device has kernels for a case: those of SYCL have some. Those that build() gives are of the case that was
  /// named last.
  [[nodiscard]] bool begin(std::string_view benchmark);
  /// The same device, context and form with a queue of its own, for another thread.
  [[nodiscard]] Device another() const;

  /// Throws NotSupported unless kernels of this device may use work_group_reduce_add and its like.
  void require_work_group_functions() const;
  /// Throws NotSupported unless kernels of this device may use sub-groups.
  void require_sub_groups() const;
  /// Throws NotSupported unless kernels of this device may use pipes.
  void require_pipes() const;
  /// Throws NotSupported unless kernels of this device may use generic pointers.
  void require_generic_pointers() const;
  /// Throws NotSupported unless the device has all these capabilities of shared virtual memory.
  void require_shared_memory(cl_device_svm_capabilities capabilities) const;
  /// Throws NotSupported unless the device has images of this type and format for uses of `flags`
  /// (CL_MEM_READ_WRITE: one kernel writes them, another one reads them).
  void require_images(cl_mem_object_type type, const cl_image_format& format,
                      cl_mem_flags flags) const;
  /// Throws NotSupported unless the device takes SPIR-V modules.
  void require_modules() const;
  /// Throws NotSupported unless the device has the extension `name`.
  void require_extension(const char* name) const;

  /// Builds a program with `options` and gives its kernel `name`; the time goes to
  /// take_build_seconds(), without what clang takes for a module. A failure throws with the log.
  [[nodiscard]] Kernel build(const char* source, const char* name, const char* options = "");
  /// Builds a program of a SPIR-V module as the other build() does of source.
  [[nodiscard]] Kernel build(std::span<const std::byte> module, const char* name,
                             const char* options = "");
  /// How long builds took since the last call.
  [[nodiscard]] double take_build_seconds() { return std::exchange(build_seconds_, 0); }

  /// A buffer with a copy of `data`.
  template <class T>
  [[nodiscard]] Buffer buffer_of(std::span<const T> data) {
    return make_buffer(data.size_bytes(), data.data());
  }
  template <class T>
  [[nodiscard]] Buffer buffer_of(const std::vector<T>& data) {
    return buffer_of(std::span<const T>(data));
  }
  /// A buffer of zeros.
  [[nodiscard]] Buffer zeros(size_t bytes);
  /// An image with a copy of `data`, whose rows and slices join. Throws NotSupported unless the
  /// device has such images.
  [[nodiscard]] ImageObject image_of(const cl_image_format& format,
                                     const cl_image_desc& description, const void* data);
  [[nodiscard]] Sampler sampler(bool normalized, cl_addressing_mode addressing,
                                cl_filter_mode filter);
  /// Copies the texels of an image to the host, whose rows and slices join there; waits.
  void read(const ImageObject& image, const size_t (&extent)[3], std::span<std::byte> data) {
    const size_t origin[3] = {};
    check(clEnqueueReadImage(queue(), image.get(), CL_TRUE, origin, extent, 0, 0, data.data(), 0,
                             nullptr, nullptr),
          "clEnqueueReadImage");
  }
  /// Copies the start of a buffer to the host; waits.
  template <class T>
  void read(const Buffer& buffer, std::span<T> data) {
    if (twins_) return twins_->copy(data.data(), buffer.pointer(), data.size_bytes(), true);
    check(clEnqueueReadBuffer(queue(), buffer.get(), CL_TRUE, 0, data.size_bytes(), data.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  }

  /// A copy of the first `count` elements of a buffer; waits.
  template <class T>
  [[nodiscard]] std::vector<T> read(const Buffer& buffer, size_t count) {
    std::vector<T> data(count);
    read(buffer, std::span(data));
    return data;
  }

  /// Enqueues setting the first `bytes` of a buffer to zero.
  void enqueue_clear(const Buffer& buffer, size_t bytes) {
    if (twins_) return twins_->clear(buffer.pointer(), bytes);
    const cl_uchar zero = 0;
    check(clEnqueueFillBuffer(queue(), buffer.get(), &zero, sizeof zero, 0, bytes, 0, nullptr,
                              nullptr),
          "clEnqueueFillBuffer");
  }
  /// Hands launches and copies to `sink` in place of the queue; null: to the queue again.
  void divert_to(CommandSink* sink) { sink_ = sink; }
  /// Enqueues copying the first `bytes` of a buffer to another.
  void enqueue_copy(const Buffer& from, const Buffer& to, size_t bytes) {
    if (sink_ != nullptr) return sink_->copy(from, to, bytes);
    if (twins_) return twins_->copy(to.pointer(), from.pointer(), bytes, false);
    check(clEnqueueCopyBuffer(queue(), from.get(), to.get(), 0, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
  }
  /// Enqueues a launch of 1 or more dimensions.
  void enqueue(const Kernel& kernel, std::span<const size_t> global,
               std::span<const size_t> local) {
    if (sink_ != nullptr) return sink_->launch(kernel, global, local);
    const auto dimensions = static_cast<cl_uint>(global.size());
    const size_t* const groups = local.empty() ? nullptr : local.data();
    if (twins_) {
      return twins_->launch(*kernel.twin(), kernel.twin_arguments(), dimensions, global.data(),
                            groups);
    }
    check(clEnqueueNDRangeKernel(queue(), kernel.get(), dimensions, nullptr, global.data(), groups,
                                 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  void enqueue(const Kernel& kernel, size_t global, size_t local) {
    enqueue(kernel, std::span(&global, 1), std::span(&local, 1));
  }
  /// Enqueues a launch whose local size the driver chooses.
  void enqueue(const Kernel& kernel, size_t global) { enqueue(kernel, std::span(&global, 1), {}); }
  void enqueue(const Kernel& kernel, std::initializer_list<size_t> global,
               std::initializer_list<size_t> local) {
    enqueue(kernel, std::span(global.begin(), global.size()),
            std::span(local.begin(), local.size()));
  }
  void finish() {
    if (twins_) return twins_->finish();
    check(clFinish(queue()), "clFinish");
  }

 private:
  Device() = default;
  void make_queue();
  Buffer make_buffer(size_t bytes, const void* data);
  Kernel build(const Program& program, const char* name, const char* options);

  cl_device_id device_ = nullptr;
  KernelForm form_ = KernelForm::source;
  std::string driver_;   // short, for table heads
  std::string version_;  // of the driver
  Context context_;
  Queue queue_;
  std::optional<TwinQueue> twins_;  // of a device whose kernels are SYCL's
  CommandSink* sink_ = nullptr;
  std::string benchmark_;  // the case that was named last
  double build_seconds_ = 0;
};

}  // namespace cleave::benchmark
