// Gives tests programs of device images, and runs their kernels.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "device_image/image.h"
#include "tests/support/on_device.h"

namespace cleave::test {

using Bytes = std::vector<std::byte>;

/// Returns the image of a file of device code, NAME.bc, with a table.
[[nodiscard]] Bytes image_of(const std::string& name, const device_image::Table& table = {},
                             uint32_t llvm_version = CLEAVE_LLVM_VERSION);
/// Puts images behind each other.
[[nodiscard]] Bytes blob_of(const std::vector<Bytes>& images);

/// Shared memory by whose address kernels are given it.
template <class T>
class Shared {
 public:
  Shared(cl_context context, size_t count)
      : context_(context), data_(allocate(context, count)), count_(count) {}
  Shared(cl_context context, const std::vector<T>& contents) : Shared(context, contents.size()) {
    std::copy(contents.begin(), contents.end(), data_);
  }
  ~Shared() { clSVMFree(context_, data_); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  [[nodiscard]] T* get() const { return data_; }
  T& operator[](size_t i) const { return data_[i]; }
  [[nodiscard]] std::vector<T> contents() const { return {data_, data_ + count_}; }

 private:
  static T* allocate(cl_context context, size_t count) {
    constexpr cl_svm_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    auto* data = static_cast<T*>(clSVMAlloc(context, flags, count * sizeof(T), 0));
    std::fill(data, data + count, T{});
    return data;
  }

  cl_context context_;
  T* data_;
  size_t count_;
};

/// Makes and builds programs of device images, and launches kernels with an object.
class WithImages : public OnDevice {
 protected:
  void SetUp() override;
  [[nodiscard]] Program create(std::span<const std::byte> blob) const;
  [[nodiscard]] cl_int code_of_creation(std::span<const std::byte> blob) const;
  /// Builds for all devices; a failure prints the log.
  static cl_int build(cl_program program, const char* options = "");
  [[nodiscard]] std::string log_of(cl_program program) const;
  [[nodiscard]] cl_kernel kernel_of(cl_program program, const std::string& name);

  /// Runs the kernel of the type's name in the program with `kernels.bc`. Where it has a second
  /// argument it gets so many bytes of local memory.
  template <class Object>
  void run(const std::string& name, const Object& object, size_t global, size_t local = 0,
           size_t local_bytes = 1) {
    run_object(kernel_of(program_, name), &object, sizeof object, global, local, local_bytes);
  }
  void run_object(cl_kernel kernel, const void* object, size_t bytes, size_t global, size_t local,
                  size_t local_bytes);

  template <class T>
  [[nodiscard]] Shared<T> shared(const std::vector<T>& contents) const {
    return {context_, contents};
  }
  template <class T>
  [[nodiscard]] Shared<T> zeros(size_t count) const {
    return {context_, count};
  }

  Program program_;  // of kernels.bc

 private:
  std::vector<Kernel> kernels_;
};

}  // namespace cleave::test
