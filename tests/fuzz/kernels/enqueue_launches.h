// Gives a kernel queues on the device and memory for the results of what it enqueues on them.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "launches.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::kernels {

/// Places in `grown`, of ulongs. Children of a work-item have `rooms` rooms, and each of their
/// work-items has one for its own children. What is deeper adds to sums.
namespace grown {
enum : unsigned {
  rooms = 6,
  room = 24,
  deeper_room = 4,
  deeper = maximum_work_items * rooms * room,
  sums = deeper + deeper * deeper_room,
  errors = sums + maximum_work_items,
  failed = errors + 1,  // counts commands that must have failed
  compared = failed + 1,
  times = compared,  // of events; two for each room
  all = times + 2 * maximum_work_items * rooms,
};
}  // namespace grown

class EnqueueLaunches {
 public:
  explicit EnqueueLaunches(const Session& session);
  ~EnqueueLaunches();
  EnqueueLaunches(const EnqueueLaunches&) = delete;
  EnqueueLaunches& operator=(const EnqueueLaunches&) = delete;

  /// From argument `first` on. Returns the number of the next argument.
  [[nodiscard]] cl_uint set_arguments(cl_kernel kernel, cl_uint first) const;

  struct Result {
    std::vector<unsigned char> content;  // the status of the launch, too
    bool is_right;  // no kernel has counted an error, and the launch failed if something in it must
  };
  [[nodiscard]] Result result(cl_event launch) const;

 private:
  [[nodiscard]] cl_command_queue make_queue(cl_command_queue_properties more) const;

  const Session& session_;
  cl_command_queue default_queue_, queue_;
  cl_mem grown_;
};

}  // namespace cleave::test::fuzz::kernels
