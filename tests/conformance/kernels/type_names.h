// Names the host's types as OpenCL C does.
#pragma once

#include <CL/cl.h>

#include "tests/support/half.h"

namespace cleave::test {

template <class T>
struct Traits;
#define CLEAVE_TYPE(T, NAME)                  \
  template <>                                 \
  struct Traits<T> {                          \
    static constexpr const char* name = NAME; \
  };
CLEAVE_TYPE(cl_char, "char")
CLEAVE_TYPE(cl_uchar, "uchar")
CLEAVE_TYPE(cl_short, "short")
CLEAVE_TYPE(cl_ushort, "ushort")
CLEAVE_TYPE(cl_int, "int")
CLEAVE_TYPE(cl_uint, "uint")
CLEAVE_TYPE(cl_long, "long")
CLEAVE_TYPE(cl_ulong, "ulong")
CLEAVE_TYPE(cl_float, "float")
CLEAVE_TYPE(cl_double, "double")
CLEAVE_TYPE(Half, "half")
#undef CLEAVE_TYPE

}  // namespace cleave::test
