// The compiler module as the driver loads it.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "compiler/interface/compiler.h"

namespace cleave::compiler {
namespace {

TEST(LoadCompiler, GivesOneCompilerThatBuilds) {
  std::string error;
  interface::Compiler* compiler = interface::load_compiler(error);
  ASSERT_NE(compiler, nullptr) << error;
  EXPECT_EQ(interface::load_compiler(error), compiler);
  interface::BuildRequest request;
  request.input = interface::OpenClSource{"kernel void one(global int* p) { *p = 1; }"};
  const interface::BuildResult result = compiler->build(request);
  EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
  ASSERT_EQ(result.kernels.size(), 1u);
  EXPECT_EQ(result.kernels[0].name, "one");
}

TEST(LoadCompiler, AnotherInterfaceVersionIsRefused) {
  std::string error;
  ASSERT_NE(interface::load_compiler(error), nullptr) << error;
  void* module = dlopen(CLEAVE_COMPILER_MODULE, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(module, nullptr) << "the module that was loaded is another: " << dlerror();
  auto* open = reinterpret_cast<decltype(&interface::cleave_compiler_open)>(
      dlsym(module, "cleave_compiler_open"));
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open(interface::compiler_interface_version + 1), nullptr);
}

}  // namespace
}  // namespace cleave::compiler
