// Builds sources through the OpenCL API and judges what the driver answers.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <optional>
#include <string>

namespace cleave::test::fuzz::source {

/// How a source ended.
enum class Ending : uint8_t {
  built,    // and code was made of its kernels, or refused for want of resources
  refused,  // with a message for people
  stopped,  // the compiler took too much time, memory or stack, or gave up
  crashed,  // the compiler's process did
  wrong,    // the driver broke a rule of its own: what these programs look for
};

struct Verdict {
  Ending ending = Ending::built;
  std::string text;  // which rule, or the first line of the log
};

/// States the outcome that a source must have, whatever compiles it.
struct Expected {
  std::optional<int> result;  // what its kernel `store` writes first; none: the source is wrong
  bool ends = false;          // it is so small that the compiler is not stopped before it has ended
};

/// One application: a context, a queue, and one program after another. Not thread-safe.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Builds the source and makes code of its kernels without running them: a launch of each waits
  /// for an event that fails. What was changed at random may write anywhere.
  [[nodiscard]] Verdict build(const std::string& source, const std::string& options);
  /// Builds a source of which so much is known, and runs its kernel.
  [[nodiscard]] Verdict build_expected(const std::string& source, const std::string& options,
                                       const Expected& expected);
  /// Begins to build and ends the process meanwhile.
  [[noreturn]] void leave_at_work(const std::string& source);
  /// Builds and runs a program that is right. An ordinary one must give its result whatever was
  /// built before.
  [[nodiscard]] Verdict run_ordinary();

 private:
  [[nodiscard]] Verdict build(const std::string& source, const std::string& options,
                              const Expected* expected);
  [[nodiscard]] std::string make_code(cl_program program);
  [[nodiscard]] std::string run_store(cl_program program, const Expected& expected);
  [[nodiscard]] std::string make_code_of(cl_kernel kernel);

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_mem buffer_ = nullptr;
  unsigned number_ = 0;
};

}  // namespace cleave::test::fuzz::source
