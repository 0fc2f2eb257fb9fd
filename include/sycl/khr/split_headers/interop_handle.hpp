// Declares interop_handle (sycl_khr_split_headers).
#pragma once

#include "../../interop_handle.hpp"
#include "version.hpp"
