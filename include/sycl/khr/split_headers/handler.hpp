// Declares handler (sycl_khr_split_headers).
#pragma once

#include "../../handler.hpp"
#include "version.hpp"
