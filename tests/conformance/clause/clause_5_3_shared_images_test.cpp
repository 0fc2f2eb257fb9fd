// 5.3.1: images in the memory of buffers and of other images; cl_khr_image2d_from_buffer,
// cl_ext_image_from_buffer, cl_ext_image_requirements_info.
#include "support/images.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

class Clause_5_3_SharedImages : public OnImages {
 protected:
  [[nodiscard]] static cl_image_desc over(cl_mem memory, cl_image_desc made) {
    made.mem_object = memory;
    return made;
  }
  [[nodiscard]] static cl_image_desc flat(size_t width, size_t height, size_t row_pitch = 0) {
    cl_image_desc made = description(CL_MEM_OBJECT_IMAGE2D, width, height);
    made.image_row_pitch = row_pitch;
    return made;
  }
  template <class T>
  [[nodiscard]] cl_int requirement(const cl_image_format* format, const cl_image_desc* made,
                                   cl_image_requirements_info_ext name, T& value,
                                   cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    const auto ask = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
        clGetExtensionFunctionAddressForPlatform(find_platform(), "clGetImageRequirementsInfoEXT"));
    return ask(context_, nullptr, flags, format, made, name, sizeof value, &value, nullptr);
  }
};

TEST_F(Clause_5_3_SharedImages, AreReportedAsExtensions) {
  expect_reported(device_, "cl_khr_image2d_from_buffer", CL_MAKE_VERSION(1, 0, 0));
  expect_reported(device_, "cl_ext_image_from_buffer", CL_MAKE_VERSION(1, 0, 0));
  expect_reported(device_, "cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0));
}

// "those changes are reflected in the contents of the image object and vice-versa"
TEST_F(Clause_5_3_SharedImages, ShowTheBytesOfTheirBuffer) {
  for (const cl_mem_object_type type : image_types) {
    const Memory buffer = make_buffer(64);
    const std::vector<unsigned char> bytes = bytes_from(0, 64);
    ASSERT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, 64, bytes.data(), 0,
                                               nullptr, nullptr));
    const Memory image = make_image(over(buffer, description(type, 4, 2, 2)), r8);
    EXPECT_EQ(cl_mem(buffer), memory_info<cl_mem>(image, CL_MEM_ASSOCIATED_MEMOBJECT));
    EXPECT_EQ(cl_mem(buffer), image_info<cl_mem>(image, CL_IMAGE_BUFFER));
    EXPECT_EQ(0U, memory_info<size_t>(image, CL_MEM_OFFSET));
    EXPECT_EQ(bytes_from(0, 4), read(image, zero, {4, 1, 1}));
    const unsigned char texel = 99;
    const size_t origin[4] = {3, 0, 0, 0};
    write(image, origin, {1, 1, 1}, &texel);
    unsigned char found = 0;
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 3, 1, &found, 0, nullptr, nullptr));
    EXPECT_EQ(99, found);
  }
}

TEST_F(Clause_5_3_SharedImages, HaveTheRowsThatTheirPitchSays) {
  const Memory buffer = make_buffer(64);
  const std::vector<unsigned char> bytes = bytes_from(0, 64);
  ASSERT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, 64, bytes.data(), 0,
                                             nullptr, nullptr));
  const Memory image = make_image(over(buffer, flat(3, 4, 16)), r8);
  EXPECT_EQ(16U, image_info<size_t>(image, CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(64U, memory_info<size_t>(image, CL_MEM_SIZE));
  EXPECT_EQ((std::vector<unsigned char>{0, 1, 2, 16, 17, 18, 32, 33, 34, 48, 49, 50}),
            read(image, zero, {3, 4, 1}));
}

TEST_F(Clause_5_3_SharedImages, BeginWhereTheirPartOfABufferDoes) {
  const Memory buffer = make_buffer(512);
  const cl_buffer_region region = {256, 64};
  cl_int error = 1;
  const Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const std::vector<unsigned char> bytes = bytes_from(7, 64);
  ASSERT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 256, 64, bytes.data(), 0,
                                             nullptr, nullptr));
  const Memory image = make_image(over(part, flat(8, 8)), r8);
  EXPECT_EQ(bytes, read(image, zero, {8, 8, 1}));
  EXPECT_EQ(0U, memory_info<size_t>(image, CL_MEM_OFFSET));
}

TEST_F(Clause_5_3_SharedImages, FitTheirBuffer) {
  const Memory buffer = make_buffer(64);
  EXPECT_EQ(CL_SUCCESS, error_of_image(over(buffer, flat(8, 8)), r8));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_image(over(buffer, flat(8, 9)), r8));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error_of_image(over(buffer, flat(8, 8, 16)), r8));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE,
            error_of_image(over(buffer, description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 17)), rgba8));
  EXPECT_EQ(CL_SUCCESS,
            error_of_image(over(buffer, description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16)), rgba8));
}

TEST_F(Clause_5_3_SharedImages, AreAlignedToTheirTexels) {
  const Memory buffer = make_buffer(256);
  for (const size_t pitch : {size_t{17}, size_t{12}, SIZE_MAX - 3, size_t{1} << 62}) {
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              error_of_image(over(buffer, flat(4, 4, pitch)), rgba8));
  }
  alignas(16) unsigned char host[256] = {};
  const Memory odd = make_buffer(128, CL_MEM_USE_HOST_PTR, host + 1);
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error_of_image(over(odd, flat(4, 4)), rgba8));
  EXPECT_EQ(CL_SUCCESS, error_of_image(over(odd, flat(4, 4)), r8));
}

TEST_F(Clause_5_3_SharedImages, InheritTheFlagsOfTheirBuffer) {
  unsigned char host[64] = {};
  const Memory buffer =
      make_buffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR, host);
  const Memory image = make_image(over(buffer, flat(4, 4)), r8, 0);
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR},
            memory_info<cl_mem_flags>(image, CL_MEM_FLAGS));
  const auto error = [&](cl_mem of, cl_mem_flags flags) {
    return error_of_image(over(of, flat(4, 4)), r8, flags);
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(buffer, CL_MEM_READ_WRITE));
  EXPECT_EQ(CL_INVALID_VALUE, error(buffer, CL_MEM_WRITE_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(buffer, CL_MEM_HOST_WRITE_ONLY));
  const Memory written = make_buffer(64, CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_VALUE, error(written, CL_MEM_READ_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(written, CL_MEM_HOST_READ_ONLY));
  const Memory hidden = make_buffer(64, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_VALUE, error(hidden, CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(hidden, CL_MEM_HOST_WRITE_ONLY));
  for (const cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    EXPECT_EQ(CL_INVALID_VALUE, error(hidden, flags));
  }
}

TEST_F(Clause_5_3_SharedImages, ShareMemoryOfObjectsThatSuit) {
  cl_int code = 1;
  const Memory pipe(clCreatePipe(context_, 0, 4, 64, nullptr, &code));
  const Memory image = make_2d(4, 4);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error_of_image(over(pipe, flat(4, 4)), r8));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            error_of_image(over(image, description(CL_MEM_OBJECT_IMAGE1D, 4)), r8));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            error_of_image(description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4), r8));
  cl_mem wrong = reinterpret_cast<cl_mem>(cl_command_queue(queue_));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error_of_image(over(wrong, flat(4, 4)), r8));
}

// "views the pixels in the image with a different channel order"
TEST_F(Clause_5_3_SharedImages, ViewAnotherImageWithAnotherOrder) {
  const Memory image = make_2d(4, 4, rgba8);
  const Memory view = make_image(over(image, flat(4, 4)), {CL_sRGBA, CL_UNORM_INT8});
  EXPECT_EQ(cl_mem(image), memory_info<cl_mem>(view, CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(nullptr, image_info<cl_mem>(view, CL_IMAGE_BUFFER));
  const std::vector<unsigned char> bytes = bytes_from(0, 64);
  write(image, zero, {4, 4, 1}, bytes.data());
  EXPECT_EQ(bytes, read(view, zero, {4, 4, 1}, 4));
  const Memory reals = make_2d(4, 4, {CL_R, CL_FLOAT});
  EXPECT_EQ(CL_SUCCESS, error_of_image(over(reals, flat(4, 4)), {CL_DEPTH, CL_FLOAT}));
}

TEST_F(Clause_5_3_SharedImages, ViewAnotherImageOfTheSameSizesAndTypes) {
  const Memory image = make_2d(4, 4, rgba8);
  const auto error = [&](const cl_image_desc& made, cl_image_format format) {
    return error_of_image(over(image, made), format);
  };
  constexpr cl_image_format srgba = {CL_sRGBA, CL_UNORM_INT8};
  EXPECT_EQ(CL_SUCCESS, error(flat(4, 4, 16), srgba));
  for (const cl_image_desc& other : {flat(3, 4), flat(4, 3), flat(4, 4, 32)}) {
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(other, srgba));
  }
  for (const cl_image_format other :
       {cl_image_format{CL_RGBA, CL_UNORM_INT8}, cl_image_format{CL_BGRA, CL_UNORM_INT8},
        cl_image_format{CL_RGBA, CL_UNSIGNED_INT8}, cl_image_format{CL_RG, CL_UNORM_INT16}}) {
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(flat(4, 4), other));
  }
}

TEST_F(Clause_5_3_SharedImages, KeepTheirBuffer) {
  Memory buffer = make_buffer(64);
  const Memory image = make_image(over(buffer, flat(8, 8)), r8);
  buffer = Memory();
  const std::vector<unsigned char> bytes = bytes_from(0, 64);
  write(image, zero, {8, 8, 1}, bytes.data());
  EXPECT_EQ(bytes, read(image, zero, {8, 8, 1}));
}

TEST_F(Clause_5_3_SharedImages, NeedWhatIsAskedBeforehand) {
  for (const cl_mem_object_type type : image_types) {
    const cl_image_desc made = description(type, 20, 20, 20);
    size_t bytes = 0, alignment = 0;
    EXPECT_EQ(CL_SUCCESS, requirement(&rgba8, &made, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes));
    for (const auto name : {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                            CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT,
                            CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT}) {
      EXPECT_EQ(CL_SUCCESS, requirement(&rgba8, &made, static_cast<cl_uint>(name), alignment));
      EXPECT_EQ(4U, alignment);
      EXPECT_EQ(CL_SUCCESS, requirement(nullptr, &made, static_cast<cl_uint>(name), alignment));
      EXPECT_EQ(16U, alignment);
    }
    const Memory buffer = make_buffer(bytes);
    const Memory image = make_image(over(buffer, made));
    EXPECT_EQ(bytes, memory_info<size_t>(image, CL_MEM_SIZE));
  }
}

TEST_F(Clause_5_3_SharedImages, AreAskedAboutOnlyWhatTheyHave) {
  cl_uint most = 0;
  size_t bytes = 0;
  const cl_image_desc line = description(CL_MEM_OBJECT_IMAGE1D, 20);
  const cl_image_desc deep = description(CL_MEM_OBJECT_IMAGE3D, 20, 20, 20);
  EXPECT_EQ(CL_SUCCESS, requirement(nullptr, &deep, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, most));
  EXPECT_EQ(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH), most);
  EXPECT_EQ(CL_SUCCESS,
            requirement<cl_uint>(nullptr, nullptr, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, most));
  EXPECT_EQ(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH), most);
  for (const auto name : {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT,
                          CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT}) {
    EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
              requirement(nullptr, &line, static_cast<cl_uint>(name), most));
  }
  EXPECT_EQ(CL_INVALID_VALUE, requirement(nullptr, &deep, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes));
  EXPECT_EQ(CL_INVALID_VALUE, requirement(&rgba8, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes));
  EXPECT_EQ(CL_INVALID_VALUE, requirement(&rgba8, &deep, CL_IMAGE_FORMAT, bytes));
  EXPECT_EQ(CL_INVALID_VALUE, requirement(&rgba8, &deep, CL_IMAGE_REQUIREMENTS_SIZE_EXT, most));
  EXPECT_EQ(CL_INVALID_VALUE,
            requirement(&rgba8, &deep, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes, ~cl_mem_flags{0}));
  const cl_image_format bad = {CL_INTENSITY, CL_UNORM_SHORT_555};
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            requirement(&bad, &deep, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes));
  const cl_image_desc none = description(CL_MEM_OBJECT_IMAGE1D, 0);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            requirement(&rgba8, &none, CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes));
}

}  // namespace
}  // namespace cleave::test
