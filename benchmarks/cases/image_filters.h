// Runs kernels that make a picture of another one of the same format, for the cases of such
// filters.
#pragma once

#include "cases/images.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark::images {

/// The names of the ways of a filter whose kernels get images, or buffers of the same texels.
inline constexpr std::array<std::string_view, 2> image_or_buffer = {"", "buffer"};
inline constexpr size_t in_images = 0, in_buffers = 1;

/// A picture and the right result of a filter: `Filter::fill(in, way, edge, y, row)` adds up the
/// numbers of row y, of `edge` texels. The result's edge is `Filter::result_edge(row)`.
template <class Filter>
struct Filtered {
  explicit Filtered(size_t size)
      : row(row_of(size)),
        edge(Filter::result_edge(row)),
        in(row.format, row.edge, row.edge),
        right(edge * edge * in.channels) {
    in_parallel(edge, [&](size_t begin, size_t end) {
      const size_t numbers = edge * in.channels;
      for (size_t y = begin; y < end; ++y)
        Filter::fill(in, row.way, edge, y, std::span(&right[y * numbers], numbers));
    });
  }

  Row row;
  size_t edge;
  Picture in;
  std::vector<float> right;
};

/// A case whose kernel is `Filter::source(way)`, of the name `Filter::name`. Its arguments are the
/// pictures, the result's width and height, and a sampler if `Filter::sampler(device, way)` gives
/// one. `Filter::require(device)`, where it is, throws what the device lacks.
template <class Filter>
class FilterWork : public RepeatedWork<Filtered<Filter>> {
 public:
  FilterWork(Device& device, size_t size) : RepeatedWork<Filtered<Filter>>(device, size) {
    const Filtered<Filter>& filtered = this->problem();
    const Format format = filtered.row.format;
    if constexpr (requires { Filter::require(device); }) Filter::require(device);
    const std::string source = Filter::source(filtered.row.way);
    if (is_buffer()) {
      in_ = device.buffer_of(filtered.in.texels);
      out_ = empty_buffer(device, format, filtered.edge, filtered.edge);
      kernel_ = device.build((buffer_access(format) + source).c_str(), Filter::name);
    } else {
      in_ = filtered.in.image_on(device);
      out_ = empty_image(device, format, filtered.edge, filtered.edge);
      kernel_ = device.build((image_access(format) + source).c_str(), Filter::name);
    }
    const auto edge = static_cast<cl_int>(filtered.edge);
    if constexpr (requires { Filter::sampler(device, filtered.row.way); }) {
      sampler_ = Filter::sampler(device, filtered.row.way);
      kernel_.set_arguments(in_, out_, edge, edge, sampler_);
    } else {
      kernel_.set_arguments(in_, out_, edge, edge);
    }
  }

  std::string verify() override {
    const Filtered<Filter>& filtered = this->problem();
    const size_t edge = filtered.edge;
    std::vector<std::byte> found(edge * edge * texel_bytes(filtered.row.format));
    if (is_buffer()) {
      this->device().read(out_, std::span(found));
    } else {
      this->device().read(out_, {edge, edge, 1}, std::span(found));
    }
    return images::difference(found, filtered.row.format, edge, filtered.right,
                              Filter::bound(filtered.row));
  }

 protected:
  void enqueue() override {
    // Whole work-groups, as programs round up: kernels leave out what is beyond the picture.
    const size_t whole = (this->problem().edge + 15) / 16 * 16;
    this->device().enqueue(kernel_, {whole, whole}, {16, 16});
  }

 private:
  [[nodiscard]] bool is_buffer() const {
    return Filter::ways.size() > in_buffers && Filter::ways[in_buffers] == "buffer" &&
           this->problem().row.way == in_buffers;
  }

  Kernel kernel_;
  ImageObject in_, out_;
  Sampler sampler_;
};

/// Makes the case of a filter for the edges small, cache and memory.
template <class Filter>
[[nodiscard]] Case filter_case(std::string_view name, std::string_view description,
                               const std::array<size_t, 3>& edges) {
  return {name,
          description,
          "Mpixel/s",
          sizes_of(Filter::formats, edges, Filter::ways),
          [](size_t size) {
            const size_t edge = Filter::result_edge(row_of(size));
            return 1e-6 * static_cast<double>(edge * edge);
          },
          make_work<FilterWork<Filter>>};
}

}  // namespace cleave::benchmark::images
