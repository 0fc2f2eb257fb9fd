#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "api/info/info.h"
#include "support/checked_size.h"

namespace cleave::api::info {
namespace {

using compiler::interface::KernelFacts;

/// A size_t for each dimension.
using Sizes = decltype(KernelFacts::required_work_group_size);
static_assert(std::is_same_v<Sizes::value_type, size_t>);

/// Sub-groups that this many work-items form; a kernel's facts are made with W > 0.
size_t groups_of(size_t work_items, const KernelFacts& facts) {
  const size_t width = std::max<size_t>(facts.sub_group_size, 1);
  return work_items / width + (work_items % width == 0 ? 0 : 1);
}

/// Work-items of the local size that the query is about: one to three sizes, none of them zero.
std::optional<size_t> work_items(const SubGroupInput& input) {
  const size_t dimensions = input.size / sizeof(size_t);
  if (input.value == nullptr || input.size % sizeof(size_t) != 0 || dimensions < 1 ||
      dimensions > 3) {
    return std::nullopt;
  }
  std::array<size_t, 3> sizes = {1, 1, 1};
  std::memcpy(sizes.data(), input.value, input.size);
  const support::CheckedSize product = support::CheckedSize(sizes[0]) * sizes[1] * sizes[2];
  if (product.overflowed() || product.value() == 0) return std::nullopt;
  return product.value();
}

support::Result<size_t> maximum_sub_group_size(const KernelFacts& facts,
                                               const SubGroupInput& input) {
  if (!work_items(input)) return CL_INVALID_VALUE;
  return size_t{facts.sub_group_size};
}

support::Result<size_t> sub_group_count(const KernelFacts& facts, const SubGroupInput& input) {
  const std::optional<size_t> items = work_items(input);
  if (!items) return CL_INVALID_VALUE;
  return groups_of(*items, facts);
}

/// A local size with the wanted number of sub-groups, in as many dimensions as the destination has
/// room for; zeros when there is none.
support::Result<list<size_t>> local_size(const KernelFacts& facts, const SubGroupInput& input,
                                         size_t maximum, const Destination& to) {
  size_t wanted = 0;
  if (input.value == nullptr || input.size != sizeof wanted) return CL_INVALID_VALUE;
  std::memcpy(&wanted, input.value, sizeof wanted);
  const size_t dimensions = to.value == nullptr ? 3 : to.size / sizeof(size_t);
  if (dimensions < 1 || dimensions > 3) return CL_INVALID_VALUE;

  list<size_t> size(dimensions, 0);
  const uint32_t count = facts.required_sub_group_count;
  if (count != 0 && count != wanted) return size;
  const auto& required = facts.required_work_group_size;
  if (required[0] != 0) {
    const bool has_room = std::all_of(required.begin() + static_cast<ptrdiff_t>(dimensions),
                                      required.end(), [](uint64_t n) { return n == 1; });
    if (has_room && groups_of(required[0] * required[1] * required[2], facts) == wanted) {
      std::copy_n(required.begin(), dimensions, size.begin());
    }
    return size;
  }
  if (wanted != 0 && wanted <= groups_of(maximum, facts)) {
    std::fill(size.begin(), size.end(), 1);
    size[0] = std::min(wanted * facts.sub_group_size, maximum);  // the last may not be whole
  }
  return size;
}

/// Returns the attributes; none for a kernel whose program was not created from source (table
/// 5.20).
text attributes(const model::program::Kernel& kernel) {
  return kernel.program().origin() == model::program::Program::Origin::source
             ? kernel.facts().attributes
             : text();
}

}  // namespace

bool tells_arguments(const model::program::Kernel& kernel) {
  const model::program::Program& program = kernel.program();
  if (program.origin() == model::program::Program::Origin::link) return true;
  if (program.origin() == model::program::Program::Origin::binary) return false;
  const model::Devices devices = program.builds().devices();
  const auto asks = [&](const support::Ref<model::Device>& device) {
    const model::program::DeviceBuild build = program.builds().on(*device);
    return build.build != nullptr && build.options.find("-cl-kernel-arg-info") != text::npos;
  };
  return std::any_of(devices.begin(), devices.end(), asks);
}

#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);

support::Status kernel(const model::program::Kernel& kernel, cl_kernel_info name,
                       const Destination& to) {
  const KernelFacts& facts = kernel.facts();
  switch (name) {
#include "api/info/kernel.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status kernel_argument(const model::program::Kernel& kernel, cl_uint index,
                                cl_kernel_arg_info name, const Destination& to) {
  const compiler::interface::ArgumentFacts& argument = kernel.facts().arguments[index];
  switch (name) {
#include "api/info/kernel_argument.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status kernel_work_group(const model::program::Kernel& kernel, const model::Device& device,
                                  cl_kernel_work_group_info name, const Destination& to) {
  const KernelFacts& facts = kernel.on(device).facts();
  switch (name) {
#include "api/info/kernel_work_group.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status kernel_sub_group(const model::program::Kernel& kernel, const model::Device& device,
                                 cl_kernel_sub_group_info name, const SubGroupInput& input,
                                 const Destination& to) {
  const KernelFacts& facts = kernel.on(device).facts();
  switch (name) {
#include "api/info/kernel_sub_group.def"
    default:
      return CL_INVALID_VALUE;
  }
}

#undef CLEAVE_QUERY

}  // namespace cleave::api::info
