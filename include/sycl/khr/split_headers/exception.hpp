// Declares exceptions and their codes (sycl_khr_split_headers).
#pragma once

#include "../../exception.hpp"
#include "version.hpp"
