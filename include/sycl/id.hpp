// Declares id (SYCL 2020, 4.9.1.3).
#pragma once

#include "range.hpp"
