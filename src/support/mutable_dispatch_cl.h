// Holds names of cl_khr_command_buffer_mutable_dispatch 0.9.5 that are newer than the headers of
// the distribution, which have version 0.9.0: its structures have other members by the same names,
// so ours have names of their own.
#pragma once

#include <CL/cl_ext.h>

#include <cstddef>

#include "support/command_buffer_cl.h"

#ifndef CL_INVALID_MUTABLE_COMMAND_KHR
#define CL_INVALID_MUTABLE_COMMAND_KHR (-1141)
#endif
#ifndef CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR
using cl_mutable_dispatch_fields_khr = cl_bitfield;
using cl_mutable_command_info_khr = cl_uint;
#define CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR 0x12B0
#define CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR 0x12B1
#define CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR (1 << 0)
#define CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR (1 << 1)
#define CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR (1 << 2)
#define CL_MUTABLE_DISPATCH_ARGUMENTS_KHR (1 << 3)
#define CL_MUTABLE_DISPATCH_EXEC_INFO_KHR (1 << 4)
#define CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR 0x12A0
#define CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR 0x12A1
#define CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR 0x12AD
#define CL_MUTABLE_DISPATCH_KERNEL_KHR 0x12A3
#define CL_MUTABLE_DISPATCH_DIMENSIONS_KHR 0x12A4
#define CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR 0x12A5
#define CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR 0x12A6
#define CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR 0x12A7
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR
#define CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR (1 << 2)
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
using cl_mutable_dispatch_asserts_khr = cl_bitfield;
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif

namespace cleave::support {

inline constexpr cl_mutable_dispatch_fields_khr all_mutable_dispatch_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
inline constexpr cl_mutable_dispatch_asserts_khr all_mutable_dispatch_asserts =
    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;

using command_buffer_update_type = cl_uint;  // cl_command_buffer_update_type_khr
/// CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, which was 1 in version 0.9.0.
inline constexpr command_buffer_update_type mutable_dispatch_config_type = 0;

/// cl_mutable_dispatch_arg_khr.
struct MutableDispatchArgument {
  cl_uint arg_index;
  size_t arg_size;
  const void* arg_value;
};
/// cl_mutable_dispatch_exec_info_khr.
struct MutableDispatchExecutionInfo {
  cl_uint param_name;
  size_t param_value_size;
  const void* param_value;
};
/// cl_mutable_dispatch_config_khr.
struct MutableDispatchConfig {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const MutableDispatchArgument* arg_list;
  const MutableDispatchArgument* arg_svm_list;
  const MutableDispatchExecutionInfo* exec_info_list;
  const size_t* global_work_offset;
  const size_t* global_work_size;
  const size_t* local_work_size;
};
static_assert(sizeof(MutableDispatchArgument) == 24 && sizeof(MutableDispatchExecutionInfo) == 24);
static_assert(sizeof(MutableDispatchConfig) == 72 &&
              offsetof(MutableDispatchConfig, num_args) == 8 &&
              offsetof(MutableDispatchConfig, work_dim) == 20 &&
              offsetof(MutableDispatchConfig, arg_list) == 24 &&
              offsetof(MutableDispatchConfig, exec_info_list) == 40 &&
              offsetof(MutableDispatchConfig, local_work_size) == 64);

}  // namespace cleave::support
