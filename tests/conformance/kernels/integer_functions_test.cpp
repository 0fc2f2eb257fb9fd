// Integer functions against exact arithmetic at corner values (OpenCL C 3.0, 6.15.3): of numbers
// and vectors, of constants, and as instructions of modules.
#include "integer_functions.h"

#include <string>

#include "modules.h"
#include "runner.h"

namespace cleave::test {
namespace {

class IntegerFunctions : public testing::TestWithParam<IntegerType> {};
class IntegerVectors : public IntegerFunctions {};

/// The type of a function's result, or a vector of `length` of it.
std::string result_type(const IntegerType& type, const IntegerFunction& function,
                        const std::string& length) {
  const char* const name = function.result == Result::same           ? type.name
                           : function.result == Result::without_sign ? type.as_unsigned
                                                                     : type.twice_as_wide;
  return name + length;
}

std::string begun(const IntegerType& type, const std::string& length) {
  return std::string("#define T ") + type.name + "\n#define UNSIGNED as_" + type.as_unsigned +
         length + "\nkernel void test(global uchar* data) {\n";
}

/// A kernel that computes vectors, or numbers where `length` is empty, of all that the buffer
/// holds.
std::string source_of_functions(const IntegerBuffer& buffer, const std::string& length) {
  const IntegerType& type = buffer.type;
  const auto pointer = [&](const std::string& element, size_t part) {
    return "((global " + element + "*)(data + " + std::to_string(buffer.begin(part)) + "))";
  };
  std::string text = begun(type, length) + "const size_t i = get_global_id(0);\n";
  for (size_t part = 0; part < 3; ++part) {
    const std::string from = pointer(type.name, part);
    text += "const " + (type.name + length) + " " + "xyz"[part] + " = " +
            (length.empty() ? from + "[i]" : "vload" + length + "(i, " + from + ")") + ";\n";
  }
  size_t part = 3;
  for (const IntegerFunction& function : functions_of(type)) {
    const std::string to = pointer(result_type(type, function, ""), part++), call = function.call;
    text += length.empty() ? to + "[i] = " + call + ";\n"
                           : "vstore" + length + "(" + call + ", i, " + to + ");\n";
  }
  return text + "}";
}

/// A kernel with a line for each call with constants.
std::string source_of_constants(const IntegerBuffer& buffer, std::span<const Arguments> arguments) {
  const IntegerType& type = buffer.type;
  std::string text = begun(type, "");
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Wide numbers[] = {arguments[i].x, arguments[i].y, arguments[i].z};
    text += "{\n";
    for (size_t k = 0; k < 3; ++k)
      text += std::string("const T ") + "xyz"[k] + " = (T)" +
              std::to_string(type.bits_of(numbers[k])) + "UL;\n";
    size_t part = 3;
    for (const IntegerFunction& function : functions_of(type)) {
      text += "((global " + result_type(type, function, "") + "*)(data + " +
              std::to_string(buffer.begin(part++)) + "))[" + std::to_string(i) +
              "] = " + function.call + ";\n";
    }
    text += "}\n";
  }
  return text + "}";
}

std::vector<unsigned char> run_source(const std::string& source, size_t items,
                                      const IntegerBuffer& buffer) {
  return Runner::instance().run(source, {.global = {items, 1, 1}}, buffer.bytes);
}

std::vector<unsigned char> run_module(const std::vector<uint32_t>& words, size_t items,
                                      const IntegerBuffer& buffer) {
  const Session session;
  cl_program program = build_module(session, std::as_bytes(std::span(words)));
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "test", &error);
  check(error, "clCreateKernel");
  std::vector<unsigned char> bytes = buffer.bytes;
  cl_mem memory =
      session.make_buffer(bytes.size(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.data());
  check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(session.queue, memory, CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(memory);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(session.queue);
  clReleaseContext(session.context);
  return bytes;
}

TEST_P(IntegerFunctions, AreExactAtCornerValues) {
  const std::vector<Arguments> arguments = corner_arguments(GetParam());
  const IntegerBuffer buffer(GetParam(), arguments);
  buffer.check(arguments, run_source(source_of_functions(buffer, ""), buffer.places, buffer));
}

TEST_P(IntegerFunctions, AreExactOfConstants) {
  const std::vector<Arguments> arguments = few_corner_arguments(GetParam());
  const IntegerBuffer buffer(GetParam(), arguments);
  buffer.check(arguments, run_source(source_of_constants(buffer, arguments), 1, buffer));
}

TEST_P(IntegerFunctions, AreExactInModules) {
  const std::vector<Arguments> arguments = corner_arguments(GetParam());
  const IntegerBuffer buffer(GetParam(), arguments);
  buffer.check(arguments, run_module(module_of_functions(buffer), buffer.places, buffer), true);
}

TEST_P(IntegerFunctions, AreExactOfConstantsOfModules) {
  const std::vector<Arguments> arguments = few_corner_arguments(GetParam());
  const IntegerBuffer buffer(GetParam(), arguments);
  buffer.check(arguments, run_module(module_of_constants(buffer, arguments), 1, buffer), true);
}

TEST_P(IntegerVectors, AreExactAtCornerValues) {
  const std::vector<Arguments> arguments = corner_arguments(GetParam());
  const IntegerBuffer buffer(GetParam(), arguments);
  for (const char* length : {"2", "3", "4", "8", "16"}) {
    SCOPED_TRACE(length);
    const size_t items = buffer.places / std::stoul(length);
    buffer.check(arguments, run_source(source_of_functions(buffer, length), items, buffer));
  }
}

const auto each_type = testing::ValuesIn(integer_types().begin(), integer_types().end());
std::string name_of(const testing::TestParamInfo<IntegerType>& each) {
  return each.param.name;
}
INSTANTIATE_TEST_SUITE_P(Of, IntegerFunctions, each_type, name_of);
INSTANTIATE_TEST_SUITE_P(Of, IntegerVectors, each_type, name_of);

}  // namespace
}  // namespace cleave::test
