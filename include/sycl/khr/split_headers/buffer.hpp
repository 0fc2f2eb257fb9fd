// Declares buffer (sycl_khr_split_headers).
#pragma once

#include "../../buffer.hpp"
#include "version.hpp"
