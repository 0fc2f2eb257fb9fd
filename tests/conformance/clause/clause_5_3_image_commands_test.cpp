// 5.3.3 to 5.3.6: reading, writing, filling, copying and mapping images.
#include <algorithm>

#include "support/images.h"

namespace cleave::test {
namespace {

/// An image type with a region that has a neighbour on each side.
struct Case {
  cl_mem_object_type type;
  Triple size;  // in the coordinates of origins
  Triple origin;
  Triple region;
};
constexpr Case cases[] = {{CL_MEM_OBJECT_IMAGE1D, {9, 1, 1}, {2, 0, 0}, {5, 1, 1}},
                          {CL_MEM_OBJECT_IMAGE1D_ARRAY, {9, 6, 1}, {2, 1, 0}, {5, 4, 1}},
                          {CL_MEM_OBJECT_IMAGE2D, {9, 6, 1}, {2, 1, 0}, {5, 4, 1}},
                          {CL_MEM_OBJECT_IMAGE2D_ARRAY, {9, 6, 5}, {2, 1, 2}, {5, 4, 2}},
                          {CL_MEM_OBJECT_IMAGE3D, {9, 6, 5}, {2, 1, 2}, {5, 4, 2}}};

class Clause_5_3_ImageCommands : public OnImages {
 protected:
  [[nodiscard]] Memory make(const Case& of) const {
    return make_image(description(of.type, of.size[0], of.size[1], of.size[2]), r8);
  }
  [[nodiscard]] static size_t count(const Triple& size) { return size[0] * size[1] * size[2]; }
  /// The texels of a region, of all that the image holds.
  [[nodiscard]] static std::vector<unsigned char> cut(const std::vector<unsigned char>& all,
                                                      const Case& of) {
    std::vector<unsigned char> part;
    for (size_t z = 0; z < of.region[2]; ++z) {
      for (size_t y = 0; y < of.region[1]; ++y) {
        for (size_t x = 0; x < of.region[0]; ++x) {
          part.push_back(all[((of.origin[2] + z) * of.size[1] + of.origin[1] + y) * of.size[0] +
                             of.origin[0] + x]);
        }
      }
    }
    return part;
  }
  /// Codes of reads, writes, fills, copies and maps of a region.
  [[nodiscard]] std::vector<cl_int> codes(cl_mem image, const size_t* origin,
                                          const size_t* region) const {
    std::vector<unsigned char> host(4096);
    const Memory buffer = make_buffer(4096);
    const cl_uint colour[4] = {};
    size_t row = 0, slice = 0;
    std::vector<cl_int> all = {
        clEnqueueReadImage(queue_, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr,
                           nullptr),
        clEnqueueWriteImage(queue_, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr,
                            nullptr),
        clEnqueueFillImage(queue_, image, colour, origin, region, 0, nullptr, nullptr),
        clEnqueueCopyImageToBuffer(queue_, image, buffer, origin, region, 0, 0, nullptr, nullptr),
        clEnqueueCopyBufferToImage(queue_, buffer, image, 0, origin, region, 0, nullptr, nullptr)};
    cl_int error = 1;
    void* const mapped = clEnqueueMapImage(queue_, image, CL_TRUE, CL_MAP_READ, origin, region,
                                           &row, &slice, 0, nullptr, nullptr, &error);
    if (mapped != nullptr) {
      EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, mapped, 0, nullptr, nullptr));
    }
    all.push_back(error);
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return all;
  }
  void expect_codes(cl_int code, cl_mem image, const size_t* origin, const size_t* region) const {
    EXPECT_EQ(std::vector<cl_int>(6, code), codes(image, origin, region));
  }
  [[nodiscard]] void* map(cl_mem image, cl_map_flags flags, const Triple& origin,
                          const Triple& region, cl_int& error, size_t* row_pitch = nullptr,
                          size_t* slice_pitch = nullptr) const {
    size_t row = 0, slice = 0;
    void* const mapped =
        clEnqueueMapImage(queue_, image, CL_TRUE, flags, origin.data(), region.data(), &row, &slice,
                          0, nullptr, nullptr, &error);
    if (row_pitch != nullptr) *row_pitch = row;
    if (slice_pitch != nullptr) *slice_pitch = slice;
    return mapped;
  }
};

TEST_F(Clause_5_3_ImageCommands, ReadAndWriteRegions) {
  for (const Case& of : cases) {
    const Memory image = make(of);
    std::vector<unsigned char> all = bytes_from(0, count(of.size));
    write(image, zero, of.size, all.data());
    EXPECT_EQ(all, read(image, zero, of.size));
    EXPECT_EQ(cut(all, of), read(image, of.origin.data(), of.region));
    const std::vector<unsigned char> part(count(of.region), 255);
    write(image, of.origin.data(), of.region, part.data());
    EXPECT_EQ(part, read(image, of.origin.data(), of.region));
    const std::vector<unsigned char> now = read(image, zero, of.size);
    EXPECT_EQ(static_cast<ptrdiff_t>(part.size()),
              std::count(now.begin(), now.end(), 255) - std::count(all.begin(), all.end(), 255));
  }
}

TEST_F(Clause_5_3_ImageCommands, ReadAndWriteWithPitchesOfTheHost) {
  for (const Case& of : cases) {
    if (of.type == CL_MEM_OBJECT_IMAGE1D) continue;
    const bool is_line_array = of.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const bool has_slices = of.type != CL_MEM_OBJECT_IMAGE2D;
    const size_t row = 8, slice = has_slices ? (is_line_array ? 16 : 40) : 0;
    const Memory image = make(of);
    const std::vector<unsigned char> all = bytes_from(0, count(of.size));
    write(image, zero, of.size, all.data());
    std::vector<unsigned char> host(256, 7);
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueReadImage(queue_, image, CL_TRUE, of.origin.data(), of.region.data(), row,
                                 slice, host.data(), 0, nullptr, nullptr));
    const std::vector<unsigned char> part = cut(all, of);
    const auto at = [&](size_t x, size_t y, size_t z) {
      return is_line_array ? y * slice + x : z * slice + y * row + x;
    };
    size_t next = 0;
    for (size_t z = 0; z < of.region[2]; ++z) {
      for (size_t y = 0; y < of.region[1]; ++y) {
        for (size_t x = 0; x < of.region[0]; ++x) EXPECT_EQ(part[next++], host[at(x, y, z)]);
        EXPECT_EQ(7, host[at(of.region[0], y, z)]);
      }
    }
    const Memory other = make(of);
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueWriteImage(queue_, other, CL_TRUE, of.origin.data(), of.region.data(), row,
                                  slice, host.data(), 0, nullptr, nullptr));
    EXPECT_EQ(part, read(other, of.origin.data(), of.region));
  }
}

TEST_F(Clause_5_3_ImageCommands, TakePitchesThatHoldTheirRows) {
  std::vector<unsigned char> host(1024);
  const Triple all = {4, 4, 4};
  const Memory deep = make_image(description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), r8);
  const auto error = [&](cl_mem image, const Triple& region, size_t row, size_t slice) {
    const cl_int code = clEnqueueReadImage(queue_, image, CL_TRUE, zero, region.data(), row, slice,
                                           host.data(), 0, nullptr, nullptr);
    EXPECT_EQ(code, clEnqueueWriteImage(queue_, image, CL_TRUE, zero, region.data(), row, slice,
                                        host.data(), 0, nullptr, nullptr));
    return code;
  };
  EXPECT_EQ(CL_SUCCESS, error(deep, all, 4, 16));
  EXPECT_EQ(CL_SUCCESS, error(deep, all, 0, 32));
  EXPECT_EQ(CL_INVALID_VALUE, error(deep, all, 3, 0));
  EXPECT_EQ(CL_INVALID_VALUE, error(deep, all, 8, 16));
  EXPECT_EQ(CL_INVALID_VALUE, error(deep, all, 0, 15));
  EXPECT_EQ(CL_INVALID_VALUE, error(deep, all, SIZE_MAX, SIZE_MAX));
  const Memory flat = make_2d(4, 4);
  EXPECT_EQ(CL_INVALID_VALUE, error(flat, {4, 4, 1}, 0, 16));  // no slices
  const Triple region = {4, 4, 1};
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueReadImage(queue_, flat, CL_TRUE, zero, region.data(), 0, 0,
                                                 nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWriteImage(queue_, flat, CL_TRUE, zero, region.data(), 0, 0,
                                                  nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueFillImage(queue_, flat, nullptr, zero, region.data(), 0, nullptr, nullptr));
}

// "The values in region cannot be 0", "origin[2] must be 0", "out of bounds", products included.
TEST_F(Clause_5_3_ImageCommands, KeepToTheImage) {
  for (const Case& of : cases) {
    const Memory image = make(of);
    expect_codes(CL_SUCCESS, image, of.origin.data(), of.region.data());
    for (size_t i = 0; i < 3; ++i) {
      Triple region = of.region;
      region[i] = 0;
      expect_codes(CL_INVALID_VALUE, image, of.origin.data(), region.data());
      region[i] = of.size[i] - of.origin[i] + 1;
      expect_codes(CL_INVALID_VALUE, image, of.origin.data(), region.data());
      region[i] = SIZE_MAX;
      expect_codes(CL_INVALID_VALUE, image, of.origin.data(), region.data());
      Triple origin = of.origin;
      origin[i] = of.size[i];
      expect_codes(CL_INVALID_VALUE, image, origin.data(), of.region.data());
      origin[i] = SIZE_MAX;
      expect_codes(CL_INVALID_VALUE, image, origin.data(), of.region.data());
    }
    expect_codes(CL_INVALID_VALUE, image, nullptr, of.region.data());
    expect_codes(CL_INVALID_VALUE, image, of.origin.data(), nullptr);
  }
}

TEST_F(Clause_5_3_ImageCommands, OfBuffersAreInvalid) {
  const Memory buffer = make_buffer(64);
  const Triple one = {1, 1, 1};
  expect_codes(CL_INVALID_MEM_OBJECT, buffer, zero, one.data());
  const Memory image = make_2d(4, 4);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyImage(queue_, buffer, image, zero, zero, one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyImage(queue_, image, buffer, zero, zero, one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clEnqueueCopyImageToBuffer(queue_, image, image, zero,
                                                              one.data(), 0, 0, nullptr, nullptr));
}

TEST_F(Clause_5_3_ImageCommands, KeepToWhatTheHostMayDo) {
  const Triple one = {1, 1, 1};
  unsigned char texel = 0;
  const auto error = [&](cl_mem_flags flags, cl_map_flags mapping) {
    const Memory image = make_image(description(CL_MEM_OBJECT_IMAGE2D, 4, 4), r8, flags);
    cl_int code = 1;
    void* const mapped = map(image, mapping, {0, 0, 0}, one, code);
    if (mapped != nullptr) {
      EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, mapped, 0, nullptr, nullptr));
    }
    const bool reads = mapping == CL_MAP_READ;
    EXPECT_EQ(code, reads ? clEnqueueReadImage(queue_, image, CL_TRUE, zero, one.data(), 0, 0,
                                               &texel, 0, nullptr, nullptr)
                          : clEnqueueWriteImage(queue_, image, CL_TRUE, zero, one.data(), 0, 0,
                                                &texel, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return code;
  };
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_HOST_READ_ONLY, CL_MAP_READ));
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE));
  EXPECT_EQ(CL_INVALID_OPERATION, error(CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE));
  EXPECT_EQ(CL_INVALID_OPERATION, error(CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION));
  EXPECT_EQ(CL_INVALID_OPERATION, error(CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ));
  EXPECT_EQ(CL_INVALID_OPERATION, error(CL_MEM_HOST_NO_ACCESS, CL_MAP_READ));
  EXPECT_EQ(CL_INVALID_OPERATION, error(CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE));
}

TEST_F(Clause_5_3_ImageCommands, FillRegionsWithAColour) {
  for (const Case& of : cases) {
    const Memory image = make(of);
    std::vector<unsigned char> all(count(of.size), 3);
    write(image, zero, of.size, all.data());
    const cl_uint colour[4] = {300, 0, 0, 0};
    ASSERT_EQ(CL_SUCCESS, clEnqueueFillImage(queue_, image, colour, of.origin.data(),
                                             of.region.data(), 0, nullptr, nullptr));
    EXPECT_EQ(std::vector<unsigned char>(count(of.region), 255),
              read(image, of.origin.data(), of.region));
    const auto now = read(image, zero, of.size);
    EXPECT_EQ(static_cast<ptrdiff_t>(count(of.size) - count(of.region)),
              std::count(now.begin(), now.end(), 3));
  }
}

// Texels of 16 bytes in rows of several parts.
TEST_F(Clause_5_3_ImageCommands, FillLargeImages) {
  const Memory image = make_2d(1024, 700, {CL_RGBA, CL_FLOAT});
  const cl_float colour[4] = {1, 2, 3, 4};
  const Triple all = {1024, 700, 1};
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueFillImage(queue_, image, colour, zero, all.data(), 0, nullptr, nullptr));
  const std::vector<unsigned char> bytes = read(image, zero, all, 16);
  for (size_t texel = 0; texel < all[0] * all[1]; ++texel) {
    ASSERT_EQ(0, std::memcmp(bytes.data() + texel * 16, colour, 16)) << texel;
  }
}

TEST_F(Clause_5_3_ImageCommands, CopyLargeImages) {
  const Triple all = {2048, 1500, 1};  // rows that are padded inside
  const Memory from = make_2d(2048, 1500, {CL_R, CL_UNSIGNED_INT16});
  const Memory to = make_2d(2048, 1500, {CL_R, CL_UNSIGNED_INT16});
  std::vector<uint16_t> texels(all[0] * all[1]);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<uint16_t>(i * 31 + i / 997);
  write(from, zero, all, texels.data());
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueCopyImage(queue_, from, to, zero, zero, all.data(), 0, nullptr, nullptr));
  const auto bytes = read(to, zero, all, 2);
  EXPECT_EQ(0, std::memcmp(bytes.data(), texels.data(), bytes.size()));
}

TEST_F(Clause_5_3_ImageCommands, CopyBetweenImagesOfAnyTypes) {
  for (const Case& source : cases) {
    for (const Case& target : cases) {
      Triple region;
      for (size_t i = 0; i < 3; ++i) region[i] = std::min(source.region[i], target.region[i]);
      const Memory from = make(source), to = make(target);
      const std::vector<unsigned char> all = bytes_from(0, count(source.size));
      write(from, zero, source.size, all.data());
      const cl_int code =
          clEnqueueCopyImage(queue_, from, to, source.origin.data(), target.origin.data(),
                             region.data(), 0, nullptr, nullptr);
      ASSERT_EQ(CL_SUCCESS, code);
      EXPECT_EQ(read(from, source.origin.data(), region), read(to, target.origin.data(), region));
    }
  }
}

TEST_F(Clause_5_3_ImageCommands, CopyBetweenImagesOfOneFormatInTheirBounds) {
  const Memory image = make_2d(4, 4), other = make_2d(4, 4);
  const Memory signed_image = make_2d(4, 4, {CL_R, CL_SIGNED_INT8});
  const Triple two = {2, 2, 1}, three = {3, 3, 1}, at = {2, 2, 0}, far = {3, 3, 0};
  const auto copy = [&](cl_mem from, cl_mem to, const Triple& source, const Triple& target,
                        const Triple& region) {
    return clEnqueueCopyImage(queue_, from, to, source.data(), target.data(), region.data(), 0,
                              nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, copy(image, other, at, at, two));
  EXPECT_EQ(CL_IMAGE_FORMAT_MISMATCH, copy(image, signed_image, at, at, two));
  EXPECT_EQ(CL_INVALID_VALUE, copy(image, other, far, at, two));
  EXPECT_EQ(CL_INVALID_VALUE, copy(image, other, at, far, two));
  EXPECT_EQ(CL_INVALID_VALUE, copy(image, other, at, at, {0, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(image, other, at, at, {1, 1, 2}));
  EXPECT_EQ(CL_SUCCESS, copy(image, image, {0, 0, 0}, at, two));
  EXPECT_EQ(CL_SUCCESS, copy(image, image, {0, 0, 0}, {2, 0, 0}, {2, 4, 1}));  // side by side
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(image, image, {0, 0, 0}, {1, 1, 0}, three));
}

TEST_F(Clause_5_3_ImageCommands, CopyToAndFromBuffers) {
  for (const Case& of : cases) {
    const Memory image = make(of), other = make(of);
    const std::vector<unsigned char> all = bytes_from(0, count(of.size));
    write(image, zero, of.size, all.data());
    const Memory buffer = make_buffer(512);
    ASSERT_EQ(CL_SUCCESS, clEnqueueCopyImageToBuffer(queue_, image, buffer, of.origin.data(),
                                                     of.region.data(), 3, 0, nullptr, nullptr));
    std::vector<unsigned char> part(count(of.region));
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 3, part.size(), part.data(),
                                              0, nullptr, nullptr));
    EXPECT_EQ(cut(all, of), part);
    ASSERT_EQ(CL_SUCCESS, clEnqueueCopyBufferToImage(queue_, buffer, other, 3, of.origin.data(),
                                                     of.region.data(), 0, nullptr, nullptr));
    EXPECT_EQ(part, read(other, of.origin.data(), of.region));
    const size_t beyond = 512 - part.size() + 1;
    for (const size_t offset : {beyond, SIZE_MAX}) {
      EXPECT_EQ(CL_INVALID_VALUE,
                clEnqueueCopyImageToBuffer(queue_, image, buffer, of.origin.data(),
                                           of.region.data(), offset, 0, nullptr, nullptr));
      EXPECT_EQ(CL_INVALID_VALUE,
                clEnqueueCopyBufferToImage(queue_, buffer, image, offset, of.origin.data(),
                                           of.region.data(), 0, nullptr, nullptr));
    }
  }
}

TEST_F(Clause_5_3_ImageCommands, DoNotCopyABufferToTheImageOverIt) {
  const Memory buffer = make_buffer(64);
  cl_image_desc made = description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 64);
  made.mem_object = buffer;
  const Memory image = make_image(made, r8);
  const Triple one = {1, 1, 1};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clEnqueueCopyImageToBuffer(queue_, image, buffer, zero,
                                                              one.data(), 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clEnqueueCopyBufferToImage(queue_, buffer, image, 0, zero,
                                                              one.data(), 0, nullptr, nullptr));
}

TEST_F(Clause_5_3_ImageCommands, MapRegions) {
  for (const Case& of : cases) {
    const Memory image = make(of);
    const std::vector<unsigned char> all = bytes_from(0, count(of.size));
    write(image, zero, of.size, all.data());
    cl_int error = 1;
    size_t row = 0, slice = 0;
    auto* const mapped = static_cast<unsigned char*>(
        map(image, CL_MAP_READ | CL_MAP_WRITE, of.origin, of.region, error, &row, &slice));
    ASSERT_EQ(CL_SUCCESS, error);
    const size_t step = of.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
    const std::vector<unsigned char> part = cut(all, of);
    size_t next = 0;
    for (size_t z = 0; z < of.region[2]; ++z) {
      for (size_t y = 0; y < of.region[1]; ++y) {
        for (size_t x = 0; x < of.region[0]; ++x) {
          EXPECT_EQ(part[next++], mapped[z * slice + y * step + x]);
          mapped[z * slice + y * step + x] = 255;
        }
      }
    }
    EXPECT_EQ(1U, memory_info<cl_uint>(image, CL_MEM_MAP_COUNT));
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, mapped, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE,
              clEnqueueUnmapMemObject(queue_, image, mapped, 0, nullptr, nullptr));
    EXPECT_EQ(0U, memory_info<cl_uint>(image, CL_MEM_MAP_COUNT));
    EXPECT_EQ(std::vector<unsigned char>(part.size(), 255),
              read(image, of.origin.data(), of.region));
  }
}

// "mapping would lead to overlapping regions being mapped for writing": of texels, not of rows.
TEST_F(Clause_5_3_ImageCommands, MapRegionsSideBySide) {
  const Memory image = make_2d(16, 16);
  cl_int error = 1;
  void* const left = map(image, CL_MAP_WRITE, {0, 0, 0}, {8, 16, 1}, error);
  EXPECT_EQ(CL_SUCCESS, error);
  void* const right = map(image, CL_MAP_WRITE, {8, 0, 0}, {8, 16, 1}, error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(static_cast<char*>(left) + 8, right);
  EXPECT_EQ(2U, memory_info<cl_uint>(image, CL_MEM_MAP_COUNT));
  EXPECT_EQ(nullptr, map(image, CL_MAP_WRITE, {7, 3, 0}, {1, 1, 1}, error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, left, 0, nullptr, nullptr));
  void* const again = map(image, CL_MAP_WRITE, {7, 3, 0}, {1, 1, 1}, error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, again, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, right, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_3_ImageCommands, MapWithFlagsAndPlacesThatAreValid) {
  const Memory image = make_2d(4, 4);
  const Memory deep = make_image(description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), r8);
  const Triple one = {1, 1, 1};
  size_t pitch = 0;
  const auto error = [&](cl_mem of, cl_map_flags flags, size_t* row, size_t* slice) {
    cl_int code = 1;
    EXPECT_EQ(nullptr, clEnqueueMapImage(queue_, of, CL_TRUE, flags, zero, one.data(), row, slice,
                                         0, nullptr, nullptr, &code));
    return code;
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(image, 1 << 10, &pitch, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            error(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, &pitch, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(image, CL_MAP_READ, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(deep, CL_MAP_READ, &pitch, nullptr));
}

// cl_khr_mipmap_image: the level stands behind the coordinates of an origin.
TEST_F(Clause_5_3_ImageCommands, WorkOnEveryLevelOfAMipmap) {
  struct Mipmap {
    cl_image_desc made;
    size_t level_at;
  };
  Mipmap mipmaps[] = {{description(CL_MEM_OBJECT_IMAGE1D, 13), 1},
                      {description(CL_MEM_OBJECT_IMAGE1D_ARRAY, 13, 3), 2},
                      {description(CL_MEM_OBJECT_IMAGE2D, 13, 6), 2},
                      {description(CL_MEM_OBJECT_IMAGE2D_ARRAY, 13, 6, 3), 3},
                      {description(CL_MEM_OBJECT_IMAGE3D, 13, 6, 5), 3}};
  for (Mipmap& mipmap : mipmaps) {
    mipmap.made.num_mip_levels = 4;
    const Memory image = make_image(mipmap.made, r8), other = make_image(mipmap.made, r8);
    const auto region_of = [&](size_t level) {
      const auto at = [&](size_t size) { return std::max<size_t>(1, size >> level); };
      const cl_image_desc& made = mipmap.made;
      Triple region = {at(made.image_width), at(made.image_height), at(made.image_depth)};
      if (made.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY) region[1] = made.image_array_size;
      if (made.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY) region[2] = made.image_array_size;
      return region;
    };
    const auto origin_of = [&](size_t level) {
      std::array<size_t, 4> origin = {};
      origin[mipmap.level_at] = level;
      return origin;
    };
    const auto bytes_of = [&](size_t level) {
      return bytes_from(static_cast<unsigned char>(level * 50), count(region_of(level)));
    };
    for (size_t level = 0; level < 4; ++level) {
      write(image, origin_of(level).data(), region_of(level), bytes_of(level).data());
      ASSERT_EQ(CL_SUCCESS, clEnqueueCopyImage(queue_, image, other, origin_of(level).data(),
                                               origin_of(level).data(), region_of(level).data(), 0,
                                               nullptr, nullptr));
    }
    for (size_t level = 0; level < 4; ++level) {
      EXPECT_EQ(bytes_of(level), read(image, origin_of(level).data(), region_of(level)));
      EXPECT_EQ(bytes_of(level), read(other, origin_of(level).data(), region_of(level)));
      Triple larger = region_of(level);
      ++larger[0];
      expect_codes(CL_INVALID_VALUE, image, origin_of(level).data(), larger.data());
    }
    expect_codes(CL_INVALID_MIP_LEVEL, image, origin_of(4).data(), region_of(3).data());
    expect_codes(CL_INVALID_MIP_LEVEL, image, origin_of(SIZE_MAX).data(), region_of(3).data());
  }
}

// Queues, images of other contexts, and wait lists are looked at by each command.
TEST_F(Clause_5_3_ImageCommands, CheckTheirQueueTheirContextAndTheirWaitList) {
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Queue foreign_queue(clCreateCommandQueueWithProperties(other, device_, nullptr, &error));
  const Event foreign_event(clCreateUserEvent(other, &error));
  const Memory image = make_2d(4, 4), second = make_2d(4, 4), buffer = make_buffer(64);
  const Triple one = {1, 1, 1};
  unsigned char host[16] = {};
  const cl_uint colour[4] = {};
  const auto each = [&](cl_int code, cl_command_queue queue, cl_uint count, const cl_event* list) {
    EXPECT_EQ(code, clEnqueueReadImage(queue, image, CL_TRUE, zero, one.data(), 0, 0, host, count,
                                       list, nullptr));
    EXPECT_EQ(code, clEnqueueWriteImage(queue, image, CL_TRUE, zero, one.data(), 0, 0, host, count,
                                        list, nullptr));
    EXPECT_EQ(code,
              clEnqueueFillImage(queue, image, colour, zero, one.data(), count, list, nullptr));
    EXPECT_EQ(code, clEnqueueCopyImage(queue, image, second, zero, zero, one.data(), count, list,
                                       nullptr));
    EXPECT_EQ(code, clEnqueueCopyImageToBuffer(queue, image, buffer, zero, one.data(), 0, count,
                                               list, nullptr));
    EXPECT_EQ(code, clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero, one.data(), count,
                                               list, nullptr));
    size_t pitch = 0;
    cl_int of_map = 1;
    void* const mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, one.data(),
                                           &pitch, nullptr, count, list, nullptr, &of_map);
    EXPECT_EQ(code, of_map);
    if (mapped == nullptr) return;
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr));
  };
  auto* const no_queue = reinterpret_cast<cl_command_queue>(cl_mem(buffer));
  each(CL_INVALID_COMMAND_QUEUE, nullptr, 0, nullptr);
  each(CL_INVALID_COMMAND_QUEUE, no_queue, 0, nullptr);
  each(CL_INVALID_CONTEXT, foreign_queue, 0, nullptr);
  const cl_event foreign = foreign_event, none = nullptr;
  each(CL_INVALID_EVENT_WAIT_LIST, queue_, 1, nullptr);
  each(CL_INVALID_EVENT_WAIT_LIST, queue_, 0, &foreign);
  each(CL_INVALID_EVENT_WAIT_LIST, queue_, 1, &none);
  each(CL_INVALID_CONTEXT, queue_, 1, &foreign);
  each(CL_SUCCESS, queue_, 0, nullptr);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_3_ImageCommands, MigrateImages) {
  const Memory image = make_2d(64, 64);
  const std::vector<unsigned char> all = bytes_from(0, 64 * 64);
  write(image, zero, {64, 64, 1}, all.data());
  const cl_mem memory = image;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue_, 1, &memory, CL_MIGRATE_MEM_OBJECT_HOST,
                                                   0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue_, 1, &memory, 0, 0, nullptr, nullptr));
  EXPECT_EQ(all, read(image, zero, {64, 64, 1}));
}

TEST_F(Clause_5_3_ImageCommands, FailWithWhatTheyWaitFor) {
  const Event event = make_user_event();
  const Memory image = make_2d(4, 4);
  unsigned char host[16] = {};
  const Triple all = {4, 4, 1};
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(event, -1));
  const cl_event list = event;
  EXPECT_EQ(
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
      clEnqueueReadImage(queue_, image, CL_TRUE, zero, all.data(), 0, 0, host, 1, &list, nullptr));
  EXPECT_EQ(
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
      clEnqueueWriteImage(queue_, image, CL_TRUE, zero, all.data(), 0, 0, host, 1, &list, nullptr));
  size_t pitch = 0;
  cl_int error = 1;
  EXPECT_EQ(nullptr, clEnqueueMapImage(queue_, image, CL_TRUE, CL_MAP_READ, zero, all.data(),
                                       &pitch, nullptr, 1, &list, nullptr, &error));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, error);
  EXPECT_EQ(0U, memory_info<cl_uint>(image, CL_MEM_MAP_COUNT));
}

}  // namespace
}  // namespace cleave::test
