#include "backend/cpu/code/cpu_program.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/code/block_table.h"
#include "compiler/interface/x86_facts.h"

namespace cleave::backend::cpu::code {
namespace {

/// Precondition: the facts of x86 can be read.
std::vector<KernelTiers::TieredKernel> kernels_of(
    const std::shared_ptr<compiler::interface::ProgramCode>& code,
    const std::vector<compiler::interface::KernelFacts>& facts, const DeviceFacts& device,
    const RunInBackground& run_in_background) {
  std::vector<KernelTiers::TieredKernel> kernels;
  kernels.reserve(facts.size());
  for (const compiler::interface::KernelFacts& kernel : facts) {
    kernels.push_back({code, std::make_shared<const compiler::interface::KernelFacts>(kernel),
                       device, *compiler::interface::unpack(kernel.of_target)});
  }
  std::shared_ptr<const BlockTable> blocks;
  for (size_t i = 0; i < facts.size(); ++i) {
    if (!facts[i].uses_device_queues || facts[i].role == compiler::interface::KernelRole::block)
      continue;
    if (!blocks) blocks = std::make_shared<const BlockTable>(facts, kernels, run_in_background);
    kernels[i].blocks = std::make_shared<const EnqueuedBlocks>(blocks, facts[i].blocks);
  }
  return kernels;
}

void initialise(const compiler::interface::ProgramScope& scope, std::byte* memory) {
  std::memset(memory, 0, scope.size);
  std::ranges::copy(scope.initial, memory);
  for (const compiler::interface::ProgramScope::InitialPointer& pointer : scope.pointers) {
    const std::byte* target = memory + pointer.target;
    std::memcpy(memory + pointer.offset, &target, sizeof target);
  }
}

}  // namespace

std::shared_ptr<CpuProgram> CpuProgram::load(compiler::interface::CodeRequest request,
                                             Hardware& device, RunInBackground run_in_background,
                                             RunAlone run_alone, std::string& error) {
  for (const compiler::interface::KernelFacts& kernel : request.kernels) {
    if (compiler::interface::unpack(kernel.of_target)) continue;
    error = "what code of x86 has to know of kernel '" + kernel.name +
            "' is missing: it was built for another target or by another version";
    return nullptr;
  }
  compiler::interface::Compiler* const compiler = compiler::interface::load_compiler(error);
  if (compiler == nullptr) return nullptr;
  const compiler::interface::CodeRequest kept = {{}, request.kernels, request.program_scope};
  auto code = compiler->load(std::move(request), error);
  if (!code) return nullptr;
  return std::make_shared<CpuProgram>(std::move(code), kept, device, std::move(run_in_background),
                                      std::move(run_alone));
}

CpuProgram::CpuProgram(std::shared_ptr<compiler::interface::ProgramCode> code,
                       const compiler::interface::CodeRequest& request, Hardware& device,
                       RunInBackground run_in_background, RunAlone run_alone)
    : kernels_(kernels_of(code, request.kernels, device.facts(), run_in_background)),
      program_scope_(request.program_scope),
      device_(device),
      run_in_background_(std::move(run_in_background)),
      run_alone_(std::move(run_alone)),
      constructors_(kernels_that(compiler::interface::KernelRole::constructs, request.kernels)),
      destructors_(kernels_that(compiler::interface::KernelRole::destroys, request.kernels)) {}

std::vector<CpuProgram::ObjectKernel> CpuProgram::kernels_that(
    compiler::interface::KernelRole role,
    const std::vector<compiler::interface::KernelFacts>& facts) const {
  std::vector<ObjectKernel> found;
  for (size_t i = 0; i < facts.size(); ++i) {
    if (facts[i].role != role) continue;
    found.push_back({facts[i], std::make_shared<KernelTiers>(kernels_[i], run_in_background_)});
  }
  return found;
}

std::shared_ptr<DeviceKernel> CpuProgram::kernel(size_t index) {
  return std::make_shared<KernelTiers>(kernels_[index], run_in_background_);
}

std::shared_ptr<const Allocation> CpuProgram::make_variables() {
  const uint64_t bytes = std::max<uint64_t>(program_scope_.size, 1);
  const Allocation memory = device_.allocate(bytes, program_scope_.alignment, {});
  if (!memory.exists()) return nullptr;
  initialise(program_scope_, memory.host_address);
  for (const ObjectKernel& constructor : constructors_) {
    if (run_alone_(*constructor.kernel, constructor.facts, memory)) continue;
    device_.deallocate(memory, {});
    return nullptr;
  }
  // The last launch may end on any thread, which destroys the objects then.
  return {new Allocation(memory), [&device = device_, destructors = destructors_,
                                   run_alone = run_alone_](const Allocation* variables) {
            for (const ObjectKernel& destructor : destructors) {
              // If memory for it is refused the destructor does not run: nobody is left to be told.
              static_cast<void>(run_alone(*destructor.kernel, destructor.facts, *variables));
            }
            device.deallocate(*variables, {});
            delete variables;
          }};
}

}  // namespace cleave::backend::cpu::code
