// Implements programs (5.8): source, intermediate language or binary, options, kernel facts and
// code, for the devices of a context.
//
// Each device that a build names has a state of its own, with its status, options and log. The
// executables behind them are shared: devices of one hardware for which the same is built share
// code, and those of one root device also program-scope variables; nothing is compiled twice. A
// device that was never named has the state of the nearest device that it is a part of (note of
// 5.8.9).
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"
#include "model/context.h"
#include "model/handle.h"
#include "model/program/device_builds.h"
#include "spirv/read.h"

namespace cleave::model::program {

class Program : public ClObject<Program> {
 public:
  /// The way in which a program was made, which decides what may be done with it.
  enum class Origin : uint8_t { source, intermediate_language, binary, link };
  /// Completion callback of an asynchronous build, compilation or link: called from another thread,
  /// with no lock held.
  using Done = std::function<void(Program*)>;

  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_source(
      support::Ref<Context> context, std::string source);
  /// A module in SPIR-V, or a blob of device images, which is well-formed. Constants are those that
  /// it lets the application specialize.
  struct ModuleInput {
    std::vector<std::byte> bytes;
    bool is_device_image = false;
    std::vector<spirv::SpecializableConstant> constants;
  };
  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_module(
      support::Ref<Context> context, ModuleInput module);
  /// `binaries` matches `devices`; all of them have been found to be valid images.
  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_binary(
      support::Ref<Context> context, const Devices& devices,
      std::vector<std::vector<std::byte>> binaries);
  /// The program that a link will fill.
  [[nodiscard]] static support::Result<support::Ref<Program>> create_for_link(
      support::Ref<Context> context, const Devices& devices);
  /// Says why clCreateProgramWithBinary may not take these bytes for the device; empty when it may.
  [[nodiscard]] static std::string problem_of_binary(std::span<const std::byte> bytes,
                                                     const Device& device);

  Program(support::Ref<Context> context, Origin origin);
  ~Program();

  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] Origin origin() const { return origin_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  /// Returns the module; an empty one where the program was not created with an intermediate
  /// language.
  [[nodiscard]] const ModuleInput& module() const { return module_; }
  /// Returns what has been built for which device.
  [[nodiscard]] const DeviceBuilds& builds() const { return builds_; }
  /// True for the devices that queries may name: those of the context, the binaries or the link,
  /// and their parts.
  [[nodiscard]] bool has_device(const Device& device) const;
  /// True for the devices that builds may name: of binaries only those that came with one.
  [[nodiscard]] bool may_build_for(const Device& device) const;

  /// clBuildProgram for these devices (empty: all). Blocks; with `done` it returns at once. Without
  /// `options` those of the binary are used. CL_INVALID_OPERATION while kernels are attached
  /// or another build of this program runs, and of a linked program; CL_INVALID_BINARY without an
  /// executable binary or with one that is not what it says; CL_BUILD_PROGRAM_FAILURE,
  /// CL_INVALID_BUILD_OPTIONS, CL_COMPILER_NOT_AVAILABLE as they come.
  [[nodiscard]] support::Status build(const Devices& devices, std::optional<std::string> options,
                                      Done done);
  /// clSetProgramSpecializationConstant: a value for builds and compilations that begin later.
  /// Precondition: the module has such a constant, of that size.
  void specialize(uint32_t id, std::span<const std::byte> value);
  /// clCompileProgram, with devices and `done` as above. CL_INVALID_OPERATION without source or
  /// module.
  [[nodiscard]] support::Status compile(const Devices& devices, const std::string& options,
                                        std::vector<compiler::interface::EmbeddedHeader> headers,
                                        Done done);
  /// clLinkProgram into this new program: for each of its devices the binaries to link. Devices
  /// without any stay without a build. CL_INVALID_LINKER_OPTIONS and CL_OUT_OF_RESOURCES when the
  /// link cannot begin.
  using LinkInputs = std::map<const Device*, std::vector<ProgramBinary>>;
  [[nodiscard]] support::Status link(LinkInputs inputs, const std::string& options, Done done);

  /// clSetProgramReleaseCallback: called in reverse order when the program and its kernels are
  /// gone, after its program-scope variables unless a launch still uses them.
  void when_destroyed(Done callback);

  void attach_kernel() { attached_kernels_.fetch_add(1); }
  void detach_kernel() { attached_kernels_.fetch_sub(1); }

 private:
  /// The work of a build for one device.
  using BuildWork = std::function<BuildOutcome(const Device& device)>;
  /// Returns each of these devices once; all of the program's when there are none.
  [[nodiscard]] Devices named_or_all(const Devices& devices) const;
  [[nodiscard]] SpecializationConstants constants_now() const;
  /// Returns a request without options for an executable.
  [[nodiscard]] compiler::interface::BuildRequest request_for(
      const BuildSettings& settings, const backend::Hardware& hardware) const;
  [[nodiscard]] support::Status begin(const Devices& devices, const BuildSettings& settings);
  [[nodiscard]] support::Status run(const Devices& devices, const BuildWork& work);
  [[nodiscard]] support::Status start(const Devices& devices, const BuildSettings& settings,
                                      BuildWork work, Done done);
  /// Makes options with which no build can begin a failed build, whose log says why.
  [[nodiscard]] support::Status refuse_options(const Devices& devices,
                                               const BuildSettings& settings,
                                               support::Status status, const std::string& error);
  /// Does the work and returns its outcome, which is a failure when memory runs out: no build stays
  /// in progress for ever.
  [[nodiscard]] BuildOutcome outcome_of(const BuildWork& work, const Device& device) const;
  /// Makes the outcome the state of the device; the context hears of a failure.
  void keep(const support::Ref<Device>& device, BuildOutcome outcome);

  support::Ref<Context> context_;
  const Origin origin_;
  std::string source_;
  ModuleInput module_;
  std::string options_of_binary_;
  DeviceBuilds builds_;
  std::atomic<uint32_t> attached_kernels_{0};
  mutable std::mutex mutex_;
  SpecializationConstants constants_;  // that the application has given values
  std::vector<Done> release_callbacks_;
};

}  // namespace cleave::model::program
