// Declares half (sycl_khr_split_headers).
#pragma once

#include "../../half.hpp"
#include "version.hpp"
