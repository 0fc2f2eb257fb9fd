#include "model/memory/image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace cleave::model::test {
namespace {

using builtins::ImageDescriptor;
using builtins::ImageLevel;

memory::ImageShape shape_of(cl_mem_object_type type, size_t width, size_t height, size_t depth,
                            size_t layers, cl_uint levels = 0) {
  memory::ImageShape shape;
  shape.type = type;
  shape.format = memory::find_image_format({CL_RGBA, CL_UNORM_INT8});
  shape.width = width;
  shape.height = height;
  shape.depth = depth;
  shape.layers = layers;
  shape.mip_levels = levels;
  shape.row_pitch = width * 4;
  if (shape.has_slices()) shape.slice_pitch = shape.row_pitch * std::max<size_t>(1, height);
  return shape;
}

TEST(Images, ReportTheBytesOfABufferTheyCouldBeMadeFrom) {
  EXPECT_EQ(40U, memory::reported_image_bytes(shape_of(CL_MEM_OBJECT_IMAGE1D, 10, 0, 0, 0)));
  EXPECT_EQ(800U, memory::reported_image_bytes(shape_of(CL_MEM_OBJECT_IMAGE2D, 10, 20, 0, 0)));
  EXPECT_EQ(2400U, memory::reported_image_bytes(shape_of(CL_MEM_OBJECT_IMAGE3D, 10, 20, 3, 0)));
  EXPECT_EQ(120U, memory::reported_image_bytes(shape_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 10, 0, 0, 3)));
  EXPECT_EQ(2400U,
            memory::reported_image_bytes(shape_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 10, 20, 0, 3)));
}

TEST(Images, MoveRowsApartThatShareCacheSets) {
  const memory::ImageShape shape = shape_of(CL_MEM_OBJECT_IMAGE2D, 1024, 8, 0, 0);
  EXPECT_EQ(4096U, shape.row_pitch);
  EXPECT_EQ(4096U + 5 * 64, memory::image_level(shape, 0).row_pitch);
  memory::ImageShape of_application = shape;
  of_application.is_laid_out_by_others = true;
  EXPECT_EQ(4096U, memory::image_level(of_application, 0).row_pitch);
  EXPECT_EQ(4096U,
            memory::image_level(shape_of(CL_MEM_OBJECT_IMAGE1D, 1024, 0, 0, 0), 0).row_pitch);
}

TEST(Mipmaps, HalveEachLevelUntilOneTexelIsLeft) {
  const memory::ImageShape shape = shape_of(CL_MEM_OBJECT_IMAGE3D, 13, 6, 2, 0, 4);
  EXPECT_EQ(4U, memory::most_mip_levels(shape));
  const uint32_t sizes[][3] = {{13, 6, 2}, {6, 3, 1}, {3, 1, 1}, {1, 1, 1}};
  size_t end = 0;
  for (cl_uint number = 0; number < 4; ++number) {
    const ImageLevel level = memory::image_level(shape, number);
    EXPECT_EQ(sizes[number][0], level.width);
    EXPECT_EQ(sizes[number][1], level.height);
    EXPECT_EQ(sizes[number][2], level.depth);
    EXPECT_GE(level.address, end);
    EXPECT_EQ(0U, level.address % 64);
    end = level.address + level.slice_pitch * level.depth;
  }
  EXPECT_EQ(end, memory::image_bytes(shape));
}

TEST(Mipmaps, KeepAllLayersInEachLevel) {
  const memory::ImageShape shape = shape_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 8, 0, 0, 3, 2);
  EXPECT_EQ(32U, memory::image_level(shape, 0).slice_pitch);
  EXPECT_EQ(128U, memory::image_level(shape, 1).address);
  EXPECT_EQ(128U + 3 * 16, memory::image_bytes(shape));
}

TEST(Images, TellKernelsWhereTheirLevelsAre) {
  const memory::ImageShape shape = shape_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 4, 0, 3, 3);
  std::vector<uint64_t> words(memory::descriptor_bytes(shape) / sizeof(uint64_t));
  auto* const bytes = reinterpret_cast<std::byte*>(words.data());
  memory::describe_image(shape, 0x1000, bytes);
  ImageDescriptor descriptor;
  std::memcpy(&descriptor, bytes, sizeof descriptor);
  EXPECT_EQ(uint32_t{CL_RGBA}, descriptor.channel_order);
  EXPECT_EQ(uint32_t{CL_UNORM_INT8}, descriptor.channel_type);
  EXPECT_EQ(4U, descriptor.texel_bytes);
  EXPECT_EQ(3U, descriptor.layers);
  EXPECT_EQ(3U, descriptor.levels);
  EXPECT_EQ(1U, descriptor.has_neighbours);
  for (cl_uint number = 0; number < 3; ++number) {
    ImageLevel level;
    std::memcpy(&level, bytes + offsetof(ImageDescriptor, level) + number * sizeof level,
                sizeof level);
    const ImageLevel expected = memory::image_level(shape, number);
    EXPECT_EQ(0x1000 + expected.address, level.address);
    EXPECT_EQ(expected.row_pitch, level.row_pitch);
    EXPECT_EQ(expected.slice_pitch, level.slice_pitch);
    EXPECT_EQ(8U >> number, level.width);
    EXPECT_EQ(4U >> number, level.height);
    EXPECT_EQ(1U, level.depth);
  }
}

TEST(Images, TellKernelsWhetherAllTexelsHaveNeighbours) {
  EXPECT_TRUE(memory::has_neighbours(shape_of(CL_MEM_OBJECT_IMAGE2D, 2, 5, 0, 0)));
  EXPECT_FALSE(memory::has_neighbours(shape_of(CL_MEM_OBJECT_IMAGE2D, 1, 5, 0, 0)));
  EXPECT_TRUE(memory::has_neighbours(shape_of(CL_MEM_OBJECT_IMAGE2D, 8, 8, 0, 0, 3)));
  EXPECT_FALSE(memory::has_neighbours(shape_of(CL_MEM_OBJECT_IMAGE2D, 8, 8, 0, 0, 4)));
}

TEST(ImageRegions, OfArraysOf1DImagesHaveLayersForRows) {
  memory::ImageShape shape = shape_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 8, 0, 0, 5);
  shape.slice_pitch = 64;
  shape.is_laid_out_by_others = true;
  const memory::MemoryRegion region =
      memory::bytes_of(shape, {.origin = {2, 3, 0}, .size = {4, 2, 1}});
  EXPECT_EQ(3 * 64U + 8, region.begin());
  EXPECT_EQ((backend::Extent{16, 2, 1}), region.extent);
  EXPECT_EQ(64U, region.box.row_pitch);
}

memory::MemoryRegion grid(size_t x, size_t y, size_t z, backend::Extent extent, size_t base = 0) {
  return {base, {.origin = {x, y, z}, .row_pitch = 100, .slice_pitch = 1000}, extent};
}

TEST(Regions, SideBySideInTheSameRowsDoNotOverlap) {
  EXPECT_FALSE(memory::overlap(grid(0, 0, 0, {50, 10, 2}), grid(50, 0, 0, {50, 10, 2})));
  EXPECT_TRUE(memory::overlap(grid(0, 0, 0, {51, 10, 2}), grid(50, 9, 1, {50, 1, 1})));
  EXPECT_FALSE(memory::overlap(grid(0, 0, 0, {100, 5, 2}), grid(0, 5, 0, {100, 5, 2})));
  EXPECT_FALSE(memory::overlap(grid(0, 0, 0, {100, 10, 1}), grid(0, 0, 1, {100, 10, 1})));
}

TEST(Regions, InOtherGridsAreComparedByTheirRows) {
  const memory::MemoryRegion shifted = grid(0, 0, 0, {50, 10, 1}, 50);
  EXPECT_FALSE(memory::overlap(grid(0, 0, 0, {50, 10, 1}), shifted));
  EXPECT_TRUE(memory::overlap(grid(0, 0, 0, {51, 10, 1}), shifted));
  EXPECT_TRUE(memory::overlap(memory::MemoryRegion::line(140, 20), shifted));
  EXPECT_FALSE(memory::overlap(memory::MemoryRegion::line(100, 50), shifted));
}

}  // namespace
}  // namespace cleave::model::test
