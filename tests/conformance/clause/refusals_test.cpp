// Calls that the specification refuses, a row each, where no other test has a reason to make them.
#include <ostream>

#include "support/every_object.h"

namespace cleave::test {
namespace {

using On = EveryObject;

struct Refusal {
  const char* name;
  cl_int code;
  cl_int (*call)(On& on);
  friend void PrintTo(const Refusal& row, std::ostream* out) { *out << row.name; }
};

cl_int build_built_in(On& on, cl_uint count, const cl_device_id* devices, const char* names) {
  return error_of([&](cl_int* error) {
    return clCreateProgramWithBuiltInKernels(on.context_, count, devices, names, error);
  });
}

const char* const text = "kernel void k() {}";

/// A program that holds the binary of a compilation.
Program compiled(On& on) {
  cl_int error = 1;
  const Program source(
      clCreateProgramWithSource(on.context_, 1, const_cast<const char**>(&text), nullptr, &error));
  EXPECT_EQ(CL_SUCCESS,
            clCompileProgram(source, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  return on.binary_copy(source);
}

const Refusal refusals[] = {
    {"DestructorCallbackWithoutAFunction", CL_INVALID_VALUE,
     [](On& on) { return clSetMemObjectDestructorCallback(on.buffer_, nullptr, nullptr); }},
    {"ContextDestructorCallbackWithoutAFunction", CL_INVALID_VALUE,
     [](On& on) { return clSetContextDestructorCallback(on.context_, nullptr, nullptr); }},
    {"BuiltInKernelsWithoutDevices", CL_INVALID_VALUE,
     [](On& on) { return build_built_in(on, 1, nullptr, "k"); }},
    {"BuiltInKernelsOfZeroDevices", CL_INVALID_VALUE,
     [](On& on) { return build_built_in(on, 0, &on.device_, "k"); }},
    {"BuiltInKernelsWithoutNames", CL_INVALID_VALUE,
     [](On& on) { return build_built_in(on, 1, &on.device_, nullptr); }},
    {"UnknownBuiltInKernels", CL_INVALID_VALUE,
     [](On& on) { return build_built_in(on, 1, &on.device_, "k"); }},
    {"BuildOfACompiledBinary", CL_INVALID_BINARY,
     [](On& on) { return clBuildProgram(compiled(on), 0, nullptr, "", nullptr, nullptr); }},
    {"ArgumentIndex", CL_INVALID_ARG_INDEX,
     [](On& on) { return clSetKernelArg(on.kernel_, 1, sizeof(cl_mem), &on.buffer()); }},
    {"ArgumentInfoIndex", CL_INVALID_ARG_INDEX,
     [](On& on) {
       return clGetKernelArgInfo(on.kernel_, 1, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
     }},
    {"ArgumentOfAnotherContext", CL_INVALID_MEM_OBJECT,
     [](On& on) { return clSetKernelArg(on.kernel_, 0, sizeof(cl_mem), on.other_buffer_.out()); }},
};

class Refusals : public EveryObject, public testing::WithParamInterface<Refusal> {};

TEST_P(Refusals, Are) {
  EXPECT_EQ(GetParam().code, GetParam().call(*this));
}

INSTANTIATE_TEST_SUITE_P(Of, Refusals, testing::ValuesIn(refusals), name_of_parameter);

}  // namespace
}  // namespace cleave::test
