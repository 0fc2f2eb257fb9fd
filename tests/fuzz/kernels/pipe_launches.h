// Gives a kernel a pipe with packets and one without, and looks afterwards whether each packet that
// was written is read once.
#pragma once

#include <CL/cl.h>

#include <array>

#include "features.h"
#include "launches.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::kernels {

/// Words of `pipe_sums`. Zero at the end, the first two because what is written adds what reading
/// subtracts.
namespace pipe_sum {
enum : unsigned {
  read = 0,     // of the pipe that the kernel reads
  written = 1,  // of the one that it writes
  errors = 2,
};
}  // namespace pipe_sum

class PipeLaunches {
 public:
  /// Tags of packets hold in bits 16 to 23 who wrote them: a work-item of the kernel, its number
  /// and one, or of `fill`, from here on; in bits 14 and 15 who reserved; below, what grows with
  /// each packet.
  static constexpr unsigned first_filler = 200, fillers = 48;
  /// Behind the sums: words in which work-items keep ids, and packets of theirs.
  static constexpr unsigned ids_at = 16, packets_at = ids_at + 2 * maximum_work_items;
  static_assert(first_filler > maximum_work_items && first_filler + fillers <= 256);

  /// Fills the pipe that is read.
  PipeLaunches(const Session& session, cl_program program, const PipeFeatures& features);
  ~PipeLaunches();
  PipeLaunches(const PipeLaunches&) = delete;
  PipeLaunches& operator=(const PipeLaunches&) = delete;

  /// From argument `first` on. Returns the number of the next argument.
  [[nodiscard]] cl_uint set_arguments(cl_kernel kernel, cl_uint first) const;
  /// Empties both pipes. Returns the sums, all zero unless packets were lost, made up or changed.
  [[nodiscard]] std::array<cl_ulong, 3> sums() const;

 private:
  [[nodiscard]] cl_mem make_pipe(unsigned packets) const;
  void advance(cl_mem pipe, const PipeSize& size) const;
  void fill(cl_mem pipe, unsigned count) const;
  void drain(cl_mem pipe, cl_uint which) const;
  void launch(const char* name, size_t items, cl_mem pipe, cl_uint number, cl_mem last) const;

  const Session& session_;
  cl_program program_;
  const PipeFeatures features_;
  cl_mem sums_, read_, written_;
};

}  // namespace cleave::test::fuzz::kernels
