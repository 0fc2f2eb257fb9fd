// A turn of k-means: each point finds the nearest of sixteen centres, then the points of each
// centre are added up.
#include <algorithm>
#include <array>
#include <limits>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* assign_source = R"(
kernel void assign(global const float *features, global const float *centres,
                   global int *members, int count) {
  int point = get_global_id(0);
  int nearest = 0;
  float least = FLT_MAX;
  for (int centre = 0; centre < 16; ++centre) {
    float distance = 0;
    for (int feature = 0; feature < 8; ++feature) {
      float away = features[feature * count + point] - centres[centre * 8 + feature];
      distance += away * away;
    }
    if (distance < least) {
      least = distance;
      nearest = centre;
    }
  }
  members[point] = nearest;
}
)";
// Computes for each centre the sums of eight features, then the number of points.
constexpr const char* add_up_source = R"(
kernel void add_up(global const float *features, global const int *members, global uint *sums,
                   int count) {
  local uint group_sums[16 * 9];
  for (uint i = get_local_id(0); i < 16 * 9; i += get_local_size(0)) group_sums[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int point = get_global_id(0);
  int centre = members[point];
  for (int feature = 0; feature < 8; ++feature)
    atomic_add(&group_sums[centre * 9 + feature], (uint)features[feature * count + point]);
  atomic_inc(&group_sums[centre * 9 + 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 16 * 9; i += get_local_size(0))
    atomic_add(&sums[i], group_sums[i]);
}
)";
constexpr size_t centre_count = 16;
constexpr size_t feature_count = 8;
constexpr size_t sums_count = centre_count * (feature_count + 1);

struct Points {
  explicit Points(size_t count)
      : features(feature_count * count),
        centres(centre_count * feature_count),
        members(count),
        sums(sums_count) {
    // Whole numbers below 256: distances and sums are exact.
    for (size_t i = 0; i < features.size(); ++i)
      features[i] = static_cast<float>(scrambled(static_cast<uint32_t>(i)) & 0xff);
    for (size_t i = 0; i < centres.size(); ++i)
      centres[i] = static_cast<float>(scrambled(~static_cast<uint32_t>(i)) & 0xff);
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t point = begin; point < end; ++point) members[point] = nearest(point, count);
    });
    for (size_t point = 0; point < count; ++point) {
      const size_t first = static_cast<size_t>(members[point]) * (feature_count + 1);
      for (size_t feature = 0; feature < feature_count; ++feature)
        sums[first + feature] += static_cast<cl_uint>(features[feature * count + point]);
      ++sums[first + feature_count];
    }
  }

  cl_int nearest(size_t point, size_t count) const {
    std::array<float, feature_count> own;
    for (size_t feature = 0; feature < feature_count; ++feature)
      own[feature] = features[feature * count + point];
    size_t found = 0;
    float least = std::numeric_limits<float>::max();
    for (size_t centre = 0; centre < centre_count; ++centre) {
      float distance = 0;
      for (size_t feature = 0; feature < feature_count; ++feature) {
        const float away = own[feature] - centres[centre * feature_count + feature];
        distance += away * away;
      }
      if (distance < least) {
        least = distance;
        found = centre;
      }
    }
    return static_cast<cl_int>(found);
  }

  /// Compares what a turn found; empty if all is right.
  [[nodiscard]] std::string difference_of(std::span<const cl_int> found_members,
                                          std::span<const cl_uint> found_sums) const {
    std::string found = difference<cl_int>(found_members, members);
    if (!found.empty()) return "nearest centres: " + found;
    found = difference<cl_uint>(found_sums, sums);
    return found.empty() ? found : "sums: " + found;
  }

  std::vector<float> features, centres;  // all points' first features, then the second; by centre
  std::vector<cl_int> members;
  std::vector<cl_uint> sums;
};

class KMeans : public RepeatedWork<Points> {
 public:
  KMeans(Device& device, size_t count)
      : RepeatedWork(device, count),
        assign_(device.build(assign_source, "assign")),
        add_up_(device.build(add_up_source, "add_up")),
        features_(device.buffer_of(problem().features)),
        centres_(device.buffer_of(problem().centres)),
        members_(device.zeros(count * sizeof(cl_int))),
        sums_(device.zeros(sums_count * sizeof(cl_uint))) {
    assign_.set_arguments(features_, centres_, members_, static_cast<cl_int>(count));
    add_up_.set_arguments(features_, members_, sums_, static_cast<cl_int>(count));
  }

  std::string verify() override {
    return problem().difference_of(device().read<cl_int>(members_, size()),
                                   device().read<cl_uint>(sums_, sums_count));
  }

 protected:
  void enqueue() override {
    device().enqueue(assign_, size(), 128);
    device().enqueue_clear(sums_, sums_count * sizeof(cl_uint));
    device().enqueue(add_up_, size(), 128);
  }

 private:
  Kernel assign_, add_up_;
  Buffer features_, centres_, members_, sums_;
};

class NativeKMeans : public NativeWork<Points> {
 public:
  explicit NativeKMeans(size_t count)
      : NativeWork(count),
        features_(native_copy(problem().features)),
        centres_(native_copy(problem().centres)),
        members_(count),
        sums_(sums_count) {}

  std::string verify() override { return problem().difference_of(members_, sums_); }

 protected:
  void repeat() override {
    std::ranges::fill(sums_, cl_uint{0});
    split(size(), 64, [&](size_t begin, size_t end) {
      native_loops().assign_members(members_.data(), features_.data(), centres_.data(), size(),
                                    begin, end);
      native_loops().add_up_members(sums_.data(), features_.data(), members_.data(), size(), begin,
                                    end);
    });
  }

 private:
  NativeVector<float> features_, centres_;
  NativeVector<cl_int> members_;
  NativeVector<cl_uint> sums_;
};

}  // namespace

const Case& k_means() {
  static const Case instance = {
      "k_means",
      "a turn of k-means: N points of 8 floats, 16 centres",
      "Mpoint/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 15}, {"memory", size_t{1} << 20}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<KMeans>,
      Kind::kernel,
      {{"native", make_native<NativeKMeans>}}};
  return instance;
}

}  // namespace cleave::benchmark
