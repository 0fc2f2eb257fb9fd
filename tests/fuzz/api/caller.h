// Calls functions of the driver for one thread of a seed: tells what it calls, counts and judges.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "driver.h"
#include "record.h"
#include "tests/fuzz/random.h"
#include "world.h"

namespace cleave::test::fuzz::api {

/// Holds what a function that creates an object gave.
template <class Handle>
struct Created {
  Handle handle = nullptr;
  cl_int code = CL_SUCCESS;  // `unasked` when no place for it was given and there is no object
};
inline constexpr cl_int unasked = 1;

/// One line of text about a call.
class Line {
 public:
  template <class T>
  void put(T value) {
    if constexpr (std::is_same_v<T, std::nullptr_t>) {
      print("null");
    } else if constexpr (std::is_same_v<T, const char*>) {
      if (value == nullptr) return print("null");
      print("\"%.60s\"", value);
    } else if constexpr (std::is_pointer_v<T>) {
      print("%p", reinterpret_cast<const void*>(value));
    } else if constexpr (std::is_signed_v<T>) {
      print("%lld", static_cast<long long>(value));
    } else {
      print("%llu", static_cast<unsigned long long>(value));
    }
  }
  void print(const char* words) { print("%s", words); }
  template <class Word, class... Words>
  void print(const char* format, Word word, Words... words) {
    const int written = std::snprintf(text_ + used_, sizeof text_ - used_, format, word, words...);
    used_ = std::min(used_ + static_cast<size_t>(std::max(written, 0)), sizeof text_ - 1);
  }
  [[nodiscard]] const char* text() const { return text_; }

 public:
  char text_[Trace::line_bytes] = {};
  size_t used_ = 0;
};

/// Not thread-safe: a thread has its own.
class Caller {
 public:
  Caller(World& of_seed, Record& record, unsigned number, uint64_t seed, bool prints)
      : world(of_seed),
        random(seed * most_threads + number),
        record_(record),
        trace_(record.traces[number]),
        number_(number),
        prints_(prints) {}

  World& world;
  Random random;

  /// A function that answers a code. Use FUZZ_CALL.
  template <class... Parameters, class... Arguments>
  cl_int call(Function function, cl_int(CL_API_CALL* pointer)(Parameters...),
              Arguments... arguments) {
    begin(function, arguments...);
    return end(function, pointer(arguments...));
  }
  /// A function that gives an object and has a place for its code. Use FUZZ_CREATE.
  template <class Handle, class... Parameters, class... Arguments>
  Created<Handle> create(Function function, Handle(CL_API_CALL* pointer)(Parameters...),
                         Arguments... arguments) {
    cl_int code = unasked;
    cl_int* place = random.chance(90) ? &code : nullptr;
    begin(function, arguments..., place);
    const Handle handle = pointer(arguments..., place);
    if (place == nullptr && handle != nullptr) code = CL_SUCCESS;
    const bool fits = (handle != nullptr) == (code == CL_SUCCESS) ||
                      (function == Function::clLinkProgram && code == CL_LINK_PROGRAM_FAILURE);
    if (!fits) wrong("it gives an object and an error, or neither");
    return {handle, end(function, code)};
  }

  /// The next call has an argument with which it cannot succeed.
  void must_fail() { must_fail_ = true; }
  /// It may succeed all the same.
  void forget() { must_fail_ = false; }
  /// The call just made must answer one of these, or succeed when there are none.
  void expect(cl_int code, const std::vector<cl_int>& errors);
  /// Says that the last call, or what came of it, is not as it should be.
  void wrong(const std::string& what);
  void require(bool condition, const char* what) {
    if (!condition) wrong(what);
  }

  /// An object of that kind, alive and of that context by preference: also one that was released,
  /// and a handle that is none, with which the call must fail.
  template <class Handle>
  Handle object(const void* context = nullptr) {
    return static_cast<Handle>(any_object(kind_of<Handle>, context));
  }
  /// A handle that is none of that kind. May it be the address of a slot of another object? Then
  /// the call must change nothing.
  void* made_up(Kind kind);
  /// The root device, or a part.
  cl_device_id device();
  static cl_device_id root_device();
  /// Returns what the thread takes part in: one of a few contexts.
  Shared* some_context() { return world.pick(Kind::context, random, nullptr); }

  /// The next call may wait. No thread waits for what is still to be done.
  void may_block() { world.open_gates(); }

  [[nodiscard]] unsigned number() const { return number_; }

 private:
  template <class... Arguments>
  void begin(Function function, Arguments... arguments) {
    line_ = Line();
    line_.print("%u %s(", number_, name_of(function));
    [[maybe_unused]] const char* between = "";
    ((line_.print("%s", between), line_.put(arguments), between = ", "), ...);
    line_.print(")");
    tell();
  }
  cl_int end(Function function, cl_int code);
  void tell();
  void* any_object(Kind kind, const void* context);

  Record& record_;
  Trace& trace_;
  const unsigned number_;
  const bool prints_;
  bool must_fail_ = false;
  Line line_;
};

#define FUZZ_CALL(caller, name, ...) \
  (caller).call(Function::name, driver().name __VA_OPT__(, ) __VA_ARGS__)
#define FUZZ_EXTENSION_CALL(caller, name, ...) \
  (caller).call(Function::name, extensions().name __VA_OPT__(, ) __VA_ARGS__)
#define FUZZ_EXTENSION_CREATE(caller, name, ...) \
  (caller).create(Function::name, extensions().name, __VA_ARGS__)
#define FUZZ_CREATE(caller, name, ...) (caller).create(Function::name, driver().name, __VA_ARGS__)

/// Something that a thread does, and how often in relation to the others.
struct Action {
  unsigned weight;
  void (*act)(Caller& caller);
};

}  // namespace cleave::test::fuzz::api
