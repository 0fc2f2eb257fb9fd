#include "small_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace cleave::benchmark {
namespace {

constexpr size_t item_count = 256;
constexpr size_t group_size = 32;

struct SmallKernel {
  const char* statements;  // of `i`, `x` = in[i] and `in`, give `y`
  cl_uint (*expected)(const cl_uint* in, size_t i);
};

float root_of(cl_uint x) {
  return std::sqrt(static_cast<float>(x & 0xfff));
}

constexpr std::array<SmallKernel, small_kernel_count> kernels = {{
    {"y = x;", [](const cl_uint* in, size_t i) { return in[i]; }},
    {"y = x + 7;", [](const cl_uint* in, size_t i) { return in[i] + 7; }},
    {"y = x * (uint)i;",
     [](const cl_uint* in, size_t i) { return in[i] * static_cast<cl_uint>(i); }},
    {"y = x / ((uint)i + 1);",
     [](const cl_uint* in, size_t i) { return in[i] / (static_cast<cl_uint>(i) + 1); }},
    {"y = x % 1000;", [](const cl_uint* in, size_t i) { return in[i] % 1000; }},
    {"y = min(x, 5000u);", [](const cl_uint* in, size_t i) { return std::min(in[i], 5000u); }},
    {"y = clamp(x, 100u, 900u);",
     [](const cl_uint* in, size_t i) { return std::clamp(in[i], 100u, 900u); }},
    {"y = rotate(x, 5u);", [](const cl_uint* in, size_t i) { return std::rotl(in[i], 5); }},
    {"y = popcount(x);",
     [](const cl_uint* in, size_t i) { return static_cast<cl_uint>(std::popcount(in[i])); }},
    {"y = clz(x);",
     [](const cl_uint* in, size_t i) { return static_cast<cl_uint>(std::countl_zero(in[i])); }},
    {"y = mad24(x & 0xfff, 3u, 1u);",
     [](const cl_uint* in, size_t i) { return (in[i] & 0xfff) * 3 + 1; }},
    {"y = mul_hi(x, x);",
     [](const cl_uint* in, size_t i) {
       return static_cast<cl_uint>(uint64_t{in[i]} * in[i] >> 32);
     }},
    {"y = abs_diff(x, 1u << 20);",
     [](const cl_uint* in, size_t i) {
       return in[i] > 1u << 20 ? in[i] - (1u << 20) : (1u << 20) - in[i];
     }},
    {"y = as_uint(sqrt((float)(x & 0xfff)));",
     [](const cl_uint* in, size_t i) { return std::bit_cast<cl_uint>(root_of(in[i])); }},
    {"y = convert_uint_sat(fabs((float)(x & 0xff) - 128.0f));",
     [](const cl_uint* in, size_t i) {
       return static_cast<cl_uint>(std::abs(static_cast<int>(in[i] & 0xff) - 128));
     }},
    {"y = (uint)floor((float)(x & 0xff) / 4.0f);",
     [](const cl_uint* in, size_t i) { return (in[i] & 0xff) / 4; }},
    {"float4 v = (float4)(1, 2, 3, 4) * (float)(x & 0xff); y = (uint)(v.x + v.y + v.z + v.w);",
     [](const cl_uint* in, size_t i) { return (in[i] & 0xff) * 10; }},
    {"uchar4 v = as_uchar4(x); y = v.x + v.y + v.z + v.w;",
     [](const cl_uint* in, size_t i) {
       return (in[i] & 0xff) + (in[i] >> 8 & 0xff) + (in[i] >> 16 & 0xff) + (in[i] >> 24);
     }},
    {"for (uint n = x & 15; n > 0; --n) y += n;",
     [](const cl_uint* in, size_t i) { return (in[i] & 15) * ((in[i] & 15) + 1) / 2; }},
    {"y = x & 1 ? x / 2 : x * 3 + 1;",
     [](const cl_uint* in, size_t i) { return in[i] & 1 ? in[i] / 2 : in[i] * 3 + 1; }},
    {"switch (x & 3) { case 0: y = 10; break; case 1: y = 20; break; default: y = x; }",
     [](const cl_uint* in, size_t i) {
       return (in[i] & 3) == 0 ? 10 : (in[i] & 3) == 1 ? 20 : in[i];
     }},
    {"for (int k = 0; k < 8; ++k) y ^= in[(i + k) % 256];",
     [](const cl_uint* in, size_t i) {
       cl_uint y = 0;
       for (size_t k = 0; k < 8; ++k) y ^= in[(i + k) % item_count];
       return y;
     }},
    {"y = (uint)((ulong)x * x >> 16);",
     [](const cl_uint* in, size_t i) {
       return static_cast<cl_uint>(uint64_t{in[i]} * in[i] >> 16);
     }},
    {"y = (uint)get_group_id(0) * 1000 + (uint)get_local_id(0);",
     [](const cl_uint*, size_t i) {
       return static_cast<cl_uint>(i / group_size * 1000 + i % group_size);
     }},
    {"local uint tile[32]; tile[get_local_id(0)] = x; barrier(CLK_LOCAL_MEM_FENCE);"
     "y = tile[31 - get_local_id(0)];",
     [](const cl_uint* in, size_t i) {
       return in[i / group_size * group_size + group_size - 1 - i % group_size];
     }},
}};

constexpr const char* plain_name = "small_00000000";

std::string source_of(const SmallKernel& kernel, const std::string& name) {
  return "kernel void " + name + "(global uint *out, global const uint *in) {\n" +
         "  size_t i = get_global_id(0);\n  uint x = in[i];\n  uint y = 0;\n  " +
         kernel.statements + "\n  out[i] = y;\n}\n";
}

/// The kernels' modules, made once for all drivers.
const std::vector<Module>& plain_modules() {
  static const std::vector<Module> modules = [] {
    std::vector<Module> made;
    for (const SmallKernel& kernel : kernels)
      made.push_back(module_of(source_of(kernel, plain_name)));
    return made;
  }();
  return modules;
}

class CompileSmallKernels : public Work {
 public:
  CompileSmallKernels(Device& device, Sources sources, KernelForm form)
      : device_(device), sources_(sources), form_(form), builds_(std::random_device()()) {
    if (form == KernelForm::module) {
      device.require_modules();
      static_cast<void>(plain_modules());  // their making is not timed
    }
    std::mt19937 random(1);
    for (cl_uint& value : in_) value = static_cast<cl_uint>(random());
    in_buffer_ = device.buffer_of(std::span<const cl_uint>(in_));
    out_buffer_ = device.zeros(sizeof in_);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      for (size_t kernel = 0; kernel < kernels.size(); ++kernel) compile_and_check(kernel);
    }
  }

  std::string verify() override { return problem_; }

 private:
  /// A name makes a kernel a new one to every compiler and cache.
  std::string next_name() {
    if (sources_ == Sources::repeated) return plain_name;
    char name[16];
    std::snprintf(name, sizeof name, "small_%08x", ++builds_);
    return name;
  }

  Kernel build(size_t index, const std::string& name) {
    if (form_ == KernelForm::source)
      return device_.build(source_of(kernels[index], name).c_str(), name.c_str());
    return device_.build(renamed(plain_modules()[index], plain_name, name), name.c_str());
  }

  void compile_and_check(size_t index) {
    Kernel kernel = build(index, next_name());
    kernel.set_arguments(out_buffer_, in_buffer_);
    device_.enqueue(kernel, item_count, group_size);
    std::array<cl_uint, item_count> out = {};
    device_.read(out_buffer_, std::span<cl_uint>(out));
    for (size_t i = 0; i < item_count; ++i) {
      if (out[i] != kernels[index].expected(in_.data(), i)) problem_ = kernels[index].statements;
    }
  }

  Device& device_;
  Sources sources_;
  KernelForm form_;
  cl_uint builds_;  // counts from where those of another process hardly do
  std::array<cl_uint, item_count> in_ = {};
  Buffer in_buffer_;
  Buffer out_buffer_;
  std::string problem_;  // the first kernel found wrong
};

}  // namespace

std::unique_ptr<Work> compile_small_kernels(Device& device, Sources sources, KernelForm form) {
  return std::make_unique<CompileSmallKernels>(device, sources, form);
}

}  // namespace cleave::benchmark
