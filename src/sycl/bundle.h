// Holds kernel bundles, and kernels of them (SYCL 2020, 4.11).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sycl/command_name.h"
#include "sycl/constant_values.h"
#include "sycl/context.h"
#include "sycl/kernel_id.h"
#include "sycl/object.h"
#include "sycl/program.h"

namespace cleave::sycl {

/// The numbers of sycl::bundle_state.
enum class BundleState : uint32_t { input, object, executable };

/// Kernels of the program for devices of a context. Values of specialization constants are all that changes. Device code is built for bundles in executable state.
class Bundle final : public Object {
 public:
  Bundle(BundleState state, Ref<Context> context, std::vector<Ref<Device>> devices,
         std::vector<Ref<KernelId>> kernels);
  /// Shares programs of the application. Fails with errc::invalid where one is not, and cannot be brought, in the state.
  Bundle(BundleState state, Ref<Context> context, std::vector<Ref<Device>> devices,
         const std::vector<cl_program>& programs);
  ~Bundle() override;

  [[nodiscard]] BundleState state() const { return state_; }
  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] const std::vector<Ref<Device>>& devices() const { return devices_; }
  [[nodiscard]] const std::vector<Ref<KernelId>>& kernels() const { return kernels_; }
  /// `device` may be null: any of them.
  [[nodiscard]] bool has(const KernelId& kernel, const Device* device) const;
  /// The same of the kernel with this symbol.
  [[nodiscard]] bool has_symbol(const char* symbol, const Device& device) const;
  /// Whether a kernel of it reads a specialization constant with this identity; 0: any.
  [[nodiscard]] bool reads_constant(uint64_t identity) const;
  [[nodiscard]] ConstantValues& constants() { return constants_; }
  [[nodiscard]] const ConstantValues& constants() const { return constants_; }
  /// The programs that it is of, in no order. Fails as building them does.
  [[nodiscard]] std::vector<cl_program> programs() const;
  /// Makes a kernel object of OpenCL, which the caller owns. Fails with errc::invalid where there is no such kernel.
  [[nodiscard]] cl_kernel create_kernel(const KernelId& kernel) const;

 private:
  [[nodiscard]] std::shared_ptr<UnitProgram> program_of(const KernelId& kernel,
                                                        Device& device) const;

  BundleState state_;
  Ref<Context> context_;
  std::vector<Ref<Device>> devices_;
  std::vector<Ref<KernelId>> kernels_;
  std::vector<cl_program> natives_;  // of the application
  ConstantValues constants_;         // those that were set, here or in bundles that it is made of
};

/// A kernel of a bundle in executable state, or one of the application.
class Kernel final : public Object {
 public:
  /// Takes over the application's kernel of OpenCL.
  Kernel(Ref<Bundle> bundle, cl_kernel id);
  /// Makes a kernel of the program.
  Kernel(Ref<Bundle> bundle, const KernelId& kernel);
  ~Kernel() override;

  [[nodiscard]] Bundle& bundle() const { return *bundle_; }
  [[nodiscard]] cl_kernel id() const { return id_; }
  /// True of one of the application, which has arguments that its user knows.
  [[nodiscard]] bool is_native() const { return is_native_; }
  /// For messages; null for a kernel of the program, whose launches find it themselves.
  [[nodiscard]] const Ref<const CommandName>& name() const { return name_; }
  /// Returns the size that a kernel of the program requires of work-groups, in the order of OpenCL; zeros: none. Of hierarchical
  /// kernels OpenCL does not know it.
  [[nodiscard]] const std::array<uint32_t, 3>& required_size() const { return required_size_; }

 private:
  Ref<Bundle> bundle_;
  std::array<uint32_t, 3> required_size_ = {};
  cl_kernel id_;
  bool is_native_;
  Ref<const CommandName> name_;
};

/// get_kernel_bundle and has_kernel_bundle, by the request of the border. Fails with errc::invalid where the devices are
/// none, or not of the context, where a kernel runs on none of them, or where they have no compiler that the state needs.
[[nodiscard]] Ref<Bundle> make_bundle(const cleave_sycl_bundle_request& request);
[[nodiscard]] bool has_bundle(const cleave_sycl_bundle_request& request);
/// The union of bundles, in a later state or in the same. Fails with errc::invalid for bundles of several contexts, and
/// with errc::build.
[[nodiscard]] Ref<Bundle> join_bundles(BundleState state, const std::vector<Bundle*>& bundles,
                                       const std::vector<Ref<Device>>& its_devices);

[[nodiscard]] Ref<Kernel> kernel_of_native(cl_kernel id, Context& context);

/// kernel::get_info by the numbers of info.def; `device` is null for what all devices share.
void put_kernel_info(const Kernel& kernel, const Device* device, uint32_t what,
                     const cleave_sycl_sink& sink);

}  // namespace cleave::sycl
