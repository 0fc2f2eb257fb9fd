// Declares the deprecated byte (sycl_khr_split_headers).
#pragma once

#include "../../types.hpp"
#include "version.hpp"
