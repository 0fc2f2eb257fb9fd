// The entry points that answer queries, and the shape of a row that says what one answers.
#pragma once

#include <CL/cl_ext.h>

#include <algorithm>
#include <ostream>
#include <string_view>

#include "src/support/multi_device_cl.h"
#include "support/command_buffers.h"
#include "support/every_object.h"
#include "support/semaphores.h"

namespace cleave::test {

/// Every object, a command that has ended, a command-buffer and a semaphore.
class Queried : public EveryObject {
 public:
  void SetUp() override;

  Event done_;  // of a marker in `queue_`, which profiles
  CommandBuffer command_buffer_;
  Semaphore semaphore_;
};

/// clGet…Info of the object of its kind in `Queried`, device 0 and argument 0.
struct Query {
  const char* name;
  cl_int (*ask)(Queried& on, cl_uint token, size_t size, void* value, size_t* returned);
  friend void PrintTo(const Query& row, std::ostream* out) { *out << row.name; }
};
/// Every one of them.
const std::vector<Query>& queries();
/// One by its name, without "cl".
const Query& query_named(std::string_view name);

/// Describes what a query answers about an object.
struct Answer {
  const char* name;   // of the token
  const char* query;  // without "cl"
  cl_uint token;
  size_t element;  // bytes of the value, or of an element of a list
  bool is_list;    // of any number of elements
  bool (*holds)(Queried& on, const void* value, size_t bytes);
  friend void PrintTo(const Answer& row, std::ostream* out) { *out << row.name; }
};

/// Rows. `holds` is said of `value`, of `list` and of `text`.
#define VALUE(query, token, type, holds)                                               \
  {#token,                                                                             \
   #query,                                                                             \
   token,                                                                              \
   sizeof(type),                                                                       \
   false,                                                                              \
   []([[maybe_unused]] Queried& on, const void* data, [[maybe_unused]] size_t bytes) { \
     [[maybe_unused]] type const value = *static_cast<type const*>(data);              \
     return bool(holds);                                                               \
   }}
#define LIST(query, token, type, holds)                                 \
  {#token,                                                              \
   #query,                                                              \
   token,                                                               \
   sizeof(type),                                                        \
   true,                                                                \
   []([[maybe_unused]] Queried& on, const void* data, size_t bytes) {   \
     const auto* first = static_cast<const type*>(data);                \
     const std::vector<type> list(first, first + bytes / sizeof(type)); \
     return bool(holds);                                                \
   }}
#define TEXT(query, token, holds)                                            \
  {#token,                                                                   \
   #query,                                                                   \
   token,                                                                    \
   1,                                                                        \
   true,                                                                     \
   []([[maybe_unused]] Queried& on, const void* data, size_t bytes) {        \
     const std::string_view text(static_cast<const char*>(data), bytes - 1); \
     return static_cast<const char*>(data)[bytes - 1] == '\0' &&             \
            text.find('\0') == std::string_view::npos && (holds);            \
   }}

/// The tables: of devices, and of everything else.
const std::vector<Answer>& answers_of_devices();
const std::vector<Answer>& answers_of_objects();

}  // namespace cleave::test
