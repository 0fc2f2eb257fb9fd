// Names the aspects of devices (SYCL 2020, 4.6.4.5).
#pragma once

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

enum class aspect : int {
#define CLEAVE_ASPECT(name, number) name = number,
#include "detail/aspects.def"
};

}  // namespace _v1
}  // namespace sycl
