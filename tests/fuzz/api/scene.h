// Plays with objects that one thread alone knows and checks every answer against a model: codes,
// reference counts, contents, statuses.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "caller.h"

namespace cleave::test::fuzz::api {

/// A context with a queue, buffers and kernels. All commands of the queue run one after the other,
/// so that what a buffer is going to hold is known when a command is enqueued.
class Scene {
 public:
  explicit Scene(Caller& caller);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Does one thing.
  void step();
  /// Waits for everything, checks it and releases it.
  void end();

 private:
  /// An object and the references to it. Only this thread has any.
  struct Own {
    Kind kind = Kind::memory;
    void* handle = nullptr;
    unsigned held = 1;
  };
  struct Buffer {
    Own own;
    cl_mem_flags flags = 0;
    std::shared_ptr<std::vector<std::byte>> contents;  // of the whole of which it may be a part
    size_t origin = 0;
    size_t size = 0;
    bool is_part = false;
    unsigned maps = 0;

    [[nodiscard]] cl_mem handle() const { return static_cast<cl_mem>(own.handle); }
    [[nodiscard]] std::byte* begin() const { return contents->data() + origin; }
    [[nodiscard]] size_t words() const { return size / sizeof(cl_uint); }
    [[nodiscard]] cl_uint word(size_t index) const;
    void set_word(size_t index, cl_uint value) const;
  };
  /// A mapping that is still there.
  struct Map {
    Buffer* buffer;
    void* place;
    bool is_written;
    size_t begin;  // in the whole
    size_t end;
  };
  /// A command's event, and what it must come to.
  struct Command {
    Own own;
    cl_command_type type;
    bool fails;
    bool is_user_event;
    cl_int status;  // of a user event
    bool is_ended;  // a user event that this thread has ended
  };
  /// Holds what a read must have given when it has ended.
  struct Read {
    std::byte* host;
    std::vector<std::byte> expected;
  };
  struct Kernel {
    Own own;
    size_t which;  // its place among the names
  };
  /// How the next command is enqueued.
  struct Place {
    cl_command_queue queue = nullptr;
    std::vector<cl_event> after;
    bool fails = false;  // something that it waits for does
    cl_event event = nullptr;
    cl_event* event_place = nullptr;
    [[nodiscard]] cl_uint count() const { return static_cast<cl_uint>(after.size()); }
    [[nodiscard]] const cl_event* list() const { return after.empty() ? nullptr : after.data(); }
  };
  using Errors = std::vector<cl_int>;
  struct Launch;
  struct RectCase;

  // scene.cpp
  [[nodiscard]] bool make();
  void make_queue();
  void make_program();
  [[nodiscard]] Place begin_command();
  /// Judges the code and keeps the event. True when the command is going to run.
  bool end_command(Place& place, cl_int code, const Errors& errors, cl_command_type type);
  void synchronise();
  void check_reads();
  void retain_or_release();
  void release_all(Own& own);
  void check_count(const Own& own);
  void ask_again();
  /// Host memory to which nothing has been read holds this.
  static constexpr auto untouched = std::byte{0xa5};
  [[nodiscard]] std::byte* filled_host(size_t bytes);
  void expect_read(std::byte* host, std::vector<std::byte> expected, bool now);

  // scene_memory.cpp
  void make_buffer();
  void make_part();
  void drop_buffer();
  [[nodiscard]] Buffer* any_buffer();
  void read();
  void write();
  void copy();
  void fill();
  void map();
  void unmap();
  void unmap_one(size_t index);
  void migrate();

  // scene_rectangles.cpp
  void read_rect();
  void write_rect();
  void copy_rect();

  // scene_launches.cpp
  void launch();
  void launch_native();
  void set_wrong_argument();
  void make_kernel();
  [[nodiscard]] bool prepare(Launch& launch);
  [[nodiscard]] Errors errors_of(const Launch& launch) const;
  void run(const Launch& launch) const;
  [[nodiscard]] Buffer* kernel_buffer(bool is_written);

  // scene_events.cpp
  void make_gate();
  void end_gate();
  void set_callback();
  void synchronise_by_marker();
  void check_events();
  void check_profile(const Command& command);

  Caller& caller_;
  Random& random_;
  bool is_made_ = false;
  Own device_{Kind::device, nullptr, 0};  // a part, or the root device, which is not counted
  Own context_{Kind::context, nullptr, 0};
  Own queue_{Kind::queue, nullptr, 0};
  Own program_{Kind::program, nullptr, 0};
  bool is_out_of_order_ = false;
  bool is_profiled_ = false;
  bool is_uniform_ = true;  // local sizes must divide global sizes
  std::deque<Buffer> buffers_;
  std::vector<Kernel> kernels_;
  std::vector<Command> commands_;
  std::vector<Map> maps_;
  void* last_unmapped_ = nullptr;
  std::vector<Read> reads_;
};

}  // namespace cleave::test::fuzz::api
