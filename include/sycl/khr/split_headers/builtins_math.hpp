// Declares mathematical functions, native and half-precision ones among them (sycl_khr_split_headers).
#pragma once

#include "../../math.hpp"
#include "../../native_math.hpp"
#include "version.hpp"
