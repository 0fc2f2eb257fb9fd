#include <cstring>

#include "api/info/handles.h"
#include "api/info/info.h"
#include "api/info/names.h"

namespace cleave::api::info {
namespace {

std::vector<size_t> binary_sizes(const model::program::Program& program) {
  std::vector<size_t> sizes;
  for (const auto& device : program.builds().devices()) {
    const model::program::DeviceBuild build = program.builds().nearest(*device);
    sizes.push_back(build.binary ? build.binary->size() : 0);
  }
  return sizes;
}

/// Copies each binary to the memory that the application gave for it; null pointers are skipped.
support::Status binaries(const model::program::Program& program, const Destination& to) {
  const model::Devices devices = program.builds().devices();
  const size_t bytes = devices.size() * sizeof(unsigned char*);
  if (to.value != nullptr) {
    if (to.size < bytes) return CL_INVALID_VALUE;
    auto* const* buffers = static_cast<unsigned char* const*>(to.value);
    for (size_t i = 0; i < devices.size(); ++i) {
      const model::program::DeviceBuild build = program.builds().nearest(*devices[i]);
      if (buffers[i] != nullptr && build.binary) {
        std::memcpy(buffers[i], build.binary->data(), build.binary->size());
      }
    }
  }
  if (to.size_returned != nullptr) *to.size_returned = bytes;
  return CL_SUCCESS;
}

support::Result<size_t> kernel_count(const model::program::Program& program) {
  const auto names = program.builds().kernel_names();
  if (!names.ok()) return names.status();
  return names.value().size();
}

support::Result<text> kernel_names(const model::program::Program& program) {
  const auto names = program.builds().kernel_names();
  if (!names.ok()) return names.status();
  return joined(names.value(), ';');
}

}  // namespace

#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);

support::Status program(const model::program::Program& program, cl_program_info name,
                        const Destination& to) {
  switch (name) {
    case CL_PROGRAM_BINARIES:
      return binaries(program, to);
#include "api/info/program.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status program_build(const model::program::Program& program, const model::Device& device,
                              cl_program_build_info name, const Destination& to) {
  const model::program::DeviceBuild build = program.builds().nearest(device);
  switch (name) {
#include "api/info/program_build.def"
    default:
      return CL_INVALID_VALUE;
  }
}

#undef CLEAVE_QUERY

}  // namespace cleave::api::info
