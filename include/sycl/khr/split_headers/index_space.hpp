// Declares ranges, ids and items (sycl_khr_split_headers).
#pragma once

#include "../../id.hpp"
#include "../../item.hpp"
#include "../../nd_item.hpp"
#include "../../nd_range.hpp"
#include "../../range.hpp"
#include "version.hpp"
