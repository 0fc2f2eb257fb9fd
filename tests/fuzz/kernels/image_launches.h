// Makes the images and samplers of a kernel, tells it what the host reads of them, and looks
// afterwards at what it wrote.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <vector>

#include "features.h"
#include "launches.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::kernels {

class ImageLaunches {
 public:
  /// Notes of an image: two of each work-item, of which each is the bits of (r, g, b, a), the
  /// coordinates, and 1.
  static constexpr size_t log_entries = 2 * maximum_work_items;

  ImageLaunches(const Session& session, const ImageFeatures& features);
  ~ImageLaunches();
  ImageLaunches(const ImageLaunches&) = delete;
  ImageLaunches& operator=(const ImageLaunches&) = delete;

  void set_arguments(cl_kernel kernel, cl_uint first) const;
  /// Replaces one image or sampler by another of the same class, in turns.
  void change_one(unsigned turn);

  struct Result {
    std::vector<unsigned char> content;  // of the images that kernels write
    bool is_right;                       // no kernel has counted an error, and neither has the host
  };
  /// Forgets the notes: what was written is what images hold from now on.
  [[nodiscard]] Result result();

 private:
  struct Image {
    ImageArgument argument;
    cl_image_format format = {};
    cl_mem memory = nullptr;
    std::vector<std::vector<std::byte>> levels =
        {};  // what they hold, but for what a launch writes
  };

  [[nodiscard]] Image make_image(const ImageArgument& argument) const;
  [[nodiscard]] cl_mem allocate(const ImageArgument& argument, const cl_image_format& format) const;
  [[nodiscard]] cl_sampler make_sampler(const SamplerArgument& argument) const;
  void tell_texels() const;
  [[nodiscard]] std::vector<std::byte> read_level(const Image& image, unsigned level) const;
  [[nodiscard]] bool is_as_noted(const Image& image, const std::byte* notes,
                                 std::vector<std::byte> found) const;

  const Session& session_;
  const ImageFeatures features_;
  std::vector<Image> images_ = {};
  std::vector<cl_sampler> samplers_ = {};
  cl_mem texels_ = nullptr, log_ = nullptr, errors_ = nullptr;
};

}  // namespace cleave::test::fuzz::kernels
