// Declares marray (sycl_khr_split_headers).
#pragma once

#include "../../marray.hpp"
#include "version.hpp"
