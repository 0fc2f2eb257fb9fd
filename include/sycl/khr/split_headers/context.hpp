// Declares context (sycl_khr_split_headers).
#pragma once

#include "../../context.hpp"
#include "version.hpp"
