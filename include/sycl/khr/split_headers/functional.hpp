// Declares function objects (sycl_khr_split_headers).
#pragma once

#include "../../functional.hpp"
#include "version.hpp"
