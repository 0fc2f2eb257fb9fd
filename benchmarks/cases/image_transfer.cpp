// Transfers images to and from the host, buffers and other images; beside buffers of as many bytes.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "cases/images.h"

namespace cleave::benchmark {
namespace {

using Origin = std::array<size_t, 3>;
using Extent = std::array<size_t, 3>;

/// An image whose texels are known, another one, buffers of as many bytes, and memory of the host.
struct Places {
  Places(Device& chosen, size_t size)
      : device(chosen),
        format(images::row_of(size).format),
        edge(images::row_of(size).edge),
        texels(edge * edge * images::texel_bytes(format)),
        host(texels.size()) {
    for (size_t i = 0; i < texels.size(); ++i)
      texels[i] = static_cast<std::byte>(i * 7 + i / 256 + i / 65536);
    known_image = images::image_of(device, format, edge, edge, texels);
    image = images::empty_image(device, format, edge, edge);
    known_buffer = device.buffer_of(texels);
    buffer = images::empty_buffer(device, format, edge, edge);
  }

  [[nodiscard]] Extent whole() const { return {edge, edge, 1}; }

  Device& device;
  images::Format format;
  size_t edge;
  std::vector<std::byte> texels, host;
  ImageObject known_image, image;
  Buffer known_buffer, buffer;
};

constexpr Origin start = {};
constexpr cl_float4 filling = {{0.2F, 0.4F, 0.6F, 1}};  // 51, 102, 153 and 255 of 255

void read(Places& places) {
  check(clEnqueueReadImage(places.device.queue(), places.known_image.get(), CL_TRUE, start.data(),
                           places.whole().data(), 0, 0, places.host.data(), 0, nullptr, nullptr),
        "clEnqueueReadImage");
}

/// Reads the quarter in the middle, whose rows do not join in the image.
void read_part(Places& places) {
  const Origin origin = {places.edge / 4, places.edge / 4, 0};
  const Extent extent = {places.edge / 2, places.edge / 2, 1};
  check(clEnqueueReadImage(places.device.queue(), places.known_image.get(), CL_TRUE, origin.data(),
                           extent.data(), 0, 0, places.host.data(), 0, nullptr, nullptr),
        "clEnqueueReadImage");
}

void write(Places& places) {
  check(clEnqueueWriteImage(places.device.queue(), places.image.get(), CL_TRUE, start.data(),
                            places.whole().data(), 0, 0, places.texels.data(), 0, nullptr, nullptr),
        "clEnqueueWriteImage");
}

void fill(Places& places) {
  check(clEnqueueFillImage(places.device.queue(), places.image.get(), &filling, start.data(),
                           places.whole().data(), 0, nullptr, nullptr),
        "clEnqueueFillImage");
}

void copy(Places& places) {
  check(clEnqueueCopyImage(places.device.queue(), places.known_image.get(), places.image.get(),
                           start.data(), start.data(), places.whole().data(), 0, nullptr, nullptr),
        "clEnqueueCopyImage");
}

void copy_to_buffer(Places& places) {
  check(clEnqueueCopyImageToBuffer(places.device.queue(), places.known_image.get(),
                                   places.buffer.get(), start.data(), places.whole().data(), 0, 0,
                                   nullptr, nullptr),
        "clEnqueueCopyImageToBuffer");
}

void copy_from_buffer(Places& places) {
  check(clEnqueueCopyBufferToImage(places.device.queue(), places.known_buffer.get(),
                                   places.image.get(), 0, start.data(), places.whole().data(), 0,
                                   nullptr, nullptr),
        "clEnqueueCopyBufferToImage");
}

void copy_buffer(Places& places) {
  places.device.enqueue_copy(places.known_buffer, places.buffer, places.host.size());
}

void read_buffer(Places& places) {
  places.device.read(places.known_buffer, std::span(places.host));
}

/// Names where a transfer leaves its results.
enum class Target { host, part_on_host, image, filled_image, buffer };

struct Way {
  std::string_view name;
  void (*enqueue)(Places& places);
  Target target;
};
constexpr Way ways[] = {{"read", read, Target::host},
                        {"read part", read_part, Target::part_on_host},
                        {"write", write, Target::image},
                        {"fill", fill, Target::filled_image},
                        {"copy", copy, Target::image},
                        {"copy to buffer", copy_to_buffer, Target::buffer},
                        {"copy from buffer", copy_from_buffer, Target::image},
                        {"buffer copy", copy_buffer, Target::buffer},
                        {"buffer read", read_buffer, Target::host}};

class Transfer : public Work {
 public:
  Transfer(Device& device, size_t size)
      : places_(device, size), way_(ways[images::row_of(size).way]) {}

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      way_.enqueue(places_);
      places_.device.finish();
    }
  }

  std::string verify() override {
    run(1);
    std::vector<std::byte>& found = places_.host;
    const size_t edge = places_.edge;
    if (way_.target == Target::image || way_.target == Target::filled_image)
      places_.device.read(places_.image, {edge, edge, 1}, std::span(found));
    if (way_.target == Target::buffer) places_.device.read(places_.buffer, std::span(found));
    if (way_.target == Target::part_on_host) return part_difference();
    const std::vector<std::byte> right =
        way_.target == Target::filled_image ? filled() : places_.texels;
    return byte_difference(found.begin(), right.begin(), right.size());
  }

 private:
  using Bytes = std::vector<std::byte>::const_iterator;

  static std::string byte_difference(Bytes found, Bytes right, size_t count) {
    const auto place = std::mismatch(found, found + static_cast<ptrdiff_t>(count), right).first;
    if (place == found + static_cast<ptrdiff_t>(count)) return {};
    return "byte " + std::to_string(place - found);
  }

  [[nodiscard]] std::vector<std::byte> filled() const {
    std::vector<std::byte> right(places_.host.size());
    for (size_t i = 0; i < right.size(); ++i)
      right[i] = static_cast<std::byte>(std::lround(255 * filling.s[i % 4]));
    return right;
  }

  [[nodiscard]] std::string part_difference() const {
    const size_t edge = places_.edge, bytes = images::texel_bytes(places_.format);
    for (size_t y = 0; y < edge / 2; ++y) {
      const size_t from = ((y + edge / 4) * edge + edge / 4) * bytes;
      std::string problem =
          byte_difference(places_.host.begin() + static_cast<ptrdiff_t>(y * edge / 2 * bytes),
                          places_.texels.begin() + static_cast<ptrdiff_t>(from), edge / 2 * bytes);
      if (!problem.empty()) return problem + " of row " + std::to_string(y);
    }
    return {};
  }

  Places places_;
  const Way& way_;
};

std::vector<Size> sizes() {
  constexpr std::array formats = {images::Format::rgba8};
  std::array<std::string_view, std::size(ways)> names;
  std::transform(std::begin(ways), std::end(ways), names.begin(),
                 [](const Way& way) { return way.name; });
  return images::sizes_of(formats, {128, 1024, 3072}, names);
}

double gigabytes(size_t size) {
  const images::Row row = images::row_of(size);
  const bool is_part = ways[row.way].target == Target::part_on_host;
  const size_t texels = row.edge * row.edge / (is_part ? 4 : 1);
  return 1e-9 * static_cast<double>(texels * images::texel_bytes(row.format));
}

}  // namespace

const Case& image_transfer() {
  static const Case instance = {
      "image_transfer", "an image of N by N texels transferred, then finish",
      "GB/s",           sizes(),
      gigabytes,        make_work<Transfer>,
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
