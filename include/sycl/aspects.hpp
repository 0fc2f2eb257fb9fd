// Names the aspects of devices (SYCL 2020, 4.6.4.5).
#pragma once

#include <type_traits>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

enum class aspect : int {
#define CLEAVE_ASPECT(name, number) name = number,
#include "detail/aspects.def"
};

/// True where a device for which programs are compiled may have the aspect: devices say at run time what
/// they are and have, so this is false alone of those that none of them ever has.
template <aspect Aspect>
struct any_device_has : std::bool_constant<Aspect != aspect::custom && Aspect != aspect::emulated> {
};
/// True where each of them has it: settings of the driver may take any aspect away.
template <aspect Aspect>
struct all_devices_have : std::false_type {};
template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

}  // namespace _v1
}  // namespace sycl
