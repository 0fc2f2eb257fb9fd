// Declares queue (sycl_khr_split_headers).
#pragma once

#include "../../queue.hpp"
#include "../../queue_properties.hpp"
#include "version.hpp"
