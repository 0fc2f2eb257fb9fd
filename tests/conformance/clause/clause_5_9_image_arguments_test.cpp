// 5.9.2: images and samplers as arguments of kernels; 5.10: how many of them a kernel may have.
#include <algorithm>

#include "support/images.h"
#include "support/newer_cl.h"

namespace cleave::test {
namespace {

/// A type of parameters, and the images that it is named after.
struct ImageType {
  const char* name;
  cl_mem_object_type object;
  bool is_depth;
  [[nodiscard]] bool takes(const ImageType& image) const {
    return object == image.object && (image.is_depth || !is_depth);
  }
};
constexpr ImageType types[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
    {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
    {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
};

struct Access {
  const char* name;
  cl_kernel_arg_access_qualifier qualifier;
  cl_mem_flags flags;  // of clGetSupportedImageFormats
};
constexpr Access accesses[] = {
    {"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_MEM_READ_ONLY},
    {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_MEM_WRITE_ONLY},
    {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE},
};

class Clause_5_9_ImageArguments : public OnImages {
 protected:
  [[nodiscard]] Memory make(const ImageType& type) const {
    cl_image_desc made = description(type.object, 4, 4, 4);
    Memory buffer;
    if (type.object == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      buffer = make_buffer(64);
      made.mem_object = buffer;
    }
    return make_image(made, type.is_depth ? cl_image_format{CL_DEPTH, CL_FLOAT} : rgba8);
  }
  /// A kernel k with these parameters.
  [[nodiscard]] Kernel kernel_with(const std::string& parameters) {
    return make_kernel("kernel void k(" + parameters + ") {}", "k",
                       "-cl-std=CL3.0 -cl-kernel-arg-info");
  }
  [[nodiscard]] Kernel kernel_with(const Access& access, const ImageType& type) {
    return kernel_with(std::string(access.name) + ' ' + type.name + " a");
  }
  template <class Handle>
  [[nodiscard]] static cl_int set(cl_kernel kernel, Handle handle) {
    return clSetKernelArg(kernel, 0, sizeof handle, &handle);
  }
  [[nodiscard]] std::vector<cl_image_format> formats(cl_mem_flags flags) const {
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context_, flags, CL_MEM_OBJECT_IMAGE2D, 0,
                                                     nullptr, &count));
    std::vector<cl_image_format> list(count);
    EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context_, flags, CL_MEM_OBJECT_IMAGE2D, count,
                                                     list.data(), nullptr));
    return list;
  }
  [[nodiscard]] Sampler make_sampler() const {
    cl_int error = 1;
    Sampler sampler(
        clCreateSampler(context_, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return sampler;
  }
};

// "must be a 2D image object if the argument is declared to be of type image2d_t", and so on.
TEST_F(Clause_5_9_ImageArguments, AreOfTheTypeThatIsDeclared) {
  for (const ImageType& declared : types) {
    const Kernel kernel = kernel_with(accesses[0], declared);
    for (const ImageType& given : types) {
      const Memory image = make(given);
      EXPECT_EQ(declared.takes(given) ? CL_SUCCESS : CL_INVALID_MEM_OBJECT,
                set(kernel, cl_mem(image)))
          << given.name << " for " << declared.name;
    }
  }
}

// "CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and
// arg_value refers to an image object created with cl_mem_flags of CL_MEM_WRITE", and so on.
TEST_F(Clause_5_9_ImageArguments, AreUsedAsTheirFlagsAllow) {
  const cl_image_desc flat = description(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const Memory both = make_image(flat, rgba8, CL_MEM_READ_WRITE);
  const Memory read = make_image(flat, rgba8, CL_MEM_READ_ONLY);
  const Memory written = make_image(flat, rgba8, CL_MEM_WRITE_ONLY);
  for (const Access& access : accesses) {
    const Kernel kernel = kernel_with(access, types[3]);
    const bool reads = access.qualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    const bool writes = access.qualifier != CL_KERNEL_ARG_ACCESS_READ_ONLY;
    EXPECT_EQ(CL_SUCCESS, set(kernel, cl_mem(both))) << access.name;
    EXPECT_EQ(writes ? CL_INVALID_ARG_VALUE : CL_SUCCESS, set(kernel, cl_mem(read))) << access.name;
    EXPECT_EQ(reads ? CL_INVALID_ARG_VALUE : CL_SUCCESS, set(kernel, cl_mem(written)))
        << access.name;
  }
}

// "For each access qualifier, only images whose format is in the list of formats returned by
// clGetSupportedImageFormats with the given flag arguments in table 5.9 are permitted."
TEST_F(Clause_5_9_ImageArguments, HaveAFormatThatIsListedForTheirAccess) {
  const cl_image_desc flat = description(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  for (const Access& access : accesses) {
    const std::vector<cl_image_format> listed = formats(access.flags);
    for (const cl_image_format& format : formats(CL_MEM_READ_WRITE)) {
      const bool is_depth = format.image_channel_order == CL_DEPTH;
      const Kernel kernel = kernel_with(access, types[is_depth ? 4 : 3]);
      const bool is_listed = std::ranges::any_of(listed, [&](const cl_image_format& one) {
        return std::memcmp(&one, &format, sizeof one) == 0;
      });
      const Memory image = make_image(flat, format);
      EXPECT_EQ(is_listed ? CL_SUCCESS : CL_INVALID_ARG_VALUE, set(kernel, cl_mem(image)))
          << access.name << ' ' << format.image_channel_order << ' '
          << format.image_channel_data_type;
    }
  }
}

// cl_ext_immutable_memory_objects.
TEST_F(Clause_5_9_ImageArguments, AreOnlyReadIfNobodyMayChangeThem) {
  std::vector<unsigned char> host = bytes_from(0, 64);
  const cl_image_desc flat = description(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_mem_flags flags = support::mem_immutable_ext | CL_MEM_COPY_HOST_PTR;
  const Memory image = make_image(flat, rgba8, flags, host.data());
  const Memory buffer = make_buffer(host.size(), flags, host.data());
  cl_image_desc line = description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  line.mem_object = buffer;
  EXPECT_EQ(CL_INVALID_VALUE, error_of_image(line, rgba8, 0)) << "it must be said again";
  const Memory view = make_image(line, rgba8, support::mem_immutable_ext);
  for (const Access& access : accesses) {
    const cl_int expected =
        access.qualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY ? CL_SUCCESS : CL_INVALID_ARG_VALUE;
    EXPECT_EQ(expected, set(kernel_with(access, types[3]), cl_mem(image))) << access.name;
    EXPECT_EQ(expected, set(kernel_with(access, types[2]), cl_mem(view))) << access.name;
  }
}

TEST_F(Clause_5_9_ImageArguments, AreImagesOfTheContext) {
  const Kernel kernel = kernel_with(accesses[0], types[3]);
  const Memory image = make_2d(4, 4);
  const Memory buffer = make_buffer(64);
  const Sampler sampler = make_sampler();
  cl_int error = 1;
  const Memory pipe(clCreatePipe(context_, 0, 4, 64, nullptr, &error));
  const Context context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const cl_image_desc flat = description(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const Memory foreign(clCreateImage(context, CL_MEM_READ_WRITE, &rgba8, &flat, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, cl_mem(buffer)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, cl_mem(pipe)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, cl_mem(foreign)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, cl_sampler(sampler)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, cl_mem{nullptr}));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr));
  const cl_mem handle = image;
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, sizeof(cl_int), &handle));
  EXPECT_EQ(CL_SUCCESS, set(kernel, handle));
  // Nor is an image a buffer or a pipe.
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel_with("global int* a"), handle));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel_with("constant int* a"), handle));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel_with("read_only pipe int a"), handle));
}

TEST_F(Clause_5_9_ImageArguments, OfSamplersAreSamplersOfTheContext) {
  const Kernel kernel = kernel_with("sampler_t a");
  const Memory image = make_2d(4, 4);
  const Sampler sampler = make_sampler();
  cl_int error = 1;
  const Context context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Sampler foreign(clCreateSamplerWithProperties(context, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_SAMPLER, set(kernel, cl_mem(image)));
  EXPECT_EQ(CL_INVALID_SAMPLER, set(kernel, cl_sampler(foreign)));
  EXPECT_EQ(CL_INVALID_SAMPLER, set(kernel, cl_sampler{nullptr}));
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(kernel, 0, sizeof(cl_sampler), nullptr));
  const cl_sampler handle = sampler;
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, sizeof(cl_int), &handle));
  EXPECT_EQ(CL_SUCCESS, set(kernel, handle));
}

// "A kernel object does not update the reference count for objects such as memory, sampler
// objects": of a sampler, the kernel goes on with what it says.
TEST_F(Clause_5_9_ImageArguments, OfSamplersAreNotRetained) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(sampler_t s, read_only image2d_t image, global int* out) {
      *out = (int)read_imageui(image, s, (int2)(-1, 0)).x;
    })",
                                    "k");
  const Memory image = make_2d(4, 4);
  const std::vector<unsigned char> texels = bytes_from(7, 16);
  write(image, zero, {4, 4, 1}, texels.data());
  const Memory out = make_buffer(std::vector<cl_int>{0});
  const cl_mem arguments[] = {image, out};
  {
    const Sampler sampler = make_sampler();
    ASSERT_EQ(CL_SUCCESS, set(kernel, cl_sampler(sampler)));
    cl_uint count = 0;
    ASSERT_EQ(CL_SUCCESS,
              clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof count, &count, nullptr));
    EXPECT_EQ(1U, count);
  }
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(cl_mem), &arguments[0]));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(cl_mem), &arguments[1]));
  ASSERT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{7}, contents(out));
}

// 5.9.4, table 5.23.
TEST_F(Clause_5_9_ImageArguments, AreDescribed) {
  const auto expect_described = [](cl_kernel kernel, const std::string& type,
                                   cl_kernel_arg_address_qualifier address,
                                   cl_kernel_arg_access_qualifier access) {
    const auto ask = [&](cl_kernel_arg_info name) {
      return [kernel, name](size_t size, void* value, size_t* returned) {
        return clGetKernelArgInfo(kernel, 0, name, size, value, returned);
      };
    };
    EXPECT_EQ(type, text_of(ask(CL_KERNEL_ARG_TYPE_NAME)));
    EXPECT_EQ("a", text_of(ask(CL_KERNEL_ARG_NAME))) << type;
    EXPECT_EQ(address,
              value_of<cl_kernel_arg_address_qualifier>(ask(CL_KERNEL_ARG_ADDRESS_QUALIFIER)))
        << type;
    EXPECT_EQ(access, value_of<cl_kernel_arg_access_qualifier>(ask(CL_KERNEL_ARG_ACCESS_QUALIFIER)))
        << type;
    EXPECT_EQ(cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_NONE},
              value_of<cl_kernel_arg_type_qualifier>(ask(CL_KERNEL_ARG_TYPE_QUALIFIER)))
        << type;
  };
  for (const ImageType& type : types) {
    for (const Access& access : accesses) {
      expect_described(kernel_with(access, type), type.name, CL_KERNEL_ARG_ADDRESS_GLOBAL,
                       access.qualifier);
    }
    // "If no qualifier is provided, read_only is assumed."
    expect_described(kernel_with(std::string(type.name) + " a"), type.name,
                     CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY);
  }
  expect_described(kernel_with("sampler_t a"), "sampler_t", CL_KERNEL_ARG_ADDRESS_PRIVATE,
                   CL_KERNEL_ARG_ACCESS_NONE);
}

// 5.10: "The total number of read-only images specified as arguments to a kernel cannot exceed
// CL_DEVICE_MAX_READ_IMAGE_ARGS", and so on.
TEST_F(Clause_5_9_ImageArguments, BeyondTheLimitsAreOutOfResources) {
  const cl_device_info limits[] = {CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
                                   CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS};
  const Memory image = make_2d(4, 4, rgba8);
  const cl_mem handle = image;
  for (size_t i = 0; i < std::size(accesses); ++i) {
    const auto limit = device_info<cl_uint>(limits[i]);
    for (const cl_uint count : {limit, limit + 1}) {
      std::string parameters;
      for (cl_uint index = 0; index < count; ++index) {
        parameters += (index == 0 ? "" : ", ") + std::string(accesses[i].name) + " image2d_t a" +
                      std::to_string(index);
      }
      const Kernel kernel = kernel_with(parameters);
      for (cl_uint index = 0; index < count; ++index) {
        ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof handle, &handle));
      }
      EXPECT_EQ(count == limit ? CL_SUCCESS : CL_OUT_OF_RESOURCES,
                clEnqueueTask(queue_, kernel, 0, nullptr, nullptr))
          << accesses[i].name;
    }
  }
}

}  // namespace
}  // namespace cleave::test
