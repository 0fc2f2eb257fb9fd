// Particles to a grid: each adds its mass to the four cells about it, by atomics on global memory.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// Masses are whole numbers, 65536 for each particle.
constexpr const char* source = R"(
kernel void deposit(global const float2 *places, global uint *grid, uint side) {
  float2 place = places[get_global_id(0)];
  uint column = (uint)place.x, row = (uint)place.y;
  uint right = (uint)((place.x - column) * 256), down = (uint)((place.y - row) * 256);
  global uint *cell = grid + row * side + column;
  atomic_add(&cell[0], (256 - right) * (256 - down));
  atomic_add(&cell[1], right * (256 - down));
  atomic_add(&cell[side], (256 - right) * down);
  atomic_add(&cell[side + 1], right * down);
}
)";
constexpr size_t side = 128;

/// Places are multiples of 2^-12: whole cells and parts of them are exact.
struct Particles {
  explicit Particles(size_t count) : places(2 * count), grid(side * side) {
    const auto steps = static_cast<uint32_t>((side - 1) << 12);
    for (size_t i = 0; i < count; ++i) {
      uint32_t place[2];
      for (size_t axis = 0; axis < 2; ++axis) {
        place[axis] = scrambled(static_cast<uint32_t>(2 * i + axis)) % steps;
        places[2 * i + axis] = static_cast<float>(place[axis]) * 0x1p-12F;
      }
      const size_t cell = (place[1] >> 12) * side + (place[0] >> 12);
      const uint32_t right = place[0] >> 4 & 255, down = place[1] >> 4 & 255;
      grid[cell] += (256 - right) * (256 - down);
      grid[cell + 1] += right * (256 - down);
      grid[cell + side] += (256 - right) * down;
      grid[cell + side + 1] += right * down;
    }
  }

  std::vector<float> places;
  std::vector<cl_uint> grid;
};

class ParticleGrid : public RepeatedWork<Particles> {
 public:
  ParticleGrid(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "deposit")),
        places_(device.buffer_of(problem().places)),
        grid_(device.zeros(side * side * sizeof(cl_uint))) {
    kernel_.set_arguments(places_, grid_, static_cast<cl_uint>(side));
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(grid_, side * side), problem().grid);
  }

 protected:
  void enqueue() override {
    device().enqueue_clear(grid_, side * side * sizeof(cl_uint));
    device().enqueue(kernel_, size(), 256);
  }

 private:
  Kernel kernel_;
  Buffer places_, grid_;
};

/// A grid for each thread, which are added up in the end.
class NativeGrid : public NativeWork<Particles> {
 public:
  explicit NativeGrid(size_t count)
      : NativeWork(count),
        places_(native_copy(problem().places)),
        grids_(threads().count(), NativeVector<cl_uint>(side * side)) {}

  std::string verify() override { return difference<cl_uint>(grids_[0], problem().grid); }

 protected:
  void repeat() override {
    split(grids_.size(), 1, [&](size_t part, size_t) {
      std::ranges::fill(grids_[part], cl_uint{0});
      native_loops().deposit({places_.data(), grids_[part].data(), side},
                             size() * part / grids_.size(), size() * (part + 1) / grids_.size());
    });
    split(side * side, 64, [&](size_t begin, size_t end) {
      for (size_t part = 1; part < grids_.size(); ++part)
        for (size_t i = begin; i < end; ++i) grids_[0][i] += grids_[part][i];
    });
  }

 private:
  NativeVector<float> places_;
  std::vector<NativeVector<cl_uint>> grids_;
};

}  // namespace

const Case& particle_grid() {
  static const Case instance = {
      "particle_grid",
      "the mass of N particles, added to the cells of a grid by atomics",
      "Mparticle/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 21}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<ParticleGrid>,
      Kind::kernel,
      {{"native", make_native<NativeGrid>}}};
  return instance;
}

}  // namespace cleave::benchmark
