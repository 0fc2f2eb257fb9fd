#include "api/check/native.h"

#include <cstring>

namespace cleave::api::check {
namespace {

using support::Result;
using support::Status;

Status check_lists(const RawNative& raw) {
  if (raw.function == nullptr) return CL_INVALID_VALUE;
  if (raw.arguments == nullptr && (raw.argument_bytes > 0 || raw.memory_count > 0)) {
    return CL_INVALID_VALUE;
  }
  if (raw.arguments != nullptr && raw.argument_bytes == 0) return CL_INVALID_VALUE;
  const bool has_both = raw.memory != nullptr && raw.locations != nullptr;
  const bool has_neither = raw.memory == nullptr && raw.locations == nullptr;
  return (raw.memory_count > 0 ? has_both : has_neither) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// Returns the offset of a location in the arguments: a whole pointer must lie inside them.
Result<size_t> offset_of(const RawNative& raw, const void* location) {
  const auto begin = reinterpret_cast<uintptr_t>(raw.arguments);
  const auto position = reinterpret_cast<uintptr_t>(location);
  if (raw.argument_bytes < sizeof(void*) || position < begin ||
      position - begin > raw.argument_bytes - sizeof(void*)) {
    return CL_INVALID_VALUE;
  }
  return position - begin;
}

}  // namespace

Result<model::command::NativeRequest> native(const EnqueueTarget& target, const RawNative& raw) {
  if (Status status = check_lists(raw); !status.ok()) return status;
  model::command::NativeRequest request;
  request.function = raw.function;
  for (cl_uint i = 0; i < raw.memory_count; ++i) {
    model::command::NativeRequest::MemoryArgument argument;
    if (raw.memory[i] != nullptr) {
      auto memory = buffer_for(target, raw.memory[i]);
      if (!memory.ok()) return memory.status();
      argument.object = std::move(memory).value();
    }
    const auto offset = offset_of(raw, raw.locations[i]);
    if (!offset.ok()) return offset.status();
    argument.offset = offset.value();
    request.memory.push_back(std::move(argument));
  }
  request.arguments.resize(raw.argument_bytes);
  if (raw.argument_bytes != 0) {
    std::memcpy(request.arguments.data(), raw.arguments, raw.argument_bytes);
  }
  return request;
}

}  // namespace cleave::api::check
