// Declares what all back ends have: native objects (sycl_khr_split_headers).
#pragma once

#include "../../backend.hpp"
#include "version.hpp"
