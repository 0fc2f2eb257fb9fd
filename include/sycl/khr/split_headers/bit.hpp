// Declares bit_cast (sycl_khr_split_headers).
#pragma once

#include "../../bit_cast.hpp"
#include "version.hpp"
