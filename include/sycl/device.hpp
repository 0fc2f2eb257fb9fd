// Declares device: a device of OpenCL or a part of one (SYCL 2020, 4.6.4).
#pragma once

#include "platform.hpp"

namespace sycl {
inline namespace _v1 {

class device : public detail::shared_object<device, cleave_sycl_device> {
 public:
  /// The one that default_selector_v chooses.
  device() : device(default_selector_v) {}
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit device(const Selector& selector);

  backend get_backend() const noexcept { return backend::opencl; }
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  platform get_platform() const {
    return detail::object_access::share<platform>(detail::api().device_platform(object()));
  }

  template <class Parameter>
  typename Parameter::return_type get_info() const;

  /// Tells what OpenCL says, by info::platform::version, info::device::version and info::device::backend_version.
  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    if constexpr (std::is_same_v<Parameter, info::platform::version>) {
      return get_platform().template get_backend_info<Parameter>();
    } else {
      static_assert(std::is_same_v<Parameter, info::device::version> ||
                        std::is_same_v<Parameter, info::device::backend_version>,
                    "get_backend_info: the device does not tell of this");
      return get_info<Parameter>();
    }
  }

  bool has(aspect wanted) const {
    return detail::api().device_has(object(), static_cast<std::uint32_t>(wanted)) != 0;
  }
  CLEAVE_SYCL_LAZY bool has_extension(const std::string& name) const {
    for (const std::string& extension : extensions()) {
      if (extension == name) return true;
    }
    return false;
  }

  /// Divides the device into as many parts of `count` units as there are. errc::invalid for more
  /// units than there are, errc::feature_not_supported where it cannot be divided so.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::partition_equally, std::vector<device>>
  create_sub_devices(std::size_t count) const {
    return divide(Property, info::partition_affinity_domain::not_applicable, &count, 1);
  }
  /// Makes a part of each number of units; or, by names, one part of the units with these numbers in the device.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::partition_by_counts ||
                       Property == info::partition_property::ext_cleave_partition_by_names,
                   std::vector<device>>
  create_sub_devices(const std::vector<std::size_t>& counts) const {
    return divide(Property, info::partition_affinity_domain::not_applicable, counts.data(),
                  counts.size());
  }
  /// Makes parts that share a cache or memory.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::partition_by_affinity_domain,
                   std::vector<device>>
  create_sub_devices(info::partition_affinity_domain domain) const {
    return divide(Property, domain, nullptr, 0);
  }
  /// Makes a device of each compute slice of a tile (sycl_ext_intel_cslice). errc::feature_not_supported
  /// where the device has no slices.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::ext_intel_partition_by_cslice,
                   std::vector<device>>
  create_sub_devices() const {
    return divide(Property, info::partition_affinity_domain::not_applicable, nullptr, 0);
  }

  CLEAVE_SYCL_LAZY static std::vector<device> get_devices(
      info::device_type type = info::device_type::all) {
    std::vector<device> all;
    for (const platform& its_platform : platform::get_platforms()) {
      for (device& found : its_platform.get_devices(type)) all.push_back(std::move(found));
    }
    return all;
  }

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;

  CLEAVE_SYCL_LAZY std::vector<std::string> extensions() const;
  CLEAVE_SYCL_LAZY std::vector<device> divide(info::partition_property property,
                                              info::partition_affinity_domain domain,
                                              const std::size_t* counts, std::size_t count) const {
    const cleave_sycl_partition partition{sizeof partition, static_cast<std::int32_t>(property),
                                          static_cast<std::int32_t>(domain), counts, count};
    return detail::read_objects<device, cleave_sycl_device>([&](const cleave_sycl_sink* sink) {
      return detail::api().device_partition(object(), &partition, sink);
    });
  }
};

namespace CLEAVE_SYCL_HIDDEN detail {

/// Divides what the library gives of a list of texts: each ends with 0.
CLEAVE_SYCL_LAZY std::vector<std::string> split_texts(const std::string& texts) {
  std::vector<std::string> made;
  for (std::size_t begin = 0; begin < texts.size();) {
    const std::size_t end = texts.find('\0', begin);
    made.push_back(texts.substr(begin, end - begin));
    begin = end + 1;
  }
  return made;
}

/// Returns what `call(sink)` tells of `Parameter`.
template <class Value, class Call>
Value read_info(Call call) {
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return split_texts(read<std::string>(call));
  } else if constexpr (std::is_same_v<Value, std::vector<kernel_id>>) {
    return read_objects<kernel_id, cleave_sycl_kernel_id>(call);
  } else if constexpr (std::is_same_v<Value, device>) {
    return object_access::take<device>(read<cleave_sycl_device*>(call));
  } else if constexpr (std::is_same_v<Value, platform>) {
    return object_access::share<platform>(read<cleave_sycl_platform*>(call));
  } else {
    return read<Value>(call);
  }
}

/// Returns the device with the highest score; throws errc::runtime if all scores are negative.
template <class Selector>
device select(const std::vector<device>& all, const Selector& selector) {
  const device* best = nullptr;
  int best_score = -1;
  for (const device& candidate : all) {
    const int score = selector(candidate);
    if (score > best_score) {
      best_score = score;
      best = &candidate;
    }
  }
  if (best == nullptr) raise(errc::runtime, "the selector takes none of the devices");
  return *best;
}

inline int score(const device& candidate, const cleave_sycl_selection& selection) {
  return api().score_device(object_access::get(candidate), &selection);
}

template <class Selector>
device select(const Selector& selector) {
  if constexpr (is_library_selector<Selector>::value) {
    const cleave_sycl_selection selection = selector.get();
    cleave_sycl_device* found = nullptr;
    check(api().select_device(&selection, &found));
    return object_access::take<device>(found);
  } else {
    return select(device::get_devices(), selector);
  }
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Selector, class>
device::device(const Selector& selector) : device(detail::select(selector)) {}

// Selectors of SYCL 1.2.1, which SYCL 2020 deprecates.

class device_selector {
 public:
  virtual ~device_selector() = default;
  /// The score of a device; negative: it is never chosen.
  virtual int operator()(const device& candidate) const = 0;
  CLEAVE_SYCL_LAZY device select_device() const { return device(*this); }
};

namespace CLEAVE_SYCL_HIDDEN detail {
template <class Selector>
class selector_class : public device_selector {
 public:
  int operator()(const device& candidate) const override { return Selector()(candidate); }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail
class default_selector : public detail::selector_class<detail::default_selector_type> {};
class cpu_selector : public detail::selector_class<detail::kind_selector<aspect::cpu>> {};
class gpu_selector : public detail::selector_class<detail::kind_selector<aspect::gpu>> {};
class accelerator_selector
    : public detail::selector_class<detail::kind_selector<aspect::accelerator>> {};

namespace CLEAVE_SYCL_HIDDEN detail {
/// Whether a descriptor tells by a function `of`, without the library.
template <class Parameter, class = void>
inline constexpr bool tells_itself = false;
template <class Parameter>
inline constexpr bool
    tells_itself<Parameter, std::void_t<decltype(Parameter::of(std::declval<const device&>()))>> =
        true;
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Parameter>
typename Parameter::return_type device::get_info() const {
  if constexpr (detail::tells_itself<Parameter>) {
    return Parameter::of(*this);
  } else {
    return detail::read_info<typename Parameter::return_type>([&](const cleave_sycl_sink* sink) {
      return detail::api().device_info(object(), Parameter::number, sink);
    });
  }
}

template <class>
std::vector<std::string> device::extensions() const {
  return get_info<info::device::extensions>();
}

inline platform::platform() : platform(device().get_platform()) {}

template <class Selector, class>
platform::platform(const Selector& selector) : platform(device(selector).get_platform()) {}

template <class Parameter>
typename Parameter::return_type platform::get_info() const {
  return detail::read_info<typename Parameter::return_type>([&](const cleave_sycl_sink* sink) {
    return detail::api().platform_info(object(), Parameter::number, sink);
  });
}

template <class>
std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> found = detail::read_objects<device, cleave_sycl_device>(
      [&](const cleave_sycl_sink* sink) { return detail::api().platform_devices(object(), sink); });
  if (type == info::device_type::all) return found;
  if (type == info::device_type::automatic) {
    if (found.size() > 1) found.resize(1);
    return found;
  }
  std::vector<device> of_type;
  for (device& candidate : found) {
    if (candidate.get_info<info::device::device_type>() == type) {
      of_type.push_back(std::move(candidate));
    }
  }
  return of_type;
}

template <class>
bool platform::has(aspect wanted) const {
  const std::vector<device> all = get_devices();
  for (const device& each : all) {
    if (!each.has(wanted)) return false;
  }
  return !all.empty();
}

template <class>
bool platform::has_extension(const std::string& name) const {
  for (const std::string& extension : get_info<info::platform::extensions>()) {
    if (extension == name) return true;
  }
  return false;
}

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::device> : sycl::detail::hash_of_object<sycl::device> {};
