// Exchanges objects with OpenCL: the name that SYCL 2020 gives the header of this backend (4.3). OpenCL's own functions
// come with it where its headers are installed; ours need none of them.
#pragma once

#if __has_include(<CL/cl.h>)
#include <CL/cl.h>
#endif

#include "../backend.hpp"
