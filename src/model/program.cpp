#include "model/program.h"

#include <algorithm>
#include <sstream>
#include <system_error>
#include <thread>

#include "compiler/interface/program_image.h"

namespace cleave::model {

namespace {

/// Work-groups of different sizes came with OpenCL C 2.0 (5.8.6.3); without -cl-std the language is
/// the newest 1.x.
bool options_require_uniform_groups(const std::string& options) {
  constexpr std::string_view standard = "-cl-std=";
  bool uniform = true;
  bool asked = false;
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word.starts_with(standard)) uniform = word.compare(standard.size(), 3, "CL1") == 0;
    asked |= word == "-cl-uniform-work-group-size";
  }
  return uniform || asked;
}

struct BuildOutcome {
  support::Status status;
  std::string log;
  std::shared_ptr<const ProgramBuild> build;
};

/// Code for the kernels of an image; `log` holds what the front end had to say.
BuildOutcome load_image(compiler::Compiler& compiler, compiler::ProgramImage image,
                        std::vector<std::byte> binary, std::string log) {
  std::string error;
  std::shared_ptr<compiler::Code> code = compiler.load({image.canonical, image.kernels}, error);
  if (!code) return {CL_BUILD_PROGRAM_FAILURE, log + error, nullptr};
  auto build = std::make_shared<ProgramBuild>();
  build->binary = std::move(binary);
  build->kernels = std::move(image.kernels);
  build->code = std::move(code);
  build->requires_uniform_groups = options_require_uniform_groups(image.options);
  return {CL_SUCCESS, std::move(log), std::move(build)};
}

BuildOutcome build_source(const std::string& source, const std::string& options,
                          const compiler::LanguageTarget& target) {
  std::string error;
  compiler::Compiler* compiler = compiler::load_compiler(error);
  if (compiler == nullptr) return {CL_COMPILER_NOT_AVAILABLE, error, nullptr};
  compiler::BuildResult result = compiler->build({source, options, target});
  if (result.status != CL_SUCCESS) return {result.status, std::move(result.log), nullptr};
  compiler::ProgramImage image{options, std::move(result.canonical), std::move(result.kernels)};
  std::vector<std::byte> binary = serialize(image);
  return load_image(*compiler, std::move(image), std::move(binary), std::move(result.log));
}

BuildOutcome build_binary(const std::vector<std::byte>& binary) {
  auto image = compiler::deserialize(binary);
  if (!image) return {CL_INVALID_BINARY, "There is no binary for this device.\n", nullptr};
  std::string error;
  compiler::Compiler* compiler = compiler::load_compiler(error);
  if (compiler == nullptr) return {CL_BUILD_PROGRAM_FAILURE, error, nullptr};
  return load_image(*compiler, std::move(*image), binary, "");
}

void add_once(std::vector<const Device*>& devices, const Device* device) {
  if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
}

}  // namespace

Program::Program(support::Ref<Context> context) : context_(std::move(context)) {}

support::Result<support::Ref<Program>> Program::create_with_source(support::Ref<Context> context,
                                                                   std::string source) {
  support::Ref<Program> program = make(std::move(context));
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->source_ = std::move(source);
  program->devices_ = program->context_->devices();
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_binary(
    support::Ref<Context> context, std::vector<Device*> devices,
    std::vector<std::vector<std::byte>> binaries) {
  support::Ref<Program> program = make(std::move(context));
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  for (size_t index = 0; index < devices.size(); ++index) {
    program->devices_.emplace_back(devices[index]);
    DeviceBuild& build = program->builds_[devices[index]->root()];
    build.given_binary = std::move(binaries[index]);
    build.binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
  return program;
}

bool Program::is_valid_binary(std::span<const std::byte> bytes) {
  return compiler::deserialize(bytes).has_value();
}

support::Status Program::build(const std::vector<Device*>& devices, const std::string& options,
                               std::function<void(Program*)> done) {
  std::vector<const Device*> roots;
  for (const Device* device : devices) add_once(roots, device->root());
  if (devices.empty()) {
    for (const support::Ref<Device>& device : devices_) add_once(roots, device->root());
  }
  if (const support::Status status = begin_build(roots, options); !status.ok()) return status;
  if (!done) return run_build(roots, options);
  pin_handle();  // the callback is given the handle, released or not
  try {
    std::thread([self = support::Ref<Program>(this), roots, options, done = std::move(done)] {
      // The outcome is in the build status of each device.
      static_cast<void>(self->run_build(roots, options));
      done(self.get());
      self->unpin_handle();
    }).detach();
  } catch (const std::system_error&) {
    unpin_handle();
    cancel_build(roots);
    return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

support::Status Program::begin_build(const std::vector<const Device*>& roots,
                                     const std::string& options) {
  if (attached_kernels_.load() != 0) return CL_INVALID_OPERATION;
  const std::scoped_lock lock(mutex_);
  for (const Device* root : roots) {
    if (builds_[root].status == CL_BUILD_IN_PROGRESS) return CL_INVALID_OPERATION;
  }
  for (const Device* root : roots) {
    DeviceBuild& build = builds_[root];
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = options;
    build.log.clear();
    build.build = nullptr;
  }
  return CL_SUCCESS;
}

void Program::cancel_build(const std::vector<const Device*>& roots) {
  const std::scoped_lock lock(mutex_);
  for (const Device* root : roots) builds_[root].status = CL_BUILD_NONE;
}

support::Status Program::run_build(const std::vector<const Device*>& roots,
                                   const std::string& options) {
  // The parts of a split machine are root devices with the same hardware: they share code.
  std::map<const backend::Device*, BuildOutcome> from_source;
  support::Status first_failure = CL_SUCCESS;
  for (const Device* root : roots) {
    const std::vector<std::byte> binary = device_build(*root).given_binary;
    BuildOutcome outcome;
    if (!binary.empty()) {
      outcome = build_binary(binary);
    } else {
      const backend::Device& hardware = root->hardware();
      if (!from_source.contains(&hardware)) {
        from_source[&hardware] = build_source(source_, options, hardware.facts().language);
      }
      outcome = from_source[&hardware];
    }
    if (first_failure.ok()) first_failure = outcome.status;

    const std::scoped_lock lock(mutex_);
    DeviceBuild& build = builds_[root];
    build.status = outcome.status.ok() ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    build.binary_type = outcome.status.ok() || !binary.empty() ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                                               : CL_PROGRAM_BINARY_TYPE_NONE;
    build.log = std::move(outcome.log);
    build.build = std::move(outcome.build);
  }
  return first_failure;
}

DeviceBuild Program::device_build(const Device& device) const {
  const std::scoped_lock lock(mutex_);
  const auto build = builds_.find(device.root());
  return build == builds_.end() ? DeviceBuild{} : build->second;
}

std::shared_ptr<const ProgramBuild> Program::any_build() const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [root, build] : builds_) {
    if (build.build) return build.build;
  }
  return nullptr;
}

}  // namespace cleave::model
