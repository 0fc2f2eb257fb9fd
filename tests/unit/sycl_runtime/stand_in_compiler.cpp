// Stands for the compiler module: whatever the program, it has the kernels of kernels.h, whose code are C++ functions.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "compiler/interface/compiler.h"
#include "kernels.h"
#include "tests/support/stub_compiler.h"

namespace cleave::compiler::interface {
namespace {

uint64_t first_item(const LaunchContext& context) {
  return context.global_offset[0] + context.group_id[0] * context.enqueued_local_size[0];
}

void raise_items(const LaunchContext& context, const sycl::test::Raise& object) {
  const uint64_t first = first_item(context);
  for (uint64_t item = 0; item < context.local_size[0]; ++item) {
    object.numbers[first + item] += object.by;
  }
}

void raise_numbers(LaunchContext* context) {
  sycl::test::Raise object;
  std::memcpy(&object, context->arguments, sizeof object);
  raise_items(*context, object);
}

/// kernel void increment(global uint *p) { ++p[get_global_id(0)]; }
void increment_numbers(LaunchContext* context) {
  sycl::test::Raise object{nullptr, 1};
  std::memcpy(&object.numbers, context->arguments, sizeof object.numbers);
  raise_items(*context, object);
}

/// Writes the line to the stream, as the headers' code on devices does.
void write_lines(LaunchContext* context) {
  sycl::test::WriteLine object;
  std::memcpy(&object, context->arguments, sizeof object);
  constexpr uint32_t size = sizeof object.line;
  constexpr uint64_t bytes = sizeof(cleave_sycl_stream_record) + size;
  for (uint64_t item = 0; item < context->local_size[0]; ++item) {
    const uint64_t at = std::atomic_ref(object.stream->used).fetch_add(bytes);
    char* const place = reinterpret_cast<char*>(object.stream + 1) + at;
    const cleave_sycl_stream_record record{CLEAVE_SYCL_STREAM_TEXT, size,
                                           first_item(*context) + item};
    std::memcpy(place, &record, sizeof record);
    std::memcpy(place + sizeof record, object.line, size);
  }
}

struct KernelOfTest {
  const char* name;
  KernelEntry entry;
  ArgumentKind kind;
  uint32_t bytes;  // of the one argument, which begins with a pointer
};

constexpr KernelOfTest kernels_of_test[] = {
    {sycl::test::raise_symbol, raise_numbers, ArgumentKind::value, sizeof(sycl::test::Raise)},
    {sycl::test::write_symbol, write_lines, ArgumentKind::value, sizeof(sycl::test::WriteLine)},
    {sycl::test::native_name, increment_numbers, ArgumentKind::global_pointer, 8},
};

KernelFacts facts_of(const KernelOfTest& kernel) {
  KernelFacts facts;
  facts.name = kernel.name;
  facts.sub_group_size = 16;
  facts.maximum_work_group_size = 4096;
  facts.argument_block_size = kernel.bytes;
  ArgumentFacts& argument = facts.arguments.emplace_back();
  argument.kind = kernel.kind;
  argument.size = kernel.bytes;
  argument.alignment = 8;
  if (kernel.kind == ArgumentKind::global_pointer) {
    argument.address_qualifier = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  } else {
    facts.pointers_in_values = {0};
  }
  return facts;
}

class CodeOfTest final : public ProgramCode {
 public:
  KernelCode kernel(const std::string& name, LaunchShape, Tier tier, std::string&) override {
    const auto* const kernel =
        std::ranges::find(kernels_of_test, name, [](const auto& each) { return each.name; });
    return {.entry = kernel->entry, .tier = tier};
  }
};

class CompilerOfTest final : public StubCompiler {
 public:
  BuildResult build(const BuildRequest&) override {
    BuildResult result;
    result.canonical.resize(16);
    for (const KernelOfTest& kernel : kernels_of_test) result.kernels.push_back(facts_of(kernel));
    return result;
  }
  std::shared_ptr<ProgramCode> load(CodeRequest, std::string&) override {
    return std::make_shared<CodeOfTest>();
  }
};

}  // namespace

Compiler* load_compiler(std::string&) {
  static CompilerOfTest& compiler = *new CompilerOfTest;
  return &compiler;
}

}  // namespace cleave::compiler::interface
