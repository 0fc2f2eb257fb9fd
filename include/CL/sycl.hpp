// Includes SYCL 2020 under the name that SYCL 1.2.1 gave it, and its namespace under the old name.
#pragma once

#include "../sycl/sycl.hpp"

namespace cl {
namespace sycl = ::sycl;
}  // namespace cl
