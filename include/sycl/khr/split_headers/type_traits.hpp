// Declares traits of types (sycl_khr_split_headers).
#pragma once

#include "../../aspects.hpp"
#include "../../functional.hpp"
#include "../../group.hpp"
#include "../../is_device_copyable.hpp"
#include "../../multi_ptr.hpp"
#include "../../property_list.hpp"
#include "../../sub_group.hpp"
#include "version.hpp"
