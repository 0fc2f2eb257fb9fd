// Declares integer functions (sycl_khr_split_headers).
#pragma once

#include "../../integer_math.hpp"
#include "version.hpp"
