// Stands for the compiler module: whatever the source, a program has the kernels `increment` and
// `sow`, whose code are the C++ functions below: the quick tier at once, the others after a while.
// There is no code for a third one, `without_code`.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "compiler/interface/compiler.h"
#include "tests/support/stub_compiler.h"

namespace cleave::compiler::interface {
namespace {

uint64_t first_item(const LaunchContext& context) {
  return context.global_offset[0] + context.group_id[0] * context.enqueued_local_size[0];
}

void increment_items(const LaunchContext& context, uint32_t* values) {
  const uint64_t first = first_item(context);
  for (uint64_t item = 0; item < context.local_size[0]; ++item) ++values[first + item];
}

/// kernel void increment(global uint *p) { ++p[get_global_id(0)]; }
void increment(LaunchContext* context) {
  uint32_t* values = nullptr;
  std::memcpy(&values, context->arguments, sizeof values);
  increment_items(*context, values);
}

void increment_from_the_end(LaunchContext* context) {
  uint32_t* values = nullptr;
  std::memcpy(&values, context->arguments, sizeof values);
  const uint64_t first = first_item(*context);
  for (uint64_t item = context->local_size[0]; item-- > 0;) ++values[first + item];
}

constexpr uint32_t number_of_sown = 2;  // among the kernels of the program

/// The arguments of `sow`.
struct Sow {
  uint32_t* values = nullptr;
  uint64_t queue = 0;
  int32_t status = 0;  // of the event that children wait for
};

/// The literal of `sown`, the block that `sow` enqueues.
struct Sown {
  BlockLiteral header = {sizeof(Sown), alignof(Sown), nullptr};
  uint32_t* values = nullptr;  // nullptr: it increments none
  uint64_t queue = 0;          // of its children
  uint32_t levels = 0;         // of children below it, one in each
  uint64_t event = 0;          // that it sets to `status`, unless it is 0
  int32_t status = 0;
};

enum Flags : int32_t { no_wait = 0, wait_kernel = 1, wait_work_group = 2 };

/// Enqueues the block for the items of the work-group, or ends the process: nothing that the tests
/// do is refused. Returns the child's event, or 0 if it has none.
uint64_t enqueue_sown(LaunchContext* context, uint64_t queue, Flags flags, const Sown& sown,
                      const uint64_t* after = nullptr, bool has_event = false) {
  const BlockRange range = {
      1, {first_item(*context)}, {context->local_size[0], 1, 1}, {context->local_size[0], 1, 1}};
  uint64_t event = 0;
  const int32_t refusal = context->driver_calls->enqueue_kernel(
      context, queue, flags, &range, number_of_sown, &sown.header, after != nullptr ? 1 : 0, after,
      has_event ? &event : nullptr, 0, nullptr);
  if (refusal != CL_SUCCESS) std::abort();
  return event;
}

void sown(LaunchContext* context) {
  const auto& own = *reinterpret_cast<const Sown*>(context->arguments);
  if (own.values != nullptr) increment_items(*context, own.values);
  if (own.event != 0) {
    context->driver_calls->set_user_event_status(context, own.event, own.status);
    context->driver_calls->release_event(context, own.event);
  }
  if (own.levels == 0) return;
  Sown next = own;
  --next.levels;
  static_cast<void>(
      enqueue_sown(context, own.queue, own.levels == 2 ? no_wait : wait_kernel, next));
}

/// Increments its items, and has children increment them four times more. These share no more than
/// events: one is set by a child and awaited by the first one, which has children of its own, and
/// the last one waits for a marker behind the first.
void sow(LaunchContext* context) {
  const DriverCalls& calls = *context->driver_calls;
  Sow own;
  std::memcpy(&own, context->arguments, sizeof own);
  increment_items(*context, own.values);
  const uint64_t of_device = calls.default_queue(context);
  const uint64_t other = of_device != 0 ? of_device : own.queue;
  const uint64_t user = calls.create_user_event(context);
  calls.retain_event(context, user);
  const uint64_t first =
      enqueue_sown(context, own.queue, no_wait, {.values = own.values, .queue = other, .levels = 2},
                   &user, true);
  uint64_t marker = 0;
  if (calls.enqueue_marker(context, other, 1, &first, &marker) != CL_SUCCESS) std::abort();
  enqueue_sown(context, other, wait_work_group, {.values = own.values}, &marker);
  enqueue_sown(context, own.queue, wait_work_group, {.event = user, .status = own.status});
  for (const uint64_t event : {first, marker, user}) calls.release_event(context, event);
}

struct HostKernel {
  const char* name;
  KernelEntry quick, others;
  std::vector<ArgumentKind> arguments;  // of eight bytes each, values of four
};

const std::array<HostKernel, 4>& host_kernels() {
  static const auto& all = *new std::array<HostKernel, 4>{
      {{"increment", increment, increment_from_the_end, {ArgumentKind::global_pointer}},
       {"sow", sow, sow, {ArgumentKind::global_pointer, ArgumentKind::queue, ArgumentKind::value}},
       {"sown", sown, sown, {ArgumentKind::literal}},
       {"without_code", nullptr, nullptr, {ArgumentKind::global_pointer}}}};
  return all;
}

KernelFacts facts_of(const HostKernel& kernel) {
  KernelFacts facts;
  facts.name = kernel.name;
  facts.sub_group_size = 16;
  facts.maximum_work_group_size = 4096;
  for (const ArgumentKind kind : kernel.arguments) {
    ArgumentFacts& argument = facts.arguments.emplace_back();
    argument.kind = kind;
    if (kind == ArgumentKind::global_pointer) {
      argument.address_qualifier = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    }
    argument.size = argument.alignment = kind == ArgumentKind::value ? 4 : 8;
    argument.offset = facts.argument_block_size;
    facts.argument_block_size += 8;
  }
  const bool is_block = kernel.arguments.front() == ArgumentKind::literal;
  if (is_block) facts.role = KernelRole::block;
  facts.uses_device_queues = is_block || kernel.quick == sow;
  if (facts.uses_device_queues) facts.blocks = {number_of_sown};
  return facts;
}

class HostCode final : public ProgramCode {
 public:
  KernelCode kernel(const std::string& name, LaunchShape, Tier tier, std::string& error) override {
    const HostKernel& kernel = *std::ranges::find(host_kernels(), name, &HostKernel::name);
    if (kernel.quick == nullptr) error = "it is without code";
    if (tier == Tier::quick) return {.entry = kernel.quick, .tier = tier};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {.entry = kernel.others, .tier = tier};
  }
};

class HostCompiler final : public StubCompiler {
 public:
  BuildResult build(const BuildRequest&) override {
    BuildResult result;
    result.canonical.resize(16);
    for (const HostKernel& kernel : host_kernels()) result.kernels.push_back(facts_of(kernel));
    return result;
  }
  BuildResult link(const LinkRequest&) override {
    BuildResult result;
    result.status = CL_LINK_PROGRAM_FAILURE;
    return result;
  }
  std::shared_ptr<ProgramCode> load(CodeRequest, std::string&) override {
    return std::make_shared<HostCode>();
  }
};

}  // namespace

Compiler* load_compiler(std::string&) {
  static HostCompiler& compiler = *new HostCompiler;
  return &compiler;
}

}  // namespace cleave::compiler::interface
