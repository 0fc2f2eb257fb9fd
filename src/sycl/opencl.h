// Includes OpenCL's headers, with what is newer than those of the distribution.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "support/newer_cl.h"
