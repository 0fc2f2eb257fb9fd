// Declares images, samplers and their accessors (sycl_khr_split_headers).
#pragma once

#include "../../image.hpp"
#include "../../image_accessor.hpp"
#include "../../image_properties.hpp"
#include "version.hpp"
