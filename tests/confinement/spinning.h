// What programs share that keep processors busy.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace cleave::test {

/// `spin` (out, rounds) computes `rounds` times and writes a number for each work-item.
inline const char* spinning_source = R"(
kernel void spin(global uint *out, uint rounds) {
  uint value = get_global_id(0);
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u ^ (value >> 7);
  out[get_global_id(0)] = value;
})";
inline constexpr size_t group_size = 16;
inline constexpr size_t groups_per_unit = 64;

/// Ends the program when a call has failed.
inline void check(cl_int error, const char* call) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", call, error);
  std::exit(1);
}

}  // namespace cleave::test
