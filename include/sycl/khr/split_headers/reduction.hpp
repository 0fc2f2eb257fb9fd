// Declares reductions, and function objects for them (sycl_khr_split_headers).
#pragma once

#include "../../functional.hpp"
#include "../../reducer.hpp"
#include "../../reduction.hpp"
#include "version.hpp"
