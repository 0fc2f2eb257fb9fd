// Declares relational functions (sycl_khr_split_headers).
#pragma once

#include "../../relational.hpp"
#include "version.hpp"
