// Exchanges objects with OpenCL: the name that SYCL 2020 gives the header of this backend (4.3).
#pragma once

#include "../backend.hpp"
