// cl_khr_command_buffer_multi_device: copies of command-buffers for other queues.
#include <numeric>

#include "support/two_roots.h"

namespace cleave::test {
namespace {

class Remaps : public TwoRoots {
 protected:
  struct Copy {
    CommandBuffer buffer;
    cl_int code = CL_SUCCESS;
    std::vector<cl_mutable_command_khr> handles;
  };
  [[nodiscard]] static Copy remap(cl_command_buffer_khr buffer,
                                  const std::vector<cl_command_queue>& queues,
                                  const std::vector<cl_mutable_command_khr>& handles = {},
                                  cl_bool automatic = CL_FALSE) {
    Copy copy;
    copy.handles.resize(handles.size());
    copy.buffer = CommandBuffer(remap_function()(
        buffer, automatic, static_cast<cl_uint>(queues.size()), queues.data(),
        static_cast<cl_uint>(handles.size()), handles.empty() ? nullptr : handles.data(),
        handles.empty() ? nullptr : copy.handles.data(), &copy.code));
    EXPECT_EQ(copy.code == CL_SUCCESS, copy.buffer != nullptr);
    return copy;
  }
  [[nodiscard]] static Copy remap_automatically(cl_command_buffer_khr buffer,
                                                const std::vector<cl_command_queue>& queues) {
    return remap(buffer, queues, {}, CL_TRUE);
  }
  [[nodiscard]] CommandBuffer make_mutable() const {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                     CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    const cl_command_queue queue = queue_;
    cl_int error = 1;
    CommandBuffer made(command_buffers().create(1, &queue, list, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  void expect_replay(cl_command_buffer_khr buffer, cl_int expected) const {
    const std::vector<cl_int> zeros(count, 0);
    ASSERT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, numbers_, CL_TRUE, 0, bytes, zeros.data(), 0,
                                               nullptr, nullptr));
    Event event;
    ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer, 0, nullptr, event.out()));
    wait(event);
    expect_all(expected);
  }
  [[nodiscard]] static auto query(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name) {
    return [=](size_t size, void* value, size_t* returned) {
      return command_buffers().info(buffer, name, size, value, returned);
    };
  }
  [[nodiscard]] static cl_command_buffer_state_khr state(cl_command_buffer_khr buffer) {
    return value_of<cl_command_buffer_state_khr>(query(buffer, CL_COMMAND_BUFFER_STATE_KHR));
  }
  /// Records twenty steps, each behind the one before, in turns for these queues; gives the result.
  cl_int record_steps(Recorder& recorder, const std::vector<cl_command_queue>& queues) const {
    std::vector<cl_int> numbers(20);
    std::iota(numbers.begin(), numbers.end(), 1);
    SyncPoints last;
    for (size_t i = 0; i < numbers.size(); ++i) {
      recorder.on(queues[i % queues.size()]);
      last = {recorder.launch(make("step", numbers_, numbers[i]), count, last)};
    }
    return after_steps(0, numbers);
  }
};

// "each element of queues will replace the queue used on command_buffer creation at the same index."
TEST_F(Remaps, RunOnOtherDevices) {
  const Queue on_part = queue_on(parts_[1]);
  const Queue out_of_order = queue_on(roots_[1], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Recorder recorder(both());
  const cl_int expected = record_steps(recorder, both());
  recorder.finalize();
  for (const std::vector<cl_command_queue>& queues :
       {std::vector<cl_command_queue>{second_, queue_},
        {on_part, second_},
        {out_of_order, on_part},
        {second_, second_}}) {
    const Copy copy = remap(recorder.buffer(), queues);
    ASSERT_EQ(CL_SUCCESS, copy.code);
    EXPECT_EQ(queues, list_of<cl_command_queue>(query(copy.buffer, CL_COMMAND_BUFFER_QUEUES_KHR)));
    expect_replay(copy.buffer, expected);
  }
  expect_replay(recorder.buffer(), expected);
}

// "a command-buffer containing the same commands as the original": also transfers, and arguments of
// the moment in which they were recorded, whatever has been set since.
TEST_F(Remaps, HaveTheArgumentsOfTheRecording) {
  const Memory other = make_buffer(std::vector<cl_int>(count, 0));
  Recorder recorder(queue_);
  recorder.fill(numbers_, 3, bytes);
  const Kernel kernel = make("step", numbers_, 4);
  recorder.launch(kernel, count);
  recorder.copy(numbers_, other, bytes);
  recorder.finalize();
  const cl_mem elsewhere = other;
  const cl_int hundred = 100;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof elsewhere, &elsewhere));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof hundred, &hundred));
  for (cl_command_queue queue : both()) {
    const Copy copy = remap(recorder.buffer(), {queue});
    expect_replay(copy.buffer, 13);
    EXPECT_EQ(std::vector<cl_int>(count, 13), contents(other));
  }
}

// Program-scope variables are each device's own (6.5.1).
TEST_F(Remaps, UseTheVariablesOfTheirDevice) {
  const Program program = build(
      "global int n = 5;\nkernel void k(global int* p) { if (get_global_id(0) == 0) n++; "
      "p[get_global_id(0)] = n; }",
      "-cl-std=CL3.0");
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(program, "k", &error));
  const cl_mem memory = numbers_;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  Recorder recorder(queue_);
  recorder.launch(kernel, 1);
  recorder.finalize();
  const Copy copy = remap(recorder.buffer(), {second_});
  const auto first_after_replay = [&](cl_command_buffer_khr buffer) {
    EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    EXPECT_EQ(CL_SUCCESS, clFinish(second_));
    return contents(numbers_)[0];
  };
  EXPECT_EQ(6, first_after_replay(recorder.buffer()));
  EXPECT_EQ(7, first_after_replay(recorder.buffer()));
  EXPECT_EQ(6, first_after_replay(copy.buffer));
  EXPECT_EQ(8, first_after_replay(recorder.buffer()));
}

// "The returned command-buffer has the same state as the input command-buffer."
TEST_F(Remaps, GoOnFromTheSameState) {
  Recorder recorder(queue_);
  recorder.launch(make("step", numbers_, 1), count);
  const Copy recording = remap(recorder.buffer(), {second_});
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR},
            state(recording.buffer));
  const Kernel more = make("step", numbers_, 2);
  const size_t items = count;
  for (cl_command_queue queue : {cl_command_queue{second_}, cl_command_queue{nullptr}}) {
    ASSERT_EQ(CL_SUCCESS,
              command_buffers().launch(recording.buffer, queue, nullptr, more, 1, nullptr, &items,
                                       nullptr, 0, nullptr, nullptr, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(recording.buffer));
  expect_replay(recording.buffer, after_steps(0, {1, 2, 2}));
  recorder.finalize();
  const Copy executable = remap(recorder.buffer(), {second_});
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR},
            state(executable.buffer));
  expect_replay(executable.buffer, 1);
}

// "each handle is equivalent to the handle at the same index in handles, but belonging to the
// returned command-buffer."
TEST_F(Remaps, HaveHandlesOfTheirOwn) {
  const CommandBuffer buffer = make_mutable();
  const Kernel kernel = make("step", numbers_, 1);
  const size_t items = count;
  std::vector<cl_mutable_command_khr> handles(2);
  for (cl_mutable_command_khr& handle : handles) {
    ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                   &items, nullptr, 0, nullptr, nullptr, &handle));
  }
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const Copy copy = remap(buffer, {second_}, {handles[1], handles[0]});
  ASSERT_EQ(CL_SUCCESS, copy.code);
  for (cl_mutable_command_khr handle : copy.handles) {
    const auto of_command = [&](cl_mutable_command_info_khr name) {
      return [=](size_t size, void* value, size_t* returned) {
        return mutable_commands().info(handle, name, size, value, returned);
      };
    };
    EXPECT_EQ(static_cast<cl_command_buffer_khr>(copy.buffer),
              value_of<cl_command_buffer_khr>(of_command(CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR)));
    EXPECT_EQ(static_cast<cl_command_queue>(second_),
              value_of<cl_command_queue>(of_command(CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR)));
    EXPECT_EQ(static_cast<cl_kernel>(kernel),
              value_of<cl_kernel>(of_command(CL_MUTABLE_DISPATCH_KERNEL_KHR)));
  }
  const cl_int ten = 10;
  const Argument argument = {1, sizeof ten, &ten};
  Config config = config_of(copy.handles[0]);
  config.num_args = 1;
  config.arg_list = &argument;
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, update(buffer, {config}));
  ASSERT_EQ(CL_SUCCESS, update(copy.buffer, {config}));
  expect_replay(copy.buffer, after_steps(0, {1, 10}));
  expect_replay(buffer, after_steps(0, {1, 1}));
}

// An update of the one is none of the other, whatever it changes.
TEST_F(Remaps, AreChangedApart) {
  const CommandBuffer buffer = make_mutable();
  const Kernel kernel = make("step", numbers_, 1);
  const size_t items = count;
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                 &items, nullptr, 0, nullptr, nullptr, &handle));
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const Queue same_device = queue_on(roots_[0]);
  for (const cl_command_queue queue : {cl_command_queue{same_device}, cl_command_queue{second_}}) {
    Copy copy = remap(buffer, {queue}, {handle});
    ASSERT_EQ(CL_SUCCESS, copy.code);
    const auto set_number = [](cl_command_buffer_khr of, cl_mutable_command_khr command,
                               cl_int number) {
      const Argument argument = {1, sizeof number, &number};
      Config config = config_of(command);
      config.num_args = 1;
      config.arg_list = &argument;
      ASSERT_EQ(CL_SUCCESS, update(of, {config}));
    };
    set_number(buffer, handle, 20);
    expect_replay(copy.buffer, 1);
    set_number(copy.buffer, copy.handles[0], 30);
    expect_replay(buffer, 20);
    expect_replay(copy.buffer, 30);
    set_number(buffer, handle, 1);
    expect_replay(copy.buffer, 30);
  }
}

// A launch that lacks arguments lacks them in the copy.
TEST_F(Remaps, LackTheSameArguments) {
  const CommandBuffer buffer = make_mutable();
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(program_, "step", &error));
  const size_t items = count;
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                 &items, nullptr, 0, nullptr, nullptr, &handle));
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const Copy copy = remap(buffer, {second_}, {handle});
  ASSERT_EQ(CL_SUCCESS, copy.code);
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(copy.buffer));
  const cl_mem memory = numbers_;
  const cl_int nine = 9;
  const Argument arguments[] = {{0, sizeof memory, &memory}, {1, sizeof nine, &nine}};
  Config config = config_of(copy.handles[0]);
  config.num_args = 2;
  config.arg_list = arguments;
  ASSERT_EQ(CL_SUCCESS, update(copy.buffer, {config}));
  expect_replay(copy.buffer, 9);
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(buffer));
}

// "the OpenCL runtime will decide … which of the elements in queues each command in the returned
// command-buffer will be associated with."
TEST_F(Remaps, AreSpreadByTheDriver) {
  const Queue on_part = queue_on(parts_[0]);
  Recorder recorder(both());
  const cl_int expected = record_steps(recorder, both());
  recorder.finalize();
  for (const std::vector<cl_command_queue>& queues :
       {std::vector<cl_command_queue>{second_}, {on_part}, {queue_, on_part, second_}}) {
    const Copy copy = remap_automatically(recorder.buffer(), queues);
    ASSERT_EQ(CL_SUCCESS, copy.code);
    EXPECT_EQ(queues, list_of<cl_command_queue>(query(copy.buffer, CL_COMMAND_BUFFER_QUEUES_KHR)));
    expect_replay(copy.buffer, expected);
  }
}

// Chains that nothing connects run on different devices: a handle tells which.
TEST_F(Remaps, SpreadWhatIsIndependent) {
  const Queue out_of_order = queue_on(roots_[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_command_queue queue = out_of_order;
  cl_int error = 1;
  const CommandBuffer buffer(command_buffers().create(1, &queue, nullptr, &error));
  const size_t items = count;
  std::vector<cl_mutable_command_khr> handles(4);
  std::vector<cl_sync_point_khr> points(4);
  const Memory other = make_buffer(std::vector<cl_int>(count, 0));
  for (size_t i = 0; i < 4; ++i) {  // two chains of two
    const Kernel kernel = make("step", i % 2 == 0 ? numbers_ : other, 1);
    ASSERT_EQ(CL_SUCCESS,
              command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &items,
                                       nullptr, i < 2 ? 0 : 1, i < 2 ? nullptr : &points[i - 2],
                                       &points[i], &handles[i]));
  }
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const Copy copy = remap(buffer, both(), handles, CL_TRUE);
  ASSERT_EQ(CL_SUCCESS, copy.code);
  std::vector<cl_command_queue> queues;
  for (cl_mutable_command_khr handle : copy.handles) {
    queues.push_back(value_of<cl_command_queue>([&](size_t size, void* value, size_t* returned) {
      return mutable_commands().info(handle, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, size, value,
                                     returned);
    }));
  }
  EXPECT_NE(queues[0], queues[1]);
  EXPECT_EQ(queues[0], queues[2]);
  EXPECT_EQ(queues[1], queues[3]);
}

TEST_F(Remaps, NeedACommandBuffer) {
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, remap(nullptr, both()).code);
}

// "CL_INVALID_VALUE if num_queues is 0, or if queues is NULL", "if automatic is CL_FALSE and
// num_queues is not equal to the number of queues used on creation of command_buffer."
TEST_F(Remaps, NeedQueues) {
  const Recorder recorder(both());
  cl_int code = 1;
  const cl_command_queue queue = queue_;
  for (const cl_bool automatic : {CL_FALSE, CL_TRUE}) {
    EXPECT_EQ(nullptr, remap_function()(recorder.buffer(), automatic, 0, &queue, 0, nullptr,
                                        nullptr, &code));
    EXPECT_EQ(CL_INVALID_VALUE, code);
    EXPECT_EQ(nullptr, remap_function()(recorder.buffer(), automatic, 2, nullptr, 0, nullptr,
                                        nullptr, &code));
    EXPECT_EQ(CL_INVALID_VALUE, code);
  }
  EXPECT_EQ(CL_INVALID_VALUE, remap(recorder.buffer(), {queue_}).code);
  EXPECT_EQ(CL_SUCCESS, remap_automatically(recorder.buffer(), {queue_}).code);
}

// "CL_INVALID_COMMAND_QUEUE if any command-queue in queues is not a valid command-queue",
// "CL_INVALID_CONTEXT if command_buffer and all the command-queues in queues do not have the same
// OpenCL context."
TEST_F(Remaps, NeedQueuesOfTheirContext) {
  const Recorder recorder(both());
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, remap(recorder.buffer(), {queue_, nullptr}).code);
  cl_int error = 1;
  const Context elsewhere(clCreateContext(nullptr, 2, roots_, nullptr, nullptr, &error));
  const Queue foreign(clCreateCommandQueue(elsewhere, roots_[0], 0, &error));
  EXPECT_EQ(CL_INVALID_CONTEXT, remap(recorder.buffer(), {queue_, foreign}).code);
}

// "CL_INVALID_VALUE if handles or handles_ret is NULL and num_handles is > 0, or either handles or
// handles_ret is not NULL and num_handles is 0", "if any handle in handles is not a valid command
// handle belonging to command_buffer", "without setting handles_ret".
TEST_F(Remaps, CheckHandles) {
  const CommandBuffer buffer = make_mutable(), other = make_mutable();
  const Kernel kernel = make("step", numbers_, 1);
  const size_t items = count;
  cl_mutable_command_khr handle = nullptr, foreign = nullptr;
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                 &items, nullptr, 0, nullptr, nullptr, &handle));
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(other, nullptr, nullptr, kernel, 1, nullptr,
                                                 &items, nullptr, 0, nullptr, nullptr, &foreign));
  const cl_command_queue queue = second_;
  const auto code_of = [&](cl_uint handles, const cl_mutable_command_khr* list, bool gives) {
    auto* const untouched = reinterpret_cast<cl_mutable_command_khr>(this);
    cl_mutable_command_khr given = untouched;
    cl_int code = 1;
    EXPECT_EQ(nullptr, remap_function()(buffer, CL_FALSE, 1, &queue, handles, list,
                                        gives ? &given : nullptr, &code));
    EXPECT_EQ(untouched, given);
    return code;
  };
  const cl_mutable_command_khr none = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, code_of(1, nullptr, true));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(1, &handle, false));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(0, &handle, false));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(0, nullptr, true));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(1, &foreign, true));
  EXPECT_EQ(CL_INVALID_VALUE, code_of(1, &none, true));
}

// "Any error relating to device support that can be returned by a command recording entry-point may
// also be returned."
TEST_F(Remaps, NeedAnExecutableForTheDevice) {
  const char* text = "kernel void k(global int* p) { p[get_global_id(0)] = 4; }";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 1, roots_, nullptr, nullptr, nullptr));
  const Kernel kernel(clCreateKernel(program, "k", &error));
  const cl_mem memory = numbers_;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  Recorder recorder(queue_);
  recorder.launch(kernel, count);
  recorder.finalize();
  const Queue on_part = queue_on(parts_[0]);
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, remap(recorder.buffer(), {second_}).code);
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, remap_automatically(recorder.buffer(), {second_}).code);
  const Copy on_either = remap_automatically(recorder.buffer(), {second_, on_part});
  EXPECT_EQ(CL_SUCCESS, on_either.code);
  expect_replay(on_either.buffer, 4);
}

}  // namespace
}  // namespace cleave::test
