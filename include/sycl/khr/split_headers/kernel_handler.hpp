// Declares kernel_handler (sycl_khr_split_headers).
#pragma once

#include "../../kernel_handler.hpp"
#include "version.hpp"
