#include <fstream>
#include <set>

#include "calls.h"

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
    case CL_INVALID_MEM_OBJECT:
      return "CL_INVALID_MEM_OBJECT";
    case CL_INVALID_SAMPLER:
      return "CL_INVALID_SAMPLER";
    default:
      return std::to_string(code);
  }
}

Objects make_objects() {
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
  const cl_image_format texel = {CL_R, CL_UNSIGNED_INT8};
  all.image = Memory(clCreateImage2D(all.context, 0, &texel, 8, 8, 0, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  all.sampler = Sampler(clCreateSamplerWithProperties(all.context, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  all.pipe = Memory(clCreatePipe(all.context, 0, 4, 4, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
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

namespace {

/// The rows of the page's table: function and answer, without their quotes.
std::map<std::string, std::string> rows_of_page() {
  std::map<std::string, std::string> rows;
  std::ifstream page(CLEAVE_STATUS_PAGE);
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `cl", 0) != 0) continue;
    const size_t name_end = line.find('`', 3);
    const size_t answer = line.find('`', name_end + 1) + 1;
    rows[line.substr(3, name_end - 3)] = line.substr(answer, line.find('`', answer) - answer);
  }
  return rows;
}

std::set<std::string> entry_points() {
  return {
#define CLEAVE_ENTRY_POINT(name) #name,
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  };
}

TEST(Status, ThePageListsExactlyTheFunctionsThatAreMissing) {
  std::set<std::string> listed;
  for (const auto& [name, answer] : rows_of_page()) listed.insert(name);
  std::set<std::string> missing;
  for (const auto& [name, call] : calls_of_missing_features()) missing.insert(name);
  EXPECT_EQ(missing, listed);
}

TEST(Status, MissingFunctionsAnswerAsThePageSays) {
  Objects objects = make_objects();
  const auto rows = rows_of_page();
  for (const auto& [name, call] : calls_of_missing_features()) {
    const auto row = rows.find(name);
    const std::string answer = call(objects);
    EXPECT_EQ(row == rows.end() ? "no row" : row->second, answer) << name;
  }
}

TEST(Status, EveryOtherFunctionWorks) {
  Objects objects = make_objects();
  for (const auto& [name, call] : calls_that_work()) {
    EXPECT_EQ("CL_SUCCESS", call(objects)) << name;
  }
}

TEST(Status, NoFunctionIsLeftOut) {
  std::set<std::string> called;
  for (const auto& [name, call] : calls_of_missing_features()) called.insert(name);
  for (const auto& [name, call] : calls_that_work()) {
    EXPECT_TRUE(called.insert(name).second) << name << " both works and is missing";
  }
  EXPECT_EQ(entry_points(), called);
}

}  // namespace
}  // namespace cleave::test
