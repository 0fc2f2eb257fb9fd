// Names OpenCL's scalar types (SYCL 2020, C.7.1).
#pragma once

#include <cstdint>

#include "../half.hpp"

namespace sycl {
inline namespace _v1 {
namespace opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_float = float;
using cl_double = double;
using cl_half = half;

}  // namespace opencl
}  // namespace _v1
}  // namespace sycl
