// Functions of mathematics of real numbers (SYCL 2020, 4.17): OpenCL C's bits on devices, close to them on hosts.
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t count = 1024;

constexpr size_t functions = 0
#define FUNCTION_1(name) +1
#define FUNCTION_2(name) +1
#define FUNCTION_3(name) +1
#define FUNCTION_INT(name) +1
#include "math_functions.def"
    ;
const char* const names[] = {
#define FUNCTION_1(name) #name,
#define FUNCTION_2(name) #name,
#define FUNCTION_3(name) #name,
#define FUNCTION_INT(name) #name,
#include "math_functions.def"
};

template <class Type>
void compute(Type* out, Type a, Type b, Type c, int n) {
  size_t position = 0;
#define FUNCTION_1(name) out[position++ * count] = sycl::name(a);
#define FUNCTION_2(name) out[position++ * count] = sycl::name(a, b);
#define FUNCTION_3(name) out[position++ * count] = sycl::name(a, b, c);
#define FUNCTION_INT(name) out[position++ * count] = sycl::name(a, n);
#include "math_functions.def"
}

template <class Type>
struct Inputs {
  std::vector<Type> a, b, c;
  std::vector<int> n;
  Inputs() : a(count), b(count), c(count), n(count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> near(-8, 8), part(0, 1);
    const Type special[] = {0,
                            -Type(0),
                            1,
                            -1,
                            Type(0.5),
                            Type(-2.5),
                            3,
                            1000,
                            std::numeric_limits<Type>::infinity(),
                            -std::numeric_limits<Type>::infinity(),
                            std::numeric_limits<Type>::quiet_NaN(),
                            std::numeric_limits<Type>::max(),
                            std::numeric_limits<Type>::min(),
                            std::numeric_limits<Type>::denorm_min()};
    constexpr size_t specials = std::size(special);
    for (size_t i = 0; i < count; ++i) {
      const bool is_special = i < specials * specials;
      a[i] = is_special ? special[i % specials] : Type(near(random));
      b[i] = is_special ? special[i / specials] : Type(near(random));
      c[i] = Type(part(random));
      n[i] = static_cast<int>(i % 11) - 5;
    }
  }
};

template <class Type>
std::vector<Type> on_device(const Inputs<Type>& inputs) {
  sycl::queue queue;
  std::vector<Type> results(functions * count);
  {
    sycl::buffer<Type> out(results.data(), results.size());
    sycl::buffer<Type> a(inputs.a), b(inputs.b), c(inputs.c);
    sycl::buffer<int> n(inputs.n);
    queue.submit([&](sycl::handler& handler) {
      sycl::accessor to(out, handler, sycl::write_only);
      sycl::accessor first(a, handler, sycl::read_only), second(b, handler, sycl::read_only),
          third(c, handler, sycl::read_only);
      sycl::accessor whole(n, handler, sycl::read_only);
      handler.parallel_for(
          count, [=](sycl::id<1> i) { compute(&to[i], first[i], second[i], third[i], whole[i]); });
    });
  }
  return results;
}

template <class Type>
std::vector<Type> in_opencl_c(const Inputs<Type>& inputs) {
  const char* const type = sizeof(Type) == 8 ? "double" : sizeof(Type) == 4 ? "float" : "half";
  std::string text = std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef ") + type +
                     " T; kernel void all(global T* out, global const T* as, global const T* bs, "
                     "global const T* cs,"
                     " global const int* ns) { const size_t i = get_global_id(0); const size_t "
                     "count = get_global_size(0);"
                     " const T a = as[i], b = bs[i], c = cs[i]; const int n = ns[i]; out += i;\n";
#define FUNCTION_1(name) text += "*out = " #name "(a); out += count;\n";
#define FUNCTION_2(name) text += "*out = " #name "(a, b); out += count;\n";
#define FUNCTION_3(name) text += "*out = " #name "(a, b, c); out += count;\n";
#define FUNCTION_INT(name) text += "*out = " #name "(a, n); out += count;\n";
#include "math_functions.def"
  text += "}";
  const sycl::device device = sycl::queue().get_device();
  const auto native = sycl::get_native<sycl::backend::opencl>(device);
  const cl_context context = clCreateContext(nullptr, 1, &native, nullptr, nullptr, nullptr);
  const cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, native, nullptr, nullptr);
  const char* source = text.c_str();
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &native, "", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(program, "all", nullptr);
  std::vector<Type> results(functions * count);
  const auto make = [&](const void* data, size_t bytes) {
    return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, const_cast<void*>(data), nullptr);
  };
  cl_mem memory[] = {
      make(results.data(), results.size() * sizeof(Type)),
      make(inputs.a.data(), count * sizeof(Type)), make(inputs.b.data(), count * sizeof(Type)),
      make(inputs.c.data(), count * sizeof(Type)), make(inputs.n.data(), count * sizeof(int))};
  for (cl_uint i = 0; i < 5; ++i) clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  clEnqueueReadBuffer(queue, memory[0], CL_TRUE, 0, results.size() * sizeof(Type), results.data(),
                      0, nullptr, nullptr);
  for (const cl_mem each : memory) clReleaseMemObject(each);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return results;
}

template <class Type>
using Bits =
    std::conditional_t<sizeof(Type) == 8, std::uint64_t,
                       std::conditional_t<sizeof(Type) == 4, std::uint32_t, std::uint16_t>>;
template <class Type>
Bits<Type> bits_of(Type value) {
  return sycl::bit_cast<Bits<Type>>(value);
}
/// The count of numbers from one to the other.
template <class Type>
std::uint64_t distance(Type left, Type right) {
  const auto ordered = [](Type value) {
    const auto bits = static_cast<std::int64_t>(bits_of(sycl::fabs(value)));
    return value < 0 ? -bits : bits;
  };
  return sycl::abs_diff(ordered(left), ordered(right));
}

template <class Type>
void check_bits_and_bounds() {
  const Inputs<Type> inputs;
  const std::vector<Type> device = on_device(inputs), opencl = in_opencl_c(inputs);
  std::vector<Type> host(functions * count);
  for (size_t i = 0; i < count; ++i) {
    compute(&host[i], inputs.a[i], inputs.b[i], inputs.c[i], inputs.n[i]);
  }
  for (size_t function = 0; function < functions; ++function) {
    int other_bits = 0, far = 0;
    for (size_t i = 0; i < count; ++i) {
      const size_t at = function * count + i;
      const std::string name = names[function];
      const auto where = [&] {
        return name + "(" + std::to_string(inputs.a[i]) + ", " + std::to_string(inputs.b[i]) +
               ", " + std::to_string(inputs.c[i]) + ", " + std::to_string(inputs.n[i]) + ")";
      };
      const bool both_undefined = device[at] != device[at] && opencl[at] != opencl[at];
      if (!both_undefined && bits_of(device[at]) != bits_of(opencl[at]) && ++other_bits < 3) {
        ADD_FAILURE() << where() << " is " << device[at] << ", OpenCL C has " << opencl[at];
      }
      // Nothing is compared that OpenCL C leaves undefined: tgamma at poles, mixes of infinities, steps without order.
      const bool is_defined =
          (std::isfinite(inputs.a[i]) && std::isfinite(inputs.b[i])) ||
          (name != "mix" && name != "smoothstep" && name != "clamp" && name != "fmod" &&
           name != "maxmag" && name != "minmag" && name != "step");
      if (!is_defined || name == "tgamma" || name == "smoothstep" || name == "mix") continue;
      const bool same =
          host[at] == opencl[at] || (host[at] != host[at] && opencl[at] != opencl[at]);
      // Twice the bound of the least precise one, lgamma near its zeros, and what is subnormal.
      const bool near = distance(host[at], opencl[at]) <= (sizeof(Type) == 2 ? 4 : 32) ||
                        (name == "lgamma" && std::fabs(double(host[at]) - double(opencl[at])) <
                                                 (sizeof(Type) == 2 ? 1e-3 : 1e-5)) ||
                        (std::fabs(host[at]) < std::numeric_limits<Type>::min() &&
                         std::fabs(opencl[at]) < std::numeric_limits<Type>::min());
      if (!same && !near && ++far < 3) {
        ADD_FAILURE() << where() << " is " << host[at] << " on the host, " << opencl[at]
                      << " in OpenCL C";
      }
    }
  }
}

TEST(Math, OfFloatsHasOpenclsBits) {
  check_bits_and_bounds<float>();
}

TEST(Math, OfDoublesHasOpenclsBits) {
  check_bits_and_bounds<double>();
}

/// Runs a test that counts what is wrong, on the host and on the device.
template <class Test>
void run_on_both(Test test) {
  EXPECT_EQ(test(), 0) << "on the host";
  sycl::queue queue;
  int* const wrong = sycl::malloc_shared<int>(1, queue);
  *wrong = -1;
  queue.single_task([=] { *wrong = test(); }).wait();
  EXPECT_EQ(*wrong, 0) << "on the device";
  sycl::free(wrong, queue);
}

TEST(Math, OfHalvesHasOpenclsBits) {
  check_bits_and_bounds<sycl::half>();
}

TEST(Math, OfVectorsAndArraysIsThatOfTheirElements) {
  run_on_both([] {
    const sycl::float4 a(0.25f, 0.5f, 0.75f, 1), b(1, 2, 3, 4);
    const sycl::marray<sycl::half, 3> c(0.25f, 0.5f, 0.75f);
    int wrong = 0;
#define CHECK_1(name)                                                           \
  for (int i = 0; i < 4; ++i) wrong += !(sycl::name(a)[i] == sycl::name(a[i])); \
  for (int i = 0; i < 3; ++i) wrong += !(sycl::name(c)[i] == sycl::name(c[i])); \
  wrong += !(sycl::name(a.swizzle<2, 1>())[0] == sycl::name(a.z()));
    CHECK_1(sin)
    CHECK_1(acospi)
    CHECK_1(lgamma)
    CHECK_1(degrees)
    CHECK_1(sqrt)
#define CHECK_2(name)         \
  for (int i = 0; i < 4; ++i) \
    wrong += !(sycl::name(a, b.swizzle<3, 2, 1, 0>())[i] == sycl::name(a[i], b[3 - i]));
    CHECK_2(pow)
    CHECK_2(fmax) CHECK_2(step) CHECK_2(min) CHECK_2(nextafter) for (int i = 0; i < 4; ++i) {
      wrong += sycl::fmin(a, 0.5f)[i] != sycl::fmin(a[i], 0.5f);
      wrong += sycl::fma(a, b, a)[i] != sycl::fma(a[i], b[i], a[i]);
      wrong += sycl::clamp(b, 2.0f, 3.0f)[i] != sycl::clamp(b[i], 2.0f, 3.0f);
      wrong += sycl::mix(a, b, 0.5f)[i] != sycl::mix(a[i], b[i], 0.5f);
      wrong += sycl::smoothstep(0.0f, 1.0f, a)[i] != sycl::smoothstep(0.0f, 1.0f, a[i]);
      wrong += sycl::ldexp(a, 3)[i] != a[i] * 8;
      wrong += sycl::pown(b, sycl::int4(2))[i] != b[i] * b[i];
      wrong += sycl::ilogb(b)[i] != (i == 0 ? 0 : i == 3 ? 2 : 1);
      wrong += sycl::native::recip(b)[i] != sycl::native::recip(b[i]);
    }
    static_assert(std::is_same_v<decltype(sycl::ilogb(c)), sycl::marray<int, 3>>);
    static_assert(std::is_same_v<decltype(sycl::sin(a.swizzle<0>())), sycl::vec<float, 1>>);
    static_assert(std::is_same_v<decltype(sycl::nan(sycl::vec<std::uint16_t, 8>())), sycl::half8>);
    return wrong + !sycl::isnan(sycl::nan(5u));
  });
}

TEST(Math, WritesSecondResultsThroughPointers) {
  run_on_both([] {
    double whole;
    int wrong = (sycl::fract(-1.25, &whole) != 0.75) + (whole != -2);
    float part;
    wrong += (sycl::modf(-2.5f, &part) != -0.5f) + (part != -2);
    wrong += (sycl::fabs(sycl::sincos(0.5f, &part) - sycl::sin(0.5f)) > 1e-6f) +
             (sycl::fabs(part - sycl::cos(0.5f)) > 1e-6f);
    int exponent;
    wrong += (sycl::frexp(sycl::half(12), &exponent) != 0.75f) + (exponent != 4);
    wrong += (sycl::remquo(-29.0, 3.0, &exponent) != 1) + (exponent != -10);
    wrong += (sycl::remquo(1000.0f, 3.0f, &exponent) != 1) + (exponent != 333 % 128);
    sycl::lgamma_r(-0.5f, &exponent);
    wrong += exponent != -1;
    sycl::lgamma_r(2.5, &exponent);
    wrong += exponent != 1;
    sycl::int2 exponents;
    const auto pointer = sycl::address_space_cast<sycl::access::address_space::private_space,
                                                  sycl::access::decorated::no>(&exponents);
    const sycl::float2 parts = sycl::frexp(sycl::float2(8, 3), pointer);
    wrong += (parts[0] != 0.5f) + (parts[1] != 0.75f) + (exponents[0] != 4) + (exponents[1] != 2);
    // A decorated pointer is one into its space, through which no member function is called.
    const auto decorated = sycl::address_space_cast<sycl::access::address_space::private_space,
                                                    sycl::access::decorated::yes>(&exponents);
    sycl::remquo(sycl::float2(7, 9), sycl::float2(2, 2), decorated);
    wrong += (exponents[0] != 4) + (exponents[1] != 4);
    sycl::marray<float, 2> wholes;
    wrong += sycl::fract(sycl::marray<float, 2>(1.5f, 2.25f), &wholes)[1] != 0.25f;
    return wrong + (wholes[0] != 1) + (wholes[1] != 2);
  });
}

TEST(Math, OfGeometry) {
  run_on_both([] {
    const sycl::float3 a(1, 2, 2), b(4, 5, 6);
    int wrong = (sycl::dot(a, b) != 26) + (sycl::length(a) != 3) + (sycl::dot(2.0, 3.0) != 6);
    wrong += sycl::distance(sycl::marray<double, 2>(1, 1), sycl::marray<double, 2>(4, 5)) != 5;
    const sycl::double4 cross = sycl::cross(sycl::double4(1, 0, 0, 7), sycl::double4(0, 1, 0, 9));
    wrong += (cross[0] != 0) + (cross[1] != 0) + (cross[2] != 1) + (cross[3] != 0);
    wrong += sycl::fabs(sycl::normalize(a)[2] - 2.0f / 3) > 1e-6f;
    wrong += (sycl::normalize(sycl::float2(0, 0))[0] != 0) + (sycl::normalize(-3.0f) != -1);
    wrong += sycl::fabs(sycl::length(sycl::float2(3e30f, 4e30f)) / 5e30f - 1) > 1e-6f;
    wrong += sycl::fabs(sycl::length(sycl::double2(3e-300, 4e-300)) / 5e-300 - 1) > 1e-14;
    wrong += sycl::length(sycl::vec<sycl::half, 4>(1, 1, 1, 1)) != 2;
    wrong += sycl::fabs(sycl::fast_distance(a, b) - sycl::sqrt(34.0f)) > 1e-2f;
    return wrong +
           (sycl::fabs(sycl::fast_normalize(b.swizzle<0, 1>())[0] - 4 / sycl::sqrt(41.0f)) > 1e-3f);
  });
}

#define AVAILABLE(name)                                                                        \
  template <class... Arguments>                                                                \
  constexpr auto has_##name(int) -> decltype(sycl::name(std::declval<Arguments>()...), true) { \
    return true;                                                                               \
  }                                                                                            \
  template <class... Arguments>                                                                \
  constexpr bool has_##name(...) {                                                             \
    return false;                                                                              \
  }
AVAILABLE(sin)
AVAILABLE(pow)
AVAILABLE(fract)
AVAILABLE(cross)
AVAILABLE(dot)
AVAILABLE(ldexp)
AVAILABLE(min)
static_assert(has_sin<float>(0) && has_sin<sycl::half>(0) && has_sin<sycl::float16>(0) &&
              !has_sin<sycl::int4>(0) && !has_sin<sycl::marray<int, 3>>(0));
static_assert(has_pow<sycl::float4, sycl::float4>(0) && !has_pow<sycl::float4, sycl::float2>(0) &&
              !has_pow<sycl::float4, sycl::double4>(0) && !has_pow<sycl::float4, sycl::mfloat4>(0));
static_assert(has_fract<float, float*>(0) && !has_fract<float, int*>(0) &&
              !has_fract<float, const float*>(0) && has_fract<sycl::float2, sycl::float2*>(0) &&
              !has_fract<sycl::float2, float*>(0));
static_assert(has_cross<sycl::float3, sycl::float3>(0) &&
              !has_cross<sycl::float2, sycl::float2>(0) &&
              !has_dot<sycl::float8, sycl::float8>(0) && !has_dot<sycl::int3, sycl::int3>(0));
static_assert(has_ldexp<sycl::float2, sycl::int2>(0) && has_ldexp<sycl::float2, int>(0) &&
              !has_ldexp<sycl::float2, sycl::long2>(0) && !has_min<int, long>(0));

}  // namespace
