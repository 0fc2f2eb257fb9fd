// Forces of pairs of particles in boxes that neighbour each other, as Rodinia's lavaMD has them: a
// box for each work-group, forces that grow in global memory.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define PARTICLES 64
#define NEIGHBOURS 27

kernel void pull(global const int *neighbours, global const float4 *particles,
                 global float4 *forces) {
  local float4 others[PARTICLES];
  int item = get_local_id(0), own = get_group_id(0) * PARTICLES + item;
  float4 here = particles[own];
  forces[own] = 0;
  for (int k = 0; k < NEIGHBOURS; ++k) {
    others[item] = particles[neighbours[get_group_id(0) * NEIGHBOURS + k] * PARTICLES + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < PARTICLES; ++j) {
      float x = here.x - others[j].x, y = here.y - others[j].y, z = here.z - others[j].z;
      float potential = others[j].w * exp(-0.5f * (x * x + y * y + z * z));
      forces[own].x += potential * x;
      forces[own].y += potential * y;
      forces[own].z += potential * z;
      forces[own].w += potential;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
)";
constexpr size_t particles_of_box = 64, neighbours_of_box = 27;

/// A cube of `edge` boxes to each side, which goes on at the other end. Places are within boxes.
struct Boxes {
  explicit Boxes(size_t edge)
      : count(edge * edge * edge),
        neighbours(neighbours_of_box * count),
        particles(4 * particles_of_box * count),
        right(particles.size()),
        magnitudes(particles.size()) {
    for (size_t box = 0; box < count; ++box) {
      for (size_t k = 0; k < neighbours_of_box; ++k)
        neighbours[box * neighbours_of_box + k] = static_cast<cl_int>(neighbour(box, k, edge));
    }
    for (size_t i = 0; i < particles.size(); ++i)
      particles[i] = scrambled_fraction(static_cast<uint32_t>(i));
    in_parallel(particles_of_box * count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) pull(i);
    });
  }

  static size_t neighbour(size_t box, size_t k, size_t edge) {
    const size_t x = (box % edge + edge + k % 3 - 1) % edge;
    const size_t y = (box / edge % edge + edge + k / 3 % 3 - 1) % edge;
    const size_t z = (box / edge / edge + edge + k / 9 - 1) % edge;
    return (z * edge + y) * edge + x;
  }

  void pull(size_t own) {
    const cl_int* others = &neighbours[own / particles_of_box * neighbours_of_box];
    for (size_t k = 0; k < neighbours_of_box; ++k) {
      const size_t first = static_cast<size_t>(others[k]) * particles_of_box;
      for (size_t j = first; j < first + particles_of_box; ++j) {
        double way[4] = {0, 0, 0, 1}, square = 0;
        for (size_t axis = 0; axis < 3; ++axis) {
          way[axis] = static_cast<double>(particles[4 * own + axis]) -
                      static_cast<double>(particles[4 * j + axis]);
          square += way[axis] * way[axis];
        }
        const double potential =
            static_cast<double>(particles[4 * j + 3]) * std::exp(-0.5 * square);
        for (size_t axis = 0; axis < 4; ++axis) {
          right[4 * own + axis] += potential * way[axis];
          magnitudes[4 * own + axis] += std::abs(potential * way[axis]);
        }
      }
    }
  }

  /// Compares forces with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // A term has the error of the exponential (3 ulp) and of what it is taken of, which is below 3
    // and rounds by 8 units of 2^-24, and six roundings more. Each addition to the sum rounds once.
    const double units = 32 + static_cast<double>(neighbours_of_box * particles_of_box);
    return difference_beyond<float>(found, right,
                                    [&](size_t i) { return units * 0x1p-24 * magnitudes[i]; });
  }

  size_t count;
  std::vector<cl_int> neighbours;
  std::vector<float> particles;  // x, y, z and the charge of each
  std::vector<double> right, magnitudes;
};

class BoxForces : public RepeatedWork<Boxes> {
 public:
  BoxForces(Device& device, size_t edge)
      : RepeatedWork(device, edge),
        kernel_(device.build(source, "pull")),
        neighbours_(device.buffer_of(problem().neighbours)),
        particles_(device.buffer_of(problem().particles)),
        forces_(device.zeros(problem().particles.size() * sizeof(float))) {
    kernel_.set_arguments(neighbours_, particles_, forces_);
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(forces_, problem().particles.size()));
  }

 protected:
  void enqueue() override {
    device().enqueue(kernel_, particles_of_box * problem().count, particles_of_box);
  }

 private:
  Kernel kernel_;
  Buffer neighbours_, particles_, forces_;
};

/// Arrays of x, y, z and charges, each for all boxes.
class NativeForces : public NativeWork<Boxes> {
 public:
  explicit NativeForces(size_t edge)
      : NativeWork(edge),
        neighbours_(native_copy(problem().neighbours)),
        forces_(problem().particles.size()) {
    for (size_t i = 0; i < forces_.size(); ++i) parts_[i % 4].push_back(problem().particles[i]);
  }

  std::string verify() override { return problem().difference_of(forces_); }

 protected:
  void repeat() override {
    const ParticleBoxes boxes = {neighbours_.data(), parts_[0].data(), parts_[1].data(),
                                 parts_[2].data(),   parts_[3].data(), forces_.data()};
    split(problem().count, 1,
          [&](size_t begin, size_t end) { native_loops().pull_boxes(boxes, begin, end); });
  }

 private:
  NativeVector<cl_int> neighbours_;
  NativeVector<float> parts_[4], forces_;
};

}  // namespace

const Case& box_forces() {
  static const Case instance = {
      "box_forces",
      "forces of 64 particles in each of N by N by N boxes and in the 27 about it",
      "Mpair/s",
      {{"small", 2}, {"cache", 3}, {"memory", 8}},
      [](size_t n) {
        return 1e-6 * static_cast<double>(n * n * n * neighbours_of_box * particles_of_box *
                                          particles_of_box);
      },
      make_work<BoxForces>,
      Kind::kernel,
      {{"native", make_native<NativeForces>}}};
  return instance;
}

}  // namespace cleave::benchmark
