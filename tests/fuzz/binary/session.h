// Loads, builds, asks and launches what was changed, through the OpenCL API, and judges the
// answers.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <string>

#include "samples.h"

namespace cleave::test::fuzz::binary {

/// How a mutation ended.
enum class Ending : uint8_t {
  harmless,  // taken, and what it says holds
  refused,   // with the code that the specification gives, and words
  stopped,   // the compiler's process crashed, gave up or took too much: a failed build
  wrong,     // a rule was broken: what this program looks for
};

struct Verdict {
  Ending ending = Ending::harmless;
  std::string text;
};

/// Holds what the driver makes of a source.
struct Made {
  Bytes program, object, library, results, loaded;
  std::string problem;
};

/// Which part of a sample a binary was made of.
enum class BinaryKind : uint8_t { program, open };

/// One application: a context, a queue, and one program after another. Not thread-safe.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] Made make(const Source& source);
  /// Loads and builds the bytes, or links them. `results`: of the sample whose kernels these must
  /// be if they are taken; null: the kernels may be any, and are never run.
  [[nodiscard]] Verdict use_binary(const Bytes& binary, BinaryKind kind, const Bytes* results);
  /// Builds the source, with what the cache holds now. `results` as above, but whatever the cache
  /// holds the program must be built then.
  [[nodiscard]] Verdict build(const Source& source, const Bytes* results);
  /// Builds and runs a program that is right, which must give its result.
  [[nodiscard]] Verdict run_ordinary();

 private:
  [[nodiscard]] Bytes record(cl_program program, std::string& problem);
  [[nodiscard]] Verdict judge_failure(cl_program program, cl_int status, bool is_link) const;
  [[nodiscard]] std::string use(cl_program program, const Bytes* results);
  [[nodiscard]] std::string use_kernel(cl_kernel kernel, Bytes* results);
  [[nodiscard]] std::string ask(cl_program program) const;
  /// Adds what it answers to `answers`.
  [[nodiscard]] std::string ask(cl_kernel kernel, std::string& answers) const;
  [[nodiscard]] bool set_arguments(cl_kernel kernel);
  [[nodiscard]] std::string launch_never(cl_kernel kernel);
  [[nodiscard]] std::string run(cl_kernel kernel, Bytes& results);
  [[nodiscard]] cl_int status_with_rests(cl_kernel kernel);
  /// Adds what the kernel writes, and what it says of itself.
  [[nodiscard]] std::string record(cl_kernel kernel, Bytes& results);
  void clear_buffers();

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_mem buffers_[2] = {};
  unsigned number_ = 0;
};

}  // namespace cleave::test::fuzz::binary
