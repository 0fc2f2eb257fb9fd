// Declares stream (sycl_khr_split_headers).
#pragma once

#include "../../stream.hpp"
#include "version.hpp"
