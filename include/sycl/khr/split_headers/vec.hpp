// Declares vec and its swizzles (sycl_khr_split_headers).
#pragma once

#include "../../types.hpp"
#include "../../vec.hpp"
#include "version.hpp"
