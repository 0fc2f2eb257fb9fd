// Ends the application where device code cannot go on: abort, assert, and what the standard library
// would throw, which it calls functions for.
#include "opencl.h"

// Functions of the compiler module (target/x86/runtime_functions.def).
[[clang::sycl_external]] [[noreturn]] __attribute__((nothrow)) void end_process(
    const char* reason) __asm__("__cleave_end_process");
[[clang::sycl_external]] [[noreturn]] __attribute__((nothrow)) void fail_assertion(
    const char* expression, const char* file, unsigned line, const char* function, size_t global_x,
    size_t global_y, size_t global_z, size_t local_x, size_t local_y,
    size_t local_z) __asm__("__cleave_fail_assertion");

CLEAVE_OPENCL(size_t, global_id, "_Z13get_global_idj", unsigned)
CLEAVE_OPENCL(size_t, local_id, "_Z12get_local_idj", unsigned)

namespace {

[[noreturn]] void fail(const char* expression, const char* file, unsigned line,
                       const char* function) {
  fail_assertion(expression, file, line, function, global_id(0), global_id(1), global_id(2),
                 local_id(0), local_id(1), local_id(2));
}

}  // namespace

CLEAVE_DEVICE [[noreturn]] void abort() {
  end_process(nullptr);
}

CLEAVE_DEVICE [[noreturn]] void __assert_fail(const char* expression, const char* file,
                                              unsigned line, const char* function) {
  fail(expression, file, line, function);
}

/// Defines a function of the namespace std that takes the text of an exception.
#define CLEAVE_THROWS(name)                                           \
  [[clang::sycl_external]] [[noreturn]] void name(const char* text) { \
    end_process(text);                                                \
  }
/// The same of an exception whose text is always the same.
#define CLEAVE_THROWS_ONE(name, text)                 \
  [[clang::sycl_external]] [[noreturn]] void name() { \
    end_process(text);                                \
  }

namespace std {

[[clang::sycl_external]] [[noreturn]] void terminate() noexcept {
  end_process("std::terminate");
}

// libstdc++'s.
CLEAVE_THROWS(__throw_logic_error)
CLEAVE_THROWS(__throw_domain_error)
CLEAVE_THROWS(__throw_invalid_argument)
CLEAVE_THROWS(__throw_length_error)
CLEAVE_THROWS(__throw_out_of_range)
CLEAVE_THROWS(__throw_runtime_error)
CLEAVE_THROWS(__throw_range_error)
CLEAVE_THROWS(__throw_overflow_error)
CLEAVE_THROWS(__throw_underflow_error)
CLEAVE_THROWS_ONE(__throw_bad_exception, "std::bad_exception")
CLEAVE_THROWS_ONE(__throw_bad_alloc, "std::bad_alloc")
CLEAVE_THROWS_ONE(__throw_bad_array_new_length, "std::bad_array_new_length")
CLEAVE_THROWS_ONE(__throw_bad_cast, "std::bad_cast")
CLEAVE_THROWS_ONE(__throw_bad_typeid, "std::bad_typeid")
CLEAVE_THROWS_ONE(__throw_bad_function_call, "std::bad_function_call")
/// Its text is a format without its numbers, as the library's headers write it.
[[clang::sycl_external]] [[noreturn]] void __throw_out_of_range_fmt(const char* format, ...) {
  end_process(format);
}
[[clang::sycl_external]] [[noreturn]] void __glibcxx_assert_fail(const char* file, int line,
                                                                 const char* function,
                                                                 const char* condition) noexcept {
  fail(condition == nullptr ? "unreachable" : condition, file == nullptr ? "" : file,
       static_cast<unsigned>(line), function == nullptr ? "" : function);
}

// libc++'s: its headers call it in place of each throw where exceptions are off.
inline namespace __1 {
[[clang::sycl_external]] [[noreturn]] void __libcpp_verbose_abort(const char* format,
                                                                  ...) noexcept {
  end_process(format);
}
}  // namespace __1

}  // namespace std
