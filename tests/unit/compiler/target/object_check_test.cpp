// Object files are looked at before they are linked: what was changed is not followed.
#include "compiler/target/x86/object_check.h"

#include <gtest/gtest.h>

#include <string>

#include "build_support.h"
#include "compiler/cache/compilation_cache.h"
#include "compiler/target/x86/object_code.h"

namespace cleave::compiler::target::x86 {
namespace {

class ObjectCheck : public testing::Test {
 protected:
  void SetUp() override {
    const interface::BuildResult built = build(
        "kernel void f(global float* a, int n) { for (int i = 0; i < n; ++i) a[i] = sin(a[i]); }",
        "-g");
    const interface::KernelVariant variant = {.kernel = "f", .sub_group_size = 16};
    std::string error;
    const interface::ObjectCode code = make_object(built.canonical, variant, "kernel", error);
    ASSERT_EQ(error, "");
    object.assign(reinterpret_cast<const char*>(code.object.data()), code.object.size());
    origin = cache::object_origin("kernel", variant, code);
    interface::ObjectCode more_frames = code, more_stack = code, alternative = code;
    ++more_frames.frame_bytes;
    ++more_stack.stack_bytes;
    alternative.has_alternative = !code.has_alternative;
    for (const auto& other :
         {cache::object_origin("kernel", {.kernel = "f", .sub_group_size = 8}, code),
          cache::object_origin("other kernel", variant, code),
          cache::object_origin("kernel", variant, more_frames),
          cache::object_origin("kernel", variant, more_stack),
          cache::object_origin("kernel", variant, alternative)}) {
      others.push_back(other);
    }
  }

  std::string object, origin;
  std::vector<std::string> others;
};

TEST_F(ObjectCheck, CodeIsThatOfItsKernelVariantAndMemory) {
  EXPECT_EQ(problem_of_object(object, origin), "");
  for (const std::string& other : others) EXPECT_NE(problem_of_object(object, other), "");
}

TEST_F(ObjectCheck, EveryTruncationIsRefused) {
  for (size_t size = 0; size < object.size(); ++size) {
    const std::string part = object.substr(0, size);
    EXPECT_NE(problem_of_object(part, origin), "") << size;
  }
}

// Contents may be anything; that no byte leads out of the file is for the sanitizers to see.
TEST_F(ObjectCheck, NoChangedByteIsFollowed) {
  size_t refused = 0;
  for (size_t at = 0; at < object.size(); ++at) {
    std::string changed = object;
    changed[at] = static_cast<char>(changed[at] ^ 0x80);
    if (!problem_of_object(changed, origin).empty()) ++refused;
  }
  EXPECT_GT(refused, object.size() / 10);
}

TEST_F(ObjectCheck, ChangedHeadersAreRefused) {
  const auto with = [&](size_t at, char byte) {
    std::string changed = object;
    changed[at] = byte;
    return problem_of_object(changed, origin);
  };
  EXPECT_NE(with(0, 'x'), "");   // magic
  EXPECT_NE(with(4, 1), "");     // 32 bits
  EXPECT_NE(with(16, 2), "");    // a program
  EXPECT_NE(with(18, 3), "");    // of another processor
  EXPECT_NE(with(0x2f, 1), "");  // sections beyond the file
  EXPECT_NE(with(0x3d, 1), "");  // 256 sections more
}

}  // namespace
}  // namespace cleave::compiler::target::x86
