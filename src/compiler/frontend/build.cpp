#include "compiler/frontend/build.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "compiler/canonical/finish.h"
#include "compiler/canonical/globals/program_objects.h"
#include "compiler/canonical/relaxed_arithmetic.h"
#include "compiler/canonical/rules/program_rules.h"
#include "compiler/canonical/unused_code.h"
#include "compiler/frontend/opencl_c/construct_objects.h"
#include "compiler/frontend/opencl_c/detach_blocks.h"
#include "compiler/frontend/opencl_c/emit_spirv.h"
#include "compiler/frontend/opencl_c/opencl_source.h"
#include "compiler/frontend/spirv/module_reader.h"
#include "compiler/frontend/sycl/read_image.h"
#include "compiler/interface/build_options.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pipeline/pipeline.h"
#include "options/time_report.h"
#include "spirv/offer.h"
#include "spirv/read.h"

namespace cleave::compiler::frontend {
namespace {

// The options that are about code that is made later.
void mark(llvm::Module& module, const interface::BuildOptions& options) {
  if (options.requires_uniform_groups) canonical::require_uniform_groups(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!options.sub_groups_progress) function.addFnAttr(pass::ir::no_progress_attribute);
    if (!options.optimise) function.addFnAttr(pass::ir::unoptimised_attribute);
    // An inline function of C99 may leave its body to another file; here it is always the one.
    // Instances of templates of C++ are in every file that needs them.
    if (function.hasAvailableExternallyLinkage() || function.hasLinkOnceLinkage()) {
      function.setComdat(nullptr);
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

// From a front end's module to the canonical one, and what the rules say of it; nothing if all is
// well.
std::string make_canonical(llvm::Module& module, uint32_t sub_group_size) {
  std::string messages = canonical::rules::find_unsupported(module);
  if (!messages.empty()) return messages;
  messages = pipeline::run_pipeline("canonical", module, {.sub_group_size = sub_group_size});
  return messages.empty() ? messages : messages + '\n';
}

// Options that clang obeys where it reads the source.
void obey_arithmetic_options(llvm::Module& module, const interface::BuildOptions& options) {
  if (options.rounds_quotients) canonical::round_quotients(module);
  canonical::relax_arithmetic(module, options.relaxed);
}

/// A request on its way through the front end of its language.
struct FrontEndTask {
  const interface::BuildRequest& request;
  interface::BuildOptions options;
  opencl_c::DebugPragmas pragmas;
  llvm::LLVMContext& context;
  interface::BuildResult& result;  // gets the log, and the files that were looked at
};

/// The OpenCL that comes with a language.
struct LanguageNeed {
  uint32_t opencl_version = 0;
  const char* language = "";
};
LanguageNeed need_of(const std::string& language_version) {
  if (language_version == "CL3.1") return {310, "OpenCL C 3.1"};
  // C++ for OpenCL 2021 is made of OpenCL C 3.0.
  const bool is_of_3_0 = language_version == "CL3.0" || language_version == "CLC++2021";
  return is_of_3_0 ? LanguageNeed{300, "OpenCL C 3.0"} : LanguageNeed{};
}

std::unique_ptr<llvm::Module> front_end(const interface::OpenClSource& source, FrontEndTask& task) {
  const LanguageNeed need = need_of(task.options.language_version);
  if (task.request.target.opencl_version < need.opencl_version) {
    task.result.log = std::string("error: the device has no ") + need.language + "\n";
    return nullptr;
  }
  const auto& extensions = task.request.target.extensions;
  const bool has_cpp = std::ranges::find(extensions, "cl_ext_cxx_for_opencl") != extensions.end();
  if (task.options.is_cpp && !has_cpp) {
    task.result.log = "error: the device has no C++ for OpenCL\n";
    return nullptr;
  }
  opencl_c::DestroyedObjects destroyed;
  auto module =
      opencl_c::compile_opencl_source(source, task.request.target, task.options, task.pragmas,
                                      task.context, task.result.log, task.result.files, destroyed);
  if (!module) return nullptr;
  const std::string of_objects = opencl_c::construct_objects(*module, std::move(destroyed));
  task.result.log += of_objects;
  if (!of_objects.empty()) return nullptr;
  opencl_c::detach_blocks(*module);
  return module;
}

// Nothing of ours is in it: objects of C++ and blocks are as clang has them.
void write_spirv(FrontEndTask& task) {
  interface::BuildResult& result = task.result;
  const auto* source = std::get_if<interface::OpenClSource>(&task.request.input);
  if (source == nullptr) {
    const bool is_spirv =
        std::holds_alternative<interface::IntermediateLanguage>(task.request.input);
    result.log = is_spirv ? "error: the program is in SPIR-V already\n"
                          : "error: the program is made of device images, which are not OpenCL C\n";
    return;
  }
  opencl_c::DestroyedObjects destroyed;
  auto module =
      opencl_c::compile_opencl_source(*source, task.request.target, task.options, task.pragmas,
                                      task.context, result.log, result.files, destroyed);
  if (!module) return;
  const std::string problem = opencl_c::emit_spirv(*module, result.canonical);
  result.log += problem;
  if (problem.empty()) result.status = CL_SUCCESS;
}

std::unique_ptr<llvm::Module> front_end(const interface::IntermediateLanguage& language,
                                        FrontEndTask& task) {
  task.options.requires_uniform_groups = task.options.asks_uniform_groups;
  std::vector<cleave::spirv::Specialization> constants;
  for (const interface::SpecializationConstant& constant : language.constants) {
    constants.push_back({constant.id, constant.value});
  }
  const interface::LanguageTarget& target = task.request.target;
  const cleave::spirv::ReadResult read = cleave::spirv::read(
      language.module, constants, cleave::spirv::offer_of(target.extensions, target.features));
  task.result.log += read.warnings + read.problems;
  if (!read.module) return nullptr;
  const spirv::ReadOptions options = {
      .is_object = task.request.kind == interface::BuildKind::object,
      .describes_variables = task.options.debug,
      .gives_remarks = task.options.debug};
  auto module = spirv::read_module(*read.module, options, task.context, task.result.log);
  if (!module) return nullptr;
  obey_arithmetic_options(*module, task.options);
  return module;
}

std::unique_ptr<llvm::Module> front_end(const interface::DeviceImages& images, FrontEndTask& task) {
  task.options.requires_uniform_groups = task.options.asks_uniform_groups;
  auto module = sycl::read_images(images.blob, task.options.kernels, task.context, task.result.log);
  if (module) obey_arithmetic_options(*module, task.options);
  return module;
}

}  // namespace

interface::BuildResult build(const interface::BuildRequest& request,
                             opencl_c::DebugPragmas pragmas) {
  const bool is_object = request.kind == interface::BuildKind::object;
  interface::BuildResult result;
  const interface::BuildOptions& options = request.options;
  if (!options.error.empty()) {
    result.status = is_object ? CL_INVALID_COMPILER_OPTIONS : CL_INVALID_BUILD_OPTIONS;
    result.log = "error: " + options.error + '\n';
    return result;
  }
  result.status = is_object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(canonical::errors_to(result.log));
  FrontEndTask task{request, options, pragmas, context, result};
  if (request.kind == interface::BuildKind::spirv) {
    write_spirv(task);
    return result;
  }
  std::unique_ptr<llvm::Module> module;
  {
    const options::TimedStep step("front end");
    module = std::visit([&](const auto& input) { return front_end(input, task); }, request.input);
  }
  if (!module) return result;
  if (!options.kernels.empty()) {
    const std::string missing = canonical::keep_kernels(*module, options.kernels);
    result.log += missing;
    if (!missing.empty()) return result;
  }
  mark(*module, task.options);
  if (!is_object) {
    const std::string of_objects = canonical::globals::make_object_kernels(*module);
    result.log += of_objects;
    if (!of_objects.empty()) return result;
    canonical::drop_unused(*module);
  }
  const uint32_t sub_group_size = request.target.default_sub_group_size;
  const std::string problems = make_canonical(*module, sub_group_size);
  result.log += problems;
  if (!problems.empty()) return result;
  if (is_object) {
    canonical::finish_open(*module, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, result);
  } else {
    canonical::finish_executable(*module, request.target, result);
  }
  return result;
}

}  // namespace cleave::compiler::frontend
