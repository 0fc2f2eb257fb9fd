#include "support/command_buffers.h"

#include "support/extension_functions.h"

namespace cleave::test {
namespace {

CommandBufferFunctions find_functions() {
  CommandBufferFunctions all = {};
  find_extension_function("clCreateCommandBufferKHR", all.create);
  find_extension_function("clRetainCommandBufferKHR", all.retain);
  find_extension_function("clReleaseCommandBufferKHR", all.release);
  find_extension_function("clFinalizeCommandBufferKHR", all.finalize);
  find_extension_function("clEnqueueCommandBufferKHR", all.enqueue);
  find_extension_function("clGetCommandBufferInfoKHR", all.info);
  find_extension_function("clCommandBarrierWithWaitListKHR", all.barrier);
  find_extension_function("clCommandNDRangeKernelKHR", all.launch);
  find_extension_function("clCommandCopyBufferKHR", all.copy_buffer);
  find_extension_function("clCommandCopyBufferRectKHR", all.copy_rect);
  find_extension_function("clCommandFillBufferKHR", all.fill_buffer);
  find_extension_function("clCommandCopyImageKHR", all.copy_image);
  find_extension_function("clCommandCopyBufferToImageKHR", all.copy_to_image);
  find_extension_function("clCommandCopyImageToBufferKHR", all.copy_from_image);
  find_extension_function("clCommandFillImageKHR", all.fill_image);
  find_extension_function("clCommandSVMMemcpyKHR", all.copy_svm);
  find_extension_function("clCommandSVMMemFillKHR", all.fill_svm);
  return all;
}

cl_uint count(const SyncPoints& list) {
  return static_cast<cl_uint>(list.size());
}

const cl_sync_point_khr* list_or_null(const SyncPoints& list) {
  return list.empty() ? nullptr : list.data();
}

}  // namespace

const CommandBufferFunctions& command_buffers() {
  static const CommandBufferFunctions all = find_functions();
  return all;
}

bool offers_several_queues() {
  const std::string names = text_of([](size_t size, void* value, size_t* returned) {
    return clGetPlatformInfo(find_platform(), CL_PLATFORM_EXTENSIONS, size, value, returned);
  });
  return names.find("cl_khr_command_buffer_multi_device") != std::string::npos;
}

CommandBuffer make_command_buffer(cl_command_queue queue) {
  return make_command_buffer(std::vector{queue});
}

CommandBuffer make_command_buffer(const std::vector<cl_command_queue>& queues) {
  cl_int error = 1;
  CommandBuffer buffer(command_buffers().create(static_cast<cl_uint>(queues.size()), queues.data(),
                                                nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return buffer;
}

cl_sync_point_khr Recorder::launch(cl_kernel kernel, size_t items, const SyncPoints& after) const {
  cl_sync_point_khr sync_point = 0;
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().launch(buffer_, queue_, nullptr, kernel, 1, nullptr, &items, nullptr,
                                     count(after), list_or_null(after), &sync_point, nullptr));
  return sync_point;
}

cl_sync_point_khr Recorder::copy(cl_mem from, cl_mem to, size_t bytes,
                                 const SyncPoints& after) const {
  cl_sync_point_khr sync_point = 0;
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().copy_buffer(buffer_, queue_, nullptr, from, to, 0, 0, bytes,
                                          count(after), list_or_null(after), &sync_point, nullptr));
  return sync_point;
}

cl_sync_point_khr Recorder::fill(cl_mem memory, cl_int value, size_t bytes,
                                 const SyncPoints& after) const {
  cl_sync_point_khr sync_point = 0;
  EXPECT_EQ(CL_SUCCESS, command_buffers().fill_buffer(buffer_, queue_, nullptr, memory, &value,
                                                      sizeof value, 0, bytes, count(after),
                                                      list_or_null(after), &sync_point, nullptr));
  return sync_point;
}

cl_sync_point_khr Recorder::barrier(const SyncPoints& after) const {
  cl_sync_point_khr sync_point = 0;
  EXPECT_EQ(CL_SUCCESS, command_buffers().barrier(buffer_, queue_, nullptr, count(after),
                                                  list_or_null(after), &sync_point, nullptr));
  return sync_point;
}

Event Recorder::enqueue(const std::vector<cl_event>& after) const {
  Event event;
  EXPECT_EQ(CL_SUCCESS,
            command_buffers().enqueue(0, nullptr, buffer_, static_cast<cl_uint>(after.size()),
                                      after.empty() ? nullptr : after.data(), event.out()));
  return event;
}

void Recorder::replay() const {
  EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr));
}

}  // namespace cleave::test
