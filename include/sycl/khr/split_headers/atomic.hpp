// Declares atomic_ref, fences, and the deprecated atomic (sycl_khr_split_headers).
#pragma once

#include "../../atomic.hpp"
#include "../../atomic_ref.hpp"
#include "../../memory_enums.hpp"
#include "version.hpp"
