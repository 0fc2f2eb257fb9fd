// Stands for the compiler module: what the sources call a kernel of a known name has the C++
// function below as its code, so that thread sanitizer sees all that runs. A source with a mistake
// fails as it does with the compiler.
#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "compiler/interface/compiler.h"
#include "tests/support/stub_compiler.h"

namespace cleave::compiler::interface {
namespace {

/// The arguments of the launch, one after the other as their facts say.
class Arguments {
 public:
  explicit Arguments(const LaunchContext& context) : context_(context) {}
  template <class T>
  T at(size_t offset) const {
    T value;
    std::memcpy(&value, context_.arguments + offset, sizeof value);
    return value;
  }

 private:
  const LaunchContext& context_;
};

/// Calls a function for the first global id of each work-item.
template <class Function>
void for_items(const LaunchContext& context, const Function& function) {
  const auto global = [&](int d, uint64_t local) {
    return context.global_offset[d] + context.group_id[d] * context.enqueued_local_size[d] + local;
  };
  for (uint64_t z = 0; z < context.local_size[2]; ++z) {
    for (uint64_t y = 0; y < context.local_size[1]; ++y) {
      const bool is_first = global(1, y) == 0 && global(2, z) == 0;
      for (uint64_t x = 0; x < context.local_size[0]; ++x) function(global(0, x), is_first);
    }
  }
}

// A launch of any thread, with what another one has set, races in the buffer as the application
// wants it: races.supp names `shared_kernel`.
void shared_kernel_raise(LaunchContext* context) {
  const Arguments arguments(*context);
  auto* p = arguments.at<uint32_t*>(0);
  const auto v = arguments.at<uint32_t>(8);
  for_items(*context, [&](uint64_t id, bool) {
    if (p != nullptr) p[id & 15] += v;
  });
}

void shared_kernel_mix(LaunchContext* context) {
  const Arguments arguments(*context);
  const auto* a = arguments.at<const uint32_t*>(0);
  auto* b = arguments.at<uint32_t*>(8);
  const auto k = arguments.at<uint32_t>(16);
  for_items(*context, [&](uint64_t id, bool) {
    if (a != nullptr && b != nullptr) b[id & 15] = a[(id + 1) & 15] * k;
  });
}

void nothing(LaunchContext*) {}

void shared_kernel_share(LaunchContext* context) {
  const Arguments arguments(*context);
  auto* p = arguments.at<uint32_t*>(0);
  auto* t = reinterpret_cast<uint32_t*>(context->local_memory + arguments.at<uint64_t>(8));
  for_items(*context, [&](uint64_t id, bool) {
    t[id & 3] = static_cast<uint32_t>(id);
    if (p != nullptr) p[id & 15] = t[(id + 1) & 3];
  });
}

void known_add(LaunchContext* context) {
  const Arguments arguments(*context);
  auto* p = arguments.at<uint32_t*>(0);
  const auto n = arguments.at<uint32_t>(8);
  const auto v = arguments.at<uint32_t>(12);
  for_items(*context, [&](uint64_t id, bool is_first) {
    if (is_first && id < n) p[id] += v;
  });
}

void known_scale(LaunchContext* context) {
  const Arguments arguments(*context);
  const auto* a = arguments.at<const uint32_t*>(0);
  auto* b = arguments.at<uint32_t*>(8);
  const auto n = arguments.at<uint32_t>(16);
  const auto k = arguments.at<uint32_t>(20);
  for_items(*context, [&](uint64_t id, bool) {
    if (id < n) b[id] = a[id] * k + static_cast<uint32_t>(id);
  });
}

void known_sums(LaunchContext* context) {
  const Arguments arguments(*context);
  const auto* a = arguments.at<const uint32_t*>(0);
  auto* b = arguments.at<uint32_t*>(8);
  const auto n = arguments.at<uint32_t>(16);
  auto* t = reinterpret_cast<uint32_t*>(context->local_memory + arguments.at<uint64_t>(24));
  uint64_t item = 0;
  for_items(*context, [&](uint64_t id, bool) { t[item++] = id < n ? a[id] : 0; });
  uint32_t sum = 0;
  for (uint64_t i = 0; i < context->local_size[0]; ++i) sum += t[i];
  if (context->group_id[0] < n) b[context->group_id[0]] = sum;
}

/// The literal of the block, with its captures.
struct Sown {
  BlockLiteral header = {sizeof(Sown), alignof(Sown), nullptr};
  uint32_t* p = nullptr;
  uint32_t levels = 0;
};

int32_t enqueue_sown(LaunchContext* context, uint64_t queue, const Sown& sown, uint64_t items,
                     const uint64_t* after, uint64_t* event) {
  const BlockRange range = {1, {}, {items, 1, 1}, {}};
  constexpr int32_t no_wait = 0;
  constexpr uint32_t block = 0;
  return context->driver_calls->enqueue_kernel(context, queue, no_wait, &range, block, &sown.header,
                                               after != nullptr ? 1 : 0, after, event, 0, nullptr);
}

/// The block of `sow`, which enqueues itself once.
void shared_kernel_sown(LaunchContext* context) {
  const auto& sown = *reinterpret_cast<const Sown*>(context->arguments);
  for_items(*context, [&](uint64_t id, bool) {
    if (sown.p != nullptr) sown.p[id & 15] += 1;
  });
  if (sown.levels == 0 || context->group_id[0] != 0) return;
  Sown next = sown;
  --next.levels;
  static_cast<void>(enqueue_sown(context, context->driver_calls->default_queue(context), next, 2,
                                 nullptr, nullptr));
}

void shared_kernel_sow(LaunchContext* context) {
  const Arguments arguments(*context);
  const DriverCalls& calls = *context->driver_calls;
  Sown sown;
  sown.p = arguments.at<uint32_t*>(8);
  sown.levels = 1;
  for_items(*context, [&](uint64_t id, bool) {
    const uint64_t user = calls.create_user_event(context);
    uint64_t first = 0;
    if (enqueue_sown(context, arguments.at<uint64_t>(0), sown, 5, &user, &first) == CL_SUCCESS) {
      static_cast<void>(
          enqueue_sown(context, calls.default_queue(context), sown, 3, &first, nullptr));
      calls.release_event(context, first);
    }
    calls.set_user_event_status(context, user, id == 7 ? -5 : CL_COMPLETE);
    calls.release_event(context, user);
  });
}

constexpr auto global = ArgumentKind::global_pointer;
constexpr auto local = ArgumentKind::local_pointer;
constexpr auto value = ArgumentKind::value;
constexpr auto queue = ArgumentKind::queue;

struct KnownKernel {
  const char* name;
  KernelEntry entry;
  std::vector<ArgumentKind> arguments;  // values have four bytes
};

/// The first kernel of a program with `sow`, which enqueues it.
const KnownKernel& sown_block =
    *new KnownKernel{"sown", shared_kernel_sown, {ArgumentKind::literal}};

const std::vector<KnownKernel>& known_kernels() {
  static const auto& all = *new std::vector<KnownKernel>{
      {"sow", shared_kernel_sow, {queue, global}},
      {"raise", shared_kernel_raise, {global, value}},
      {"mix", shared_kernel_mix, {global, global, value}},
      {"nothing", nothing, {}},
      {"share", shared_kernel_share, {global, local}},
      {"add", known_add, {global, value, value}},
      {"scale", known_scale, {global, global, value, value}},
      {"sums", known_sums, {global, global, value, local}},
  };
  return all;
}

KernelFacts facts_of(const KnownKernel& kernel) {
  KernelFacts facts;
  facts.name = kernel.name;
  facts.sub_group_size = 16;
  facts.maximum_work_group_size = 4096;
  for (const ArgumentKind kind : kernel.arguments) {
    ArgumentFacts& argument = facts.arguments.emplace_back();
    argument.kind = kind;
    argument.size = argument.alignment = kind == value ? 4 : 8;
    argument.address_qualifier = kind == value || kind == queue ? CL_KERNEL_ARG_ADDRESS_PRIVATE
                                 : kind == local                ? CL_KERNEL_ARG_ADDRESS_LOCAL
                                                                : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    const uint32_t aligned =
        (facts.argument_block_size + argument.size - 1) / argument.size * argument.size;
    argument.offset = aligned;
    facts.uses_device_queues =
        facts.uses_device_queues || kind == queue || kind == ArgumentKind::literal;
    if (kind == ArgumentKind::literal) facts.role = KernelRole::block;
    facts.argument_block_size = aligned + argument.size;
  }
  return facts;
}

class StandInCode final : public ProgramCode {
 public:
  KernelCode kernel(const std::string& name, LaunchShape, Tier tier, std::string&) override {
    for (const KnownKernel& kernel : known_kernels()) {
      if (name == kernel.name) return {.entry = kernel.entry, .tier = tier};
    }
    if (name == sown_block.name) return {.entry = sown_block.entry, .tier = tier};
    return {};
  }
};

class StandInCompiler final : public StubCompiler {
 public:
  BuildResult build(const BuildRequest& request) override {
    const bool is_object = request.kind == BuildKind::object;
    // Every module is taken for the one with the kernel `nothing`.
    if (!std::holds_alternative<OpenClSource>(request.input)) {
      return result_of("kernel void nothing()", is_object, false);
    }
    return result_of(std::get<OpenClSource>(request.input).text, is_object,
                     request.options.requires_uniform_groups);
  }
  BuildResult link(const LinkRequest& request) override {
    std::string source;
    for (const auto& input : request.inputs) {
      source.append(reinterpret_cast<const char*>(input.data()), input.size());
    }
    BuildResult result = result_of(source, false, true);
    if (result.status != CL_SUCCESS) result.status = CL_LINK_PROGRAM_FAILURE;
    if (!request.options.create_library) return result;
    result.kernels.clear();
    result.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return result;
  }
  std::shared_ptr<ProgramCode> load(CodeRequest, std::string&) override {
    return std::make_shared<StandInCode>();
  }

 private:
  /// The source is its own canonical form.
  static BuildResult result_of(std::string_view source, bool is_object, bool is_uniform) {
    BuildResult result;
    for (const char* mistake : {"#error", "broken", "lost", "int\n"}) {
      if (source.find(mistake) == std::string_view::npos) continue;
      result.status = is_object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
      result.log = "error: a mistake\n";
      return result;
    }
    result.canonical.resize(source.size() + 1);
    std::ranges::copy(std::as_bytes(std::span(source)), result.canonical.begin());
    result.requires_uniform_groups = is_uniform;
    if (is_object) {
      result.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
      return result;
    }
    const bool enqueues = source.find("kernel void sow(queue_t") != source.npos;
    if (enqueues) result.kernels.push_back(facts_of(sown_block));
    for (const KnownKernel& kernel : known_kernels()) {
      if (source.find(std::string("kernel void ") + kernel.name + '(') == source.npos) continue;
      result.kernels.push_back(facts_of(kernel));
      if (kernel.entry == shared_kernel_sow) result.kernels.back().blocks = {0};
    }
    return result;
  }
};

}  // namespace

Compiler* load_compiler(std::string&) {
  static StandInCompiler& compiler = *new StandInCompiler;
  return &compiler;
}

}  // namespace cleave::compiler::interface
