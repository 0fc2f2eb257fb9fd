// Declares all built-in functions (sycl_khr_split_headers).
#pragma once

#include "../../common_math.hpp"
#include "../../geometric.hpp"
#include "../../integer_math.hpp"
#include "../../math.hpp"
#include "../../native_math.hpp"
#include "../../relational.hpp"
#include "version.hpp"
