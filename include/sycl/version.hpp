// Defines the macros of SYCL's version and of this implementation (SYCL 2020, 5.6).
#pragma once

#include "detail/config.hpp"
