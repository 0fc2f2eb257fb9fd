// The atomic functions of OpenCL C 2.0 and 3.0 (6.15.12) and of cl_ext_float_atomics on atomic types,
// for the global, the local and the generic address space. The scope is widened to all devices, which is always allowed.
#include "library.h"

// The order of an operation is a constant in almost every call; the switches then fold away.
// A function NAME(pointer, value) in its three forms. T: type, A: atomic type, M: operand's type.
#define FETCH(NAME, OPERATION, T, A, M, SPACE)                                     \
  T OVERLOADED NAME##_explicit(volatile SPACE A* p, M value, memory_order order,   \
                               memory_scope scope) {                               \
    switch (order) {                                                               \
      case memory_order_relaxed:                                                   \
        return OPERATION(p, (T)value, __ATOMIC_RELAXED);                           \
      case memory_order_acquire:                                                   \
        return OPERATION(p, (T)value, __ATOMIC_ACQUIRE);                           \
      case memory_order_release:                                                   \
        return OPERATION(p, (T)value, __ATOMIC_RELEASE);                           \
      case memory_order_acq_rel:                                                   \
        return OPERATION(p, (T)value, __ATOMIC_ACQ_REL);                           \
      default:                                                                     \
        return OPERATION(p, (T)value, __ATOMIC_SEQ_CST);                           \
    }                                                                              \
  }                                                                                \
  T OVERLOADED NAME##_explicit(volatile SPACE A* p, M value, memory_order order) { \
    return NAME##_explicit(p, value, order, memory_scope_device);                  \
  }                                                                                \
  T OVERLOADED NAME(volatile SPACE A* p, M value) {                                \
    return OPERATION(p, (T)value, __ATOMIC_SEQ_CST);                               \
  }

#define INITIALISE(T, A, SPACE)                               \
  void OVERLOADED atomic_init(volatile SPACE A* p, T value) { \
    __c11_atomic_init(p, value);                              \
  }

#define LOAD(T, A, SPACE)                                                                          \
  T OVERLOADED atomic_load_explicit(volatile SPACE A* p, memory_order order, memory_scope scope) { \
    switch (order) {                                                                               \
      case memory_order_relaxed:                                                                   \
        return __c11_atomic_load(p, __ATOMIC_RELAXED);                                             \
      case memory_order_acquire:                                                                   \
        return __c11_atomic_load(p, __ATOMIC_ACQUIRE);                                             \
      default:                                                                                     \
        return __c11_atomic_load(p, __ATOMIC_SEQ_CST);                                             \
    }                                                                                              \
  }                                                                                                \
  T OVERLOADED atomic_load_explicit(volatile SPACE A* p, memory_order order) {                     \
    return atomic_load_explicit(p, order, memory_scope_device);                                    \
  }                                                                                                \
  T OVERLOADED atomic_load(volatile SPACE A* p) {                                                  \
    return __c11_atomic_load(p, __ATOMIC_SEQ_CST);                                                 \
  }

#define STORE_IN_ORDER(T, A, SPACE)                                                          \
  static void OVERLOADED store(volatile SPACE A* p, T value, memory_order order) {           \
    switch (order) {                                                                         \
      case memory_order_relaxed:                                                             \
        __c11_atomic_store(p, value, __ATOMIC_RELAXED);                                      \
        break;                                                                               \
      case memory_order_release:                                                             \
        __c11_atomic_store(p, value, __ATOMIC_RELEASE);                                      \
        break;                                                                               \
      default:                                                                               \
        __c11_atomic_store(p, value, __ATOMIC_SEQ_CST);                                      \
        break;                                                                               \
    }                                                                                        \
  }

// V: the type that the value is declared with.
#define STORE(V, A, SPACE)                                                                   \
  void OVERLOADED atomic_store_explicit(volatile SPACE A* p, V value, memory_order order,    \
                                        memory_scope scope) {                                \
    store(p, value, order);                                                                  \
  }                                                                                          \
  void OVERLOADED atomic_store_explicit(volatile SPACE A* p, V value, memory_order order) {  \
    store(p, value, order);                                                                  \
  }                                                                                          \
  void OVERLOADED atomic_store(volatile SPACE A* p, V value) {                               \
    store(p, value, memory_order_seq_cst);                                                   \
  }

// The expected value may stand in any space of its own. A failed exchange only loads, so its order
// is that of a load; acquire covers every weaker one. Weak may be strong.
#define COMPARE_EXCHANGE(NAME, T, A, SPACE, EXPECTED)                                        \
  bool OVERLOADED NAME##_explicit(volatile SPACE A* p, EXPECTED T* expected, T desired,      \
                                  memory_order success, memory_order failure,                \
                                  memory_scope scope) {                                      \
    T seen = *expected;                                                                      \
    bool done;                                                                               \
    if (success == memory_order_relaxed && failure == memory_order_relaxed) {                \
      done = __c11_atomic_compare_exchange_strong(p, &seen, desired, __ATOMIC_RELAXED,       \
                                                  __ATOMIC_RELAXED);                         \
    } else if (success == memory_order_seq_cst || failure == memory_order_seq_cst) {         \
      done = __c11_atomic_compare_exchange_strong(p, &seen, desired, __ATOMIC_SEQ_CST,       \
                                                  __ATOMIC_SEQ_CST);                         \
    } else {                                                                                 \
      done = __c11_atomic_compare_exchange_strong(p, &seen, desired, __ATOMIC_ACQ_REL,       \
                                                  __ATOMIC_ACQUIRE);                         \
    }                                                                                        \
    if (!done) *expected = seen;                                                             \
    return done;                                                                             \
  }                                                                                          \
  bool OVERLOADED NAME##_explicit(volatile SPACE A* p, EXPECTED T* expected, T desired,      \
                                  memory_order success, memory_order failure) {              \
    return NAME##_explicit(p, expected, desired, success, failure, memory_scope_device);     \
  }                                                                                          \
  bool OVERLOADED NAME(volatile SPACE A* p, EXPECTED T* expected, T desired) {               \
    return NAME##_explicit(p, expected, desired, memory_order_seq_cst, memory_order_seq_cst, \
                           memory_scope_device);                                             \
  }
#define COMPARE_EXCHANGES_OF(NAME, T, A, SPACE)  \
  COMPARE_EXCHANGE(NAME, T, A, SPACE, __private) \
  COMPARE_EXCHANGE(NAME, T, A, SPACE, __local)   \
  COMPARE_EXCHANGE(NAME, T, A, SPACE, __global)  \
  COMPARE_EXCHANGE(NAME, T, A, SPACE, __generic)
#define COMPARE_EXCHANGES(T, A, SPACE)                              \
  COMPARE_EXCHANGES_OF(atomic_compare_exchange_strong, T, A, SPACE) \
  COMPARE_EXCHANGES_OF(atomic_compare_exchange_weak, T, A, SPACE)

// M: the operand's type of the functions that pointers add and subtract with; for the types that
// stand for uintptr_t and intptr_t it has the other sign.
#define ARITHMETIC(T, A, M, SPACE)                                \
  FETCH(atomic_fetch_add, __c11_atomic_fetch_add, T, A, M, SPACE) \
  FETCH(atomic_fetch_sub, __c11_atomic_fetch_sub, T, A, M, SPACE) \
  FETCH(atomic_fetch_min, __c11_atomic_fetch_min, T, A, M, SPACE) \
  FETCH(atomic_fetch_max, __c11_atomic_fetch_max, T, A, M, SPACE) \
  FETCH(atomic_fetch_and, __c11_atomic_fetch_and, T, A, M, SPACE) \
  FETCH(atomic_fetch_or, __c11_atomic_fetch_or, T, A, M, SPACE)   \
  FETCH(atomic_fetch_xor, __c11_atomic_fetch_xor, T, A, M, SPACE)

// cl_ext_float_atomics.
#define REAL_ARITHMETIC(T, A, SPACE)                              \
  FETCH(atomic_fetch_add, __c11_atomic_fetch_add, T, A, T, SPACE) \
  FETCH(atomic_fetch_sub, __c11_atomic_fetch_sub, T, A, T, SPACE) \
  FETCH(atomic_fetch_min, __c11_atomic_fetch_min, T, A, T, SPACE) \
  FETCH(atomic_fetch_max, __c11_atomic_fetch_max, T, A, T, SPACE)

#define ANY_TYPE(T, A, SPACE)                                   \
  INITIALISE(T, A, SPACE)                                       \
  LOAD(T, A, SPACE)                                             \
  STORE_IN_ORDER(T, A, SPACE)                                   \
  STORE(T, A, SPACE)                                            \
  FETCH(atomic_exchange, __c11_atomic_exchange, T, A, T, SPACE) \
  COMPARE_EXCHANGES(T, A, SPACE)

#define SPACE_FUNCTIONS(SPACE)                  \
  ANY_TYPE(int, atomic_int, SPACE)              \
  ANY_TYPE(uint, atomic_uint, SPACE)            \
  ANY_TYPE(long, atomic_long, SPACE)            \
  ANY_TYPE(ulong, atomic_ulong, SPACE)          \
  ANY_TYPE(float, atomic_float, SPACE)          \
  ANY_TYPE(double, atomic_double, SPACE)        \
  ARITHMETIC(int, atomic_int, int, SPACE)       \
  ARITHMETIC(uint, atomic_uint, uint, SPACE)    \
  ARITHMETIC(long, atomic_long, long, SPACE)    \
  ARITHMETIC(ulong, atomic_ulong, ulong, SPACE) \
  ARITHMETIC(long, atomic_long, ulong, SPACE)   \
  ARITHMETIC(ulong, atomic_ulong, long, SPACE)  \
  REAL_ARITHMETIC(float, atomic_float, SPACE)   \
  REAL_ARITHMETIC(double, atomic_double, SPACE) \
  HALVES(SPACE)                                 \
  FLAG(SPACE)

// Halves have what the extension names: no initialisation, no comparison. Clang declares their
// stores with a value of the atomic type, its header with a half.
#define HALVES(SPACE)                                                       \
  LOAD(half, atomic_half, SPACE)                                            \
  STORE_IN_ORDER(half, atomic_half, SPACE) \
  STORE(half, atomic_half, SPACE)                                           \
  STORE(atomic_half, atomic_half, SPACE)                                    \
  FETCH(atomic_exchange, __c11_atomic_exchange, half, atomic_half, half, SPACE) \
  REAL_ARITHMETIC(half, atomic_half, SPACE)

// A flag is set when it is not 0.
#define FLAG(SPACE)                                                                               \
  bool OVERLOADED atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag* p,                \
                                                    memory_order order, memory_scope scope) {     \
    return atomic_exchange_explicit(p, 1, order, scope) != 0;                                     \
  }                                                                                               \
  bool OVERLOADED atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag* p,                \
                                                    memory_order order) {                         \
    return atomic_exchange_explicit(p, 1, order, memory_scope_device) != 0;                       \
  }                                                                                               \
  bool OVERLOADED atomic_flag_test_and_set(volatile SPACE atomic_flag* p) {                       \
    return atomic_exchange(p, 1) != 0;                                                            \
  }                                                                                               \
  void OVERLOADED atomic_flag_clear_explicit(volatile SPACE atomic_flag* p, memory_order order,   \
                                             memory_scope scope) {                                \
    atomic_store_explicit(p, 0, order, scope);                                                    \
  }                                                                                               \
  void OVERLOADED atomic_flag_clear_explicit(volatile SPACE atomic_flag* p, memory_order order) { \
    atomic_store_explicit(p, 0, order, memory_scope_device);                                      \
  }                                                                                               \
  void OVERLOADED atomic_flag_clear(volatile SPACE atomic_flag* p) {                              \
    atomic_store(p, 0);                                                                           \
  }

SPACE_FUNCTIONS(__global)
SPACE_FUNCTIONS(__local)
SPACE_FUNCTIONS(__generic)
