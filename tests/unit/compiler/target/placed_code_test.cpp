// Debuggers and profilers are told of code that has been linked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "build_support.h"
#include "compiler/target/x86/placed_object.h"

// As gdb's manual has them.
struct jit_code_entry {
  jit_code_entry *next_entry, *prev_entry;
  const char* symfile_addr;
  uint64_t symfile_size;
};
struct jit_descriptor {
  uint32_t version, action_flag;
  jit_code_entry *relevant_entry, *first_entry;
};
extern "C" jit_descriptor __jit_debug_descriptor;

namespace cleave::compiler {
namespace {

constexpr const char* source = R"(
kernel void square(global int* data) {
  int v = data[get_global_id(0)];
  data[get_global_id(0)] = v * v;
}
kernel void negate(global int* data) {
  data[get_global_id(0)] = -data[get_global_id(0)];
})";

std::vector<std::span<const char>> entries() {
  std::vector<std::span<const char>> all;
  for (const jit_code_entry* entry = __jit_debug_descriptor.first_entry; entry != nullptr;
       entry = entry->next_entry) {
    all.emplace_back(entry->symfile_addr, entry->symfile_size);
  }
  return all;
}

std::shared_ptr<interface::ProgramCode> load(const interface::BuildResult& program) {
  std::string error;
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->load({program.canonical, program.kernels}, error);
}

interface::KernelCode make(interface::ProgramCode& code, const std::string& name) {
  std::string error;
  interface::KernelCode made = code.kernel(name, {}, interface::Tier::main, error);
  EXPECT_NE(made.entry, nullptr) << error;
  return made;
}

TEST(PlacedCode, HasLinesAtTheAddressesWhereItRuns) {
  const interface::BuildResult program = build(source);
  const auto code = load(program);
  const interface::KernelCode made = make(*code, "square");
  ASSERT_EQ(entries().size(), 1u);
  const auto functions = target::x86::functions_of(entries().front());
  const auto found = std::ranges::find(functions, reinterpret_cast<uint64_t>(made.entry),
                                       &target::x86::PlacedFunction::address);
  ASSERT_NE(found, functions.end());
  EXPECT_TRUE(found->name.starts_with("__cleave_kernel_square")) << found->name;
  std::vector<uint32_t> lines;
  for (const target::x86::CodeLine& line : found->lines) {
    EXPECT_GE(line.address, found->address);
    EXPECT_LT(line.address, found->address + found->bytes);
    lines.push_back(line.line);
  }
  EXPECT_EQ(std::ranges::count_if(lines, [](uint32_t line) { return line < 2 || line > 5; }), 0);
  for (const uint32_t wanted : {3u, 4u}) EXPECT_NE(std::ranges::count(lines, wanted), 0) << wanted;
}

TEST(PlacedCode, IsForgottenWithItsProgram) {
  const interface::BuildResult program = build(source);
  ASSERT_TRUE(entries().empty());
  auto first = load(program);
  auto second = load(program);
  static_cast<void>(make(*first, "square"));
  static_cast<void>(make(*second, "square"));
  static_cast<void>(make(*first, "negate"));
  EXPECT_EQ(entries().size(), 3u);
  first.reset();
  EXPECT_EQ(entries().size(), 1u);
  second.reset();
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(__jit_debug_descriptor.action_flag, 0u);  // JIT_NOACTION
}

TEST(PlacedCode, OfManyThreadsIsListedWhole) {
  const interface::BuildResult program = build(source);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 4; ++turn) {
        const auto code = load(program);
        static_cast<void>(make(*code, "square"));
        static_cast<void>(make(*code, "negate"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(entries().empty());
}

TEST(PlacedCode, WithoutReadableObjectHasNoFunctions) {
  const std::vector<char> garbage(100, 'x');
  EXPECT_TRUE(
      target::x86::functions_of(target::x86::place_object(garbage, {{".text", 4096}})).empty());
}

}  // namespace
}  // namespace cleave::compiler
