#include "model/program/program_build.h"

#include "compiler/interface/program_image.h"
#include "spirv/offer.h"

namespace cleave::model::program {

using compiler::interface::KernelRole;

namespace {

/// Code for the kernels of an executable image that can be trusted; `log` holds what the front end
/// had to say.
BuildOutcome load_image(backend::Hardware& hardware, compiler::interface::ProgramImage image,
                        compiler::interface::KernelModules kernel_modules, ProgramBinary binary,
                        std::string log, support::Status failure) {
  std::string error;
  std::shared_ptr<backend::DeviceProgram> code = hardware.load(
      {image.canonical, image.kernels, image.program_scope, std::move(kernel_modules)}, error);
  if (!code) return {failure, log + error, CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr};
  auto build = std::make_shared<ProgramBuild>();
  build->binary = binary;
  build->kernels = std::move(image.kernels);
  build->code = std::move(code);
  build->program_scope = std::move(image.program_scope);
  build->requires_uniform_groups = image.requires_uniform_groups;
  return {CL_SUCCESS, std::move(log), image.type, std::move(binary), std::move(build)};
}

/// Returns true if there is something to make before the first kernel.
bool has_variables(const ProgramBuild& build) {
  return build.program_scope.size != 0 || build.has_kernel_that(KernelRole::constructs) ||
         build.has_kernel_that(KernelRole::destroys);
}

/// Keeps the compiler's result as a binary, and loads its code if it is an executable.
BuildOutcome keep_result(backend::Hardware& hardware, compiler::interface::BuildResult result,
                         std::string options, compiler::interface::LanguageTarget target,
                         support::Status failure) {
  if (result.status != CL_SUCCESS) {
    return {result.status, std::move(result.log), CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr};
  }
  compiler::interface::ProgramImage image;
  image.type = result.type;
  image.options = std::move(options);
  image.target = std::move(target);
  image.requires_uniform_groups = result.requires_uniform_groups;
  image.canonical = std::move(result.canonical);
  image.kernels = std::move(result.kernels);
  image.program_scope = std::move(result.program_scope);
  auto binary =
      std::make_shared<const std::vector<std::byte>>(compiler::interface::serialize(image));
  if (image.type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    return {CL_SUCCESS, std::move(result.log), image.type, std::move(binary), nullptr};
  }
  return load_image(hardware, std::move(image), std::move(result.kernel_modules), std::move(binary),
                    std::move(result.log), failure);
}

/// Returns the features that a program of this input could rely on: source on all that the language
/// has there, a module on those that it declares, and device images on all but what only OpenCL C
/// can ask for.
compiler::interface::LanguageTarget relied_on(const compiler::interface::ProgramInput& input,
                                              compiler::interface::LanguageTarget target) {
  if (std::holds_alternative<compiler::interface::OpenClSource>(input)) return target;
  if (const auto* language = std::get_if<compiler::interface::IntermediateLanguage>(&input)) {
    target.extensions = spirv::needed_of(language->module, target.extensions);
    target.features = spirv::needed_of(language->module, target.features);
  }
  target.opencl_version = 0;
  target.fused_multiply_add = false;
  return target;
}

/// Returns the outcome of a build that failed with `status`: no compiler, a binary that is none or
/// does not pass its check, or no memory for variables. `error` is its log.
BuildOutcome failed(support::Status status, std::string error) {
  return {status, std::move(error), CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr};
}

}  // namespace

void give_variables(BuildOutcome& outcome) {
  if (!outcome.build || !has_variables(*outcome.build)) return;
  auto build = std::make_shared<ProgramBuild>(*outcome.build);
  build->program_variables = build->code->make_variables();
  if (build->program_variables) {
    outcome.build = std::move(build);
  } else {
    outcome = failed(CL_OUT_OF_RESOURCES, "error: no memory for program-scope variables\n");
  }
}

BuildOutcome build_program(compiler::interface::BuildRequest request, const std::string& options,
                           backend::Hardware& hardware) {
  std::string error;
  compiler::interface::Compiler* compiler = compiler::interface::load_compiler(error);
  if (compiler == nullptr) return failed(CL_COMPILER_NOT_AVAILABLE, std::move(error));
  compiler::interface::BuildResult result = compiler->build(request);
  return keep_result(hardware, std::move(result), options,
                     relied_on(request.input, std::move(request.target)), CL_BUILD_PROGRAM_FAILURE);
}

BuildOutcome build_binary(const ProgramBinary& binary, backend::Hardware& hardware) {
  std::string error;
  auto image = compiler::interface::deserialize(*binary, error);
  if (!image) return failed(CL_INVALID_BINARY, std::move(error));
  compiler::interface::Compiler* compiler = compiler::interface::load_compiler(error);
  if (compiler == nullptr) return failed(CL_BUILD_PROGRAM_FAILURE, std::move(error));
  compiler::interface::CheckResult found = compiler->check(*image);
  if (found.status != CL_SUCCESS) return failed(found.status, found.log);
  return load_image(hardware, std::move(*image), std::move(found.kernel_modules), binary, "",
                    CL_BUILD_PROGRAM_FAILURE);
}

BuildOutcome link_binaries(const std::vector<ProgramBinary>& binaries, const std::string& options,
                           const compiler::interface::LinkOptions& parsed,
                           backend::Hardware& hardware) {
  std::string error;
  compiler::interface::Compiler* compiler = compiler::interface::load_compiler(error);
  if (compiler == nullptr) return failed(CL_LINKER_NOT_AVAILABLE, std::move(error));
  std::vector<compiler::interface::ProgramImage> images;
  for (const ProgramBinary& binary : binaries) {
    auto image = compiler::interface::deserialize(*binary, error);
    if (!image) return failed(CL_LINK_PROGRAM_FAILURE, std::move(error));
    images.push_back(std::move(*image));
  }
  compiler::interface::LinkRequest request;
  for (const compiler::interface::ProgramImage& image : images)
    request.inputs.emplace_back(image.canonical);
  request.options = parsed;
  request.target = hardware.facts().language;
  return keep_result(hardware, compiler->link(request), options, request.target,
                     CL_LINK_PROGRAM_FAILURE);
}

}  // namespace cleave::model::program
