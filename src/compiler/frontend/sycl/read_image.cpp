#include "compiler/frontend/sycl/read_image.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <string>
#include <utility>
#include <vector>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/module/read_module.h"
#include "compiler/frontend/sycl/device_library.h"
#include "compiler/frontend/sycl/global_variables.h"
#include "compiler/frontend/sycl/kernel_metadata.h"
#include "compiler/frontend/sycl/kernel_objects.h"
#include "compiler/frontend/sycl/local_memory.h"
#include "compiler/frontend/sycl/math_functions.h"
#include "compiler/frontend/sycl/plain_functions.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "device_image/image.h"

namespace cleave::compiler::frontend::sycl {
namespace {

constexpr uint32_t own_llvm_version =
    LLVM_VERSION_MAJOR * 10000 + LLVM_VERSION_MINOR * 100 + LLVM_VERSION_PATCH;

/// LLVM reads bitcode of all earlier versions, and of later ones with the same first number.
bool is_readable(uint32_t llvm_version) {
  return llvm_version / 10000 <= LLVM_VERSION_MAJOR;
}

/// Keeps definitions to their image that it does not list as defined for others: C++ lets a unit
/// have as many as it likes that are called like another unit's.
void hide_definitions(llvm::Module& module, const std::vector<std::string>& defined) {
  for (llvm::GlobalValue& value : module.global_values()) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    const bool is_shown = (function != nullptr && canonical::facts::is_kernel(*function)) ||
                          llvm::is_contained(defined, value.getName());
    const bool is_hidden = value.hasExternalLinkage() || value.hasWeakLinkage();
    if (is_shown || !is_hidden || value.isDeclaration()) continue;
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

/// Reads of an image the functions that are named, or all, and what they come to; null, with the
/// reason in `log`, where that is impossible.
std::unique_ptr<llvm::Module> read_code(const device_image::ImageView& image,
                                        std::span<const std::string> functions,
                                        llvm::LLVMContext& context, std::string& log) {
  if (!is_readable(image.llvm_version)) {
    log += "error: the program's device code was made with LLVM " +
           device_image::version_text(image.llvm_version) +
           ", and this driver reads that of LLVM " + device_image::version_text(own_llvm_version) +
           " and earlier ones\n";
    return nullptr;
  }
  std::string problem;
  const auto bitcode = device_image::unpack_code(image, problem);
  if (!bitcode) {
    log += "error: " + problem + '\n';
    return nullptr;
  }
  auto module = canonical::module::read_foreign_module(*bitcode, context, log, functions);
  if (!module) return nullptr;
  drop_leftovers(*module);
  hide_definitions(*module, device_image::read_table(image).defined);
  return module;
}

/// The functions that an image defines for others, and that the module uses and lacks.
std::vector<std::string> wanted_of(const device_image::ImageView& image,
                                   const llvm::Module& module) {
  std::vector<std::string> wanted = device_image::read_table(image).defined;
  std::erase_if(wanted, [&](const std::string& name) {
    const llvm::GlobalValue* function = module.getNamedValue(name);
    return function == nullptr || !function->isDeclaration() || function->use_empty();
  });
  return wanted;
}

/// Takes definitions out of a part that the module has already: another function of the same image
/// brought them.
void drop_known(llvm::Module& part, const llvm::Module& module) {
  for (llvm::Function& function : part) {
    const llvm::GlobalValue* known = module.getNamedValue(function.getName());
    const bool is_known = known != nullptr && !known->isDeclaration() && !known->hasLocalLinkage();
    if (is_known && function.hasExternalLinkage()) function.deleteBody();
  }
}

/// Reads the kernels of the first image, and of the others what they come to; null, with the reason
/// in `log`, where that is impossible.
std::unique_ptr<llvm::Module> link_images(const device_image::Blob& blob,
                                          std::span<const std::string> kernels,
                                          llvm::LLVMContext& context, std::string& log) {
  auto module = read_code(blob.images.front(), kernels, context, log);
  const std::span others = std::span(blob.images).subspan(1);
  for (bool goes_on = module != nullptr; goes_on;) {
    goes_on = false;
    for (const device_image::ImageView& image : others) {
      const std::vector<std::string> wanted = wanted_of(image, *module);
      if (wanted.empty()) continue;
      auto part = read_code(image, wanted, context, log);
      if (!part) return nullptr;
      drop_known(*part, *module);
      if (llvm::Linker::linkModules(*module, std::move(part)) ||
          !wanted_of(image, *module).empty()) {
        log += "error: the units of the program do not fit together\n";
        return nullptr;
      }
      goes_on = true;
    }
  }
  return module;
}

/// Drops what neither kernels nor functions for others come to: explicit instances of templates,
/// with tables of virtual functions that no device may call, and what was inlined.
void drop_unused(llvm::Module& module) {
  llvm::ModulePassManager manager;
  manager.addPass(llvm::GlobalDCEPass());
  pass::ir::LlvmPasses(nullptr).run(module, manager);
}

}  // namespace

std::unique_ptr<llvm::Module> read_images(std::span<const std::byte> blob_bytes,
                                          std::span<const std::string> kernels,
                                          llvm::LLVMContext& context, std::string& log) {
  const device_image::Blob blob = device_image::read_blob(blob_bytes);
  if (!blob.problem.empty()) {
    log += "error: " + blob.problem + '\n';
    return nullptr;
  }
  auto module = link_images(blob, kernels, context, log);
  if (!module) return nullptr;
  std::string problem = link_device_library(*module);
  if (problem.empty()) {
    call_built_in_math(*module);
    make_functions_plain(*module);
    problem = bind_local_memory(*module);
  }
  if (!problem.empty()) {
    log += problem;
    return nullptr;
  }
  open_kernel_objects(*module);
  drop_unused(*module);
  move_constants(*module);
  describe_kernels(*module, device_image::read_table(blob.images.front()));
  return module;
}

}  // namespace cleave::compiler::frontend::sycl
