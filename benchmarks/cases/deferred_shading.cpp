// Deferred shading: each work-group finds the lights that reach its tile of 16 by 16 pixels, in
// local memory, and shades the tile with these.
#include <array>
#include <cstdio>
#include <list>

#include "cases/lit_view.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define LIGHTS 1024

float view_depth(float depth) { return DEPTH_OFFSET / (depth - DEPTH_SCALE); }

// Whether a light reaches across a side of the tile's frustum, a plane through the camera.
bool reaches(float side, float middle, float along, float z, float reach) {
  float a = -FOCUS * middle, b = side, scale = rsqrt(a * a + b * b);
  return (along * a + z * b) * scale >= -reach;
}

kernel void shade(global const float *depths, global const half *normals_x,
                  global const half *normals_y, global const half *amounts,
                  global const half *powers, global const uchar *reds,
                  global const uchar *greens, global const uchar *blues,
                  global const float *light_x, global const float *light_y,
                  global const float *light_z, global const float *light_begin,
                  global const float *light_end, global const float *light_red,
                  global const float *light_green, global const float *light_blue,
                  global uchar *out_red, global uchar *out_green, global uchar *out_blue) {
  local int listed[LIGHTS], listed_count;
  local uint nearest, furthest;
  int column = get_global_id(0), row = get_global_id(1), width = get_global_size(0);
  int pixel = row * width + column, item = get_local_id(1) * 16 + get_local_id(0);
  float middle = 0.5f * width;

  if (item == 0) {
    listed_count = 0;
    nearest = as_uint(FAR);
    furthest = as_uint(NEAR);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float z = view_depth(depths[pixel]);
  if (z >= NEAR && z < FAR) {
    atomic_min(&nearest, as_uint(z));
    atomic_max(&furthest, as_uint(z));
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float tile_x = column & ~15, tile_y = row & ~15;
  for (int i = item; i < LIGHTS; i += 256) {
    float lz = light_z[i], reach = light_end[i], lx = light_x[i], ly = light_y[i];
    if (lz - as_float(nearest) >= -reach && as_float(furthest) - lz >= -reach &&
        reaches(tile_x + 16 - middle, middle, lx, lz, reach) &&
        reaches(middle - tile_x, -middle, lx, lz, reach) &&
        reaches(tile_y + 16 - middle, -middle, ly, lz, reach) &&
        reaches(middle - tile_y, middle, ly, lz, reach))
      listed[atomic_inc(&listed_count)] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float x = (0.5f + column) / middle - 1.0f, y = 1.0f - (0.5f + row) / middle;
  float3 surface = (float3)(x * z / FOCUS, y * z / FOCUS, z);
  float3 view = surface * rsqrt(dot(surface, surface));
  float u = 4 * vload_half(pixel, normals_x) - 2, v = 4 * vload_half(pixel, normals_y) - 2;
  float square = u * u + v * v, scale = sqrt(1.0f - square / 4);
  float3 normal = (float3)(u * scale, v * scale, square / 2 - 1.0f);
  float amount = vload_half(pixel, amounts), power = vload_half(pixel, powers);
  float3 color = (float3)(reds[pixel], greens[pixel], blues[pixel]) * (1.0f / 255.0f);
  float3 sum = (float3)(0);
  for (int i = 0; i < listed_count; ++i) {
    int light = listed[i];
    float3 way = (float3)(light_x[light], light_y[light], light_z[light]) - surface;
    float distance = dot(way, way), end = light_end[light];
    if (distance >= end * end) continue;
    distance = sqrt(distance);
    way *= 1.0f / distance;
    float facing = dot(normal, way);
    if (facing <= 0) continue;
    float fading = min((end - distance) / (end - light_begin[light]), 1.0f);
    float3 between = way - view;
    between *= rsqrt(dot(between, between));
    float highlight = amount * (power + 2) * 0.125f * native_powr(max(dot(normal, between), 0.0f), power);
    sum += color * fading * facing * (1.0f + highlight) *
           (float3)(light_red[light], light_green[light], light_blue[light]);
  }
  float3 shown = 255.0f * native_powr(min(sum, 1.0f), (float3)(1 / 2.2f));
  out_red[pixel] = convert_uchar(shown.x);
  out_green[pixel] = convert_uchar(shown.y);
  out_blue[pixel] = convert_uchar(shown.z);
}
)";

std::string options() {
  const auto define = [](const char* name, float value) {
    std::array<char, 64> option;
    std::snprintf(option.data(), option.size(), " -D %s=%.9ef", name, static_cast<double>(value));
    return std::string(option.data());
  };
  return define("NEAR", LitView::near) + define("FAR", LitView::far) +
         define("FOCUS", LitView::focus) + define("DEPTH_SCALE", LitView::depth_scale) +
         define("DEPTH_OFFSET", LitView::depth_offset);
}

/// Some of the pixels, in double precision: the whole picture would take long.
struct Picture {
  explicit Picture(size_t n) : view(n), right(n * n / pixel_stride) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) right[i] = view.color(i * pixel_stride);
    });
  }

  static constexpr size_t pixel_stride = 61;  // a prime: pixels of all columns
  LitView view;
  std::vector<std::array<double, 3>> right;
};

class DeferredShading : public RepeatedWork<Picture> {
 public:
  DeferredShading(Device& device, size_t n)
      : RepeatedWork(device, n), kernel_(device.build(source, "shade", options().c_str())) {
    const LitView& view = problem().view;
    const auto in = [&](const auto& data) -> const Buffer& {
      return buffers_.emplace_back(device.buffer_of(data));
    };
    for (Buffer& color : out_) color = device.zeros(n * n);
    const Lights& lights = view.lights;
    kernel_.set_arguments(in(view.depths), in(view.normals_x), in(view.normals_y), in(view.amounts),
                          in(view.powers), in(view.red), in(view.green), in(view.blue),
                          in(lights.x), in(lights.y), in(lights.z), in(lights.begin),
                          in(lights.end), in(lights.red), in(lights.green), in(lights.blue),
                          out_[0], out_[1], out_[2]);
  }

  std::string verify() override {
    for (size_t part = 0; part < 3; ++part) {
      const std::vector<cl_uchar> found = device().read<cl_uchar>(out_[part], size() * size());
      for (size_t i = 0; i < problem().right.size(); ++i) {
        const size_t pixel = i * Picture::pixel_stride;
        const double right = problem().right[i][part];  // the kernel drops its fraction
        if (!(found[pixel] >= right - 1.1 && found[pixel] <= right + 0.1))
          return "colour " + std::to_string(part) + " of pixel " + std::to_string(pixel) + " is " +
                 std::to_string(found[pixel]) + ", not " + std::to_string(right);
      }
    }
    return {};
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  std::list<Buffer> buffers_;
  std::array<Buffer, 3> out_;
};

}  // namespace

const Case& deferred_shading() {
  static const Case instance = {"deferred_shading",
                                "N by N pixels in tiles, 1024 lights",
                                "Mpixel/s",
                                {{"small", 64}, {"cache", 256}, {"memory", 1024}},
                                [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
                                make_work<DeferredShading>};
  return instance;
}

}  // namespace cleave::benchmark
