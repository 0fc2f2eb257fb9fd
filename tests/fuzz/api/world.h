// Knows the objects that the threads of one seed share, and what must have happened when all are
// gone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::api {

enum class Kind : uint8_t {
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  command_buffer,
  semaphore
};
inline constexpr size_t kind_count = 9;

template <class Handle>
inline constexpr Kind kind_of = Kind::device;
template <>
inline constexpr Kind kind_of<cl_context> = Kind::context;
template <>
inline constexpr Kind kind_of<cl_command_queue> = Kind::queue;
template <>
inline constexpr Kind kind_of<cl_mem> = Kind::memory;
template <>
inline constexpr Kind kind_of<cl_program> = Kind::program;
template <>
inline constexpr Kind kind_of<cl_kernel> = Kind::kernel;
template <>
inline constexpr Kind kind_of<cl_event> = Kind::event;
template <>
inline constexpr Kind kind_of<cl_command_buffer_khr> = Kind::command_buffer;
template <>
inline constexpr Kind kind_of<cl_semaphore_khr> = Kind::semaphore;

/// An object that all threads know. `held` counts the references that the application has: whoever
/// takes one off may release it. The object may live on, and be retained again, when there is none.
struct Shared {
  void* handle = nullptr;
  void* context = nullptr;
  std::atomic<int> held{1};

  /// True when the caller has a reference to release now.
  [[nodiscard]] bool take() {
    int count = held.load();
    while (count > 0 && !held.compare_exchange_weak(count, count - 1)) {
    }
    return count > 0;
  }
};

/// A function that the driver has been given, which it must call once. Lives as long as the seed.
struct Notice {
  const char* what = "";
  std::atomic<bool> is_expected{false};  // the driver has taken it
  std::atomic<int> calls{0};
  cl_int status = CL_COMPLETE;  // of an event: what it is asked to be called at
};

/// One seed's objects. Thread-safe.
class World {
 public:
  World() = default;
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Counts an object that is going to be made. False when there are so many that a handle of this
  /// seed could be used again: a slot waits until 256 others have been released.
  [[nodiscard]] bool may_make(Kind kind) { return made_[index(kind)].fetch_add(1) < most_objects; }

  /// Takes over a new object with one reference.
  Shared& add(Kind kind, void* handle, void* context);
  /// Some object, of that context and alive by preference; null when there is none.
  [[nodiscard]] Shared* pick(Kind kind, Random& random, const void* context);
  /// Any of them by its handle.
  [[nodiscard]] Shared* find(Kind kind, const void* handle);

  [[nodiscard]] Notice& make_notice(const char* what);

  /// A user event that is to get `status` before any thread blocks.
  void add_gate(cl_event gate, cl_int status);
  /// Ends the user events that there are: no thread blocks on what another one would have to do
  /// later. Every thread does so before each call that waits.
  void open_gates();

  /// Memory for commands to read and write at any time until the seed ends.
  [[nodiscard]] std::byte* host_memory(size_t bytes);

  void say_wrong(const std::string& what);
  [[nodiscard]] unsigned wrong_count() const { return wrong_.load(); }

  /// Releases what is held, waits until every object is gone, and says what is not as it should be.
  void end();

 private:
  static constexpr unsigned most_objects = 220;
  static constexpr size_t index(Kind kind) { return static_cast<size_t>(kind); }

  struct Pool {
    std::mutex mutex;
    std::deque<Shared> objects;
  };
  struct Gate {
    cl_event event;
    cl_int status;
  };

  void release_everything();
  [[nodiscard]] std::string what_is_left();

  std::array<Pool, kind_count> pools_;
  std::array<std::atomic<unsigned>, kind_count> made_{};
  std::mutex mutex_;
  std::deque<Notice> notices_;
  std::vector<Gate> gates_;
  std::deque<std::unique_ptr<std::byte[]>> host_memory_;
  std::atomic<unsigned> wrong_{0};
};

/// The driver calls these functions, with a Notice. Each asks about the object that it is told of.
void CL_CALLBACK on_context_destroyed(cl_context context, void* notice);
void CL_CALLBACK on_memory_destroyed(cl_mem memory, void* notice);
void CL_CALLBACK on_program_built(cl_program program, void* notice);
void CL_CALLBACK on_event(cl_event event, cl_int status, void* notice);
void CL_CALLBACK on_message(const char* message, const void* bytes, size_t count, void* calls);

/// The code of a handle that is none.
[[nodiscard]] cl_int invalid_code(Kind kind);
/// A query that any object of the kind answers: the code.
[[nodiscard]] cl_int ask(Kind kind, void* handle);
/// clRetain… and clRelease…
[[nodiscard]] cl_int retain(Kind kind, void* handle);
[[nodiscard]] cl_int release(Kind kind, void* handle);

}  // namespace cleave::test::fuzz::api
