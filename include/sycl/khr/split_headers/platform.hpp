// Declares platform (sycl_khr_split_headers).
#pragma once

#include "../../platform.hpp"
#include "version.hpp"
