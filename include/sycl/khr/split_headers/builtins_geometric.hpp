// Declares geometric functions (sycl_khr_split_headers).
#pragma once

#include "../../geometric.hpp"
#include "version.hpp"
