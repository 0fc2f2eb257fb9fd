// Declares common functions (sycl_khr_split_headers).
#pragma once

#include "../../common_math.hpp"
#include "version.hpp"
