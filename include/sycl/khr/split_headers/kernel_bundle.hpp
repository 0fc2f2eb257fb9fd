// Declares kernel bundles, kernels and specialization constants (sycl_khr_split_headers).
#pragma once

#include "../../kernel_bundle.hpp"
#include "../../kernel_id.hpp"
#include "../../specialization_id.hpp"
#include "version.hpp"
