// Declares the deprecated hierarchical launches (sycl_khr_split_headers).
#pragma once

#include "../../h_item.hpp"
#include "../../private_memory.hpp"
#include "version.hpp"
