// Lays out what a named barrier keeps in local memory, for the library's OpenCL C and for C++.
#pragma once

#ifndef __cplusplus
typedef uint NamedBarrierWord;
#else
#include <cstdint>
namespace cleave::builtins {
using NamedBarrierWord = uint32_t;
#endif

struct NamedBarrier {
  NamedBarrierWord sub_groups;  // that meet
  NamedBarrierWord arrived;     // of these, in this round
  NamedBarrierWord round;       // how often all have met
};

#ifdef __cplusplus
/// Functions of the library by which sub-groups come to one, and ask whether all have.
inline constexpr const char* arrive_at_named_barrier = "__cleave_named_barrier_arrive";
inline constexpr const char* has_met_at_named_barrier = "__cleave_named_barrier_has_met";

}  // namespace cleave::builtins
#endif
