// Expands CLEAVE_ROW(result, name, parameters) for each function of the driver that the headers name, and undefines it. No
// include guard: a file may include it several times.
#define CLEAVE_DEVICE_FUNCTION(attributes, result, name, symbol, parameters) \
  CLEAVE_ROW(result, name, parameters)
#define CLEAVE_ROW_OF(type, name, parameters) \
  {                                           \
    using Type = type;                        \
    CLEAVE_ROW(Type, name, parameters)        \
  }
#define CLEAVE_DEVICE_REALS(attributes, name, parameters, arguments, of_float, of_double, of_half) \
  CLEAVE_ROW_OF(float, name, parameters)                                                           \
  CLEAVE_ROW_OF(double, name, parameters)                                                          \
  CLEAVE_ROW_OF(_Float16, name, parameters)
#define CLEAVE_DEVICE_INTEGERS(name, parameters, arguments, head, tail) \
  CLEAVE_ROW_OF(int, name, parameters)                                  \
  CLEAVE_ROW_OF(unsigned, name, parameters)                             \
  CLEAVE_ROW_OF(long, name, parameters)                                 \
  CLEAVE_ROW_OF(unsigned long, name, parameters)
#define CLEAVE_DEVICE_NUMBERS(name, parameters, arguments, head, tail) \
  CLEAVE_DEVICE_INTEGERS(name, parameters, arguments, head, tail)      \
  CLEAVE_DEVICE_REALS(, name, parameters, arguments, , , )
#include <sycl/detail/builtins.def>
#include <sycl/detail/math_builtins.def>
#undef CLEAVE_DEVICE_FUNCTION
#undef CLEAVE_DEVICE_REALS
#undef CLEAVE_DEVICE_INTEGERS
#undef CLEAVE_DEVICE_NUMBERS
#undef CLEAVE_ROW_OF
#undef CLEAVE_ROW
