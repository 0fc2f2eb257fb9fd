#include <fstream>

#include "calls.h"
#include "page.h"

namespace cleave::test {

std::string name_of(cl_int code) {
  switch (code) {
    case CL_SUCCESS:
      return "CL_SUCCESS";
    case CL_COMPILER_NOT_AVAILABLE:
      return "CL_COMPILER_NOT_AVAILABLE";
    case CL_LINKER_NOT_AVAILABLE:
      return "CL_LINKER_NOT_AVAILABLE";
    case CL_INVALID_VALUE:
      return "CL_INVALID_VALUE";
    case CL_INVALID_OPERATION:
      return "CL_INVALID_OPERATION";
    case CL_INVALID_QUEUE_PROPERTIES:
      return "CL_INVALID_QUEUE_PROPERTIES";
    case CL_INVALID_MEM_OBJECT:
      return "CL_INVALID_MEM_OBJECT";
    case CL_INVALID_SAMPLER:
      return "CL_INVALID_SAMPLER";
    default:
      return std::to_string(code);
  }
}

namespace {

void add_optional(Objects& all) {
  cl_int error = 1;
  const cl_image_format texel = {CL_R, CL_UNSIGNED_INT8};
  all.image = Memory(clCreateImage2D(all.context, 0, &texel, 8, 8, 0, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  all.sampler = Sampler(clCreateSamplerWithProperties(all.context, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  all.pipe = Memory(clCreatePipe(all.context, 0, 4, 4, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
}

}  // namespace

Objects make_objects(OptionalObjects optional) {
  Objects all;
  all.platform = find_platform();
  all.device = first_device();
  cl_int error = 1;
  all.context = Context(clCreateContext(nullptr, 1, &all.device, nullptr, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  all.queue = Queue(clCreateCommandQueueWithProperties(all.context, all.device, profiled, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  all.buffer = Memory(clCreateBuffer(all.context, CL_MEM_READ_WRITE, 8192, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  if (optional == OptionalObjects::all) add_optional(all);
  const char* source = "kernel void k(global int *p) { *p = 1; }";
  all.program = Program(clCreateProgramWithSource(all.context, 1, &source, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS,
            clBuildProgram(all.program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr));
  all.kernel = Kernel(clCreateKernel(all.program, "k", &error));
  EXPECT_EQ(CL_SUCCESS, error);
  const cl_mem argument = all.buffer;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(all.kernel, 0, sizeof argument, &argument));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(all.queue, 0, nullptr, all.event.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(all.queue));
  return all;
}

std::map<std::string, std::string> rows_of_page(const std::string& heading) {
  std::map<std::string, std::string> rows;
  std::ifstream page(CLEAVE_STATUS_PAGE);
  std::string section;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind('#', 0) == 0) section = line;
    if (section != heading || line.rfind("| `cl", 0) != 0) continue;
    const size_t name_end = line.find('`', 3);
    const size_t answer = line.find('`', name_end + 1) + 1;
    rows[line.substr(3, name_end - 3)] = line.substr(answer, line.find('`', answer) - answer);
  }
  return rows;
}

}  // namespace cleave::test
