// Forces among particles in boxes as molecular dynamics has them: each pair of a particle and one in
// its box or the two beside it adds to a structure in memory.
#include <array>
#include <vector>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr size_t in_box = 64;  // particles
constexpr const char* source = R"(
typedef struct { float x, y, z, w; } Four;

kernel void push(global const Four *places, global Four *forces, int boxes) {
  int i = get_global_id(0), box = i / IN_BOX;
  Four nothing = {0, 0, 0, 0};
  forces[i] = nothing;
  for (int beside = -1; beside <= 1; ++beside) {
    int first = (box + beside + boxes) % boxes * IN_BOX;
    for (int j = first; j < first + IN_BOX; ++j) {
      float x = places[j].x - places[i].x;
      float y = places[j].y - places[i].y;
      float z = places[j].z - places[i].z;
      float strength = 1 - (x * x + y * y + z * z) * 0x1p-10f;
      forces[i].x += strength * x;
      forces[i].y += strength * y;
      forces[i].z += strength * z;
      forces[i].w += strength;
    }
  }
}
)";

/// Places are whole numbers below 16: every sum is exact, in any order.
struct Particles {
  explicit Particles(size_t count) : places(4 * count), right(4 * count) {
    for (size_t i = 0; i < places.size(); ++i)
      places[i] = static_cast<float>(scrambled(static_cast<uint32_t>(i)) % 16);
    in_parallel(count / in_box, [&](size_t begin, size_t end) {
      for (size_t box = begin; box < end; ++box) push(box, count / in_box);
    });
  }

  void push(size_t box, size_t boxes) {
    for (const size_t other : {box + boxes - 1, box, box + 1}) {
      for (size_t i = box * in_box; i < (box + 1) * in_box; ++i) {
        for (size_t j = 0; j < in_box; ++j) add(i, other % boxes * in_box + j);
      }
    }
  }
  void add(size_t i, size_t j) {
    std::array<float, 3> way;
    float square = 0;
    for (size_t d = 0; d < 3; ++d) {
      way[d] = places[4 * j + d] - places[4 * i + d];
      square += way[d] * way[d];
    }
    const float strength = 1 - square * 0x1p-10F;
    for (size_t d = 0; d < 3; ++d) right[4 * i + d] += strength * way[d];
    right[4 * i + 3] += strength;
  }

  std::vector<float> places, right;  // in fours
};

class PairForces : public RepeatedWork<Particles> {
 public:
  PairForces(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(("#define IN_BOX " + std::to_string(in_box) + "\n" + source).c_str(),
                             "push")),
        places_(device.buffer_of(problem().places)),
        forces_(device.zeros(4 * count * sizeof(float))) {
    kernel_.set_arguments(places_, forces_, static_cast<cl_int>(count / in_box));
  }

  std::string verify() override {
    return difference(device().read<float>(forces_, 4 * size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer places_, forces_;
};

/// The same by a loop of C++.
class NativePairForces : public NativeWork<Particles> {
 public:
  explicit NativePairForces(size_t count)
      : NativeWork(count), places_(native_copy(problem().places)), forces_(4 * count) {}

  std::string verify() override { return difference<float>(forces_, problem().right); }

 protected:
  void repeat() override {
    const size_t boxes = size() / in_box;
    split(boxes, 1, [&](size_t begin, size_t end) {
      native_loops().push(forces_.data(), places_.data(), boxes, begin, end);
    });
  }

 private:
  NativeVector<float> places_, forces_;
};

}  // namespace

const Case& pair_forces() {
  static const Case instance = {
      "pair_forces",
      "forces on N particles by 192 neighbours each, summed up in memory",
      "pairs/ns",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 14}, {"memory", size_t{1} << 18}},
      [](size_t count) { return 1e-9 * 3 * in_box * static_cast<double>(count); },
      make_work<PairForces>,
      Kind::kernel,
      {{"native", make_native<NativePairForces>}}};
  return instance;
}

}  // namespace cleave::benchmark
