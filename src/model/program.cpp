#include "model/program.h"

#include <algorithm>
#include <new>
#include <ranges>
#include <system_error>
#include <thread>

#include "compiler/interface/build_options.h"
#include "compiler/interface/program_image.h"
#include "model/program_outcome.h"
#include "support/error_name.h"
#include "support/own_environment.h"

namespace cleave::model {

namespace {

void add_once(std::vector<const Device*>& devices, const Device* device) {
  if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
}

/// What the work gives, memory running out included: no build stays in progress for ever.
BuildOutcome outcome_of(const std::function<BuildOutcome(const Device&)>& work,
                        const Device& root) {
  try {
    BuildOutcome outcome = work(root);
    give_variables(outcome, root);
    return outcome;
  } catch (const std::bad_alloc&) {
    return {CL_OUT_OF_HOST_MEMORY, "error: out of memory\n", CL_PROGRAM_BINARY_TYPE_NONE, nullptr,
            nullptr};
  }
}

/// Work that gives the same for all root devices of one hardware: the parts of a split machine
/// share code.
template <class MakeOutcome>
auto once_for_each_hardware(MakeOutcome make) {
  return [make = std::move(make),
          known = std::map<const backend::Device*, BuildOutcome>()](const Device& root) mutable {
    const backend::Device& hardware = root.hardware();
    if (!known.contains(&hardware)) known[&hardware] = make(hardware.facts().language);
    return known[&hardware];
  };
}

}  // namespace

Program::Program(support::Ref<Context> context, Origin origin)
    : context_(std::move(context)), origin_(origin) {}

Program::~Program() {
  builds_.clear();  // program-scope variables first
  for (const Done& callback : std::views::reverse(release_callbacks_)) callback(this);
}

void Program::when_destroyed(Done callback) {
  const std::scoped_lock lock(mutex_);
  release_callbacks_.push_back(std::move(callback));
}

support::Result<support::Ref<Program>> Program::create_with_source(support::Ref<Context> context,
                                                                   std::string source) {
  support::Ref<Program> program = make(std::move(context), Origin::source);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->source_ = std::move(source);
  program->devices_ = program->context_->devices();
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_binary(
    support::Ref<Context> context, const std::vector<Device*>& devices,
    std::vector<std::vector<std::byte>> binaries) {
  support::Ref<Program> program = make(std::move(context), Origin::binary);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  std::string problem;
  for (size_t index = 0; index < devices.size(); ++index) {
    program->devices_.emplace_back(devices[index]);
    DeviceBuild& build = program->builds_[devices[index]->root()];
    const auto image = compiler::deserialize(binaries[index], problem);
    if (!image) return CL_INVALID_BINARY;
    build.binary_type = image->type;
    program->options_of_binary_ = image->options;
    build.binary = std::make_shared<const std::vector<std::byte>>(std::move(binaries[index]));
  }
  return program;
}

support::Result<support::Ref<Program>> Program::create_for_link(
    support::Ref<Context> context, const std::vector<Device*>& devices) {
  support::Ref<Program> program = make(std::move(context), Origin::link);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  for (Device* device : devices) program->devices_.emplace_back(device);
  if (devices.empty()) program->devices_ = program->context_->devices();
  return program;
}

std::string Program::problem_of_binary(std::span<const std::byte> bytes, const Device& device) {
  std::string problem;
  const auto image = compiler::deserialize(bytes, problem);
  if (!image) return problem;
  const std::string missing =
      compiler::missing_from(device.hardware().facts().language, image->target);
  return missing.empty() ? "" : "the device lacks what the program was built for: " + missing;
}

Program::Roots Program::roots_of(const std::vector<Device*>& devices) const {
  Roots roots;
  for (const Device* device : devices) add_once(roots, device->root());
  if (devices.empty()) {
    for (const support::Ref<Device>& device : devices_) add_once(roots, device->root());
  }
  return roots;
}

support::Status Program::build(const std::vector<Device*>& devices,
                               std::optional<std::string> options, Done done) {
  if (origin_ == Origin::link) return CL_INVALID_OPERATION;
  const Roots roots = roots_of(devices);
  if (origin_ == Origin::binary) {
    for (const Device* root : roots) {
      if (device_build(*root).binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
        return CL_INVALID_BINARY;
      }
    }
    // A binary keeps what it was built with, whatever the options are now.
    auto work = [this](const Device& root) { return build_binary(device_build(root).binary); };
    return start(roots, options.value_or(options_of_binary_), work, std::move(done));
  }
  const std::string given = options.value_or("");
  const std::string error = compiler::parse_build_options(given).error;
  if (!error.empty()) return refuse_options(roots, given, CL_INVALID_BUILD_OPTIONS, error);
  auto make = [this, given](const compiler::LanguageTarget& target) {
    return build_source({source_, given, target, compiler::BuildKind::executable, {}});
  };
  return start(roots, given, once_for_each_hardware(make), std::move(done));
}

support::Status Program::compile(const std::vector<Device*>& devices, const std::string& options,
                                 std::vector<compiler::EmbeddedHeader> headers, Done done) {
  if (origin_ != Origin::source) return CL_INVALID_OPERATION;
  const Roots roots = roots_of(devices);
  const std::string error = compiler::parse_build_options(options).error;
  if (!error.empty()) return refuse_options(roots, options, CL_INVALID_COMPILER_OPTIONS, error);
  auto make = [this, options,
               headers = std::move(headers)](const compiler::LanguageTarget& target) {
    return build_source({source_, options, target, compiler::BuildKind::object, headers});
  };
  return start(roots, options, once_for_each_hardware(make), std::move(done));
}

support::Status Program::link(LinkInputs inputs, const std::string& options, Done done) {
  if (const std::string error = compiler::parse_link_options(options).error; !error.empty()) {
    context_->notify("clLinkProgram: " + error);
    return CL_INVALID_LINKER_OPTIONS;
  }
  Roots roots;
  for (const auto& [root, binaries] : inputs) roots.push_back(root);
  auto work = [inputs = std::move(inputs), options](const Device& root) {
    return link_binaries(inputs.at(&root), options, root.hardware().facts().language);
  };
  return start(roots, options, work, std::move(done));
}

support::Status Program::start(const Roots& roots, const std::string& options, Work work,
                               Done done) {
  if (const support::Status status = begin(roots, options); !status.ok()) return status;
  if (!done) return run(roots, work);
  pin_handle();  // the callback is given the handle, released or not
  try {
    const support::SignalsBlocked blocked;
    std::thread([self = support::Ref<Program>(this), roots, work = std::move(work),
                 done = std::move(done)] {
      // The outcome is in the build status of each device.
      static_cast<void>(self->run(roots, work));
      done(self.get());
      self->unpin_handle();
    }).detach();
  } catch (const std::system_error&) {
    unpin_handle();
    cancel(roots);
    return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

support::Status Program::begin(const Roots& roots, const std::string& options) {
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
    if (origin_ == Origin::binary) continue;
    build.binary = nullptr;
    build.binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  }
  return CL_SUCCESS;
}

void Program::cancel(const Roots& roots) {
  const std::scoped_lock lock(mutex_);
  for (const Device* root : roots) builds_[root].status = CL_BUILD_NONE;
}

support::Status Program::refuse_options(const Roots& roots, const std::string& options,
                                        support::Status status, const std::string& error) {
  if (const support::Status begun = begin(roots, options); !begun.ok()) return begun;
  for (const Device* root : roots) {
    keep(*root, {status, "error: " + error + '\n', CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr});
  }
  return status;
}

support::Status Program::run(const Roots& roots, const Work& work) {
  support::Status first_failure = CL_SUCCESS;
  for (const Device* root : roots) {
    BuildOutcome outcome = outcome_of(work, *root);
    if (first_failure.ok()) first_failure = outcome.status;
    keep(*root, std::move(outcome));
  }
  return first_failure;
}

void Program::keep(const Device& root, BuildOutcome outcome) {
  if (!outcome.status.ok() && context_->is_notified()) {
    try {
      context_->notify(support::error_name(outcome.status.code()) + " for " +
                       root.hardware().facts().name + ":\n" + outcome.log);
    } catch (const std::bad_alloc&) {
      // Without memory for the message the log and the status tell all the same.
    }
  }
  const std::scoped_lock lock(mutex_);
  DeviceBuild& build = builds_[&root];
  build.status = outcome.status.ok() ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  build.log = std::move(outcome.log);
  build.build = std::move(outcome.build);
  if (origin_ == Origin::binary) return;
  build.binary = std::move(outcome.binary);
  build.binary_type = outcome.type;
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
