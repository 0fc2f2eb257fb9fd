// Declares unified shared memory (sycl_khr_split_headers).
#pragma once

#include "../../usm.hpp"
#include "version.hpp"
