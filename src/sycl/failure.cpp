// Makes records of errors.
#include "sycl/failure.h"

#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "support/error_name.h"

namespace cleave::sycl {
namespace {

cleave_sycl_error no_memory{sizeof(cleave_sycl_error),
                            static_cast<int32_t>(Code::memory_allocation),
                            CL_OUT_OF_HOST_MEMORY,
                            "out of memory",
                            nullptr,
                            nullptr};

}  // namespace

void fail(Code code, std::string text) {
  throw Failure{code, std::move(text)};
}

void fail_with(cl_int error, const std::string& action) {
  throw Failure{code_of(error), action + ": " + support::error_name(error), error};
}

Code code_of(cl_int error) {
  switch (error) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
      return Code::memory_allocation;
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILE_PROGRAM_FAILURE:
    case CL_LINK_PROGRAM_FAILURE:
      return Code::build;
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case CL_INVALID_WORK_DIMENSION:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_GLOBAL_OFFSET:
      return Code::nd_range;
    case CL_INVALID_ARG_INDEX:
    case CL_INVALID_ARG_SIZE:
    case CL_INVALID_ARG_VALUE:
    case CL_INVALID_KERNEL_ARGS:
      return Code::kernel_argument;
    case CL_PROFILING_INFO_NOT_AVAILABLE:
      return Code::profiling;
    case CL_DEVICE_PARTITION_FAILED:
    case CL_INVALID_DEVICE_PARTITION_COUNT:
    case CL_INVALID_VALUE:
      return Code::invalid;
    default:
      return Code::runtime;
  }
}

cleave_sycl_error* make_record(const Failure& failure) noexcept {
  const size_t bytes = failure.text.size() + 1;
  void* const memory = ::operator new(sizeof(cleave_sycl_error) + bytes, std::nothrow);
  if (memory == nullptr || failure.opencl_code == CL_OUT_OF_HOST_MEMORY) {
    ::operator delete(memory);
    return &no_memory;
  }
  char* const text = static_cast<char*>(memory) + sizeof(cleave_sycl_error);
  std::memcpy(text, failure.text.c_str(), bytes);
  return new (memory) cleave_sycl_error{sizeof(cleave_sycl_error),
                                        static_cast<int32_t>(failure.code),
                                        failure.opencl_code,
                                        text,
                                        nullptr,
                                        failure.exception ? &failure.exception->get() : nullptr};
}

cleave_sycl_error* refuse_in_child() noexcept {
  return make_record(
      {Code::runtime,
       "this process was forked after its parent had used devices: fork before the first queue is "
       "made, or start a new program"});
}

void release_record(cleave_sycl_error* record) noexcept {
  if (record != &no_memory) ::operator delete(record);
}

}  // namespace cleave::sycl
