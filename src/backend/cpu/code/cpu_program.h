// Implements programs on the CPU: machine code, and program-scope variables in the host's memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/cpu/code/kernel_tiers.h"
#include "backend/device.h"

namespace cleave::backend::cpu {

class CpuProgram final : public DeviceProgram {
 public:
  /// Loads the program by the compiler; nullptr, and why in `error`, when that fails. The device,
  /// whose memory variables get, lives longer.
  [[nodiscard]] static std::shared_ptr<CpuProgram> load(const compiler::CodeRequest& request,
                                                        Device& device,
                                                        RunInBackground run_in_background,
                                                        std::string& error);
  CpuProgram(std::shared_ptr<compiler::Code> code, const compiler::CodeRequest& request,
             Device& device, RunInBackground run_in_background);

  [[nodiscard]] std::shared_ptr<DeviceKernel> kernel(size_t index) override;
  [[nodiscard]] std::shared_ptr<const Allocation> make_variables() override;

 private:
  const std::vector<KernelTiers::Source> kernels_;
  const compiler::ProgramScope program_scope_;
  Device& device_;
  const RunInBackground run_in_background_;
};

}  // namespace cleave::backend::cpu
