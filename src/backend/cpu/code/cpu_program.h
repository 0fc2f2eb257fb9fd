// Implements programs on the CPU: machine code, and program-scope variables in the host's memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend/cpu/code/kernel_tiers.h"
#include "backend/hardware.h"

namespace cleave::backend::cpu::code {

/// Runs a kernel without arguments, one work-item, on the calling thread. `variables`: those of the
/// program. Returns false when the system refuses memory or code.
using RunAlone =
    std::function<bool(DeviceKernel& kernel, const compiler::interface::KernelFacts& facts,
                       const Allocation& variables)>;

class CpuProgram final : public DeviceProgram {
 public:
  /// Loads the program by the compiler; nullptr, and why in `error`, when that fails. The device,
  /// whose memory variables get, lives longer.
  [[nodiscard]] static std::shared_ptr<CpuProgram> load(compiler::interface::CodeRequest request,
                                                        Hardware& device,
                                                        RunInBackground run_in_background,
                                                        RunAlone run_alone, std::string& error);
  CpuProgram(std::shared_ptr<compiler::interface::ProgramCode> code,
             const compiler::interface::CodeRequest& request, Hardware& device,
             RunInBackground run_in_background, RunAlone run_alone);

  [[nodiscard]] std::shared_ptr<DeviceKernel> kernel(size_t index) override;
  [[nodiscard]] std::shared_ptr<const Allocation> make_variables() override;

 private:
  struct ObjectKernel {
    compiler::interface::KernelFacts facts;
    std::shared_ptr<DeviceKernel> kernel;
  };

  /// The kernels of this role, which the driver runs alone.
  [[nodiscard]] std::vector<ObjectKernel> kernels_that(
      compiler::interface::KernelRole role,
      const std::vector<compiler::interface::KernelFacts>& facts) const;

  const std::vector<KernelTiers::TieredKernel> kernels_;
  const compiler::interface::ProgramScope program_scope_;
  Hardware& device_;
  const RunInBackground run_in_background_;
  const RunAlone run_alone_;
  const std::vector<ObjectKernel> constructors_, destructors_;
};

}  // namespace cleave::backend::cpu::code
