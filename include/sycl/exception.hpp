// Declares exceptions, their codes and the handler of asynchronous errors (SYCL 2020, 4.13).
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend_types.hpp"
#include "detail/abi.h"
#include "detail/config.hpp"
#include "detail/std_function.hpp"

namespace sycl {
inline namespace _v1 {

class context;

enum class errc : int {
#define CLEAVE_ERROR_CODE(name, number, text) name = number,
#include "detail/error_codes.def"
};

}  // namespace _v1
}  // namespace sycl

template <>
struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl {
inline namespace _v1 {

namespace CLEAVE_SYCL_HIDDEN detail {
struct exception_access;

[[noreturn]] CLEAVE_SYCL_COLD inline void raise_old_library() {
  std::fputs("libcleave-sycl.so.1 is older than the headers that this program was compiled with\n",
             stderr);
  std::abort();
}

/// The functions of the library. Ends the program where the library is too old.
inline const cleave_sycl_api& api() {
  const cleave_sycl_api* const table = __cleave_sycl_api(CLEAVE_SYCL_API_VERSION);
  if (__builtin_expect(table == nullptr || table->bytes < sizeof(cleave_sycl_api), 0)) {
    raise_old_library();
  }
  return *table;
}

// Not inlined: code that drops references is everywhere, and compiles faster with a call, and without a path for exceptions.
__attribute__((noinline)) inline void retain(void* object) noexcept {
  api().retain(object);
}
__attribute__((noinline)) inline void release(void* object) noexcept {
  api().release(object);
}

/// A counted reference to an object of the library, or none.
template <class Object>
class reference {
 public:
  reference() = default;
  /// Takes over a reference that the caller has.
  static reference take(Object* object) noexcept { return reference(object); }
  /// Adds a reference.
  static reference share(Object* object) noexcept {
    if (object != nullptr) retain(object);
    return reference(object);
  }
  reference(const reference& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) retain(object_);
  }
  // Without std::exchange and std::swap, of which each class of objects would instantiate its own.
  reference(reference&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  reference& operator=(reference other) noexcept {
    Object* const before = object_;
    object_ = other.object_;
    other.object_ = before;
    return *this;
  }
  ~reference() {
    if (object_ != nullptr) release(object_);
  }

  Object* get() const { return object_; }

 private:
  explicit reference(Object* object) noexcept : object_(object) {}
  Object* object_ = nullptr;
};

/// The category of sycl::errc.
class CLEAVE_SYCL_EXPORT error_category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "sycl"; }
  std::string message(int code) const override { return text_of(code); }

 private:
  static const char* text_of(int code) noexcept {
    switch (code) {
#define CLEAVE_ERROR_CODE(name, number, text) \
  case number:                                \
    return text;
#include "detail/error_codes.def"
      default:
        return "unknown SYCL error";
    }
  }
};

/// The category of the codes that OpenCL's functions return.
class CLEAVE_SYCL_EXPORT opencl_error_category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "opencl"; }
  std::string message(int code) const override { return "OpenCL error " + std::to_string(code); }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// One category lives in a process, whatever the number of its libraries.
CLEAVE_SYCL_EXPORT inline const std::error_category& sycl_category() noexcept {
  static const detail::error_category category;
  return category;
}

inline std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), sycl_category()};
}

/// An error of SYCL; copying it throws nothing.
class CLEAVE_SYCL_EXPORT exception : public virtual std::exception {
 public:
  exception(std::error_code code, const std::string& what) : exception(code, what.c_str()) {}
  exception(std::error_code code, const char* what) : code_(code), text_(what) {}
  exception(std::error_code code) : code_(code), text_(code.message()) {}
  exception(int code, const std::error_category& category, const std::string& what)
      : exception(std::error_code(code, category), what) {}
  exception(int code, const std::error_category& category, const char* what)
      : exception(std::error_code(code, category), what) {}
  exception(int code, const std::error_category& category)
      : exception(std::error_code(code, category)) {}
  inline exception(const context& its_context, std::error_code code, const std::string& what);
  inline exception(const context& its_context, std::error_code code, const char* what);
  inline exception(const context& its_context, std::error_code code);
  inline exception(const context& its_context, int code, const std::error_category& category,
                   const std::string& what);
  inline exception(const context& its_context, int code, const std::error_category& category,
                   const char* what);
  inline exception(const context& its_context, int code, const std::error_category& category);

  const std::error_code& code() const noexcept { return code_; }
  const std::error_category& category() const noexcept { return code_.category(); }
  const char* what() const noexcept override { return text_.what(); }
  bool has_context() const noexcept { return context_.get() != nullptr; }
  /// Throws errc::invalid where there is no context.
  inline context get_context() const;

 private:
  friend struct detail::exception_access;
  std::error_code code_;
  std::runtime_error text_;  // whose copies throw nothing
  std::int32_t opencl_code_ = 0;
  detail::reference<cleave_sycl_context> context_;
};

/// Asynchronous errors.
class exception_list {
 public:
  using value_type = std::exception_ptr;
  using reference = value_type&;
  using const_reference = const value_type&;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  size_type size() const { return errors_.size(); }
  iterator begin() const { return errors_.begin(); }
  iterator end() const { return errors_.end(); }

 private:
  friend struct detail::exception_access;
  std::vector<std::exception_ptr> errors_;
};

using async_handler = std::function<void(exception_list)>;

namespace CLEAVE_SYCL_HIDDEN detail {

/// Throws; where there are no exceptions, ends the program with the error's text.
[[noreturn]] CLEAVE_SYCL_COLD inline void raise(errc code, const char* text) {
#ifdef __cpp_exceptions
  throw exception(make_error_code(code), text);
#else
  (void)code;
  std::fprintf(stderr, "sycl::exception: %s\n", text);
  std::abort();
#endif
}

struct exception_access {
  /// Makes an exception of a record, which it gives back.
  static exception take(cleave_sycl_error* error) {
    exception made(make_error_code(static_cast<errc>(error->code)), error->text);
    made.context_ = reference<cleave_sycl_context>::share(error->context);
    made.opencl_code_ = error->opencl_code;
    api().release_error(error);
    return made;
  }
  static exception copy(const cleave_sycl_error& error) {
    exception made(make_error_code(static_cast<errc>(error.code)), error.text);
    made.context_ = reference<cleave_sycl_context>::share(error.context);
    made.opencl_code_ = error.opencl_code;
    return made;
  }
  static std::int32_t opencl_code(const exception& made) { return made.opencl_code_; }
  static void set_context(exception& made, cleave_sycl_context* its_context) {
    made.context_ = reference<cleave_sycl_context>::share(its_context);
  }
  static cleave_sycl_context* context_of(const exception& made) { return made.context_.get(); }
  CLEAVE_SYCL_LAZY static void add(exception_list& list, std::exception_ptr error) {
    list.errors_.push_back(std::move(error));
  }
};

/// Throws the error that a call of the library has returned.
[[noreturn]] CLEAVE_SYCL_COLD inline void raise(cleave_sycl_error* error) {
#ifdef __cpp_exceptions
  throw exception_access::take(error);
#else
  raise(static_cast<errc>(error->code), error->text);
#endif
}

CLEAVE_SYCL_INLINE void check(cleave_sycl_error* error) {
  if (__builtin_expect(error != nullptr, 0)) raise(error);
}

/// The C++ library of this unit: another one cannot read its exceptions.
#ifdef _LIBCPP_VERSION
inline constexpr std::uint32_t standard_library = 2;
#else
inline constexpr std::uint32_t standard_library = 1;
#endif

#if defined(__cpp_exceptions) && !defined(__SYCL_DEVICE_ONLY__)
/// The exception that left a handler on this thread: none crosses the library, so that the call behind which the
/// library called the handler throws it again.
CLEAVE_SYCL_EXPORT inline std::exception_ptr& thrown_by_handler() {
  static thread_local std::exception_ptr thrown;
  return thrown;
}

/// Throws what a handler has thrown on this thread.
inline void rethrow_of_handler() {
  if (thrown_by_handler() == nullptr) return;
  std::exception_ptr thrown;
  thrown.swap(thrown_by_handler());
  std::rethrow_exception(thrown);
}
#else
inline void rethrow_of_handler() {}
#endif

/// The user's handler as the library calls it. A template, so that only files with handlers pay for it.
template <class = void>
struct async_trampoline {
  static void call(void* state, [[maybe_unused]] const cleave_sycl_error* const* errors,
                   std::size_t count) noexcept {
    exception_list list;
    for (std::size_t i = 0; i < count; ++i) {
#ifdef __cpp_exceptions
      const cleave_sycl_exception* const thrown = errors[i]->exception;
      exception_access::add(list,
                            thrown != nullptr && thrown->library == standard_library
                                ? *static_cast<const std::exception_ptr*>(thrown->box.state)
                                : std::make_exception_ptr(exception_access::copy(*errors[i])));
#endif
    }
#if defined(__cpp_exceptions) && !defined(__SYCL_DEVICE_ONLY__)
    try {
      (*static_cast<async_handler*>(state))(list);
    } catch (...) {
      thrown_by_handler() = std::current_exception();
    }
#else
    (*static_cast<async_handler*>(state))(list);
#endif
  }
  static void destroy(void* state) noexcept { delete static_cast<async_handler*>(state); }
  static cleave_sycl_async_handler make(const async_handler& handler) {
    if (!handler) return {{nullptr, nullptr}, nullptr};
    return {{new async_handler(handler), destroy}, call};
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
