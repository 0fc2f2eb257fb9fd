// The functions outside generated code that it may call.
#include "compiler/target/x86/runtime_functions.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "build_support.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/x86/host_processor.h"
#include "instructions.h"
#include "tests/support/half.h"

namespace cleave::compiler::target::x86 {
namespace {

/// Returns what code for this function asks of others, after the last passes of every pipeline.
std::set<std::string> asked_for(const OneInstruction& instruction, llvm::TargetMachine& machine) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(instruction.text, problem, context);
  EXPECT_NE(module, nullptr) << instruction.text << problem.getMessage().str();
  if (!module) return {};
  const std::string passes[] = {"retarget", "lower_half", "isel_workarounds"};
  EXPECT_EQ("", pipeline::run_passes(passes, *module, {.target_machine = &machine}));
  const auto buffer = llvm::cantFail(llvm::orc::SimpleCompiler(machine)(*module));
  const auto object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(*buffer));
  std::set<std::string> names;
  for (const llvm::object::SymbolRef& symbol : object->symbols()) {
    const uint32_t flags = llvm::cantFail(symbol.getFlags());
    const std::string name = llvm::cantFail(symbol.getName()).str();
    if ((flags & llvm::object::SymbolRef::SF_Undefined) != 0 && !name.empty()) names.insert(name);
  }
  return names;
}

TEST(RuntimeFunctions, AreAllThatAnyInstructionAsksFor) {
  std::string error;
  const auto machine = host_target_machine(llvm::CodeGenOptLevel::Less, error);
  ASSERT_NE(machine, nullptr) << error;
  std::map<std::string, std::string> missing;  // and what asks for it
  size_t calls = 0;
  for (const OneInstruction& instruction : every_instruction()) {
    for (const std::string& name : asked_for(instruction, *machine)) {
      ++calls;
      if (!is_runtime_function(name)) missing[name] += instruction.name + "; ";
    }
  }
  for (const auto& [name, users] : missing) ADD_FAILURE() << name << ": " << users;
  EXPECT_GT(calls, 100U);
}

interface::KernelCode code_of(const std::string& source, std::string& error) {
  interface::LanguageTarget target = plain_target();
  target.extensions.emplace_back("cl_khr_fp16");
  target.default_sub_group_size = 8;
  interface::Compiler* compiler =
      interface::cleave_compiler_open(interface::compiler_interface_version);
  const interface::BuildResult built = compiler->build(
      {interface::OpenClSource{source}, {}, target, interface::BuildKind::executable});
  EXPECT_EQ(built.status, CL_SUCCESS) << source << built.log;
  const auto code = compiler->load({built.canonical, built.kernels}, error);
  return code->kernel(built.kernels.at(0).name, {}, interface::Tier::main, error);
}

/// Calls of clang's, for numbers that all work-items share and for their own.
TEST(RuntimeFunctions, ServeWhatClangMakesOfItsBuiltIns) {
  for (const char* expression : {"__builtin_elementwise_sin(x)",
                                 "__builtin_elementwise_cos(x)",
                                 "__builtin_elementwise_tan(x)",
                                 "__builtin_elementwise_asin(x)",
                                 "__builtin_elementwise_acos(x)",
                                 "__builtin_elementwise_atan(x)",
                                 "__builtin_elementwise_atan2(x, y)",
                                 "__builtin_elementwise_sinh(x)",
                                 "__builtin_elementwise_cosh(x)",
                                 "__builtin_elementwise_tanh(x)",
                                 "__builtin_elementwise_exp(x)",
                                 "__builtin_elementwise_exp2(x)",
                                 "__builtin_elementwise_exp10(x)",
                                 "__builtin_elementwise_log(x)",
                                 "__builtin_elementwise_log2(x)",
                                 "__builtin_elementwise_log10(x)",
                                 "__builtin_elementwise_pow(x, y)",
                                 "__builtin_elementwise_roundeven(x)",
                                 "__builtin_elementwise_canonicalize(x)",
                                 "__builtin_elementwise_fma(x, y, x)",
                                 "fmod(x, y)",
                                 "remainder(x, y)",
                                 "pow(x, y)",
                                 "ldexp(x, 3)",
                                 "nextafter(x, y)"}) {
    for (const std::string type : {"half", "float", "double"}) {
      std::string error;
      const std::string function =
          type + " f(" + type + " x, " + type + " y) { return " + expression + "; }\n";
      const interface::KernelCode code = code_of(
          "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + function + "kernel void k(global " +
              type + "* p, " + type + " a, " + type +
              " b) {\n  int i = get_global_id(0);\n  p[i] = f(p[i], p[i + 1]) + f(a, b);\n}\n",
          error);
      EXPECT_NE(code.entry, nullptr) << type << ' ' << expression << ": " << error;
    }
  }
}

TEST(RuntimeFunctions, ServeThoseWithTwoResults) {
  for (const std::string call :
       {"__builtin_frexp(p[i], &e) + __builtin_frexp(u, &e)",
        "__builtin_frexpf(p[i], &e) + __builtin_frexpf(u, &e)",
        "__builtin_modf(p[i], &d) + __builtin_modf(u, &d)", "__builtin_powi(p[i], e)",
        "__builtin_lround(p[i]) + __builtin_llroundf(u)", "__builtin_ldexpf(p[i], e)"}) {
    std::string error;
    const interface::KernelCode code = code_of(
        "kernel void k(global double* p, global int* n, double u) {\n"
        "  int i = get_global_id(0);\n  int e = n[i];\n  double d = 0;\n  p[i] = " +
            call + ";\n  p[i] += d;\n  n[i] = e;\n}\n",
        error);
    EXPECT_NE(code.entry, nullptr) << call << ": " << error;
  }
}

TEST(RuntimeFunctions, AnyOtherIsNamedWithItsKernel) {
  const interface::BuildResult built = build("kernel void k(global int* p) { *p = abs(*p); }");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(built.canonical.data()),
                              built.canonical.size());
  const auto module = llvm::cantFail(llvm::parseBitcodeFile({bytes, "program"}, context));
  llvm::Function* kernel = module->getFunction("k");
  llvm::IRBuilder<> builder(&*kernel->getEntryBlock().getFirstInsertionPt());
  builder.CreateCall(module->getOrInsertFunction("nowhere", builder.getVoidTy()));
  llvm::SmallVector<char, 0> changed;
  llvm::raw_svector_ostream stream(changed);
  llvm::WriteBitcodeToFile(*module, stream);
  const auto* data = reinterpret_cast<const std::byte*>(changed.data());
  std::string error;
  const std::vector<std::byte> canonical(data, data + changed.size());
  const auto code = interface::cleave_compiler_open(interface::compiler_interface_version)
                        ->load({canonical, built.kernels}, error);
  ASSERT_NE(code, nullptr) << error;
  EXPECT_EQ(code->kernel("k", {}, interface::Tier::main, error).entry, nullptr);
  EXPECT_NE(error.find("kernel 'k' needs the function 'nowhere'"), std::string::npos) << error;
}

template <class Function>
Function* function_of(const char* name) {
  for (const RuntimeFunction& function : runtime_functions()) {
    if (function.name == name) return reinterpret_cast<Function*>(function.address);
  }
  ADD_FAILURE() << name;
  return nullptr;
}

uint16_t low_bits(float result) {
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(result));
}

/// Doubles whose rounding to a single first would make ties, and others.
std::vector<double> numbers() {
  std::vector<double> all = {0.0, -0.0, INFINITY, -INFINITY, 65504, 65519.999999999, 65520, 1e300};
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double middle = std::ldexp(static_cast<double>(random() % 4096), int(random() % 45) - 30);
    all.push_back(middle);
    all.push_back(std::nextafter(middle, 1e9));
    all.push_back(-std::nextafter(middle, 0));
    all.push_back(std::bit_cast<double>(random()));
  }
  return all;
}

// A half comes and goes in the lowest bits of the register in which a float does.
TEST(RuntimeFunctions, ConvertHalvesRoundingOnce) {
  auto* from_double = function_of<float(double)>("__truncdfhf2");
  auto* from_single = function_of<float(float)>("__truncsfhf2");
  auto* to_single = function_of<float(float)>("__extendhfsf2");
  for (const double number : numbers()) {
    if (std::isnan(number)) continue;
    ASSERT_EQ(low_bits(from_double(number)), test::nearest_half(number)) << number;
    const auto single = static_cast<float>(number);
    ASSERT_EQ(low_bits(from_single(single)), test::nearest_half(single)) << number;
  }
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float single = to_single(std::bit_cast<float>(bits));
    if (test::is_nan(static_cast<uint16_t>(bits))) {
      ASSERT_TRUE(std::isnan(single)) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(single), test::value_of(static_cast<uint16_t>(bits))) << bits;
    }
  }
}

double value_of_bfloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

// The two neighbours of each bfloat are further away, or as far and odd.
TEST(RuntimeFunctions, ConvertBfloatsRoundingOnce) {
  auto* from_double = function_of<float(double)>("__truncdfbf2");
  auto* from_single = function_of<float(float)>("__truncsfbf2");
  const auto expect_nearest = [](uint16_t bits, double number) {
    const double value = value_of_bfloat(bits);
    if (std::isinf(value) || std::isinf(number)) return;  // tested below
    const double distance = std::fabs(value - number);
    for (const int step : {-1, 1}) {
      if ((bits & 0x7fff) == 0 && step < 0) continue;
      const double other = value_of_bfloat(static_cast<uint16_t>(bits + step));
      if (std::isinf(other)) continue;
      const double of_other = std::fabs(other - number);
      ASSERT_TRUE(distance < of_other || (distance == of_other && bits % 2 == 0)) << number;
    }
    ASSERT_EQ(std::signbit(value), std::signbit(number)) << number;
  };
  for (const double number : numbers()) {
    if (std::isnan(number)) continue;
    expect_nearest(low_bits(from_double(number)), number);
    expect_nearest(low_bits(from_single(static_cast<float>(number))), static_cast<float>(number));
  }
  EXPECT_EQ(low_bits(from_single(INFINITY)), 0x7f80);
  EXPECT_EQ(low_bits(from_double(-1e300)), 0xff80);
  for (const uint32_t nan : {0x7f800001U, 0xffc00000U}) {
    EXPECT_TRUE(std::isnan(value_of_bfloat(low_bits(from_single(std::bit_cast<float>(nan))))));
  }
  EXPECT_TRUE(std::isnan(value_of_bfloat(low_bits(from_double(NAN)))));
}

}  // namespace
}  // namespace cleave::compiler::target::x86
