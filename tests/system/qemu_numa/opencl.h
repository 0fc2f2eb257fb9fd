// Cleave's device, its parts, and queues on them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <vector>

#include "machine.h"

namespace cleave::test::qemu_numa {

/// Throws unless `status` is CL_SUCCESS.
void check_call(cl_int status, const char* call);

[[nodiscard]] cl_device_id root_device();
/// The parts by an affinity domain; empty: the device cannot be split so.
[[nodiscard]] std::vector<cl_device_id> split_by(cl_device_id device,
                                                 cl_device_affinity_domain domain);
[[nodiscard]] std::vector<cl_device_id> split_equally(cl_device_id device, cl_uint units);
[[nodiscard]] cl_uint compute_units(cl_device_id device);

/// A context over devices, a queue on each, and the kernel `spin`.
class Session {
 public:
  explicit Session(const std::vector<cl_device_id>& devices);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] cl_context context() const { return context_; }
  [[nodiscard]] cl_command_queue queue(size_t device) const { return queues_[device]; }
  [[nodiscard]] cl_mem make_buffer(size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE,
                                   void* host = nullptr) const;
  /// Sets all bytes; waits.
  void fill(size_t device, cl_mem buffer, size_t bytes, unsigned char value) const;
  /// Returns where the contents lie, without touching them.
  [[nodiscard]] const unsigned char* address(cl_mem buffer, size_t bytes) const;

  /// The processors on which functions ran, so many of them at a time that every worker of the
  /// device has some.
  [[nodiscard]] Processors processors_of_native_kernels(size_t device) const;
  /// A kernel that keeps all compute units busy for a while; verifies what it computes.
  void spin(size_t device, cl_uint units) const;

 private:
  cl_context context_ = nullptr;
  std::vector<cl_command_queue> queues_;
  std::vector<cl_command_queue> out_of_order_;
  cl_program program_ = nullptr;
  cl_kernel spin_ = nullptr;
};

}  // namespace cleave::test::qemu_numa
