// Declares event (sycl_khr_split_headers).
#pragma once

#include "../../event.hpp"
#include "version.hpp"
