// Declares multi_ptr (sycl_khr_split_headers).
#pragma once

#include "../../multi_ptr.hpp"
#include "version.hpp"
