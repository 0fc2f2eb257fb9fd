// The query tables of platforms and of the objects of chapters 4 and 5.
#include "queries.h"

namespace cleave::test {

const std::vector<Answer>& answers_of_objects() {
  static const std::vector<Answer> all = {
      // Table 4.1.
      TEXT(GetPlatformInfo, CL_PLATFORM_PROFILE, text == "FULL_PROFILE"),
      TEXT(GetPlatformInfo, CL_PLATFORM_VERSION, text.rfind("OpenCL 3.1 ", 0) == 0),
      VALUE(GetPlatformInfo, CL_PLATFORM_NUMERIC_VERSION, cl_version,
            value == CL_MAKE_VERSION(3, 1, 0)),
      TEXT(GetPlatformInfo, CL_PLATFORM_NAME, text == "Cleave"),
      TEXT(GetPlatformInfo, CL_PLATFORM_VENDOR, !text.empty()),
      TEXT(GetPlatformInfo, CL_PLATFORM_EXTENSIONS, text.find("cl_khr_icd") != text.npos),
      LIST(GetPlatformInfo, CL_PLATFORM_EXTENSIONS_WITH_VERSION, cl_name_version, !list.empty()),
      VALUE(GetPlatformInfo, CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong, value == 1),
      TEXT(GetPlatformInfo, CL_PLATFORM_ICD_SUFFIX_KHR, text == "CLEAVE"),
      VALUE(GetPlatformInfo, CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR,
            cl_platform_command_buffer_capabilities_khr,
            value == (CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                      CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                      CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR)),
      // Table 4.6.
      VALUE(GetContextInfo, CL_CONTEXT_REFERENCE_COUNT, cl_uint, value == 1),
      VALUE(GetContextInfo, CL_CONTEXT_NUM_DEVICES, cl_uint, value == 1),
      LIST(GetContextInfo, CL_CONTEXT_DEVICES, cl_device_id,
           list == std::vector<cl_device_id>{on.device_}),
      LIST(GetContextInfo, CL_CONTEXT_PROPERTIES, cl_context_properties, list.empty()),
      // Table 5.2. The queue is one of the host: no other is the default.
      VALUE(GetCommandQueueInfo, CL_QUEUE_CONTEXT, cl_context, value == on.context_),
      VALUE(GetCommandQueueInfo, CL_QUEUE_DEVICE, cl_device_id, value == on.device_),
      VALUE(GetCommandQueueInfo, CL_QUEUE_REFERENCE_COUNT, cl_uint, value == 1),
      VALUE(GetCommandQueueInfo, CL_QUEUE_PROPERTIES, cl_command_queue_properties,
            value == CL_QUEUE_PROFILING_ENABLE),
      LIST(GetCommandQueueInfo, CL_QUEUE_PROPERTIES_ARRAY, cl_queue_properties,
           (list ==
            std::vector<cl_queue_properties>{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0})),
      VALUE(GetCommandQueueInfo, CL_QUEUE_FAMILY_INTEL, cl_uint, value == 0),
      VALUE(GetCommandQueueInfo, CL_QUEUE_INDEX_INTEL, cl_uint, value == 0),
      VALUE(GetCommandQueueInfo, CL_QUEUE_DEVICE_DEFAULT, cl_command_queue, value == nullptr),
      // Table 5.13.
      VALUE(GetMemObjectInfo, CL_MEM_TYPE, cl_mem_object_type, value == CL_MEM_OBJECT_BUFFER),
      VALUE(GetMemObjectInfo, CL_MEM_FLAGS, cl_mem_flags, value == CL_MEM_READ_WRITE),
      VALUE(GetMemObjectInfo, CL_MEM_SIZE, size_t, value == EveryObject::size),
      VALUE(GetMemObjectInfo, CL_MEM_HOST_PTR, void*, value == nullptr),
      VALUE(GetMemObjectInfo, CL_MEM_MAP_COUNT, cl_uint, value == 0),
      VALUE(GetMemObjectInfo, CL_MEM_REFERENCE_COUNT, cl_uint, value == 1),
      VALUE(GetMemObjectInfo, CL_MEM_CONTEXT, cl_context, value == on.context_),
      VALUE(GetMemObjectInfo, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, value == nullptr),
      VALUE(GetMemObjectInfo, CL_MEM_OFFSET, size_t, value == 0),
      VALUE(GetMemObjectInfo, CL_MEM_USES_SVM_POINTER, cl_bool, value == CL_FALSE),
      LIST(GetMemObjectInfo, CL_MEM_PROPERTIES, cl_mem_properties, list.empty()),
      // Table 5.11.
      VALUE(GetPipeInfo, CL_PIPE_PACKET_SIZE, cl_uint, value == 8),
      VALUE(GetPipeInfo, CL_PIPE_MAX_PACKETS, cl_uint, value == 100),
      LIST(GetPipeInfo, CL_PIPE_PROPERTIES, cl_pipe_properties, list.empty()),
      // Table 5.17, but for CL_PROGRAM_BINARIES, which writes to places of the application.
      VALUE(GetProgramInfo, CL_PROGRAM_REFERENCE_COUNT, cl_uint, value >= 1),
      VALUE(GetProgramInfo, CL_PROGRAM_CONTEXT, cl_context, value == on.context_),
      VALUE(GetProgramInfo, CL_PROGRAM_NUM_DEVICES, cl_uint, value == 1),
      LIST(GetProgramInfo, CL_PROGRAM_DEVICES, cl_device_id,
           list == std::vector<cl_device_id>{on.device_}),
      TEXT(GetProgramInfo, CL_PROGRAM_SOURCE, text.rfind("kernel void k(", 0) == 0),
      LIST(GetProgramInfo, CL_PROGRAM_IL, unsigned char, list.empty()),
      LIST(GetProgramInfo, CL_PROGRAM_BINARY_SIZES, size_t, list.size() == 1 && list[0] > 0),
      VALUE(GetProgramInfo, CL_PROGRAM_NUM_KERNELS, size_t, value == 1),
      TEXT(GetProgramInfo, CL_PROGRAM_KERNEL_NAMES, text == "k"),
      VALUE(GetProgramInfo, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_bool, value == CL_FALSE),
      VALUE(GetProgramInfo, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_bool, value == CL_FALSE),
      // Table 5.18.
      VALUE(GetProgramBuildInfo, CL_PROGRAM_BUILD_STATUS, cl_build_status,
            value == CL_BUILD_SUCCESS),
      TEXT(GetProgramBuildInfo, CL_PROGRAM_BUILD_OPTIONS, text == "-cl-kernel-arg-info"),
      TEXT(GetProgramBuildInfo, CL_PROGRAM_BUILD_LOG, text.empty()),
      VALUE(GetProgramBuildInfo, CL_PROGRAM_BINARY_TYPE, cl_program_binary_type,
            value == CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
      VALUE(GetProgramBuildInfo, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, size_t, value == 0),
      // Table 5.20.
      TEXT(GetKernelInfo, CL_KERNEL_FUNCTION_NAME, text == "k"),
      VALUE(GetKernelInfo, CL_KERNEL_NUM_ARGS, cl_uint, value == 1),
      VALUE(GetKernelInfo, CL_KERNEL_REFERENCE_COUNT, cl_uint, value == 1),
      VALUE(GetKernelInfo, CL_KERNEL_CONTEXT, cl_context, value == on.context_),
      VALUE(GetKernelInfo, CL_KERNEL_PROGRAM, cl_program, value == on.program_),
      TEXT(GetKernelInfo, CL_KERNEL_ATTRIBUTES, text.empty()),
      // Table 5.21, but for CL_KERNEL_GLOBAL_WORK_SIZE, which no kernel of ours has.
      VALUE(GetKernelWorkGroupInfo, CL_KERNEL_WORK_GROUP_SIZE, size_t, value >= 1),
      LIST(GetKernelWorkGroupInfo, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, size_t,
           (list == std::vector<size_t>{0, 0, 0})),
      VALUE(GetKernelWorkGroupInfo, CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong, value == 0),
      VALUE(GetKernelWorkGroupInfo, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t,
            value >= 1),
      VALUE(GetKernelWorkGroupInfo, CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong, true),
      // Table 5.22, of a work-group of one item.
      VALUE(GetKernelSubGroupInfo, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, size_t, value >= 1),
      VALUE(GetKernelSubGroupInfo, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, size_t, value == 1),
      VALUE(GetKernelSubGroupInfo, CL_KERNEL_MAX_NUM_SUB_GROUPS, size_t, value >= 1),
      VALUE(GetKernelSubGroupInfo, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, size_t, value == 0),
      // Table 5.23.
      VALUE(GetKernelArgInfo, CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier,
            value == CL_KERNEL_ARG_ADDRESS_GLOBAL),
      VALUE(GetKernelArgInfo, CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier,
            value == CL_KERNEL_ARG_ACCESS_NONE),
      TEXT(GetKernelArgInfo, CL_KERNEL_ARG_TYPE_NAME, text == "int*"),
      VALUE(GetKernelArgInfo, CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier,
            value == CL_KERNEL_ARG_TYPE_NONE),
      TEXT(GetKernelArgInfo, CL_KERNEL_ARG_NAME, text == "out"),
      // cl_khr_command_buffer.
      VALUE(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, cl_uint, value == 1),
      LIST(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_QUEUES_KHR, cl_command_queue,
           list == std::vector<cl_command_queue>{on.queue_}),
      VALUE(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, cl_uint, value == 1),
      VALUE(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_STATE_KHR, cl_command_buffer_state_khr,
            value == CL_COMMAND_BUFFER_STATE_RECORDING_KHR),
      LIST(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
           cl_command_buffer_properties_khr, list.empty()),
      VALUE(GetCommandBufferInfoKHR, CL_COMMAND_BUFFER_CONTEXT_KHR, cl_context,
            value == on.context_),
      // cl_khr_semaphore.
      VALUE(GetSemaphoreInfoKHR, CL_SEMAPHORE_CONTEXT_KHR, cl_context, value == on.context_),
      VALUE(GetSemaphoreInfoKHR, CL_SEMAPHORE_REFERENCE_COUNT_KHR, cl_uint, value == 1),
      LIST(GetSemaphoreInfoKHR, CL_SEMAPHORE_PROPERTIES_KHR, cl_semaphore_properties_khr,
           list.size() == std::size(binary) && std::ranges::equal(list, binary)),
      VALUE(GetSemaphoreInfoKHR, CL_SEMAPHORE_TYPE_KHR, cl_semaphore_type_khr,
            value == CL_SEMAPHORE_TYPE_BINARY_KHR),
      VALUE(GetSemaphoreInfoKHR, CL_SEMAPHORE_PAYLOAD_KHR, cl_semaphore_payload_khr, value == 0),
      LIST(GetSemaphoreInfoKHR, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, cl_device_id,
           list == std::vector<cl_device_id>{on.device_}),
      // Table 5.24, of a user event.
      VALUE(GetEventInfo, CL_EVENT_COMMAND_QUEUE, cl_command_queue, value == nullptr),
      VALUE(GetEventInfo, CL_EVENT_CONTEXT, cl_context, value == on.context_),
      VALUE(GetEventInfo, CL_EVENT_COMMAND_TYPE, cl_command_type, value == CL_COMMAND_USER),
      VALUE(GetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, value == CL_SUBMITTED),
      VALUE(GetEventInfo, CL_EVENT_REFERENCE_COUNT, cl_uint, value == 1),
      // Table 5.25.
      VALUE(GetEventProfilingInfo, CL_PROFILING_COMMAND_QUEUED, cl_ulong, value > 0),
      VALUE(GetEventProfilingInfo, CL_PROFILING_COMMAND_SUBMIT, cl_ulong, value > 0),
      VALUE(GetEventProfilingInfo, CL_PROFILING_COMMAND_START, cl_ulong, value > 0),
      VALUE(GetEventProfilingInfo, CL_PROFILING_COMMAND_END, cl_ulong, value > 0),
      VALUE(GetEventProfilingInfo, CL_PROFILING_COMMAND_COMPLETE, cl_ulong, value > 0),
  };
  return all;
}

}  // namespace cleave::test
