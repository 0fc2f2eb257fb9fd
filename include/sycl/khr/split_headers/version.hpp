// Defines the macros of SYCL and of extensions, and declares nothing but the names of back ends (sycl_khr_split_headers).
#pragma once

#include "../../backend_types.hpp"
#include "../../detail/config.hpp"
#include "../../version.hpp"
