// Images without samplers, and where their contents come from and go to (SYCL 2020, 4.7.3).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "image_tests.h"
#include "own_context.h"

namespace {

using namespace image_tests;

// --- unsampled images

/// Copies an image of any bytes texel by texel with a kernel: the bytes stay what they are. The host reads what kernels read.
template <class Element, int Dimensions>
void copy_texels(const FormatFacts& facts) {
  constexpr int width = 9, height = Dimensions > 1 ? 5 : 1, depth = Dimensions > 2 ? 4 : 1;
  constexpr int texels = width * height * depth;
  const auto extent = extent_of<Dimensions>(width, height, depth);
  auto from = some_bytes(texels * facts.bytes);
  std::vector<unsigned char> to(from.size());
  std::vector<Element> seen(texels);
  sycl::queue queue;
  {
    sycl::unsampled_image<Dimensions> source(from.data(), facts.format, extent);
    sycl::unsampled_image<Dimensions> target(to.data(), facts.format, extent);
    EXPECT_EQ(source.byte_size(), from.size());
    EXPECT_EQ(source.size(), texels);
    EXPECT_EQ(source.get_range(), extent);
    sycl::buffer<Element> numbers(seen.data(), texels);
    queue.submit([&](sycl::handler& group) {
      const auto in = source.template get_access<const Element>(group);
      const auto out = target.template get_access<Element, access_mode::write>(group);
      sycl::accessor all(numbers, group, sycl::write_only);
      group.parallel_for(texels, [=](sycl::item<1> item) {
        const int i = static_cast<int>(item.get_linear_id());
        const auto at =
            coordinate<int, Dimensions>(i % width, i / width % height, i / width / height);
        all[item] = in.read(at);
        out.write(at, in.read(at));
      });
    });
    const auto on_host = source.template get_host_access<const Element>();
    sycl::host_accessor all(numbers, sycl::read_only);
    for (int i = 0; i < texels; ++i) {
      const auto at =
          coordinate<int, Dimensions>(i % width, i / width % height, i / width / height);
      EXPECT_TRUE(are_equal(all[i], on_host.read(at))) << "texel " << i;
    }
  }
  if constexpr (std::is_same_v<Element, sycl::float4>) {
    if (facts.format == image_format::r16b16g16a16_sfloat ||
        facts.format == image_format::r32g32b32a32_sfloat) {
      return;  // there are many NaN
    }
  }
  EXPECT_EQ(from, to);
}

TEST(UnsampledImages, OfEveryFormatAndDimensionAreCopiedByKernels) {
  for (const FormatFacts& facts : real_formats) {
    SCOPED_TRACE(static_cast<int>(facts.format));
    copy_texels<sycl::float4, 1>(facts);
    copy_texels<sycl::float4, 2>(facts);
    copy_texels<sycl::float4, 3>(facts);
  }
  for (const FormatFacts& facts : signed_formats) {
    SCOPED_TRACE(static_cast<int>(facts.format));
    copy_texels<sycl::int4, 1>(facts);
    copy_texels<sycl::int4, 2>(facts);
    copy_texels<sycl::int4, 3>(facts);
  }
  for (const FormatFacts& facts : unsigned_formats) {
    SCOPED_TRACE(static_cast<int>(facts.format));
    copy_texels<sycl::uint4, 1>(facts);
    copy_texels<sycl::uint4, 2>(facts);
    copy_texels<sycl::uint4, 3>(facts);
  }
}

/// Writes a colour on the device and on the host, which agree, and returns the texel's bytes.
template <class Element>
std::vector<int> bytes_of(image_format format, const Element& colour, size_t bytes) {
  std::vector<unsigned char> texels(2 * bytes, 0xcd);
  {
    sycl::unsampled_image<1> image(texels.data(), format, sycl::range<1>(2));
    sycl::queue().submit([&](sycl::handler& group) {
      const auto out = image.get_access<Element, access_mode::write>(group);
      group.single_task([=] { out.write(0, colour); });
    });
    image.get_host_access<Element, access_mode::write>().write(1, colour);
  }
  EXPECT_EQ(std::vector<int>(texels.begin(), texels.begin() + bytes),
            std::vector<int>(texels.begin() + bytes, texels.end()));
  return {texels.begin(), texels.begin() + bytes};
}

TEST(UnsampledImages, RoundAndSaturateWhatIsWritten) {
  using bytes = std::vector<int>;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const sycl::float4 reals(0.5f, -1.0f, 2.0f, nan);
  EXPECT_EQ(bytes_of(image_format::r8g8b8a8_unorm, reals, 4), (bytes{128, 0, 255, 0}));
  EXPECT_EQ(bytes_of(image_format::b8g8r8a8_unorm, reals, 4), (bytes{255, 0, 128, 0}));
  EXPECT_EQ(bytes_of(image_format::r16g16b16a16_unorm, reals, 8),
            (bytes{0, 0x80, 0, 0, 255, 255, 0, 0}));
  // Ties go to even numbers: 2.5 / 255 is no float, so that 16 bits have one.
  EXPECT_EQ(bytes_of(image_format::r16b16g16a16_sfloat, sycl::float4(1, -65504, 1e6f, 0x1p-24f), 8),
            (bytes{0, 0x3c, 0xff, 0xfb, 0, 0x7c, 1, 0}));
  EXPECT_EQ(bytes_of(image_format::r8g8b8a8_unorm, sycl::half4(1, 0, 0.25f, 1), 4),
            (bytes{255, 0, 64, 255}));
  const sycl::int4 integers(-1000000, 1000000, -5, 7);
  EXPECT_EQ(bytes_of(image_format::r8g8b8a8_sint, integers, 4), (bytes{0x80, 0x7f, 0xfb, 7}));
  EXPECT_EQ(bytes_of(image_format::r16g16b16a16_sint, integers, 8),
            (bytes{0, 0x80, 0xff, 0x7f, 0xfb, 0xff, 7, 0}));
  const sycl::uint4 naturals(1000000, 255, 256, 0);
  EXPECT_EQ(bytes_of(image_format::r8g8b8a8_uint, naturals, 4), (bytes{255, 255, 255, 0}));
  EXPECT_EQ(bytes_of(image_format::r16g16b16a16_uint, naturals, 8),
            (bytes{255, 255, 255, 0, 0, 1, 0, 0}));
}

TEST(UnsampledImages, OfHalvesReadAndRoundEachAsHalfDoes) {
  constexpr int texels = 65536 / 4;
  std::vector<std::uint16_t> bits(65536);
  for (unsigned i = 0; i < 65536; ++i) bits[i] = static_cast<std::uint16_t>(i);
  std::vector<sycl::float4> seen(texels);
  {
    sycl::unsampled_image<1> image(bits.data(), image_format::r16b16g16a16_sfloat,
                                   sycl::range<1>(texels));
    sycl::buffer<sycl::float4> numbers(seen.data(), texels);
    sycl::queue().submit([&](sycl::handler& group) {
      const auto in = image.get_access<const sycl::float4>(group);
      sycl::accessor all(numbers, group, sycl::write_only);
      group.parallel_for(texels, [=](sycl::id<1> i) { all[i] = in.read(static_cast<int>(i[0])); });
    });
  }
  for (unsigned i = 0; i < 65536; ++i) {
    const float expected = sycl::bit_cast<sycl::half>(static_cast<std::uint16_t>(i));
    const float found = seen[i / 4][static_cast<int>(i % 4)];
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found)) << i;
    } else {
      EXPECT_EQ(found, expected) << i;
      EXPECT_EQ(std::signbit(found), std::signbit(expected)) << i;
    }
  }
  // Numbers between two halves, at every exponent.
  std::vector<float> between;
  for (unsigned i = 0; i < 0x7c00; i += 5) {
    const float low = sycl::bit_cast<sycl::half>(static_cast<std::uint16_t>(i));
    const float high =
        i == 0x7bff ? 65536 : float(sycl::bit_cast<sycl::half>(std::uint16_t(i + 1)));
    for (float share : {0.25f, 0.5f, 0.50001f, 0.75f})
      between.push_back(low + share * (high - low));
  }
  for (float number : {65504.0f, 65519.99f, 65520.0f, 1e30f, 0x1p-25f, 0x1.8p-25f, 1e-30f}) {
    between.push_back(-number);
  }
  while (between.size() % 4 != 0) between.push_back(0);
  const size_t count = between.size() / 4;
  std::vector<std::uint16_t> rounded(between.size());
  {
    sycl::unsampled_image<1> image(rounded.data(), image_format::r16b16g16a16_sfloat,
                                   sycl::range<1>(count));
    const auto out = image.get_host_access<sycl::float4>();
    for (size_t i = 0; i < count; ++i) {
      out.write(static_cast<int>(i), sycl::float4(between[4 * i], between[4 * i + 1],
                                                  between[4 * i + 2], between[4 * i + 3]));
    }
  }
  for (size_t i = 0; i < between.size(); ++i) {
    EXPECT_EQ(rounded[i], sycl::bit_cast<std::uint16_t>(sycl::half(between[i]))) << between[i];
  }
}

TEST(UnsampledImages, DivideNormalisedNumbersExactly) {
  std::vector<std::uint16_t> numbers(65536);
  for (unsigned i = 0; i < 65536; ++i) numbers[i] = static_cast<std::uint16_t>(i);
  sycl::unsampled_image<1> words(numbers.data(), image_format::r16g16b16a16_unorm,
                                 sycl::range<1>(65536 / 4));
  const auto of_words = words.get_host_access<const sycl::float4>();
  for (int i = 0; i < 65536; ++i) {
    EXPECT_EQ(of_words.read(i / 4)[i % 4], static_cast<float>(i) / 65535) << i;
  }
  std::vector<std::uint8_t> small(256);
  for (unsigned i = 0; i < 256; ++i) small[i] = static_cast<std::uint8_t>(i);
  sycl::unsampled_image<1> bytes(small.data(), image_format::r8g8b8a8_unorm, sycl::range<1>(64));
  const auto of_bytes = bytes.get_host_access<const sycl::float4>();
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(of_bytes.read(i / 4)[i % 4], static_cast<float>(i) / 255) << i;
  }
}

TEST(UnsampledImages, AreLeftAloneOutside) {
  std::vector<int> texels(3 * 3 * 4, 7);
  std::vector<sycl::int4> seen(25, sycl::int4(1));
  {
    sycl::unsampled_image<2> image(texels.data(), image_format::r32b32g32a32_sint,
                                   sycl::range<2>(3, 3));
    sycl::buffer<sycl::int4> numbers(seen.data(), 25);
    sycl::queue queue;
    queue.submit([&](sycl::handler& group) {
      const auto in = image.get_access<const sycl::int4>(group);
      sycl::accessor all(numbers, group);
      group.parallel_for(25, [=](sycl::id<1> i) {
        all[i] =
            in.read(sycl::int2(static_cast<int>(i[0]) % 5 - 1, static_cast<int>(i[0]) / 5 - 1));
      });
    });
    queue.submit([&](sycl::handler& group) {
      const auto out = image.get_access<sycl::int4, access_mode::write>(group);
      group.parallel_for(25, [=](sycl::id<1> i) {
        const int x = static_cast<int>(i[0]) % 5 - 1, y = static_cast<int>(i[0]) / 5 - 1;
        if (x < 0 || y < 0 || x > 2 || y > 2) out.write(sycl::int2(x, y), sycl::int4(9));
      });
    });
    const auto on_host = image.get_host_access<sycl::int4>();
    EXPECT_TRUE(are_equal(on_host.read(sycl::int2(3, 0)), sycl::int4(0)));
    on_host.write(sycl::int2(-1, 2), sycl::int4(9));
  }
  for (int i = 0; i < 25; ++i) {
    const bool is_inside = i % 5 > 0 && i % 5 < 4 && i / 5 > 0 && i / 5 < 4;
    EXPECT_TRUE(are_equal(seen[static_cast<size_t>(i)], sycl::int4(is_inside ? 7 : 0))) << i;
  }
  EXPECT_EQ(texels, std::vector<int>(texels.size(), 7));
}

TEST(UnsampledImages, LieWithThePitchesThatAreGiven) {
  constexpr size_t row = 5 * 4, slice = row * 4;  // of 3 texels and 2 rows
  std::vector<unsigned char> memory(2 * slice, 1);
  {
    const sycl::range<2> pitch(row, slice);
    sycl::unsampled_image<3> image(memory.data(), image_format::r8g8b8a8_uint,
                                   sycl::range<3>(3, 2, 2), pitch);
    EXPECT_EQ(image.get_pitch(), pitch);
    EXPECT_EQ(image.byte_size(), memory.size());
    EXPECT_EQ(image.size(), 12);
    sycl::queue().submit([&](sycl::handler& group) {
      const auto out = image.get_access<sycl::uint4, access_mode::write>(group);
      group.parallel_for(sycl::range<3>(3, 2, 2), [=](sycl::item<3> item) {
        out.write(sycl::int4(static_cast<int>(item[0]), static_cast<int>(item[1]),
                             static_cast<int>(item[2]), 0),
                  sycl::uint4(9));
      });
    });
  }
  for (size_t i = 0; i < memory.size(); ++i) {
    const bool is_texel = i % row < 3 * 4 && i % slice / row < 2;
    EXPECT_EQ(memory[i], is_texel ? 9 : 1) << i;
  }
  const sycl::unsampled_image<2> without(image_format::r8g8b8a8_unorm, sycl::range<2>(6, 7));
  EXPECT_EQ(without.get_pitch()[0], 24);
  EXPECT_EQ(sycl::unsampled_image<2>(image_format::r8g8b8a8_unorm, sycl::range<2>(6, 7),
                                     sycl::range<1>(64))
                .byte_size(),
            64 * 7);
}

TEST(UnsampledImages, RefuseSizesAndPitchesThatAreNone) {
  using image = sycl::unsampled_image<2>;
  constexpr auto format = image_format::r8g8b8a8_unorm;
  EXPECT_EQ(code_of([] { image(format, sycl::range<2>(0, 4)); }), sycl::errc::invalid);
  EXPECT_EQ(code_of([] { image(format, sycl::range<2>(4, 4), sycl::range<1>(12)); }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([] { image(format, sycl::range<2>(4, 4), sycl::range<1>(18)); }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([] { image(format, sycl::range<2>(size_t{1} << 32, 1)); }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([] {
              image(image_format::r32g32b32a32_sfloat, sycl::range<2>(0x7fffffff, 0x7fffffff));
            }),
            sycl::errc::invalid);
  // The owner of the host's memory goes where the image cannot be made.
  std::shared_ptr<void> memory = std::make_shared<int>(0);
  EXPECT_EQ(code_of([&] { image(memory, format, sycl::range<2>(0, 1)); }), sycl::errc::invalid);
  EXPECT_EQ(memory.use_count(), 1);
}

// --- where contents come from and go to

TEST(ImageContents, GoBackToTheMemoryThatTheyCameFrom) {
  std::vector<int> memory(4, 0);
  {
    sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1));
    write_ones(image);
  }
  EXPECT_EQ(memory, std::vector<int>(4, 1));
  {
    sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1));
    image.get_host_access<sycl::int4>().write(0, sycl::int4(2));
  }
  EXPECT_EQ(memory, std::vector<int>(4, 2));
}

TEST(ImageContents, ShareTheMemoryOfASharedPointer) {
  std::shared_ptr<int[]> memory(new int[4]{3, 3, 3, 3});
  const std::weak_ptr<int[]> watched = memory;
  {
    std::shared_ptr<void> any(memory, memory.get());
    sycl::unsampled_image<1> image(any, of_ints, sycl::range<1>(1));
    any.reset();
    EXPECT_TRUE(are_equal(image.get_host_access<const sycl::int4>().read(0), sycl::int4(3)));
    write_ones(image);
  }
  EXPECT_EQ(memory[2], 1);
  memory.reset();
  EXPECT_TRUE(watched.expired());
  // An empty one stands for no contents.
  std::shared_ptr<void> none;
  sycl::unsampled_image<1> image(none, of_ints, sycl::range<1>(1));
  write_ones(image);
  EXPECT_TRUE(are_equal(image.get_host_access<const sycl::int4>().read(0), sycl::int4(1)));
}

TEST(ImageContents, GoWhereTheUserSays) {
  std::vector<int> memory(4, 0), other(4, 0), inserted;
  auto shared = std::make_shared<std::array<int, 4>>();
  {
    sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1));
    image.set_final_data(static_cast<void*>(other.data()));
    write_ones(image);
  }
  EXPECT_EQ(other, std::vector<int>(4, 1));
  {
    sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1));
    image.set_final_data(std::back_inserter(inserted));
    write_ones(image);
  }
  EXPECT_EQ(inserted, std::vector<int>(4, 1));
  {
    sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1));
    image.set_final_data(shared);
    write_ones(image);
  }
  EXPECT_EQ((*shared)[3], 1);
  {
    sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1));
    image.set_final_data(std::weak_ptr<std::array<int, 4>>(shared));
    shared.reset();  // nobody is left who wants it
    write_ones(image);
  }
  other.assign(4, 0);
  {
    sycl::unsampled_image<1> image(other.data(), of_ints, sycl::range<1>(1));
    image.set_final_data(nullptr);
    EXPECT_EQ(image.size(), 1);
  }
  {
    sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1),
                                   {sycl::property::image::use_host_ptr()});
    EXPECT_TRUE(image.has_property<sycl::property::image::use_host_ptr>());
    EXPECT_FALSE(image.has_property<sycl::property::image::use_mutex>());
    image.set_final_data(other.begin());
    image.set_write_back(false);
    write_ones(image);
  }
  EXPECT_EQ(other, std::vector<int>(4, 0));
}

TEST(ImageContents, AreBoundToAContext) {
  const sycl::device device;
  const sycl::context bound(device);
  sycl::queue other(context_of_its_own(), device), its_queue(bound, device);
  sycl::unsampled_image<1> image(of_ints, sycl::range<1>(1),
                                 {sycl::property::image::context_bound(bound)});
  EXPECT_EQ(image.get_property<sycl::property::image::context_bound>().get_context(), bound);
  const auto use = [&](sycl::queue& queue) {
    queue.submit([&](sycl::handler& group) {
      const auto out = image.get_access<sycl::int4, access_mode::write>(group);
      group.single_task([=] { out.write(0, sycl::int4(5)); });
    });
  };
  EXPECT_EQ(code_of([&] { use(other); }), sycl::errc::invalid);
  use(its_queue);
  EXPECT_TRUE(are_equal(image.get_host_access<const sycl::int4>().read(0), sycl::int4(5)));
}

TEST(ImageContents, AreTheHostsWhileItHasTheMutex) {
  std::mutex mutex;
  std::vector<int> memory(4, 0);
  sycl::unsampled_image<1> image(memory.data(), of_ints, sycl::range<1>(1),
                                 {sycl::property::image::use_mutex(mutex)});
  EXPECT_EQ(image.get_property<sycl::property::image::use_mutex>().get_mutex_ptr(), &mutex);
  sycl::queue queue;
  for (int i = 1; i < 20; ++i) {
    auto event = queue.submit([&](sycl::handler& group) {
      const auto in = image.get_access<const sycl::int4>(group);
      const auto out = image.get_access<sycl::int4, access_mode::write>(group);
      group.single_task([=] { out.write(0, in.read(0) + 1); });
    });
    event.wait();
    const std::lock_guard guard(mutex);
    EXPECT_EQ(memory[3], 2 * i - 1);
    for (int& number : memory) ++number;
  }
}

TEST(ImageContents, MoveBetweenContexts) {
  const sycl::device device;
  sycl::queue first(sycl::context(device), device), second(sycl::context(device), device);
  sycl::unsampled_image<2> image(of_ints, sycl::range<2>(2, 2));
  const auto add = [&](sycl::queue& queue, bool is_first) {
    queue.submit([&](sycl::handler& group) {
      const auto both = image.get_access<sycl::int4, access_mode::read_write>(group);
      group.parallel_for(sycl::range<2>(2, 2), [=](sycl::item<2> item) {
        const sycl::int2 at(static_cast<int>(item[0]), static_cast<int>(item[1]));
        both.write(at, is_first ? sycl::int4(1) : both.read(at) * 2 + at.x());
      });
    });
  };
  add(first, true);
  add(second, false);
  add(first, false);
  const auto on_host = image.get_host_access<const sycl::int4>();
  EXPECT_TRUE(are_equal(on_host.read(sycl::int2(0, 1)), sycl::int4(4)));
  EXPECT_TRUE(are_equal(on_host.read(sycl::int2(1, 1)), sycl::int4(7)));
}

}  // namespace
