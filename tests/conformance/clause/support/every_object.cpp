#include "support/every_object.h"

namespace cleave::test {

void EveryObject::SetUp() {
  OnDevice::SetUp();
  program_ = build("kernel void k(global int* out) { out[get_global_id(0)] += 1; }",
                   "-cl-kernel-arg-info");
  cl_int error = 1;
  kernel_ = Kernel(clCreateKernel(program_, "k", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  buffer_ = make_buffer(size);
  second_ = make_buffer(size);
  pipe_ = Memory(clCreatePipe(context_, 0, 8, 100, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_mem argument = buffer_;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel_, 0, sizeof argument, &argument));
  svm_ = static_cast<cl_int*>(clSVMAlloc(context_, CL_MEM_READ_WRITE, size, 0));
  ASSERT_NE(nullptr, svm_);
  event_ = make_user_event();
  wrong_buffer_ = reinterpret_cast<cl_mem>(cl_command_queue(queue_));
  other_context_ = Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  other_queue_ =
      Queue(clCreateCommandQueueWithProperties(other_context_, device_, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  other_buffer_ = Memory(clCreateBuffer(other_context_, CL_MEM_READ_WRITE, size, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  other_event_ = Event(clCreateUserEvent(other_context_, &error));
  ASSERT_EQ(CL_SUCCESS, error);
}

void EveryObject::TearDown() {
  clSVMFree(context_, svm_);
}

const std::vector<Command>& commands() {
  using On = EveryObject;
  using List = const cl_event*;
  static const std::vector<Command> all = {
      {"EnqueueReadBuffer",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, On::size, on.host_.data(), count,
                                    list, event);
       }},
      {"EnqueueWriteBuffer",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, On::size, on.host_.data(), count,
                                     list, event);
       }},
      {"EnqueueReadBufferRect",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0,
                                        on.host_.data(), count, list, event);
       }},
      {"EnqueueWriteBufferRect",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0,
                                         0, on.host_.data(), count, list, event);
       }},
      {"EnqueueCopyBuffer",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueCopyBuffer(queue, buffer, on.second_, 0, 0, On::size, count, list, event);
       }},
      {"EnqueueCopyBufferRect",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueCopyBufferRect(queue, buffer, on.second_, origin, origin, region, 0, 0, 0,
                                        0, count, list, event);
       }},
      {"EnqueueFillBuffer",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueFillBuffer(queue, buffer, on.host_.data(), 4, 0, On::size, count, list,
                                    event);
       }},
      {"EnqueueMapBuffer",
       [](On&, cl_command_queue queue, cl_mem buffer, cl_uint count, List list, cl_event* event) {
         return error_of([&](cl_int* error) {
           return clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, On::size, count, list,
                                     event, error);
         });
       }},
      {"EnqueueUnmapMemObject",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         cl_int error = 1;
         void* mapped = clEnqueueMapBuffer(on.queue_, on.buffer_, CL_TRUE, CL_MAP_READ, 0, On::size,
                                           0, nullptr, nullptr, &error);
         EXPECT_EQ(CL_SUCCESS, error);
         return clEnqueueUnmapMemObject(queue, buffer, mapped, count, list, event);
       }},
      {"EnqueueMigrateMemObjects",
       [](On&, cl_command_queue queue, cl_mem buffer, cl_uint count, List list, cl_event* event) {
         return clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, count, list, event);
       }},
      {"EnqueueNDRangeKernel",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         const size_t items = 4;
         return clEnqueueNDRangeKernel(queue, on.kernel_, 1, nullptr, &items, nullptr, count, list,
                                       event);
       },
       false},
      {"EnqueueTask",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueTask(queue, on.kernel_, count, list, event);
       },
       false},
      {"EnqueueNativeKernel",
       [](On& on, cl_command_queue queue, cl_mem buffer, cl_uint count, List list,
          cl_event* event) {
         return clEnqueueNativeKernel(
             queue, [](void*) {}, on.host_.data(), sizeof(cl_mem), 1, &buffer, on.places_, count,
             list, event);
       }},
      {"EnqueueSVMFree",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         void* pointer = on.svm_;
         return clEnqueueSVMFree(
             queue, 1, &pointer, [](cl_command_queue, cl_uint, void**, void*) {}, nullptr, count,
             list, event);
       },
       false},
      {"EnqueueSVMMemcpy",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueSVMMemcpy(queue, CL_FALSE, on.svm_, on.host_.data(), On::size, count, list,
                                   event);
       },
       false},
      {"EnqueueSVMMemFill",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueSVMMemFill(queue, on.svm_, on.host_.data(), 4, On::size, count, list,
                                    event);
       },
       false},
      {"EnqueueSVMMap",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, on.svm_, On::size, count, list,
                                event);
       },
       false},
      {"EnqueueSVMUnmap",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueSVMUnmap(queue, on.svm_, count, list, event);
       },
       false},
      {"EnqueueSVMMigrateMem",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         const void* pointer = on.svm_;
         return clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, count, list, event);
       },
       false},
      {"EnqueueMemFillINTEL",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return extension_functions().clEnqueueMemFillINTEL(queue, on.svm_, on.host_.data(), 4,
                                                            On::size, count, list, event);
       },
       false},
      {"EnqueueMemcpyINTEL",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return extension_functions().clEnqueueMemcpyINTEL(
             queue, CL_FALSE, on.svm_, on.host_.data(), On::size, count, list, event);
       },
       false},
      {"EnqueueMigrateMemINTEL",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return extension_functions().clEnqueueMigrateMemINTEL(queue, on.svm_, On::size, 0, count,
                                                               list, event);
       },
       false},
      {"EnqueueMemAdviseINTEL",
       [](On& on, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return extension_functions().clEnqueueMemAdviseINTEL(queue, on.svm_, On::size, 0, count,
                                                              list, event);
       },
       false},
      {"EnqueueMarkerWithWaitList",
       [](On&, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueMarkerWithWaitList(queue, count, list, event);
       },
       false},
      {"EnqueueBarrierWithWaitList",
       [](On&, cl_command_queue queue, cl_mem, cl_uint count, List list, cl_event* event) {
         return clEnqueueBarrierWithWaitList(queue, count, list, event);
       },
       false},
  };
  return all;
}

}  // namespace cleave::test
