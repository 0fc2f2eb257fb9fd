// Turbulence: octaves of gradient noise, whose hashes are chains of lookups in a small table.
#include <algorithm>
#include <array>
#include <numeric>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
// A direction along two axes, chosen by the corner's hash, times the way from the corner.
float corner(constant int *table, int3 cell, float3 way) {
  int hash = table[table[table[cell.x] + cell.y] + cell.z] & 15;
  bool first_two = hash == 12 || hash == 13;
  float a = hash < 8 || first_two ? way.x : way.y;
  float b = hash < 4 || first_two ? way.y : way.z;
  return (hash & 1 ? -a : a) + (hash & 2 ? -b : b);
}

float3 fade(float3 t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

float noise(constant int *table, float3 point) {
  float3 whole = floor(point);
  int3 cell = convert_int3(whole) & 255;
  float3 way = point - whole, weight = fade(way);
  float along_x[4];
  for (int i = 0; i < 4; ++i) {
    int3 near_cell = cell + (int3)(0, i & 1, i >> 1);
    float3 near_way = way - (float3)(0, i & 1, i >> 1);
    along_x[i] = mix(corner(table, near_cell, near_way),
                     corner(table, near_cell + (int3)(1, 0, 0), near_way - (float3)(1, 0, 0)),
                     weight.x);
  }
  return mix(mix(along_x[0], along_x[1], weight.y), mix(along_x[2], along_x[3], weight.y),
             weight.z);
}

kernel void turbulence(constant int *table, global float *out, float start, float step,
                       int octaves) {
  size_t column = get_global_id(0), row = get_global_id(1);
  float3 point = (float3)(start + column * step, start + row * step, 0.6f);
  float sum = 0, frequency = 1, amplitude = 1;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += fabs(amplitude * noise(table, frequency * point));
    frequency *= 1.99f;
    amplitude *= 0.6f;
  }
  out[row * get_global_size(0) + column] = 0.5f * sum;
}
)";
constexpr float start = -10, width = 20;
constexpr cl_int octave_count = 8;

/// The numbers 0 to 255 in an order that looks random, twice over.
std::vector<cl_int> make_table() {
  std::vector<cl_int> table(256);
  std::iota(table.begin(), table.end(), 0);
  for (uint32_t i = 255; i > 0; --i) std::swap(table[i], table[scrambled(i) % (i + 1)]);
  table.insert(table.end(), table.begin(), table.begin() + 256);
  return table;
}

double corner(const std::vector<cl_int>& table, const std::array<int, 3>& cell, double x, double y,
              double z) {
  const auto at = [&](int index) { return table[static_cast<size_t>(index)]; };
  const int hash = at(at(at(cell[0]) + cell[1]) + cell[2]) & 15;
  const bool first_two = hash == 12 || hash == 13;
  const double a = hash < 8 || first_two ? x : y;
  const double b = hash < 4 || first_two ? y : z;
  return ((hash & 1) != 0 ? -a : a) + ((hash & 2) != 0 ? -b : b);
}

double noise(const std::vector<cl_int>& table, const std::array<double, 3>& point) {
  std::array<int, 3> cell;
  std::array<double, 3> way, weight;
  for (size_t i = 0; i < 3; ++i) {
    const double whole = std::floor(point[i]), t = point[i] - whole;
    cell[i] = static_cast<int>(whole) & 255;
    way[i] = t;
    weight[i] = t * t * t * (t * (t * 6 - 15) + 10);
  }
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    const int x = i & 1, y = i >> 1 & 1, z = i >> 2;
    sum +=
        (x == 1 ? weight[0] : 1 - weight[0]) * (y == 1 ? weight[1] : 1 - weight[1]) *
        (z == 1 ? weight[2] : 1 - weight[2]) *
        corner(table, {cell[0] + x, cell[1] + y, cell[2] + z}, way[0] - x, way[1] - y, way[2] - z);
  }
  return sum;
}

struct Picture {
  explicit Picture(size_t n) : step(width / static_cast<float>(n)), right(n * n) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const double x = start + double{step} * static_cast<double>(i % n);
        const double y = start + double{step} * static_cast<double>(i / n);
        double frequency = 1, amplitude = 1;
        for (cl_int octave = 0; octave < octave_count; ++octave) {
          right[i] +=
              0.5 * amplitude *
              std::abs(noise(table, {frequency * x, frequency * y, frequency * double{0.6F}}));
          frequency *= double{1.99F};
          amplitude *= double{0.6F};
        }
      }
    });
  }

  float step;
  std::vector<cl_int> table = make_table();
  std::vector<double> right;
};

class GradientNoise : public RepeatedWork<Picture> {
 public:
  GradientNoise(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "turbulence")),
        table_(device.buffer_of(problem().table)),
        out_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(table_, out_, start, problem().step, octave_count);
  }

  std::string verify() override {
    // Octave k looks at points up to 10 * 2^k away, whose coordinates have errors of some 2^-23 of
    // that; the slope of noise is below 4, and the octave counts 0.6^k. Noise is continuous, so it
    // does not matter in which of two cells a point at their border is found.
    return difference_beyond(device().read<float>(out_, size() * size()), problem().right,
                             [](size_t) { return 2e-4; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer table_, out_;
};

}  // namespace

const Case& gradient_noise() {
  static const Case instance = {"gradient_noise",
                                "N by N points of 8 octaves of gradient noise",
                                "Mpoint/s",
                                {{"small", 64}, {"cache", 256}, {"memory", 768}},
                                [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
                                make_work<GradientNoise>};
  return instance;
}

}  // namespace cleave::benchmark
