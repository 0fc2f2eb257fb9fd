// Declares group algorithms (sycl_khr_split_headers).
#pragma once

#include "../../group_algorithm.hpp"
#include "version.hpp"
