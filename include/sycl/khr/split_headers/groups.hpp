// Declares work-groups and sub-groups (sycl_khr_split_headers).
#pragma once

#include "../../device_event.hpp"
#include "../../group.hpp"
#include "../../group_barrier.hpp"
#include "../../sub_group.hpp"
#include "version.hpp"
