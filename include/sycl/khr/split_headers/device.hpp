// Declares device, its selectors and aspects (sycl_khr_split_headers).
#pragma once

#include "../../aspects.hpp"
#include "../../device.hpp"
#include "../../device_selector.hpp"
#include "version.hpp"
