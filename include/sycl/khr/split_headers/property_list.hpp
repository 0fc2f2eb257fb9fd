// Declares property_list (sycl_khr_split_headers).
#pragma once

#include "../../property_list.hpp"
#include "version.hpp"
