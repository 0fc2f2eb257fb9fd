// A step of heat through a plate of several materials, each with a rule of its own: neighbouring
// work-items take different branches.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void heat_step(global const float *heat, global const uchar *materials, global float *next,
                 int n) {
  int column = get_global_id(0), row = get_global_id(1);
  int i = row * n + column;
  float own = heat[i];
  if (column == 0 || row == 0 || column == n - 1 || row == n - 1) {
    next[i] = own;
    return;
  }
  int neighbours[4] = {i - n, i - 1, i + 1, i + n};
  switch (materials[i]) {
    case 0:  // metal
      own = 0.25f * (heat[i - n] + heat[i - 1] + heat[i + 1] + heat[i + n]);
      break;
    case 1:  // wool takes heat from the hottest neighbour that is no wool
      for (int k = 0; k < 4; ++k) {
        if (materials[neighbours[k]] == 1) continue;
        if (heat[neighbours[k]] > own) own = 0.5f * (own + heat[neighbours[k]]);
      }
      break;
    case 2:  // ice holds its heat until a neighbour is hot enough
      for (int k = 0; k < 4; ++k) {
        if (heat[neighbours[k]] >= 192) {
          own += 16;
          break;
        }
      }
      break;
    default:  // a heater
      if (own < 255) own += 1;
  }
  next[i] = own;
}
)";

struct Plate {
  explicit Plate(size_t side) : n(side), heat(n * n), materials(n * n), next(n * n) {
    for (size_t i = 0; i < n * n; ++i) {
      const uint32_t number = scrambled(static_cast<uint32_t>(i));
      // Areas of 8 by 8 of one material, and in them a cell in four of any.
      const uint32_t area = scrambled(static_cast<uint32_t>(i / n / 8 * n + i % n / 8)) & 3;
      heat[i] = static_cast<float>(number & 0xff);
      materials[i] = static_cast<cl_uchar>((number >> 8 & 3) == 0 ? number >> 10 & 3 : area);
    }
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t i = begin * n; i < end * n; ++i) next[i] = next_heat(i);
    });
  }

  float next_heat(size_t i) const {
    const size_t row = i / n, column = i % n;
    float own = heat[i];
    if (column == 0 || row == 0 || column == n - 1 || row == n - 1) return own;
    const size_t neighbours[4] = {i - n, i - 1, i + 1, i + n};
    switch (materials[i]) {
      case 0:
        return 0.25F * (heat[i - n] + heat[i - 1] + heat[i + 1] + heat[i + n]);
      case 1:
        for (const size_t neighbour : neighbours) {
          if (materials[neighbour] != 1 && heat[neighbour] > own)
            own = 0.5F * (own + heat[neighbour]);
        }
        return own;
      case 2: {
        const bool hot = std::ranges::any_of(
            neighbours, [&](size_t neighbour) { return heat[neighbour] >= 192; });
        return hot ? own + 16 : own;
      }
      default:
        return own < 255 ? own + 1 : own;
    }
  }

  size_t n;
  std::vector<float> heat;  // whole numbers: a step is exact
  std::vector<cl_uchar> materials;
  std::vector<float> next;
};

class BranchyStencil : public RepeatedWork<Plate> {
 public:
  BranchyStencil(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "heat_step")),
        heat_(device.buffer_of(problem().heat)),
        materials_(device.buffer_of(problem().materials)),
        next_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(heat_, materials_, next_, static_cast<cl_int>(n));
  }

  std::string verify() override {
    return difference(device().read<float>(next_, size() * size()), problem().next);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer heat_, materials_, next_;
};

class NativeStencil : public NativeWork<Plate> {
 public:
  explicit NativeStencil(size_t n)
      : NativeWork(n),
        heat_(native_copy(problem().heat)),
        materials_(native_copy(problem().materials)),
        next_(n * n) {}

  std::string verify() override { return difference<float>(next_, problem().next); }

 protected:
  void repeat() override {
    split(size(), 1, [&](size_t begin, size_t end) {
      native_loops().heat_step(next_.data(), heat_.data(), materials_.data(), size(), begin, end);
    });
  }

 private:
  NativeVector<float> heat_;
  NativeVector<cl_uchar> materials_;
  NativeVector<float> next_;
};

}  // namespace

const Case& branchy_stencil() {
  static const Case instance = {"branchy_stencil",
                                "a step of heat through a plate of N by N cells of four materials",
                                "Mcell/s",
                                {{"small", 64}, {"cache", 512}, {"memory", 2048}},
                                [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
                                make_work<BranchyStencil>,
                                Kind::kernel,
                                {{"native", make_native<NativeStencil>}}};
  return instance;
}

}  // namespace cleave::benchmark
