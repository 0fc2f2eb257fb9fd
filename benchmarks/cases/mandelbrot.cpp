// The Mandelbrot set: a loop that each work-item leaves at a turn of its own.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void mandelbrot(global uint *turns, float left, float top, float step, uint limit) {
  size_t column = get_global_id(0), row = get_global_id(1);
  float cx = left + column * step, cy = top + row * step;
  float x = 0, y = 0;
  uint turn = 0;
  while (turn < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++turn;
  }
  turns[row * get_global_size(0) + column] = turn;
}
)";
constexpr float left = -1.5F, top = -1, width = 2;
constexpr cl_uint limit = 256;
constexpr double unit = 0x1p-24;  // the rounding error of an operation in single precision

/// How often a point may turn. The language leaves open which products and sums are fused, and
/// orbits near the border spread such differences.
struct Turns {
  cl_uint least, most;
};

/// Follows a point in double precision, with a bound of how far a device's orbit may be from it.
Turns turns_of(double cx, double cy) {
  const double c = std::hypot(cx, cy);
  double x = 0, y = 0, away = 0;
  Turns turns = {limit, limit};
  for (cl_uint turn = 0; turn < limit; ++turn) {
    const double distance = std::sqrt(x * x + y * y);
    const double furthest = distance + away;
    const double nearest = std::max(0.0, distance - away);
    if (furthest * furthest * (1 + 3 * unit) > 4) turns.least = std::min(turns.least, turn);
    if (nearest * nearest * (1 - 3 * unit) > 4) return {turns.least, turn};
    if (away > 1) return {std::min(turns.least, turn), limit};
    // Rounding: two products and two sums in each part, none greater than the square and c.
    away = (2 * distance + away) * away + (5 * furthest * furthest + 2 * c) * unit;
    const double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  return turns;
}

struct Image {
  explicit Image(size_t n) : step(width / static_cast<float>(n)), right(n * n) {
    in_parallel(n * n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i)
        right[i] = turns_of(left + static_cast<double>(step) * static_cast<double>(i % n),
                            top + static_cast<double>(step) * static_cast<double>(i / n));
    });
    for (const Turns& each : right) total += each.most;
  }

  /// Compares how often points turned with how often they may; empty if all are right.
  [[nodiscard]] std::string difference_of(std::span<const cl_uint> turns) const {
    for (size_t i = 0; i < turns.size(); ++i) {
      if (turns[i] < right[i].least || turns[i] > right[i].most)
        return "point " + std::to_string(i) + " turns " + std::to_string(turns[i]) +
               " times, not " + std::to_string(right[i].least) + " to " +
               std::to_string(right[i].most);
    }
    return {};
  }

  float step;  // a power of two: the points are exact
  std::vector<Turns> right;
  double total = 0;
};

class Mandelbrot : public RepeatedWork<Image> {
 public:
  Mandelbrot(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "mandelbrot")),
        turns_(device.zeros(n * n * sizeof(cl_uint))) {
    kernel_.set_arguments(turns_, left, top, problem().step, limit);
  }

  std::string verify() override {
    return problem().difference_of(device().read<cl_uint>(turns_, size() * size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer turns_;
};

class NativeMandelbrot : public NativeWork<Image> {
 public:
  explicit NativeMandelbrot(size_t n) : NativeWork(n), turns_(n * n) {}

  std::string verify() override { return problem().difference_of(turns_); }

 protected:
  void repeat() override {
    // The picture is symmetric: the upper half and the lower one take as long.
    split(size(), 1, [&](size_t begin, size_t end) {
      native_loops().mandelbrot(turns_.data(), left, top, problem().step, limit, size(), begin,
                                end);
    });
  }

 private:
  NativeVector<cl_uint> turns_;
};

}  // namespace

const Case& mandelbrot() {
  static const Case instance = {"mandelbrot",
                                "N by N points of the Mandelbrot set, up to 256 turns",
                                "Gturn/s",
                                {{"small", 64}, {"cache", 256}, {"memory", 1024}},
                                [](size_t n) { return 1e-9 * shared_problem<Image>(n)->total; },
                                make_work<Mandelbrot>,
                                Kind::kernel,
                                {{"native", make_native<NativeMandelbrot>}}};
  return instance;
}

}  // namespace cleave::benchmark
