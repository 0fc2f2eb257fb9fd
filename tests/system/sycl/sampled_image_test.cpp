// Sampled images, accessors of images, and devices with and without these (SYCL 2020, 4.7.6 and 4.7.8).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "image_tests.h"

namespace {

using namespace image_tests;

// --- sampled images

constexpr auto nearest = sycl::filtering_mode::nearest;
constexpr auto linear = sycl::filtering_mode::linear;
constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
constexpr auto unnormalized = sycl::coordinate_normalization_mode::unnormalized;
using sycl::addressing_mode;

TEST(SampledImages, AreReadAsTheSamplerSays) {
  const float texels[] = {0, 0, 0, 0, 10, 20, 30, 40};  // two of four components
  const auto at = [&](const sycl::image_sampler& sampler, float x) {
    sycl::sampled_image<1> image(texels, image_format::r32g32b32a32_sfloat, sampler,
                                 sycl::range<1>(2));
    sycl::float4 found;
    {
      sycl::buffer<sycl::float4> result(&found, 1);
      sycl::queue().submit([&](sycl::handler& group) {
        const auto in = image.get_access<sycl::float4>(group);
        sycl::accessor out(result, group);
        group.single_task([=] { out[0] = in.read(x); });
      });
    }
    EXPECT_TRUE(are_equal(found, image.get_host_access<sycl::float4>().read(x))) << x;
    return found[0];
  };
  const sycl::image_sampler edge{addressing_mode::clamp_to_edge, unnormalized, nearest};
  EXPECT_EQ(at(edge, 0.9f), 0);
  EXPECT_EQ(at(edge, 1.0f), 10);
  EXPECT_EQ(at(edge, 100), 10);
  EXPECT_EQ(at(edge, -100), 0);
  const sycl::image_sampler border{addressing_mode::clamp, unnormalized, nearest};
  EXPECT_EQ(at(border, 1.5f), 10);
  EXPECT_EQ(at(border, 2), 0);
  const sycl::image_sampler mixes{addressing_mode::clamp_to_edge, unnormalized, linear};
  EXPECT_EQ(at(mixes, 1), 5);
  EXPECT_EQ(at(mixes, 0.75f), 2.5f);
  EXPECT_EQ(at(mixes, 3), 10);
  const sycl::image_sampler mixes_border{addressing_mode::clamp, unnormalized, linear};
  EXPECT_EQ(at(mixes_border, 2), 5);  // half of it is the border's
  const sycl::image_sampler repeats{addressing_mode::repeat, normalized, nearest};
  EXPECT_EQ(at(repeats, 0.25f), 0);
  EXPECT_EQ(at(repeats, 1.75f), 10);
  EXPECT_EQ(at(repeats, -0.25f), 10);
  const sycl::image_sampler mirrors{addressing_mode::mirrored_repeat, normalized, nearest};
  EXPECT_EQ(at(mirrors, 1.25f), 10);
  EXPECT_EQ(at(mirrors, 1.75f), 0);
  const sycl::image_sampler mixes_repeated{addressing_mode::repeat, normalized, linear};
  EXPECT_EQ(at(mixes_repeated, 0), 5);
  EXPECT_EQ(at(mixes_repeated, 0.5f), 5);
  // Coordinates that are no numbers of texels read some texel, or the border.
  for (float odd : {std::numeric_limits<float>::quiet_NaN(), HUGE_VALF, -HUGE_VALF, 1e20f}) {
    const float found = at(edge, odd);
    EXPECT_TRUE(found == 0 || found == 10) << odd;
  }
}

/// Samples at coordinates in and around the image: kernels and the host read the same, bit for bit.
template <class Element, int Dimensions>
void sample_twice(const FormatFacts& facts, const sycl::image_sampler& sampler) {
  constexpr int width = 6, height = 5, depth = 3, samples = 500;
  const auto bytes = some_bytes(width * height * depth * facts.bytes);
  sycl::sampled_image<Dimensions> image(bytes.data(), facts.format, sampler,
                                        extent_of<Dimensions>(width, height, depth));
  const float scale = sampler.coordinate == normalized ? 1 : 5;
  const auto place = [=](int i) {
    const auto part = [=](int salt) {
      return (static_cast<float>((i * 7919 + salt) % 1000) / 250 - 1.5f) * scale;
    };
    return coordinate<float, Dimensions>(part(0), part(317), part(711));
  };
  sycl::buffer<Element> seen(samples);
  sycl::queue().submit([&](sycl::handler& group) {
    const auto in = image.template get_access<Element>(group);
    sycl::accessor all(seen, group, sycl::write_only);
    group.parallel_for(samples,
                       [=](sycl::id<1> i) { all[i] = in.read(place(static_cast<int>(i[0]))); });
  });
  const auto on_host = image.template get_host_access<Element>();
  sycl::host_accessor all(seen, sycl::read_only);
  for (int i = 0; i < samples; ++i) {
    EXPECT_TRUE(are_equal(all[i], on_host.read(place(i)))) << "sample " << i;
  }
}

TEST(SampledImages, AreReadOnTheHostAsByKernels) {
  for (auto addressing : {addressing_mode::mirrored_repeat, addressing_mode::repeat,
                          addressing_mode::clamp_to_edge, addressing_mode::clamp}) {
    for (auto coordinates : {normalized, unnormalized}) {
      for (auto filter : {nearest, linear}) {
        SCOPED_TRACE(std::to_string(static_cast<int>(addressing)) +
                     (filter == linear ? " linear" : "") +
                     (coordinates == normalized ? " normalized" : ""));
        const sycl::image_sampler sampler{addressing, coordinates, filter};
        for (const FormatFacts& facts : real_formats) {
          sample_twice<sycl::float4, 2>(facts, sampler);
        }
        sample_twice<sycl::float4, 1>(real_formats[0], sampler);
        sample_twice<sycl::float4, 3>(real_formats[2], sampler);
        sample_twice<sycl::half4, 2>(real_formats[0], sampler);
        sample_twice<sycl::int4, 2>(signed_formats[1], sampler);
        sample_twice<sycl::uint4, 3>(unsigned_formats[0], sampler);
      }
    }
  }
}

TEST(SampledImages, AreMadeOfSharedMemoryAndWithPitches) {
  std::shared_ptr<const void> shared;
  {
    auto bytes = std::make_shared<std::vector<unsigned char>>(4 * 32, 255);
    shared = std::shared_ptr<const void>(bytes, bytes->data());
  }
  const sycl::image_sampler sampler{addressing_mode::clamp, unnormalized, nearest};
  sycl::sampled_image<2> image(shared, image_format::r8g8b8a8_unorm, sampler, sycl::range<2>(5, 4),
                               sycl::range<1>(32));
  shared.reset();
  EXPECT_EQ(image.byte_size(), 128);
  EXPECT_TRUE(are_equal(image.get_host_access<sycl::float4>().read(sycl::float2(4.5f, 3.5f)),
                        sycl::float4(1)));
}

// --- accessors

TEST(ImageAccessors, CompareHashAndConvert) {
  sycl::unsampled_image<2> image(of_ints, sycl::range<2>(3, 4)),
      other(of_ints, sycl::range<2>(3, 4));
  const sycl::unsampled_image<2> copy = image;
  EXPECT_EQ(copy, image);
  EXPECT_NE(other, image);
  EXPECT_EQ(std::hash<sycl::unsampled_image<2>>()(copy),
            std::hash<sycl::unsampled_image<2>>()(image));
  sycl::queue().submit([&](sycl::handler& group) {
    using accessor = sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::read>;
    const accessor in(image, group);
    const accessor same = in;
    EXPECT_EQ(in, same);
    EXPECT_EQ(std::hash<accessor>()(in), std::hash<accessor>()(same));
    EXPECT_NE(in, accessor(other, group));
    EXPECT_EQ(in.size(), 12);
    const sycl::unsampled_image_accessor<const sycl::int4, 2, access_mode::read> constant = in;
    EXPECT_EQ(constant.size(), 12);
    static_assert(std::is_same_v<accessor::value_type, const sycl::int4>);
    static_assert(std::is_same_v<
                  sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::write>::value_type,
                  sycl::int4>);
    static_assert(sycl::is_device_copyable_v<accessor>);
    const sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::write> out(other, group,
                                                                                {sycl::no_init});
    EXPECT_TRUE(out.has_property<sycl::property::no_init>());
  });
  sycl::host_unsampled_image_accessor<sycl::int4, 2> on_host(image);
  const auto its_copy = on_host;
  EXPECT_EQ(on_host, its_copy);
  on_host.write(sycl::int2(1, 1), sycl::int4(6));
  EXPECT_TRUE(are_equal(its_copy.read(sycl::int2(1, 1)), sycl::int4(6)));
}

TEST(ImageAccessors, RefuseWhatTheyCannotDo) {
  sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1));
  sycl::queue queue;
  EXPECT_EQ(code_of([&] { image.get_host_access<sycl::float4>(); }), sycl::errc::invalid);
  EXPECT_EQ(
      code_of([&] {
        queue.submit([&](sycl::handler& group) { image.get_access<const sycl::uint4>(group); });
      }),
      sycl::errc::invalid);
  EXPECT_EQ(code_of([&] { image.get_host_access<const sycl::int4>({sycl::no_init}); }),
            sycl::errc::invalid);
  // None of these is left waiting for.
  image.get_host_access<sycl::int4>().write(0, sycl::int4(1));
}

TEST(ImageAccessors, WaitForEachOther) {
  std::vector<int> memory(4, 0);
  sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1));
  sycl::queue queue;
  for (int i = 0; i < 20; ++i) {
    sycl::event event;
    {
      const auto on_host = image.get_host_access<sycl::int4>();
      event = queue.submit([&](sycl::handler& group) {
        const auto both = image.get_access<sycl::int4, access_mode::read_write>(group);
        group.single_task([=] { both.write(0, both.read(0) * 2); });
      });
      on_host.write(0, on_host.read(0) + 1);
    }
    const auto after = image.get_host_access<const sycl::int4>().read(0);
    EXPECT_EQ(event.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    EXPECT_TRUE(are_equal(after, sycl::int4((2 << i) * 2 - 2)));
  }
}

TEST(ImageAccessors, AreUsedInHostTasks) {
  std::vector<int> memory(8, 3);
  const sycl::image_sampler sampler{addressing_mode::clamp, unnormalized, nearest};
  const std::vector<int> constants{1, 2, 3, 4};
  sycl::queue queue;
  {
    sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(2));
    sycl::sampled_image<1> sampled(constants.data(), of_ints, sampler, sycl::range<1>(1));
    queue.submit([&](sycl::handler& group) {
      const auto both = image.get_access<sycl::int4, access_mode::read_write>(group);
      group.parallel_for(2, [=](sycl::id<1> i) {
        const int at = static_cast<int>(i[0]);
        both.write(at, both.read(at) + 1);
      });
    });
    queue.submit([&](sycl::handler& group) {
      const auto in =
          image.get_access<const sycl::int4, access_mode::read, sycl::image_target::host_task>(
              group);
      const auto out =
          image.get_access<sycl::int4, access_mode::write, sycl::image_target::host_task>(group);
      const auto samples = sampled.get_access<sycl::int4, sycl::image_target::host_task>(group);
      group.host_task([=] { out.write(0, in.read(1) * 10 + samples.read(0.5f)); });
    });
  }
  EXPECT_EQ(memory, (std::vector<int>{41, 42, 43, 44, 4, 4, 4, 4}));
}

// --- devices

/// The driver may have no images (CLEAVE_WITHOUT): then kernels get none, and the host has them all the same.
TEST(ImageDevices, SayWhetherKernelsUseImages) {
  const sycl::device device;
  const char* const without = std::getenv("CLEAVE_WITHOUT");
  const bool has_images =
      without == nullptr || std::string(without).find("images") == std::string::npos;
  EXPECT_EQ(device.has(sycl::aspect::image), has_images);
  EXPECT_EQ(device.get_info<sycl::info::device::image_support>(), has_images);
  sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1));
  image.get_host_access<sycl::int4>().write(0, sycl::int4(8));
  if (has_images) {
    write_ones(image);
    EXPECT_GE(device.get_info<sycl::info::device::image2d_max_width>(), 8192);
    EXPECT_GE(device.get_info<sycl::info::device::image2d_max_height>(), 8192);
    EXPECT_GE(device.get_info<sycl::info::device::image3d_max_width>(), 2048);
    EXPECT_GE(device.get_info<sycl::info::device::image3d_max_height>(), 2048);
    EXPECT_GE(device.get_info<sycl::info::device::image3d_max_depth>(), 2048);
    EXPECT_GE(device.get_info<sycl::info::device::image_max_buffer_size>(), 65536);
    EXPECT_GE(device.get_info<sycl::info::device::max_read_image_args>(), 128);
    EXPECT_GE(device.get_info<sycl::info::device::max_write_image_args>(), 8);
    EXPECT_GE(device.get_info<sycl::info::device::max_samplers>(), 16);
  } else {
    EXPECT_EQ(code_of([&] { write_ones(image); }), sycl::errc::feature_not_supported);
  }
  EXPECT_TRUE(
      are_equal(image.get_host_access<const sycl::int4>().read(0), sycl::int4(has_images ? 1 : 8)));
}

}  // namespace
