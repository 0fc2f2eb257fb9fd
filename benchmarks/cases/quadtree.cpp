// The Mandelbrot set drawn tile by tile (the algorithm of Mariani and Silver): a tile whose border
// is of one colour is filled, any other is divided into quarters. Kernels enqueue kernels for the
// quarters, or leave a list of them for the host, which enqueues one launch for all of a size.
#include "cases/device_queue.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#pragma OPENCL FP_CONTRACT OFF  // the host computes the same

enum { most_turns = 512, smallest_tile = 16 };

uint turns_of(uint2 point, uint size) {
  const float cx = point.x * (2.0f / size) - 1.5f, cy = point.y * (2.0f / size) - 1.0f;
  float x = 0, y = 0;
  uint turns = 0;
  for (; turns < most_turns && x * x + y * y <= 4.0f; ++turns) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
  }
  return turns;
}

uint2 border_point(uint i, uint edge) {
  const uint along = i % edge;
  switch (i / edge) {
    case 0: return (uint2)(along, 0);
    case 1: return (uint2)(along, edge - 1);
    case 2: return (uint2)(0, along);
    default: return (uint2)(edge - 1, along);
  }
}

// Draws a tile by one work-group, or returns true: it must be divided.
bool must_divide(global uint *turns, uint size, uint2 corner, uint edge) {
  const uint first = turns_of(corner, size);
  bool is_even = true;
  for (uint i = get_local_id(0); i < 4 * edge; i += get_local_size(0)) {
    const uint2 point = corner + border_point(i, edge);
    const uint here = turns_of(point, size);
    turns[point.y * size + point.x] = here;
    is_even = is_even && here == first;
  }
  const bool is_filled = work_group_all(is_even);
  if (!is_filled && edge > smallest_tile) return true;
  for (uint i = get_local_id(0); i < edge * edge; i += get_local_size(0)) {
    const uint2 point = corner + (uint2)(i % edge, i / edge);
    turns[point.y * size + point.x] = is_filled ? first : turns_of(point, size);
  }
  return false;
}

#ifdef CHILDREN
void draw(global uint *turns, global uint *refusals, uint size, uint2 corner, uint edge) {
  if (!must_divide(turns, size, corner, edge) || get_local_id(0) != 0) return;
  const uint half_edge = edge / 2;
  const int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                                    ndrange_1D(4 * get_local_size(0), get_local_size(0)), ^{
    const uint2 quarter = (uint2)(get_group_id(0) % 2, get_group_id(0) / 2);
    draw(turns, refusals, size, corner + quarter * half_edge, half_edge);
  });
  if (status != CLK_SUCCESS) atomic_inc(refusals);
}

kernel void draw_tiles(global uint *turns, uint size, uint edge, global uint *refusals) {
  const uint tiles = size / edge;
  draw(turns, refusals, size, edge * (uint2)(get_group_id(0) % tiles, get_group_id(0) / tiles),
       edge);
}
#else
// A work-group for each corner; those of the quarters to draw next become a list.
kernel void draw_tiles(global uint *turns, uint size, uint edge, global const uint2 *corners,
                       global uint2 *next, global uint *next_count) {
  const uint2 corner = corners[get_group_id(0)];
  if (!must_divide(turns, size, corner, edge) || get_local_id(0) != 0) return;
  const uint at = atomic_add(next_count, 4);
  for (uint i = 0; i < 4; ++i) next[at + i] = corner + edge / 2 * (uint2)(i % 2, i / 2);
}
#endif
)";
constexpr cl_uint most_turns = 512, smallest_tile = 16, largest_tile = 256, width = 1024;
constexpr size_t group = 64, first_tiles = (width / largest_tile) * (width / largest_tile);
constexpr size_t most_tiles = (width / smallest_tile) * (width / smallest_tile);
constexpr size_t children = 0, host = 1;  // the sizes: who enqueues

struct Corner {
  cl_uint x, y;
};

/// The corners of the tiles to begin with.
std::vector<Corner> first_corners() {
  std::vector<Corner> corners;
  for (cl_uint y = 0; y < width; y += largest_tile) {
    for (cl_uint x = 0; x < width; x += largest_tile) corners.push_back({x, y});
  }
  return corners;
}

cl_uint turns_of(size_t column, size_t row) {
  constexpr float step = 2.0F / width;
  const float cx = static_cast<float>(column) * step - 1.5F;
  const float cy = static_cast<float>(row) * step - 1.0F;
  float x = 0, y = 0;
  cl_uint turns = 0;
  for (; turns < most_turns && x * x + y * y <= 4.0F; ++turns) {
    const float next = x * x - y * y + cx;
    y = 2.0F * x * y + cy;
    x = next;
  }
  return turns;
}

/// The picture as the algorithm draws it: what lies in a tile that it fills is not looked at.
struct Picture {
  explicit Picture(size_t) : turns(size_t{width} * width) {
    in_parallel(turns.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) turns[i] = turns_of(i % width, i / width);
    });
    for (const Corner& corner : first_corners()) draw(corner, largest_tile);
  }

  std::vector<cl_uint> turns;

 private:
  cl_uint& at(cl_uint x, cl_uint y) { return turns[size_t{y} * width + x]; }
  bool is_border_even(Corner corner, cl_uint edge) {
    const cl_uint first = at(corner.x, corner.y), last = edge - 1;
    for (cl_uint i = 0; i < edge; ++i) {
      if (at(corner.x + i, corner.y) != first || at(corner.x + i, corner.y + last) != first ||
          at(corner.x, corner.y + i) != first || at(corner.x + last, corner.y + i) != first)
        return false;
    }
    return true;
  }
  void draw(Corner corner, cl_uint edge) {
    const cl_uint half = edge / 2;
    if (is_border_even(corner, edge)) {
      const cl_uint first = at(corner.x, corner.y);
      for (cl_uint y = 0; y < edge; ++y) {
        for (cl_uint x = 0; x < edge; ++x) at(corner.x + x, corner.y + y) = first;
      }
    } else if (edge > smallest_tile) {
      for (cl_uint i = 0; i < 4; ++i) {
        draw({corner.x + i % 2 * half, corner.y + i / 2 * half}, half);
      }
    }
  }
};

class Quadtree : public RepeatedWork<Picture> {
 public:
  Quadtree(Device& device, size_t form)
      : RepeatedWork(device, form), turns_(device.zeros(problem().turns.size() * sizeof(cl_uint))) {
    device.require_work_group_functions();
  }
  std::string verify() override {
    return difference(device().read<cl_uint>(turns_, problem().turns.size()), problem().turns);
  }

 protected:
  Kernel kernel_;
  Buffer turns_;
};

class QuadtreeByChildren : public Quadtree {
 public:
  explicit QuadtreeByChildren(Device& device)
      : Quadtree(device, children), queue_(default_device_queue(device)) {
    kernel_ = device.build(source, "draw_tiles", "-cl-std=CL3.0 -DCHILDREN");
    refusals_ = device.zeros(sizeof(cl_uint));
    kernel_.set_arguments(turns_, width, largest_tile, refusals_);
  }
  std::string verify() override {
    const cl_uint refusals = device().read<cl_uint>(refusals_, 1).front();
    if (refusals != 0) return std::to_string(refusals) + " kernels were refused";
    return Quadtree::verify();
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, first_tiles * group, group); }

 private:
  Queue queue_;
  Buffer refusals_;
};

class QuadtreeByHost : public Quadtree {
 public:
  explicit QuadtreeByHost(Device& device)
      : Quadtree(device, host),
        first_(device.buffer_of(first_corners())),
        now_(device.zeros(most_tiles * sizeof(Corner))),
        next_(device.zeros(most_tiles * sizeof(Corner))),
        count_(device.zeros(sizeof(cl_uint))) {
    kernel_ = device.build(source, "draw_tiles", "-cl-std=CL3.0");
  }

 protected:
  void enqueue() override {
    draw(first_, first_tiles, largest_tile);
    for (cl_uint edge = largest_tile / 2; edge >= smallest_tile; edge /= 2) {
      const cl_uint count = device().read<cl_uint>(count_, 1).front();
      if (count == 0) return;
      std::swap(now_, next_);
      draw(now_, count, edge);
    }
  }

 private:
  void draw(const Buffer& corners, size_t count, cl_uint edge) {
    device().enqueue_clear(count_, sizeof(cl_uint));
    kernel_.set_arguments(turns_, width, edge, corners, next_, count_);
    device().enqueue(kernel_, count * group, group);
  }

  Buffer first_, now_, next_, count_;
};

}  // namespace

const Case& quadtree() {
  static const Case instance = {
      "quadtree",
      "1,024 x 1,024 points of the Mandelbrot set in tiles that divide themselves; by kernels that "
      "kernels enqueue, or a launch of the host for each size of tiles",
      "Mpoint/s",
      {{"children", children}, {"host", host}},
      [](size_t) { return 1e-6 * width * width; },
      [](Device& device, size_t form) -> std::unique_ptr<Work> {
        if (form == host) return std::make_unique<QuadtreeByHost>(device);
        return std::make_unique<QuadtreeByChildren>(device);
      }};
  return instance;
}

}  // namespace cleave::benchmark
