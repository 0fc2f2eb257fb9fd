// Makes the table of the loops of one instruction set.
#include "native/loops.h"

namespace cleave::benchmark {

extern const NativeLoops CLEAVE_NATIVE_TABLE;
const NativeLoops CLEAVE_NATIVE_TABLE = {
#define CLEAVE_NATIVE_LOOP(name, parameters) CLEAVE_NATIVE_LEVEL::name,
#include "native/loops.def"
#undef CLEAVE_NATIVE_LOOP
};

}  // namespace cleave::benchmark
