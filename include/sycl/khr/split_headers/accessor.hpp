// Declares the accessors of buffers and of local memory (sycl_khr_split_headers).
#pragma once

#include "../../accessor.hpp"
#include "../../host_accessor.hpp"
#include "../../local_accessor.hpp"
#include "version.hpp"
