// Declares span (sycl_khr_split_headers).
#pragma once

#include "../../span.hpp"
#include "version.hpp"
