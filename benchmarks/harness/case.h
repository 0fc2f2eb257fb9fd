// Describes a benchmark: a description, sizes, and the work to be timed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/opencl.h"

namespace cleave::benchmark {

/// A case at one size on one device: buffers filled, kernel built.
class Work {
 public:
  virtual ~Work() = default;
  /// Does the work `repetitions` times, one after another, and waits for the end. This is timed.
  virtual void run(size_t repetitions) = 0;
  /// Compares the results of the last run with the host's. Empty, or what is wrong.
  [[nodiscard]] virtual std::string verify() = 0;
};

/// A size of the problem: `label` says what it stands for (small, cache, memory).
struct Size {
  std::string_view label;
  size_t value;
};

/// Names what a case measures; summaries keep them apart.
enum class Kind {
  kernel,   // the speed of kernels' code
  runtime,  // the cost of launches, transfers, builds and the like
};

/// The same work by the host's own threads, as good as a C++ compiler or a library makes it.
struct Native {
  std::string_view name;  // for table heads
  /// Throws NotSupported where this machine lacks what the work needs.
  std::unique_ptr<Work> (*make)(size_t size);
};

/// A benchmark. Its rate is amount(size) / seconds of a repetition, in `unit`.
struct Case {
  std::string_view name;
  std::string_view description;
  std::string_view unit;  // of the rate, for people: "GB/s"
  std::vector<Size> sizes;
  double (*amount)(size_t size);  // what one repetition does: gigabytes, million launches
  /// Throws NotSupported where the device lacks what the case needs.
  std::unique_ptr<Work> (*make)(Device& device, size_t size);
  Kind kind = Kind::kernel;
  std::vector<Native> natives = {};  // measured beside the drivers; most cases have none
};

/// `Case::make` of a class that is constructed from a device and a size.
template <class SomeWork>
[[nodiscard]] std::unique_ptr<Work> make_work(Device& device, size_t size) {
  return std::make_unique<SomeWork>(device, size);
}

}  // namespace cleave::benchmark
