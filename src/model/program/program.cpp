#include "model/program/program.h"

#include <algorithm>
#include <new>
#include <ranges>
#include <system_error>
#include <thread>

#include "compiler/interface/build_options.h"
#include "compiler/interface/program_image.h"
#include "model/program/program_build.h"
#include "options/options.h"
#include "os/affinity.h"
#include "os/compiler_thread.h"
#include "support/error_name.h"

namespace cleave::model::program {

namespace {

void add_once(Devices& devices, const support::Ref<Device>& device) {
  if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
}

/// Parses the options of the application and those of the user, which come last.
compiler::interface::BuildOptions parse_options(const std::string& options) {
  return compiler::interface::parse_build_options(options + ' ' + options::options().build_options);
}

/// Tells apart devices for which different work is to be done.
using BuildKey = std::vector<const void*>;
using Outcomes = std::map<BuildKey, BuildOutcome>;

/// Work that is done once for all devices of one key. `known` has been done already.
template <class KeyOf, class Make>
auto once_for_each(KeyOf key_of, Make make, Outcomes known = {}) {
  return [key_of = std::move(key_of), make = std::move(make),
          known = std::move(known)](const Device& device) mutable {
    const BuildKey key = key_of(device);
    if (!known.contains(key)) known[key] = make(device);
    return known[key];
  };
}

BuildKey hardware_of(const Device& device) {
  return {&device.hardware()};
}

/// The processors of the devices that are of the first device's hardware: a thread that compiles
/// for hardware of several kinds keeps to those of one.
std::vector<uint32_t> compilation_processors(const Devices& devices) {
  if (devices.empty()) return {};
  backend::Hardware& hardware = devices.front()->hardware();
  std::vector<const backend::ResourceSet*> users;
  for (const support::Ref<Device>& device : devices) {
    if (&device->hardware() == &hardware) users.push_back(&device->resources());
  }
  return hardware.compilation_processors(users);
}

/// True if a compiler takes a program of this origin.
bool is_compiled(Program::Origin origin) {
  return origin == Program::Origin::source || origin == Program::Origin::intermediate_language;
}

BuildOutcome outcome_with(const DeviceBuild& build) {
  return {CL_SUCCESS, build.log, build.binary_type, build.binary, build.build};
}

}  // namespace

Program::Program(support::Ref<Context> context, Origin origin)
    : context_(std::move(context)), origin_(origin), builds_(origin == Origin::binary) {}

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
  program->builds_.set_devices(program->context_->devices());
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_module(support::Ref<Context> context,
                                                                   ModuleInput module) {
  support::Ref<Program> program = make(std::move(context), Origin::intermediate_language);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->module_ = std::move(module);
  program->builds_.set_devices(program->context_->devices());
  return program;
}

support::Result<support::Ref<Program>> Program::create_with_binary(
    support::Ref<Context> context, const Devices& devices,
    std::vector<std::vector<std::byte>> binaries) {
  support::Ref<Program> program = make(std::move(context), Origin::binary);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->builds_.set_devices(devices);
  std::vector<ProgramBinary> distinct;  // devices with equal bytes share them
  std::string problem;
  for (size_t index = 0; index < devices.size(); ++index) {
    const auto image = compiler::interface::deserialize(binaries[index], problem);
    if (!image) return CL_INVALID_BINARY;
    program->options_of_binary_ = image->options;
    const auto same = std::ranges::find_if(
        distinct, [&](const ProgramBinary& other) { return *other == binaries[index]; });
    ProgramBinary binary =
        same != distinct.end()
            ? *same
            : std::make_shared<const std::vector<std::byte>>(std::move(binaries[index]));
    if (same == distinct.end()) distinct.push_back(binary);
    program->builds_.set_binary(devices[index], image->type, std::move(binary));
  }
  return program;
}

support::Result<support::Ref<Program>> Program::create_for_link(support::Ref<Context> context,
                                                                const Devices& devices) {
  support::Ref<Program> program = make(std::move(context), Origin::link);
  if (!program) return CL_OUT_OF_HOST_MEMORY;
  program->builds_.set_devices(devices.empty() ? program->context_->devices() : devices);
  return program;
}

std::string Program::problem_of_binary(std::span<const std::byte> bytes, const Device& device) {
  std::string problem;
  const auto image = compiler::interface::deserialize(bytes, problem);
  if (!image) return problem;
  const std::string missing =
      compiler::interface::missing_from(device.hardware().facts().language, image->target);
  return missing.empty() ? "" : "the device lacks what the program was built for: " + missing;
}

bool Program::has_device(const Device& device) const {
  return std::ranges::any_of(builds_.own_devices(), [&](const support::Ref<Device>& own) {
    return device.is_within(own.get());
  });
}

bool Program::may_build_for(const Device& device) const {
  if (origin_ != Origin::binary) return has_device(device);
  const Devices& own = builds_.own_devices();
  return std::ranges::find(own, &device, &support::Ref<Device>::get) != own.end();
}

Devices Program::named_or_all(const Devices& devices) const {
  Devices named;
  for (const support::Ref<Device>& device : devices) add_once(named, device);
  if (!devices.empty()) return named;
  for (const support::Ref<Device>& device : builds_.devices()) add_once(named, device);
  return named;
}

support::Status Program::build(const Devices& devices, std::optional<std::string> options,
                               Done done) {
  if (origin_ == Origin::link) return CL_INVALID_OPERATION;
  const Devices wanted = named_or_all(devices);
  Outcomes known;
  if (origin_ == Origin::binary) {
    const auto key_of = [this](const Device& device) {
      return BuildKey{&device.hardware(), builds_.on(device).binary.get()};
    };
    for (const support::Ref<Device>& device : wanted) {
      if (builds_.on(*device).binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
        return CL_INVALID_BINARY;
      }
    }
    for (const DeviceBuilds::DeviceAndBuild& made : builds_.made_for_others(wanted)) {
      known[{&made.device->hardware(), made.build.binary.get()}] = outcome_with(made.build);
    }
    // A binary keeps what it was built with, whatever the options are now.
    auto make = [this](const Device& device) {
      return build_binary(builds_.on(device).binary, device.hardware());
    };
    return start(wanted, {options.value_or(options_of_binary_)},
                 once_for_each(key_of, make, std::move(known)), std::move(done));
  }
  const BuildSettings settings = {options.value_or(""), constants_now()};
  const compiler::interface::BuildOptions parsed = parse_options(settings.options);
  if (!parsed.error.empty())
    return refuse_options(wanted, settings, CL_INVALID_BUILD_OPTIONS, parsed.error);
  for (const DeviceBuilds::DeviceAndBuild& made : builds_.made_for_others(wanted)) {
    if (made.build.options == settings.options && made.build.constants == settings.constants) {
      known[hardware_of(*made.device)] = outcome_with(made.build);
    }
  }
  auto make = [this, settings, parsed](const Device& device) {
    backend::Hardware& hardware = device.hardware();
    compiler::interface::BuildRequest request = request_for(settings, hardware);
    request.options = parsed;
    return build_program(std::move(request), settings.options, hardware);
  };
  return start(wanted, settings, once_for_each(hardware_of, make, std::move(known)),
               std::move(done));
}

support::Status Program::compile(const Devices& devices, const std::string& options,
                                 std::vector<compiler::interface::EmbeddedHeader> headers,
                                 Done done) {
  if (!is_compiled(origin_)) return CL_INVALID_OPERATION;
  const Devices wanted = named_or_all(devices);
  const BuildSettings settings = {options, constants_now()};
  const compiler::interface::BuildOptions parsed = parse_options(options);
  if (!parsed.error.empty())
    return refuse_options(wanted, settings, CL_INVALID_COMPILER_OPTIONS, parsed.error);
  auto make = [this, settings, parsed, headers = std::move(headers)](const Device& device) {
    backend::Hardware& hardware = device.hardware();
    compiler::interface::BuildRequest request = request_for(settings, hardware);
    if (auto* source = std::get_if<compiler::interface::OpenClSource>(&request.input))
      source->headers = headers;
    request.options = parsed;
    request.kind = compiler::interface::BuildKind::object;
    return build_program(std::move(request), settings.options, hardware);
  };
  return start(wanted, settings, once_for_each(hardware_of, make), std::move(done));
}

void Program::specialize(uint32_t id, std::span<const std::byte> value) {
  compiler::interface::SpecializationConstant constant = {id, {value.begin(), value.end()}};
  const std::scoped_lock lock(mutex_);
  const auto at = std::ranges::lower_bound(constants_, id, {},
                                           &compiler::interface::SpecializationConstant::id);
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

compiler::interface::BuildRequest Program::request_for(const BuildSettings& settings,
                                                       const backend::Hardware& hardware) const {
  compiler::interface::BuildRequest request;
  if (origin_ == Origin::source) {
    request.input = compiler::interface::OpenClSource{source_, {}};
  } else if (module_.is_device_image) {
    request.input = compiler::interface::DeviceImages{module_.bytes};
  } else {
    request.input = compiler::interface::IntermediateLanguage{module_.bytes, settings.constants};
  }
  request.target = hardware.facts().language;
  return request;
}

support::Status Program::link(LinkInputs inputs, const std::string& options, Done done) {
  const compiler::interface::LinkOptions parsed = compiler::interface::parse_link_options(options);
  if (!parsed.error.empty()) {
    context_->notify("clLinkProgram: " + parsed.error);
    return CL_INVALID_LINKER_OPTIONS;
  }
  Devices wanted;
  for (const support::Ref<Device>& device : builds_.own_devices()) {
    if (inputs.contains(device.get())) add_once(wanted, device);
  }
  const auto shared = std::make_shared<const LinkInputs>(std::move(inputs));
  const auto binaries_for = [shared](const Device& device) -> const std::vector<ProgramBinary>& {
    return shared->at(&device);
  };
  const auto key_of = [binaries_for](const Device& device) {
    BuildKey key = hardware_of(device);
    for (const ProgramBinary& binary : binaries_for(device)) key.push_back(binary.get());
    return key;
  };
  auto make = [binaries_for, options, parsed](const Device& device) {
    return link_binaries(binaries_for(device), options, parsed, device.hardware());
  };
  return start(wanted, {options}, once_for_each(key_of, make), std::move(done));
}

support::Status Program::start(const Devices& devices, const BuildSettings& settings,
                               BuildWork work, Done done) {
  std::vector<uint32_t> processors = compilation_processors(devices);
  if (const support::Status status = begin(devices, settings); !status.ok()) return status;
  // On a thread of the application, which may run wherever that wants it.
  if (!done) return run(devices, work);
  try {
    const os::SignalsBlocked blocked;
    std::thread([self = support::Ref<Program>(this), devices, work = std::move(work),
                 done = std::move(done), processors = std::move(processors)] {
      os::keep_this_thread_on(processors);
      // The outcome is in the build status of each device.
      static_cast<void>(self->run(devices, work));
      done(self.get());
    }).detach();
  } catch (const std::system_error&) {
    builds_.cancel(devices);
    return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

support::Status Program::begin(const Devices& devices, const BuildSettings& settings) {
  if (attached_kernels_.load() != 0 || !builds_.begin(devices, settings)) {
    return CL_INVALID_OPERATION;
  }
  return CL_SUCCESS;
}

support::Status Program::refuse_options(const Devices& devices, const BuildSettings& settings,
                                        support::Status status, const std::string& error) {
  if (const support::Status begun = begin(devices, settings); !begun.ok()) return begun;
  for (const support::Ref<Device>& device : devices) {
    keep(device, {status, "error: " + error + '\n', CL_PROGRAM_BINARY_TYPE_NONE, nullptr, nullptr});
  }
  return status;
}

support::Status Program::run(const Devices& devices, const BuildWork& work) {
  support::Status first_failure = CL_SUCCESS;
  for (const support::Ref<Device>& device : devices) {
    BuildOutcome outcome = outcome_of(work, *device);
    if (first_failure.ok()) first_failure = outcome.status;
    keep(device, std::move(outcome));
  }
  return first_failure;
}

BuildOutcome Program::outcome_of(const BuildWork& work, const Device& device) const {
  try {
    BuildOutcome outcome = work(device);
    if (!outcome.build) return outcome;
    if (auto shared = builds_.shared_build(*outcome.build, device)) {
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

void Program::keep(const support::Ref<Device>& device, BuildOutcome outcome) {
  if (!outcome.status.ok() && context_->is_notified()) {
    try {
      context_->notify(support::error_name(outcome.status.code()) + " for " +
                       device->hardware().facts().name + ":\n" + outcome.log);
    } catch (const std::bad_alloc&) {
      // The log and the status report the failure where there is no memory for the message.
    }
  }
  builds_.keep(device, std::move(outcome));
}

}  // namespace cleave::model::program
