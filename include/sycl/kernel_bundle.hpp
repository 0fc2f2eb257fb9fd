// Declares kernel and kernel_bundle: device code of the program for devices of a context (SYCL 2020, 4.11).
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "context.hpp"
#include "declarations.hpp"
#include "detail/object.hpp"
#include "device.hpp"
#include "handler.hpp"
#include "info.hpp"
#include "kernel_id.hpp"

namespace sycl {
inline namespace _v1 {

/// A kernel of a bundle, or one of OpenCL.
class kernel : public detail::shared_object<kernel, cleave_sycl_kernel> {
 public:
  kernel() = delete;

  backend get_backend() const noexcept { return backend::opencl; }
  CLEAVE_SYCL_LAZY context get_context() const;
  CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

  template <class Parameter>
  typename Parameter::return_type get_info() const {
    return read<Parameter>(nullptr);
  }
  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    return get_context().template get_backend_info<Parameter>();
  }
  /// errc::invalid where the device is none of the kernel's bundle.
  template <class Parameter>
  typename Parameter::return_type get_info(const device& its_device) const {
    return read<Parameter>(detail::object_access::get(its_device));
  }

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;

  template <class Parameter>
  typename Parameter::return_type read(cleave_sycl_device* its_device) const {
    return detail::read_info<typename Parameter::return_type>([&](const cleave_sycl_sink* sink) {
      return detail::api().kernel_info(object(), its_device, Parameter::number, sink);
    });
  }
};

/// The code of one unit of translation, in a bundle.
template <bundle_state State>
class device_image {
 public:
  device_image() = delete;

  bool has_kernel(const kernel_id& kernel) const noexcept {
    for (const kernel_id& each : kernels_) {
      if (each == kernel) return true;
    }
    return false;
  }
  bool has_kernel(const kernel_id& kernel, const device& its_device) const noexcept {
    return has_kernel(kernel) && is_compatible({kernel}, its_device);
  }

  /// Equal where they are copies of each other (4.5.2): joined bundles have the images of those that they are of.
  friend bool operator==(const device_image& left, const device_image& right) {
    return left.context_ == right.context_ && left.kernels_ == right.kernels_;
  }
  friend bool operator!=(const device_image& left, const device_image& right) {
    return !(left == right);
  }

 private:
  friend class kernel_bundle<State>;
  friend struct std::hash<device_image>;
  device_image(const cleave_sycl_context* its_context, const kernel_id& first)
      : context_(its_context), kernels_{first} {}

  const cleave_sycl_context* context_;  // an identity, and nothing else
  std::vector<kernel_id> kernels_;
};

/// Immutable; copies are one object. Code of bundles in executable state is built.
template <bundle_state State>
class kernel_bundle : public detail::shared_object<kernel_bundle<State>, cleave_sycl_bundle> {
  using base = detail::shared_object<kernel_bundle<State>, cleave_sycl_bundle>;
  using images = std::vector<device_image<State>>;

 public:
  using device_image_iterator = typename images::const_iterator;

  kernel_bundle() = delete;

  bool empty() const noexcept { return begin() == end(); }
  backend get_backend() const noexcept { return backend::opencl; }
  context get_context() const noexcept {
    return detail::object_access::share<context>(detail::api().bundle_context(this->object()));
  }
  std::vector<device> get_devices() const noexcept {
    return detail::read_objects<device, cleave_sycl_device>([&](const cleave_sycl_sink* sink) {
      return detail::api().bundle_devices(this->object(), sink);
    });
  }

  bool has_kernel(const kernel_id& kernel) const noexcept {
    return detail::api().bundle_has(this->object(), detail::object_access::get(kernel), nullptr) !=
           0;
  }
  bool has_kernel(const kernel_id& kernel, const device& its_device) const noexcept {
    return detail::api().bundle_has(this->object(), detail::object_access::get(kernel),
                                    detail::object_access::get(its_device)) != 0;
  }
  template <class Name>
  bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<Name>());
  }
  template <class Name>
  bool has_kernel(const device& its_device) const noexcept {
    return has_kernel(get_kernel_id<Name>(), its_device);
  }
  std::vector<kernel_id> get_kernel_ids() const {
    return detail::read_objects<kernel_id, cleave_sycl_kernel_id>(
        [&](const cleave_sycl_sink* sink) {
          return detail::api().bundle_kernels(this->object(), sink);
        });
  }

  /// errc::invalid where the bundle does not have it.
  template <bundle_state Its = State, std::enable_if_t<Its == bundle_state::executable, int> = 0>
  kernel get_kernel(const kernel_id& id) const {
    cleave_sycl_kernel* made = nullptr;
    detail::check(
        detail::api().bundle_kernel(this->object(), detail::object_access::get(id), &made));
    return detail::object_access::take<kernel>(made);
  }
  template <class Name, bundle_state Its = State,
            std::enable_if_t<Its == bundle_state::executable, int> = 0>
  kernel get_kernel() const {
    return get_kernel(get_kernel_id<Name>());
  }

  // Specialization constants (4.11.12.4). Copies of a bundle share values, and bundles that are made of it have them too;
  // where several are joined, the first that has a value of a constant gives it.

  bool contains_specialization_constants() const noexcept {
    return detail::api().bundle_reads_constant(this->object(), 0) != 0;
  }
  /// False: kernels read the values from memory.
  bool native_specialization_constant() const noexcept { return false; }
  /// True when a kernel of the bundle reads it, itself or in a function of its unit.
  template <auto& Constant>
  bool has_specialization_constant() const noexcept {
    return detail::api().bundle_reads_constant(this->object(),
                                               detail::specialization_identity<Constant>) != 0;
  }
  template <auto& Constant, bundle_state Its = State,
            std::enable_if_t<Its == bundle_state::input, int> = 0>
  void set_specialization_constant(detail::specialization_type<Constant> value) {
    detail::specialization_values<>::template check_type<detail::specialization_type<Constant>>();
    detail::check(detail::api().bundle_set_constant(
        this->object(), detail::specialization_identity<Constant>, &value, sizeof value));
  }
  /// Returns the value that was set, or that of the constant's definition.
  template <auto& Constant>
  detail::specialization_type<Constant> get_specialization_constant() const {
    const auto table = detail::specialization_values<>::of_bundle(*this);
    const void* const set =
        detail::specialization_values<>::find_in(table, detail::specialization_identity<Constant>);
    return set != nullptr ? *static_cast<const detail::specialization_type<Constant>*>(set)
                          : detail::specialization_access::otherwise(Constant);
  }

  device_image_iterator begin() const { return list().begin(); }
  device_image_iterator end() const { return list().end(); }

 private:
  friend struct detail::object_access;
  explicit kernel_bundle(detail::reference<cleave_sycl_bundle> object) : base(std::move(object)) {
    auto all = std::make_shared<images>();
    const void* last = nullptr;
    for (const kernel_id& kernel : get_kernel_ids()) {  // those of a unit stand together
      const void* const unit = detail::api().kernel_id_unit(detail::object_access::get(kernel));
      if (all->empty() || unit != last) {
        all->push_back(device_image<State>(detail::api().bundle_context(this->object()), kernel));
      } else {
        all->back().kernels_.push_back(kernel);
      }
      last = unit;
    }
    images_ = std::move(all);
  }
  const images& list() const { return *images_; }

  std::shared_ptr<const images> images_;
};

template <class>
context kernel::get_context() const {
  return get_kernel_bundle().get_context();
}
template <class>
kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return detail::object_access::share<kernel_bundle<bundle_state::executable>>(
      detail::api().kernel_bundle(object()));
}

template <class>
void handler::use_kernel_bundle(const kernel_bundle<bundle_state::executable>& bundle) {
  detail::specialization_values<>::check_unset(*this);
  detail::check(detail::api().group_bundle(group(), detail::object_access::get(bundle)));
  detail::specialization_values<>::adopt(*this, bundle);
}

namespace CLEAVE_SYCL_HIDDEN detail {

/// Holds what get_kernel_bundle and has_kernel_bundle ask the library for. A template, so that only files with bundles pay
/// for it, and for its vectors.
template <class Device = cleave_sycl_device, class Kernel = cleave_sycl_kernel_id>
class bundle_request {
 public:
  bundle_request(bundle_state state, const context& its_context, const std::vector<device>& devices)
      : devices_(handles<Device>(devices)) {
    request_ = {sizeof request_,
                static_cast<std::uint32_t>(state),
                object_access::get(its_context),
                devices_.data(),
                devices_.size(),
                0,
                nullptr,
                0};
  }
  bundle_request(bundle_state state, const context& its_context, const std::vector<device>& devices,
                 const std::vector<kernel_id>& kernels)
      : bundle_request(state, its_context, devices) {
    kernels_ = handles<Kernel>(kernels);
    request_.has_kernels = 1;
    request_.kernels = kernels_.data();
    request_.kernel_count = kernels_.size();
  }
  bundle_request(const bundle_request&) = delete;
  bundle_request& operator=(const bundle_request&) = delete;

  template <bundle_state State>
  kernel_bundle<State> make() const {
    cleave_sycl_bundle* made = nullptr;
    check(api().create_bundle(&request_, &made));
    return object_access::take<kernel_bundle<State>>(made);
  }
  bool is_there() const {
    std::int32_t found = 0;
    check(api().has_bundle(&request_, &found));
    return found != 0;
  }

  template <class Handle, class Object>
  static std::vector<Handle*> handles(const std::vector<Object>& objects) {
    std::vector<Handle*> all;
    for (const Object& object : objects) all.push_back(object_access::get(object));
    return all;
  }

 private:
  std::vector<Device*> devices_;
  std::vector<Kernel*> kernels_;
  cleave_sycl_bundle_request request_;
};

/// The union of bundles in another state.
template <bundle_state To, bundle_state From>
kernel_bundle<To> join_into(const std::vector<kernel_bundle<From>>& bundles,
                            const std::vector<device>* devices = nullptr) {
  const auto of_bundles = bundle_request<>::handles<cleave_sycl_bundle>(bundles);
  if (devices != nullptr && devices->empty()) raise(errc::invalid, "no devices are given");
  std::vector<cleave_sycl_device*> of_devices;
  if (devices != nullptr) of_devices = bundle_request<>::handles<cleave_sycl_device>(*devices);
  cleave_sycl_bundle* made = nullptr;
  check(api().join_bundles(static_cast<std::uint32_t>(To), of_bundles.data(), of_bundles.size(),
                           of_devices.data(), of_devices.size(), &made));
  return object_access::take<kernel_bundle<To>>(made);
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

// These make bundles of kernels for devices, which are all of the context's unless they are named. errc::invalid
// where the devices are none, or not of the context, or a kernel that is named runs on none of them.

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context,
                                       const std::vector<device>& devices) {
  return detail::bundle_request<>(State, its_context, devices).template make<State>();
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context,
                                       const std::vector<device>& devices,
                                       const std::vector<kernel_id>& kernels) {
  return detail::bundle_request<>(State, its_context, devices, kernels).template make<State>();
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context) {
  return get_kernel_bundle<State>(its_context, its_context.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context,
                                       const std::vector<kernel_id>& kernels) {
  return get_kernel_bundle<State>(its_context, its_context.get_devices(), kernels);
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context) {
  return get_kernel_bundle<State>(its_context, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& its_context,
                                       const std::vector<device>& devices) {
  return get_kernel_bundle<State>(its_context, devices, {get_kernel_id<Name>()});
}
/// The bundle of those kernels whose image `selector` takes.
template <
    bundle_state State, class Selector,
    class = std::enable_if_t<std::is_invocable_r_v<bool, Selector&, const device_image<State>&>>>
kernel_bundle<State> get_kernel_bundle(const context& its_context,
                                       const std::vector<device>& devices, Selector selector) {
  std::vector<kernel_id> chosen;
  const auto all = get_kernel_bundle<State>(its_context, devices);
  for (const device_image<State>& image : all) {
    if (!selector(image)) continue;
    for (const kernel_id& kernel : all.get_kernel_ids()) {
      if (image.has_kernel(kernel)) chosen.push_back(kernel);
    }
  }
  return get_kernel_bundle<State>(its_context, devices, chosen);
}
template <
    bundle_state State, class Selector,
    class = std::enable_if_t<std::is_invocable_r_v<bool, Selector&, const device_image<State>&>>>
kernel_bundle<State> get_kernel_bundle(const context& its_context, Selector selector) {
  return get_kernel_bundle<State>(its_context, its_context.get_devices(), selector);
}

template <bundle_state State>
bool has_kernel_bundle(const context& its_context, const std::vector<device>& devices) {
  return detail::bundle_request<>(State, its_context, devices).is_there();
}
template <bundle_state State>
bool has_kernel_bundle(const context& its_context, const std::vector<device>& devices,
                       const std::vector<kernel_id>& kernels) {
  return detail::bundle_request<>(State, its_context, devices, kernels).is_there();
}
template <bundle_state State>
bool has_kernel_bundle(const context& its_context) {
  return has_kernel_bundle<State>(its_context, its_context.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context& its_context, const std::vector<kernel_id>& kernels) {
  return has_kernel_bundle<State>(its_context, its_context.get_devices(), kernels);
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context& its_context) {
  return has_kernel_bundle<State>(its_context, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context& its_context, const std::vector<device>& devices) {
  return has_kernel_bundle<State>(its_context, devices, {get_kernel_id<Name>()});
}

// These join bundles, and bring them into a later state. errc::invalid for bundles of several contexts.

/// A join of no bundles is an empty one.
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>>& bundles) {
  if (bundles.empty()) return get_kernel_bundle<State>(context(), std::vector<kernel_id>());
  return detail::join_into<State>(bundles);
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::object> compile(
    const kernel_bundle<bundle_state::input>& bundle, const property_list& = {}) {
  return detail::join_into<bundle_state::object, bundle_state::input>({bundle});
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::object> compile(
    const kernel_bundle<bundle_state::input>& bundle, const std::vector<device>& devices,
    const property_list& = {}) {
  return detail::join_into<bundle_state::object, bundle_state::input>({bundle}, &devices);
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> link(
    const std::vector<kernel_bundle<bundle_state::object>>& bundles, const property_list& = {}) {
  return detail::join_into<bundle_state::executable>(bundles);
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> link(
    const std::vector<kernel_bundle<bundle_state::object>>& bundles,
    const std::vector<device>& devices, const property_list& = {}) {
  return detail::join_into<bundle_state::executable>(bundles, &devices);
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> link(
    const kernel_bundle<bundle_state::object>& bundle, const property_list& = {}) {
  return detail::join_into<bundle_state::executable, bundle_state::object>({bundle});
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> link(
    const kernel_bundle<bundle_state::object>& bundle, const std::vector<device>& devices,
    const property_list& = {}) {
  return detail::join_into<bundle_state::executable, bundle_state::object>({bundle}, &devices);
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> build(
    const kernel_bundle<bundle_state::input>& bundle, const property_list& = {}) {
  return detail::join_into<bundle_state::executable, bundle_state::input>({bundle});
}
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> build(
    const kernel_bundle<bundle_state::input>& bundle, const std::vector<device>& devices,
    const property_list& = {}) {
  return detail::join_into<bundle_state::executable, bundle_state::input>({bundle}, &devices);
}

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::kernel> : sycl::detail::hash_of_object<sycl::kernel> {};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>>
    : sycl::detail::hash_of_object<sycl::kernel_bundle<State>> {};
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State>& of) const {
    return std::hash<const void*>()(of.context_) * 31 +
           std::hash<sycl::kernel_id>()(of.kernels_.front());
  }
};
