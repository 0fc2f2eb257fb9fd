#include "model/program/program.h"

#include <algorithm>
#include <new>
#include <ranges>
#include <system_error>
#include <thread>

#include "compiler/interface/build_options.h"
#include "compiler/interface/program_image.h"
#include "model/program/program_build.h"
#include "support/opencl/error_name.h"
#include "support/os/affinity.h"
#include "support/os/compiler_thread.h"

namespace cleave::model {

namespace {

void add_once(Devices& devices, const support::Ref<Device>& device) {
  if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
}

/// What tells apart devices for which different work is to be done.
using Key = std::vector<const void*>;
using Outcomes = std::map<Key, BuildOutcome>;

/// Work that is done once for all devices of one key. `known` has been done already.
template <class KeyOf, class Make>
auto once_for_each(KeyOf key_of, Make make, Outcomes known = {}) {
  return [key_of = std::move(key_of), make = std::move(make),
          known = std::move(known)](const Device& device) mutable {
    const Key key = key_of(device);
    if (!known.contains(key)) known[key] = make(device);
    return known[key];
  };
}

Key hardware_of(const Device& device) {
  return {&device.hardware()};
}

/// The processors of the devices that are of the first device's hardware: a thread that compiles
/// for hardware of several kinds keeps to those of one.
std::vector<uint32_t> compilation_processors(const Devices& devices) {
  if (devices.empty()) return {};
  backend::Device& hardware = devices.front()->hardware();
  std::vector<const backend::ResourceSet*> users;
  for (const support::Ref<Device>& device : devices) {
    if (&device->hardware() == &hardware) users.push_back(&device->resources());
  }
  return hardware.compilation_processors(users);
}

bool any_executable(const KernelBuilds& builds) {
  return std::ranges::any_of(builds,
                             [](const KernelBuild& of_device) { return bool(of_device.build); });
}

support::Result<std::vector<std::string>> names_in(const KernelBuilds& builds) {
  if (!any_executable(builds)) return CL_INVALID_PROGRAM_EXECUTABLE;
  std::vector<std::string> names;
  for (const KernelBuild& of_device : builds) {
    if (!of_device.build) continue;
    for (const compiler::KernelFacts& kernel : of_device.build->kernels) {
      const bool is_known = std::ranges::find(names, kernel.name) != names.end();
      if (kernel.role == compiler::KernelRole::launched && !is_known) names.push_back(kernel.name);
    }
  }
  return names;
}

/// The kernel of that name in these builds; empty: none has it.
KernelBuilds kernel_in(const KernelBuilds& builds, const std::string& name) {
  KernelBuilds found;
  KernelBuilds without;
  for (const KernelBuild& of_device : builds) {
    KernelBuild entry{of_device.device, nullptr};
    if (of_device.build) {
      const auto& kernels = of_device.build->kernels;
      const auto kernel = std::ranges::find_if(kernels, [&](const compiler::KernelFacts& one) {
        return one.name == name && one.role == compiler::KernelRole::launched;
      });
      entry.index = static_cast<size_t>(kernel - kernels.begin());
      if (kernel != kernels.end()) entry.build = of_device.build;
    }
    (entry.build ? found : without).push_back(std::move(entry));
  }
  if (!found.empty()) found.insert(found.end(), without.begin(), without.end());
  return found;
}

/// True for what a compiler takes.
bool is_compiled(Program::Origin origin) {
  return origin == Program::Origin::source || origin == Program::Origin::intermediate_language;
}

BuildOutcome outcome_with(const DeviceBuild& build) {
  return {CL_SUCCESS, build.log, build.binary_type, build.binary, build.build};
}

}  // namespace

Program::Program(support::Ref<Context> context, Origin origin)
    : context_(std::move(context)), origin_(origin) {}

Program::~Program() {
  states_.clear();  // program-scope variables first
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
  program->own_devices_ = program->context_->devices();
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_module(support::Ref<Context> context,
                                                                   Module module) {
  support::Ref<Program> program = make(std::move(context), Origin::intermediate_language);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->module_ = std::move(module);
  program->own_devices_ = program->context_->devices();
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_binary(
    support::Ref<Context> context, const Devices& devices,
    std::vector<std::vector<std::byte>> binaries) {
  support::Ref<Program> program = make(std::move(context), Origin::binary);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->own_devices_ = devices;
  std::vector<ProgramBinary> distinct;  // devices with equal bytes share them
  std::string problem;
  for (size_t index = 0; index < devices.size(); ++index) {
    const auto image = compiler::deserialize(binaries[index], problem);
    if (!image) return CL_INVALID_BINARY;
    program->options_of_binary_ = image->options;
    const auto same = std::ranges::find_if(
        distinct, [&](const ProgramBinary& other) { return *other == binaries[index]; });
    ProgramBinary binary =
        same != distinct.end()
            ? *same
            : std::make_shared<const std::vector<std::byte>>(std::move(binaries[index]));
    if (same == distinct.end()) distinct.push_back(binary);
    State& state = program->states_[devices[index].get()];
    state.device = devices[index];
    state.build.binary_type = image->type;
    state.build.binary = std::move(binary);
  }
  return program;
}

support::Result<support::Ref<Program>> Program::create_for_link(support::Ref<Context> context,
                                                                const Devices& devices) {
  support::Ref<Program> program = make(std::move(context), Origin::link);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->own_devices_ = devices.empty() ? program->context_->devices() : devices;
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

Devices Program::devices() const {
  Devices all = own_devices_;
  const std::scoped_lock lock(mutex_);
  all.insert(all.end(), built_devices_.begin(), built_devices_.end());
  return all;
}

bool Program::has_device(const Device& device) const {
  return std::ranges::any_of(
      own_devices_, [&](const support::Ref<Device>& own) { return device.is_within(own.get()); });
}

bool Program::may_build_for(const Device& device) const {
  if (origin_ != Origin::binary) return has_device(device);
  return std::ranges::find(own_devices_, &device, &support::Ref<Device>::get) != own_devices_.end();
}

Devices Program::named_or_all(const Devices& devices) const {
  Devices named;
  for (const support::Ref<Device>& device : devices) add_once(named, device);
  if (!devices.empty()) return named;
  for (const support::Ref<Device>& device : this->devices()) add_once(named, device);
  return named;
}

support::Status Program::build(const Devices& devices, std::optional<std::string> options,
                               Done done) {
  if (origin_ == Origin::link) return CL_INVALID_OPERATION;
  const Devices wanted = named_or_all(devices);
  Outcomes known;
  if (origin_ == Origin::binary) {
    const auto key_of = [this](const Device& device) {
      return Key{&device.hardware(), device_build(device).binary.get()};
    };
    for (const support::Ref<Device>& device : wanted) {
      if (device_build(*device).binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
        return CL_INVALID_BINARY;
      }
    }
    for (const State& made : made_for_others(wanted)) {
      known[{&made.device->hardware(), made.build.binary.get()}] = outcome_with(made.build);
    }
    // A binary keeps what it was built with, whatever the options are now.
    auto make = [this](const Device& device) {
      return build_binary(device_build(device).binary, device.hardware());
    };
    return start(wanted, {options.value_or(options_of_binary_)},
                 once_for_each(key_of, make, std::move(known)), std::move(done));
  }
  const Settings settings = {options.value_or(""), constants_now()};
  const std::string error = compiler::parse_build_options(settings.options).error;
  if (!error.empty()) return refuse_options(wanted, settings, CL_INVALID_BUILD_OPTIONS, error);
  for (const State& made : made_for_others(wanted)) {
    if (made.build.options == settings.options && made.build.constants == settings.constants) {
      known[hardware_of(*made.device)] = outcome_with(made.build);
    }
  }
  auto make = [this, settings](const Device& device) {
    return build_program(request(settings, {}, compiler::BuildKind::executable, device.hardware()),
                         device.hardware());
  };
  return start(wanted, settings, once_for_each(hardware_of, make, std::move(known)),
               std::move(done));
}

support::Status Program::compile(const Devices& devices, const std::string& options,
                                 std::vector<compiler::EmbeddedHeader> headers, Done done) {
  if (!is_compiled(origin_)) return CL_INVALID_OPERATION;
  const Devices wanted = named_or_all(devices);
  const Settings settings = {options, constants_now()};
  const std::string error = compiler::parse_build_options(options).error;
  if (!error.empty()) return refuse_options(wanted, settings, CL_INVALID_COMPILER_OPTIONS, error);
  auto make = [this, settings, headers = std::move(headers)](const Device& device) {
    return build_program(request(settings, headers, compiler::BuildKind::object, device.hardware()),
                         device.hardware());
  };
  return start(wanted, settings, once_for_each(hardware_of, make), std::move(done));
}

void Program::specialize(uint32_t id, std::span<const std::byte> value) {
  compiler::SpecializationConstant constant = {id, {value.begin(), value.end()}};
  const std::scoped_lock lock(mutex_);
  const auto at =
      std::ranges::lower_bound(constants_, id, {}, &compiler::SpecializationConstant::id);
  if (at != constants_.end() && at->id == id) {
    *at = std::move(constant);
  } else {
    constants_.insert(at, std::move(constant));
  }
}

SpecializationConstants Program::constants_now() const {
  const std::scoped_lock lock(mutex_);
  return constants_;
}

compiler::BuildRequest Program::request(const Settings& settings,
                                        const std::vector<compiler::EmbeddedHeader>& headers,
                                        compiler::BuildKind kind,
                                        const backend::Device& hardware) const {
  compiler::BuildRequest request;
  if (origin_ == Origin::source) {
    request.input = compiler::OpenClSource{source_, headers};
  } else {
    request.input = compiler::IntermediateLanguage{module_.bytes, settings.constants};
  }
  request.options = settings.options;
  request.target = hardware.facts().language;
  request.kind = kind;
  return request;
}

support::Status Program::link(LinkInputs inputs, const std::string& options, Done done) {
  if (const std::string error = compiler::parse_link_options(options).error; !error.empty()) {
    context_->notify("clLinkProgram: " + error);
    return CL_INVALID_LINKER_OPTIONS;
  }
  Devices wanted;
  for (const support::Ref<Device>& device : own_devices_) {
    if (inputs.contains(device.get())) add_once(wanted, device);
  }
  const auto shared = std::make_shared<const LinkInputs>(std::move(inputs));
  const auto binaries_for = [shared](const Device& device) -> const std::vector<ProgramBinary>& {
    return shared->at(&device);
  };
  const auto key_of = [binaries_for](const Device& device) {
    Key key = hardware_of(device);
    for (const ProgramBinary& binary : binaries_for(device)) key.push_back(binary.get());
    return key;
  };
  auto make = [binaries_for, options](const Device& device) {
    return link_binaries(binaries_for(device), options, device.hardware());
  };
  return start(wanted, {options}, once_for_each(key_of, make), std::move(done));
}

support::Status Program::start(const Devices& devices, const Settings& settings, Work work,
                               Done done) {
  std::vector<uint32_t> processors = compilation_processors(devices);
  if (const support::Status status = begin(devices, settings); !status.ok()) return status;
  // On a thread of the application, which may run wherever that wants it.
  if (!done) return run(devices, work);
  try {
    const support::SignalsBlocked blocked;
    std::thread([self = support::Ref<Program>(this), devices, work = std::move(work),
                 done = std::move(done), processors = std::move(processors)] {
      support::keep_this_thread_on(processors);
      // The outcome is in the build status of each device.
      static_cast<void>(self->run(devices, work));
      done(self.get());
    }).detach();
  } catch (const std::system_error&) {
    cancel(devices);
    return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

support::Status Program::begin(const Devices& devices, const Settings& settings) {
  if (attached_kernels_.load() != 0) return CL_INVALID_OPERATION;
  const std::scoped_lock lock(mutex_);
  for (const support::Ref<Device>& device : devices) {
    const auto state = states_.find(device.get());
    if (state == states_.end()) continue;
    if (state->second.build.status == CL_BUILD_IN_PROGRESS) return CL_INVALID_OPERATION;
  }
  built_devices_.reserve(built_devices_.size() + devices.size());  // for keep(), which cannot fail
  for (const support::Ref<Device>& device : devices) states_[device.get()].device = device;
  for (const support::Ref<Device>& device : devices) {
    DeviceBuild& build = states_[device.get()].build;
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = settings.options;
    build.constants = settings.constants;
    build.log.clear();
    build.build = nullptr;
    if (origin_ == Origin::binary) continue;
    build.binary = nullptr;
    build.binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  }
  return CL_SUCCESS;
}

void Program::cancel(const Devices& devices) {
  const std::scoped_lock lock(mutex_);
  for (const support::Ref<Device>& device : devices) {
    states_[device.get()].build.status = CL_BUILD_NONE;
  }
}

support::Status Program::refuse_options(const Devices& devices, const Settings& settings,
                                        support::Status status, const std::string& error) {
  if (const support::Status begun = begin(devices, settings); !begun.ok()) return begun;
  for (const support::Ref<Device>& device : devices) {
    keep(device, {status, "error: " + error + '\n', CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr});
  }
  return status;
}

support::Status Program::run(const Devices& devices, const Work& work) {
  support::Status first_failure = CL_SUCCESS;
  for (const support::Ref<Device>& device : devices) {
    BuildOutcome outcome = outcome_of(work, *device);
    if (first_failure.ok()) first_failure = outcome.status;
    keep(device, std::move(outcome));
  }
  return first_failure;
}

BuildOutcome Program::outcome_of(const Work& work, const Device& device) const {
  try {
    BuildOutcome outcome = work(device);
    if (!outcome.build) return outcome;
    if (auto shared = shared_build(*outcome.build, device)) {
      outcome.build = std::move(shared);
    } else {
      give_variables(outcome);
    }
    return outcome;
  } catch (const std::bad_alloc&) {
    return {CL_OUT_OF_HOST_MEMORY, "error: out of memory\n", CL_PROGRAM_BINARY_TYPE_NONE, nullptr,
            nullptr};
  }
}

std::vector<Program::State> Program::made_for_others(const Devices& devices) const {
  std::vector<State> made;
  const std::scoped_lock lock(mutex_);
  for (const auto& [device, state] : states_) {
    if (state.build.build && std::ranges::find(devices, state.device) == devices.end()) {
      made.push_back(state);
    }
  }
  return made;
}

std::shared_ptr<const ProgramBuild> Program::shared_build(const ProgramBuild& made,
                                                          const Device& device) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [other, state] : states_) {
    const auto& build = state.build.build;
    if (build && build->code == made.code && other->root() == device.root()) return build;
  }
  return nullptr;
}

void Program::keep(const support::Ref<Device>& device, BuildOutcome outcome) {
  if (!outcome.status.ok() && context_->is_notified()) {
    try {
      context_->notify(support::error_name(outcome.status.code()) + " for " +
                       device->hardware().facts().name + ":\n" + outcome.log);
    } catch (const std::bad_alloc&) {
      // Without memory for the message the log and the status tell all the same.
    }
  }
  const std::scoped_lock lock(mutex_);
  const bool is_own = std::ranges::find(own_devices_, device) != own_devices_.end();
  if (outcome.status.ok() && !is_own) add_once(built_devices_, device);
  DeviceBuild& build = states_[device.get()].build;
  build.status = outcome.status.ok() ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  build.log = std::move(outcome.log);
  build.build = std::move(outcome.build);
  if (origin_ == Origin::binary) return;
  build.binary = std::move(outcome.binary);
  build.binary_type = outcome.type;
}

DeviceBuild Program::device_build(const Device& device) const {
  const std::scoped_lock lock(mutex_);
  const auto state = states_.find(&device);
  return state == states_.end() ? DeviceBuild{} : state->second.build;
}

DeviceBuild Program::nearest_build(const Device& device) const {
  const std::scoped_lock lock(mutex_);
  for (const Device* nearest = &device; nearest != nullptr; nearest = nearest->parent()) {
    const auto state = states_.find(nearest);
    if (state == states_.end()) continue;
    const DeviceBuild& build = state->second.build;
    if (build.status != CL_BUILD_NONE || build.binary) return build;
  }
  return {};
}

KernelBuilds Program::named_builds() const {
  KernelBuilds builds;
  const std::scoped_lock lock(mutex_);
  const auto add = [&](const State& state) {
    if (state.build.status != CL_BUILD_NONE)
      builds.push_back({state.device.get(), state.build.build});
  };
  for (const Devices* devices : {&own_devices_, &built_devices_}) {
    for (const support::Ref<Device>& device : *devices) {
      if (const auto state = states_.find(device.get()); state != states_.end()) add(state->second);
    }
  }
  for (const auto& [device, state] : states_) {
    if (std::ranges::find(builds, device, &KernelBuild::device) == builds.end()) add(state);
  }
  return builds;
}

support::Result<std::vector<std::string>> Program::kernel_names() const {
  return names_in(named_builds());
}

bool Program::has_kernel_that(compiler::KernelRole role) const {
  return std::ranges::any_of(named_builds(), [&](const KernelBuild& of_device) {
    return of_device.build && of_device.build->has_kernel_that(role);
  });
}

support::Result<KernelBuilds> Program::kernel_builds(const std::string& name) const {
  const KernelBuilds builds = named_builds();
  if (!any_executable(builds)) return CL_INVALID_PROGRAM_EXECUTABLE;
  KernelBuilds found = kernel_in(builds, name);
  if (found.empty()) return CL_INVALID_KERNEL_NAME;
  return found;
}

support::Result<std::vector<KernelBuilds>> Program::all_kernel_builds() const {
  const KernelBuilds builds = named_builds();
  const auto names = names_in(builds);
  if (!names.ok()) return names.status();
  std::vector<KernelBuilds> all;
  for (const std::string& name : names.value()) all.push_back(kernel_in(builds, name));
  return all;
}

}  // namespace cleave::model
