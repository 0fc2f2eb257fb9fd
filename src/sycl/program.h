// Keeps programs: the device code of a unit, built for a device (by content, never by address).
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sycl/context.h"
#include "sycl/device.h"
#include "sycl/failure.h"
#include "sycl/opencl.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {

/// A program of OpenCL, or the reason why there is none.
class UnitProgram {
 public:
  UnitProgram() = default;
  ~UnitProgram();
  UnitProgram(const UnitProgram&) = delete;
  UnitProgram& operator=(const UnitProgram&) = delete;

  /// Builds it if nobody has; threads that ask for other programs do not wait. Fails with
  /// errc::build and the log, or errc::kernel_not_supported. `kernel`: it has no other one; empty: it
  /// has all of the first unit.
  void build(const std::vector<const cleave_sycl_unit*>& units, const std::string& kernel,
             NativeContext& context, const Device& device);
  /// Precondition: `build` has returned.
  [[nodiscard]] cl_program id() const { return id_; }

 private:
  void create(const std::vector<const cleave_sycl_unit*>& units, const std::string& kernel,
              NativeContext& context, const Device& device);

  std::mutex mutex_;
  cl_program id_ = nullptr;
  std::optional<Failure> failure_;
};

/// Returns the program of the unit that has the kernel, for a device of the context, built. A unit of many kernels has a
/// program for each.
[[nodiscard]] std::shared_ptr<UnitProgram> find_program(const cleave_sycl_unit& unit,
                                                        const char* symbol, NativeContext& context,
                                                        Device& device);

/// Forgets the programs with this code. They are freed with the last kernel that uses them.
void forget_programs(Checksum code);

/// The same of the programs that were built for a device, by its number.
void forget_programs_of(uint64_t device);

/// The same of the programs of a native context, by its number.
void forget_programs_in(uint64_t context);

/// "the kernel 'NAME' (FILE:LINE)": what the user calls a kernel, for messages. Any unit of the program.
[[nodiscard]] std::string describe_kernel(const cleave_sycl_unit& unit, const char* symbol);

/// The same of any unit that is loaded now.
[[nodiscard]] std::string describe_kernel(const std::string& symbol);

/// The same of a kernel that a queue has launched, by its function: "the kernel 'NAME' of OpenCL" for one of no unit.
[[nodiscard]] std::string describe_launched(const std::string& function);

/// "kernel 'NAME'", for a kernel of which the symbol alone is known.
[[nodiscard]] std::string describe_symbol(const char* symbol);

}  // namespace cleave::sycl
