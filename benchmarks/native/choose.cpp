// Chooses among the instruction sets that the loops were compiled for.
#include "native/loops.h"

namespace cleave::benchmark {

#if defined(__x86_64__)
extern const NativeLoops avx512_loops, avx512_narrow_loops, avx2_loops;
#endif
extern const NativeLoops baseline_loops;

const NativeLoops& native_loops() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq"))
    return __builtin_cpu_is("intel") ? avx512_narrow_loops : avx512_loops;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2"))
    return avx2_loops;
#endif
  return baseline_loops;
}

}  // namespace cleave::benchmark
