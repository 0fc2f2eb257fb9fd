// 6.12 of OpenCL C 2.0: blocks, where clang accepts them and cannot compile them.
#include "enqueuing_kernels.h"

namespace cleave::test {
namespace {

class Clause_6_12_Blocks : public EnqueuingKernels {};

// "block literal expressions", wherever an expression may stand.
TEST_F(Clause_6_12_Blocks, BlocksMayStandInParentheses) {
  const std::vector<cl_int> out = run(R"(
    int (^const at_program_scope)(int) = (^(int x) { return x + 1; });
    kernel void k(global int* out) {
      void (^b)(void) = (^{ out[3] = 4; });
      int (^called)(int) = (at_program_scope);
      out[0] = (^{ return 1; })();
      out[1] = ((called))(1) + (at_program_scope)(-1);
      out[2] = get_kernel_work_group_size((b)) > 0;
      out[8] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                              ndrange_1D((^{ return 1; })()), (b));
      out[9] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                              (^{ out[4] = ((int (^)(int))at_program_scope)(4); }));
    })");
  EXPECT_EQ((std::vector<cl_int>{1, 2, 1, 4, 5}),
            std::vector<cl_int>(out.begin(), out.begin() + 5));
  EXPECT_EQ(CL_SUCCESS, out[8]);
  EXPECT_EQ(CL_SUCCESS, out[9]);
}

// "kernel_enqueue_flags_t flags", converted as any argument is.
TEST_F(Clause_6_12_Blocks, FlagsAreOfAnyIntegerType) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      const long wait = CLK_ENQUEUE_FLAGS_WAIT_KERNEL;
      volatile short any_time = CLK_ENQUEUE_FLAGS_NO_WAIT;
      const ndrange_t one = ndrange_1D(1);
      enqueue_kernel(get_default_queue(), wait, one, ^{ out[0] = 1; });
      enqueue_kernel(get_default_queue(), any_time, one, ^{ out[1] = 2; });
      enqueue_kernel(get_default_queue(), (uchar)2, one, ^(local void* p) { out[2] = 3; }, 4);
    })");
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3}), std::vector<cl_int>(out.begin(), out.begin() + 3));
}

// "const copies of variables" of the enclosing scope: images among them. Code for the formats that
// children have had is made when the parent is launched again.
TEST_F(Clause_6_12_Blocks, BlocksReadTheImagesThatTheyCapture) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* out, read_only image2d_t from) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 4), ^{
        const int i = get_global_id(0);
        out[i] = convert_int_rte(255 * read_imagef(from, (int2)(i % 8, i / 8)).x);
      });
    })",
                                    "k", "-cl-std=CL3.0");
  std::vector<cl_uchar> bytes(64 * 4);
  std::vector<cl_float> reals(64);
  for (size_t i = 0; i < 64; ++i) {
    bytes[4 * i] = static_cast<cl_uchar>(3 * i);
    reals[i] = static_cast<cl_float>(2 * i) / 255;
  }
  const auto make_image = [&](const cl_image_format& format, void* texels) {
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = shape.image_height = 8;
    cl_int error = 1;
    Memory image(clCreateImage(context_, CL_MEM_COPY_HOST_PTR, &format, &shape, texels, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return image;
  };
  const Memory images[2] = {make_image({CL_RGBA, CL_UNORM_INT8}, bytes.data()),
                            make_image({CL_R, CL_FLOAT}, reals.data())};
  for (int launch = 0; launch < 8; ++launch) {
    const cl_mem image = images[launch / 3 % 2];
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof image, &image));
    const std::vector<cl_int> out = run(kernel, 64);
    for (cl_int i = 0; i < 64; ++i) {
      ASSERT_EQ((launch / 3 % 2 == 0 ? 3 : 2) * i, out[i]) << "in launch " << launch;
    }
  }
}

// Clang would crash where it finds no block behind an expression that has the type of one.
TEST_F(Clause_6_12_Blocks, UsesThatLeadToNoBlockAreErrors) {
  for (const char* const use :
       {"((void (^)(void))out)();", "((float (^)(float))called)(3);", "({ global_block; })();",
        "void (^itself)(void) = itself; itself();",
        "enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ({ global_block; }));"}) {
    const std::string source = std::string(R"(
      void (^const global_block)(void) = ^{ };
      kernel void k(global int* out) { int (^called)(int) = ^(int x) { return x; }; )") +
                               use + " }";
    const char* lines = source.c_str();
    cl_int error = 1;
    const Program program(clCreateProgramWithSource(context_, 1, &lines, nullptr, &error));
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
              clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
    const std::string log = text_of([&](size_t bytes, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, bytes, value, returned);
    });
    EXPECT_NE(log.npos, log.find("leads to no block")) << use << log;
  }
}

}  // namespace
}  // namespace cleave::test
