// 5.3.1 and 5.3.7: making images, and what they answer.
#include <algorithm>

#include "support/images.h"

namespace cleave::test {
namespace {

class Clause_5_3_Images : public OnImages {
 protected:
  static constexpr cl_mem_object_type flat = CL_MEM_OBJECT_IMAGE2D;
  [[nodiscard]] cl_int error_of_2d(size_t width, size_t height) const {
    return error_of_image(description(flat, width, height));
  }
};

// "Return width of the image in pixels", and the rest of table 5.10; 0 for what a type lacks.
TEST_F(Clause_5_3_Images, TellHowTheyWereMade) {
  struct Expected {
    cl_mem_object_type type;
    size_t height, depth, layers, slice_pitch, bytes;
  };
  const Expected all[] = {{CL_MEM_OBJECT_IMAGE1D, 0, 0, 0, 0, 20},
                          {CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, 7, 20, 140},
                          {CL_MEM_OBJECT_IMAGE2D, 7, 0, 0, 0, 140},
                          {CL_MEM_OBJECT_IMAGE3D, 7, 3, 0, 140, 420},
                          {CL_MEM_OBJECT_IMAGE2D_ARRAY, 7, 0, 3, 140, 420}};
  for (const Expected& expected : all) {
    const Memory image = make_image(description(expected.type, 5, 7, 3));
    EXPECT_EQ(expected.type, memory_info<cl_mem_object_type>(image, CL_MEM_TYPE));
    EXPECT_EQ(expected.bytes, memory_info<size_t>(image, CL_MEM_SIZE));
    const auto format = image_info<cl_image_format>(image, CL_IMAGE_FORMAT);
    EXPECT_EQ(rgba8.image_channel_order, format.image_channel_order);
    EXPECT_EQ(rgba8.image_channel_data_type, format.image_channel_data_type);
    EXPECT_EQ(4U, image_info<size_t>(image, CL_IMAGE_ELEMENT_SIZE));
    EXPECT_EQ(20U, image_info<size_t>(image, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(expected.slice_pitch, image_info<size_t>(image, CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(5U, image_info<size_t>(image, CL_IMAGE_WIDTH));
    EXPECT_EQ(expected.height, image_info<size_t>(image, CL_IMAGE_HEIGHT));
    EXPECT_EQ(expected.depth, image_info<size_t>(image, CL_IMAGE_DEPTH));
    EXPECT_EQ(expected.layers, image_info<size_t>(image, CL_IMAGE_ARRAY_SIZE));
    EXPECT_EQ(nullptr, image_info<cl_mem>(image, CL_IMAGE_BUFFER));
    EXPECT_EQ(0U, image_info<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS));
    EXPECT_EQ(0U, image_info<cl_uint>(image, CL_IMAGE_NUM_SAMPLES));
  }
}

TEST_F(Clause_5_3_Images, AnswerNoOtherQueriesAndFillNoSmallerPlaces) {
  const Memory image = make_2d(4, 4);
  const Memory buffer = make_buffer(16);
  size_t value = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clGetImageInfo(image, CL_MEM_SIZE, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetImageInfo(image, CL_IMAGE_WIDTH, 4, &value, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof value, &value, nullptr));
}

// Rows of a power of two are padded inside, which queries do not say: it is the calculated pitch.
TEST_F(Clause_5_3_Images, ReportTheCalculatedPitchOrTheOneGiven) {
  const Memory wide = make_2d(4096, 4);
  EXPECT_EQ(4096U, image_info<size_t>(wide, CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(4U * 4096, memory_info<size_t>(wide, CL_MEM_SIZE));
  std::vector<unsigned char> host(64 * 8);
  cl_image_desc made = description(CL_MEM_OBJECT_IMAGE3D, 5, 3, 2);
  made.image_row_pitch = 16;
  made.image_slice_pitch = 64;
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    const Memory image = make_image(made, r8, flags, host.data());
    EXPECT_EQ(16U, image_info<size_t>(image, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(64U, image_info<size_t>(image, CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(128U, memory_info<size_t>(image, CL_MEM_SIZE));
  }
}

TEST_F(Clause_5_3_Images, AreReadAndWrittenByKernelsUnlessFlagsSayOtherwise) {
  const Memory image = make_image(description(flat, 4, 4), r8, 0);
  EXPECT_EQ(CL_MEM_READ_WRITE, memory_info<cl_mem_flags>(image, CL_MEM_FLAGS));
}

TEST_F(Clause_5_3_Images, TakeTheirContentsFromTheHostWithItsPitches) {
  std::vector<unsigned char> host = bytes_from(0, 64);
  cl_image_desc made = description(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2);
  made.image_row_pitch = 8;
  made.image_slice_pitch = 24;
  const Memory image = make_image(made, r8, CL_MEM_COPY_HOST_PTR, host.data());
  std::ranges::fill(host, 0);  // "can be freed after the call"
  EXPECT_EQ((std::vector<unsigned char>{0, 1, 2, 8, 9, 10, 24, 25, 26, 32, 33, 34}),
            read(image, zero, {3, 2, 2}));
}

TEST_F(Clause_5_3_Images, LieInMemoryOfTheHost) {
  std::vector<unsigned char> host = bytes_from(0, 64);
  cl_image_desc made = description(CL_MEM_OBJECT_IMAGE1D_ARRAY, 3, 4);
  made.image_row_pitch = 8;
  made.image_slice_pitch = 16;
  const Memory image = make_image(made, r8, CL_MEM_USE_HOST_PTR, host.data());
  EXPECT_EQ(host.data(), memory_info<void*>(image, CL_MEM_HOST_PTR));
  EXPECT_EQ((std::vector<unsigned char>{0, 1, 2, 16, 17, 18, 32, 33, 34, 48, 49, 50}),
            read(image, zero, {3, 4, 1}));
  const unsigned char texels[] = {200, 201};
  const size_t origin[] = {1, 2, 0};
  write(image, origin, {2, 1, 1}, texels);
  size_t row_pitch = 0, slice_pitch = 0;
  cl_int error = 1;
  void* const mapped =
      clEnqueueMapImage(queue_, image, CL_TRUE, CL_MAP_READ, origin, Triple{2, 1, 1}.data(),
                        &row_pitch, &slice_pitch, 0, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(host.data() + 33, mapped);
  EXPECT_EQ(8U, row_pitch);
  EXPECT_EQ(16U, slice_pitch);
  EXPECT_EQ(200, host[33]);
  EXPECT_EQ(201, host[34]);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, image, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_3_Images, HaveFormatsThatAreDescribed) {
  const cl_image_desc made = description(flat, 4, 4);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(nullptr, clCreateImage(context_, 0, nullptr, &made, nullptr, &error));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error);
  for (const cl_image_format bad :
       {cl_image_format{CL_INTENSITY, CL_UNORM_SHORT_555}, cl_image_format{CL_RGBA, CL_RGBA},
        cl_image_format{0, CL_FLOAT}, cl_image_format{CL_RGB, CL_UNORM_INT8},
        cl_image_format{CL_RGBA, CL_UNORM_SHORT_565},
        cl_image_format{CL_RGB, CL_UNORM_INT_101010_2}}) {
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error_of_image(made, bad));
  }
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, error_of_image(made, {CL_BGRA, CL_FLOAT}));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED,
            error_of_image(description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), {CL_DEPTH, CL_FLOAT}));
}

TEST_F(Clause_5_3_Images, HaveOneOfTheTypes) {
  cl_image_desc made = description(flat, 4, 4);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(nullptr, clCreateImage(context_, 0, &rgba8, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error);
  for (const cl_mem_object_type bad : {CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE, 0}) {
    made.image_type = static_cast<cl_mem_object_type>(bad);
    EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error_of_image(made));
  }
  made = description(flat, 4, 4);
  made.num_samples = 2;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error_of_image(made));
}

TEST_F(Clause_5_3_Images, HaveFlagsThatGoTogether) {
  const cl_image_desc made = description(flat, 4, 4);
  for (const cl_mem_flags bad :
       {cl_mem_flags{1} << 40, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
        cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
        cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE}}) {
    EXPECT_EQ(CL_INVALID_VALUE, error_of_image(made, rgba8, bad));
  }
}

// "must be a value >= 1 and <= CL_DEVICE_IMAGE2D_MAX_WIDTH" and so on: OpenCL 3.0 calls sizes that
// are not valid CL_INVALID_IMAGE_SIZE.
TEST_F(Clause_5_3_Images, KeepToTheGreatestSizes) {
  const auto width = device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const auto height = device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  const auto layers = device_info<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  const auto depth = device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  EXPECT_EQ(CL_SUCCESS, error_of_2d(width, 1));
  EXPECT_EQ(CL_SUCCESS, error_of_2d(1, height));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_2d(width + 1, 1));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_2d(1, height + 1));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_2d(SIZE_MAX, SIZE_MAX));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_2d(0, 1));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_2d(1, 0));
  const auto error = [&](cl_mem_object_type type, size_t first, size_t second, size_t third) {
    return error_of_image(description(type, first, second, third), r8);
  };
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_OBJECT_IMAGE1D, width, 0, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE1D, width + 1, 0, 0));
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, layers, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, layers + 1, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 0, 0));
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, layers));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, layers + 1));
  EXPECT_EQ(CL_SUCCESS, error(CL_MEM_OBJECT_IMAGE3D, 1, 1, depth));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE3D, 1, 1, depth + 1));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE3D, 1, 1, 0));
}

TEST_F(Clause_5_3_Images, BeyondAllMemoryAreNotCreated) {
  const auto depth = device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  EXPECT_EQ(
      CL_MEM_OBJECT_ALLOCATION_FAILURE,
      error_of_image(description(CL_MEM_OBJECT_IMAGE3D, depth, depth, depth), {CL_RGBA, CL_FLOAT}));
}

TEST_F(Clause_5_3_Images, TakeHostPointersWithFlagsThatSaySo) {
  std::vector<unsigned char> host(64);
  const cl_image_desc made = description(flat, 4, 4);
  EXPECT_EQ(CL_INVALID_HOST_PTR, error_of_image(made, rgba8, CL_MEM_USE_HOST_PTR));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error_of_image(made, rgba8, CL_MEM_COPY_HOST_PTR));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error_of_image(made, rgba8, CL_MEM_READ_ONLY, host.data()));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error_of_image(made, rgba8, CL_MEM_ALLOC_HOST_PTR, host.data()));
}

// "This must be 0 if host_ptr is NULL", ">= image_width * size of element", "a multiple of the
// image element size", and products that no number holds.
TEST_F(Clause_5_3_Images, TakePitchesThatHoldTheirRows) {
  std::vector<unsigned char> host(4096);
  cl_image_desc made = description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  const auto error = [&](size_t row, size_t slice, void* pointer) {
    made.image_row_pitch = row;
    made.image_slice_pitch = slice;
    return error_of_image(made, rgba8, pointer != nullptr ? CL_MEM_COPY_HOST_PTR : 0, pointer);
  };
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(16, 0, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(0, 64, nullptr));
  EXPECT_EQ(CL_SUCCESS, error(0, 0, host.data()));
  EXPECT_EQ(CL_SUCCESS, error(20, 0, host.data()));
  EXPECT_EQ(CL_SUCCESS, error(20, 100, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(12, 0, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(18, 0, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(20, 60, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(20, 90, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(SIZE_MAX - 3, 0, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(size_t{1} << 62, 0, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(16, size_t{1} << 62, host.data()));
}

TEST_F(Clause_5_3_Images, AreMadeInContexts) {
  const cl_image_desc made = description(flat, 4, 4);
  auto* const wrong = reinterpret_cast<cl_context>(cl_command_queue(queue_));
  cl_uint count = 0;
  for (cl_context bad : {cl_context{nullptr}, wrong}) {
    cl_int error = 1;
    EXPECT_EQ(nullptr, clCreateImage(bad, 0, &rgba8, &made, nullptr, &error));
    EXPECT_EQ(CL_INVALID_CONTEXT, error);
    EXPECT_EQ(CL_INVALID_CONTEXT, clGetSupportedImageFormats(bad, 0, flat, 0, nullptr, &count));
  }
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clGetImageInfo(nullptr, CL_IMAGE_WIDTH, 0, nullptr, nullptr));
}

TEST_F(Clause_5_3_Images, HaveNoProperties) {
  const cl_image_desc made = description(flat, 4, 4);
  const auto error = [&](const cl_mem_properties* properties) {
    return error_of([&](cl_int* code) {
      return Memory(
          clCreateImageWithProperties(context_, properties, 0, &rgba8, &made, nullptr, code));
    });
  };
  const cl_mem_properties none[] = {0};
  const cl_mem_properties some[] = {0x4711, 1, 0};
  EXPECT_EQ(CL_SUCCESS, error(none));
  EXPECT_EQ(CL_INVALID_PROPERTY, error(some));
  cl_int code = 1;
  const Memory image(clCreateImageWithProperties(context_, none, 0, &rgba8, &made, nullptr, &code));
  EXPECT_EQ((std::vector<cl_mem_properties>{0}),
            list_of<cl_mem_properties>([&](size_t size, void* value, size_t* returned) {
              return clGetMemObjectInfo(image, CL_MEM_PROPERTIES, size, value, returned);
            }));
}

// clCreateImage2D and clCreateImage3D, deprecated since OpenCL 1.2.
TEST_F(Clause_5_3_Images, AreMadeByTheOlderCalls) {
  const auto flat_error = [&](size_t width, size_t height, size_t pitch) {
    return error_of([&](cl_int* code) {
      return Memory(clCreateImage2D(context_, 0, &rgba8, width, height, pitch, nullptr, code));
    });
  };
  const auto deep_error = [&](size_t depth, size_t pitch) {
    return error_of([&](cl_int* code) {
      return Memory(clCreateImage3D(context_, 0, &rgba8, 4, 4, depth, pitch, 0, nullptr, code));
    });
  };
  EXPECT_EQ(CL_SUCCESS, flat_error(4, 4, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, flat_error(0, 4, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, flat_error(4, 4, 16));
  EXPECT_EQ(CL_SUCCESS, deep_error(2, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, deep_error(1, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, deep_error(2, 16));
}

// cl_khr_mipmap_image.
TEST_F(Clause_5_3_Images, HaveAsManyLevelsAsTheirSizesAllow) {
  std::vector<unsigned char> host(4096);
  cl_image_desc made = description(flat, 8, 5);
  const auto error = [&](cl_uint levels, cl_image_format format = rgba8, cl_mem_flags flags = 0,
                         void* pointer = nullptr) {
    made.num_mip_levels = levels;
    return error_of_image(made, format, flags, pointer);
  };
  EXPECT_EQ(CL_SUCCESS, error(1));
  EXPECT_EQ(CL_SUCCESS, error(4));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(5));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(UINT32_MAX));
  EXPECT_EQ(CL_SUCCESS, error(2, {CL_DEPTH, CL_FLOAT}));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error(2, rgba8, CL_MEM_COPY_HOST_PTR, host.data()));
  const Memory buffer = make_buffer(256);
  made = description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8);
  made.mem_object = buffer;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(2));
  made = description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 9);
  made.num_mip_levels = 4;
  const Memory image = make_image(made);
  EXPECT_EQ(4U, image_info<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS));
}

// 5.3.2: "the mandated minimum list".
TEST_F(Clause_5_3_Images, HaveTheFormatsThatMustBeSupported) {
  const auto formats = [&](cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context_, flags, type, 0, nullptr, &count));
    std::vector<cl_image_format> list(count);
    EXPECT_EQ(CL_SUCCESS,
              clGetSupportedImageFormats(context_, flags, type, count, list.data(), nullptr));
    return list;
  };
  const auto has = [](const std::vector<cl_image_format>& list, cl_channel_order order,
                      cl_channel_type type) {
    return std::ranges::any_of(list, [&](const cl_image_format& format) {
      return format.image_channel_order == order && format.image_channel_data_type == type;
    });
  };
  const cl_channel_type twelve[] = {CL_UNORM_INT8,     CL_UNORM_INT16,   CL_SNORM_INT8,
                                    CL_SNORM_INT16,    CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                    CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                    CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};
  for (const cl_mem_object_type type : image_types) {
    for (const cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      const auto list = formats(flags, type);
      for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
        for (const cl_channel_type channel : twelve) EXPECT_TRUE(has(list, order, channel));
      }
      EXPECT_TRUE(has(list, CL_BGRA, CL_UNORM_INT8));
      EXPECT_TRUE(has(list, CL_sRGBA, CL_UNORM_INT8));
      const bool is_2d = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      EXPECT_EQ(is_2d, has(list, CL_DEPTH, CL_FLOAT));
      EXPECT_EQ(is_2d, has(list, CL_DEPTH, CL_UNORM_INT16));
    }
  }
}

TEST_F(Clause_5_3_Images, OfEveryFormatThatIsListedAreMade) {
  const Memory buffer = make_buffer(1024);
  for (const cl_mem_object_type type : image_types) {
    cl_image_format list[256];
    cl_uint count = 0;
    ASSERT_EQ(CL_SUCCESS,
              clGetSupportedImageFormats(context_, CL_MEM_READ_WRITE, type, 256, list, &count));
    ASSERT_LE(count, 256U);
    cl_image_desc made = description(type, 4, 4, 4);
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) made.mem_object = buffer;
    for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, error_of_image(made, list[i]));
  }
}

TEST_F(Clause_5_3_Images, ListTheirFormatsForFlagsAndTypesThatThereAre) {
  cl_image_format format;
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context_, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context_, cl_mem_flags{1} << 40, flat, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetSupportedImageFormats(context_, 0, flat, 0, &format, &count));
  EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context_, 0, flat, 1, &format, nullptr));
  EXPECT_EQ(cl_channel_order{CL_RGBA}, format.image_channel_order);
}

TEST_F(Clause_5_3_Images, OfOnesThatNobodyMayChangeHoldWhatTheyWereMadeWith) {
  constexpr cl_mem_flags immutable = 1 << 6;  // CL_MEM_IMMUTABLE_EXT
  std::vector<unsigned char> host = bytes_from(0, 16);
  const cl_image_desc made = description(flat, 4, 4);
  EXPECT_EQ(CL_INVALID_VALUE, error_of_image(made, r8, immutable));
  EXPECT_EQ(
      CL_INVALID_VALUE,
      error_of_image(made, r8, immutable | CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, host.data()));
  const Memory image = make_image(made, r8, immutable | CL_MEM_COPY_HOST_PTR, host.data());
  const Memory other = make_2d(4, 4);
  const Triple all = {4, 4, 1};
  const cl_uint colour[4] = {};
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueWriteImage(queue_, image, CL_TRUE, zero, all.data(), 0,
                                                      0, host.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueFillImage(queue_, image, colour, zero, all.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueCopyImage(queue_, other, image, zero, zero, all.data(), 0, nullptr, nullptr));
  cl_int error = CL_SUCCESS;
  size_t pitch = 0;
  EXPECT_EQ(nullptr, clEnqueueMapImage(queue_, image, CL_TRUE, CL_MAP_WRITE, zero, all.data(),
                                       &pitch, nullptr, 0, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
  EXPECT_EQ(bytes_from(0, 16), read(image, zero, all));
}

}  // namespace
}  // namespace cleave::test
