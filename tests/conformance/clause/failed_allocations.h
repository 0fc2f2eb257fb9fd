// The fixture of tests of CL_OUT_OF_HOST_MEMORY and CL_MEM_OBJECT_ALLOCATION_FAILURE: every call is
// made again and again, and the first, the second, the third … of its allocations fails, until it
// does not reach that many. Then it returns the error, and nothing has changed; or it did without
// that memory.
//
// A device of ours has no memory but the host's: what it lacks is CL_OUT_OF_HOST_MEMORY too.
#pragma once

#include <ostream>
#include <set>
#include <thread>

#include "queries.h"
#include "support/failing_allocator.h"

namespace cleave::test {

class FailedAllocations;
using On = FailedAllocations;
using Codes = std::set<cl_int>;

/// Calls of one entry point.
struct Attempt {
  const char* name;
  /// The codes that failures give; none: the call allocates nothing.
  Codes codes;
  /// Makes the call through on.attempt() and undoes what it did.
  void (*make)(On& on);
  /// Whether a failure gives a code, and who keeps what, depends on which thread comes first.
  bool is_race = false;
  friend void PrintTo(const Attempt& row, std::ostream* out) { *out << row.name; }
};

class FailedAllocations : public Queried, public testing::WithParamInterface<Attempt> {
 public:
  using Callers = FailingAllocation::Callers;
  using Following = FailingAllocation::Following;

  /// Calls, on a new thread: what a thread keeps for reuse is empty.
  template <class Call>
  cl_int attempt(const Call& call, Callers callers = Callers::all,
                 Following following = Following::succeed) {
    cl_int code = 1;
    std::thread([&] {
      const FailingAllocation failing(number_, callers, following);
      code = call();
      has_failed_ = FailingAllocation::has_happened();
    }).join();
    code_ = code;
    return code;
  }
  /// Attempts a call that creates something; releases it.
  template <class Create, class Release>
  void create(const Create& create, const Release& release, Callers callers = Callers::all) {
    using Handle = decltype(create(nullptr));
    Handle handle = nullptr;
    attempt(
        [&] {
          cl_int error = 1;
          handle = create(&error);
          return error;
        },
        callers);
    EXPECT_EQ(code_ != CL_SUCCESS, handle == nullptr);
    if (handle != nullptr) {
      EXPECT_EQ(CL_SUCCESS, release(handle));
    }
  }
  /// Attempts many such calls: objects share memory that is taken for hundreds of them, and that of
  /// objects which are gone is used before there is an error.
  template <class Create, class Release>
  void create_many(const Create& create, const Release& release) {
    many_ += 4096;  // more than what is free from those before
    std::vector<decltype(create(nullptr))> handles;
    handles.reserve(many_);
    attempt(
        [&] {
          cl_int error = CL_SUCCESS;
          while (handles.size() < many_ && error == CL_SUCCESS) handles.push_back(create(&error));
          return error;
        },
        Callers::all, Following::fail);
    EXPECT_EQ(code_ != CL_SUCCESS, handles.back() == nullptr);
    for (const auto handle : handles) {
      if (handle != nullptr) {
        EXPECT_EQ(CL_SUCCESS, release(handle));
      }
    }
  }
  /// Attempts a command and brings it to its end.
  void enqueue(const char* name) {
    for (const Command& command : commands()) {
      if (command.name != std::string(name)) continue;
      cl_event event = nullptr;
      attempt([&] { return command.enqueue(*this, queue_, buffer_, 0, nullptr, &event); });
      EXPECT_EQ(code_ != CL_SUCCESS, event == nullptr);
      if (event != nullptr) {
        EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
      }
      EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
      return;
    }
    ADD_FAILURE() << name;
  }
  /// Attempts a call that starts commands: one that there is no memory for ends with the error.
  template <class Call>
  void start_commands(const Call& call) {
    std::vector<Event> events;
    for (const Command& command : commands()) {
      if (std::string(command.name).find("Map") != std::string::npos) continue;
      EXPECT_EQ(CL_SUCCESS,
                command.enqueue(*this, queue_, buffer_, 0, nullptr, events.emplace_back().out()));
    }
    attempt(call);
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    size_t failed = 0;
    for (const Event& event : events) {
      const auto status = value_of<cl_int>([&](size_t bytes, void* value, size_t* returned) {
        return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, bytes, value, returned);
      });
      if (status == CL_COMPLETE) continue;
      // The latter of memory that the work-groups of a kernel run in.
      EXPECT_TRUE(status == CL_OUT_OF_HOST_MEMORY || status == CL_OUT_OF_RESOURCES) << status;
      ++failed;
    }
    EXPECT_LE(failed, has_failed_ ? 1U : 0U);
  }
  /// Attempts every query that an entry point answers.
  void ask(const char* name) {
    for (const auto* table : {&answers_of_devices(), &answers_of_objects()}) {
      for (const Answer& answer : *table) {
        if (answer.query != std::string(name)) continue;
        unsigned char place[8192];
        attempt([&] {
          return query_named(name).ask(*this, answer.token, sizeof place, place, nullptr);
        });
        judge();
      }
    }
  }
  /// After one call: the code is one of those wanted.
  void judge() {
    if (!has_failed_) {
      EXPECT_EQ(CL_SUCCESS, code_);
      return;
    }
    any_failed_ = true;
    if (code_ == CL_SUCCESS) return;
    EXPECT_TRUE(GetParam().codes.count(code_) != 0) << code_ << " at allocation " << number_;
    seen_.insert(code_);
  }

  /// Counts what calls that fail must leave as it was.
  [[nodiscard]] std::vector<cl_uint> counts() {
    std::vector<cl_uint> all;
    const auto add = [&](const char* query, cl_uint token) {
      cl_uint count = 0;
      EXPECT_EQ(CL_SUCCESS, query_named(query).ask(*this, token, sizeof count, &count, nullptr));
      all.push_back(count);
    };
    add("GetContextInfo", CL_CONTEXT_REFERENCE_COUNT);
    add("GetCommandQueueInfo", CL_QUEUE_REFERENCE_COUNT);
    add("GetMemObjectInfo", CL_MEM_REFERENCE_COUNT);
    add("GetMemObjectInfo", CL_MEM_MAP_COUNT);
    add("GetProgramInfo", CL_PROGRAM_REFERENCE_COUNT);
    add("GetKernelInfo", CL_KERNEL_REFERENCE_COUNT);
    add("GetEventInfo", CL_EVENT_REFERENCE_COUNT);
    add("GetEventInfo", CL_EVENT_COMMAND_EXECUTION_STATUS);
    return all;
  }

  size_t number_ = 0;
  size_t many_ = 0;
  cl_int code_ = 1;
  bool has_failed_ = false;
  bool any_failed_ = false;
  Codes seen_;
};

inline const Codes none = {};
inline const Codes host = {CL_OUT_OF_HOST_MEMORY};
inline const Codes host_or_storage = {CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE};

#define QUERY(name, codes) {#name, codes, [](On& on) { on.ask(#name); }}
#define COMMAND(name, codes) {#name, codes, [](On& on) { on.enqueue(#name); }}
#define CREATE(name, codes, release, ...)                                             \
  {#name, codes, [](On& on) {                                                         \
     on.create([&](cl_int* error) { return cl##name(__VA_ARGS__, error); }, release); \
   }}
#define CREATE_MANY(name, codes, release, ...)                                             \
  {#name, codes, [](On& on) {                                                              \
     on.create_many([&](cl_int* error) { return cl##name(__VA_ARGS__, error); }, release); \
   }}
#define CALL(name, codes, ...) \
  {#name, codes, [](On& on) { on.attempt([&] { return cl##name(__VA_ARGS__); }); }}
/// Unified shared memory, which is freed at once.
#define CREATE_UNIFIED(name, ...)                                                                  \
  {#name, host, [](On& on) {                                                                       \
     on.create(                                                                                    \
         [&](cl_int* error) { return extension_functions().cl##name(__VA_ARGS__, error); },        \
         [&](void* memory) { return extension_functions().clMemFreeINTEL(on.context_, memory); }); \
   }}
/// A call that fails for want of memory frees when it is made again.
#define FREE_UNIFIED(name)                                                                       \
  {#name, host, [](On& on) {                                                                     \
     void* memory =                                                                              \
         extension_functions().clHostMemAllocINTEL(on.context_, nullptr, 64, 0, nullptr);        \
     const auto give_back = [&] { return extension_functions().cl##name(on.context_, memory); }; \
     if (on.attempt(give_back) != CL_SUCCESS) {                                                  \
       EXPECT_EQ(CL_SUCCESS, give_back());                                                       \
     }                                                                                           \
   }}
/// A reference more, or that one less.
#define RETAIN(kind, handle)                                                      \
  {"Retain" #kind, none,                                                          \
   [](On& on) {                                                                   \
     if (on.attempt([&] { return clRetain##kind(handle); }) == CL_SUCCESS) {      \
       EXPECT_EQ(CL_SUCCESS, clRelease##kind(handle));                            \
     }                                                                            \
   }},                                                                            \
  {                                                                               \
    "Release" #kind, none, [](On& on) {                                           \
      EXPECT_EQ(CL_SUCCESS, clRetain##kind(handle));                              \
      EXPECT_EQ(CL_SUCCESS, on.attempt([&] { return clRelease##kind(handle); })); \
    }                                                                             \
  }

}  // namespace cleave::test
