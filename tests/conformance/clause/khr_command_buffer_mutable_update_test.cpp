// cl_khr_command_buffer_mutable_dispatch: what replays compute after updates.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "support/images.h"
#include "support/mutable_commands.h"
#include "tests/support/captured_output.h"

namespace cleave::test {
namespace {

class Updates : public MutableCommands {
 protected:
  void fill(cl_mem memory, cl_int value) const {
    ASSERT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue_, memory, &value, sizeof value, 0, bytes, 0,
                                              nullptr, nullptr));
  }
  /// A kernel without arguments.
  [[nodiscard]] Kernel bare(const char* name) const {
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program_, name, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return kernel;
  }
};

TEST_F(Updates, ChangeNumbers) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  replay();
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{10}));
  replay();
  replay();
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{100}));
  replay();
  expect_all(1 + 10 + 10 + 100);
}

TEST_F(Updates, ChangeBuffers) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  replay();
  Memory other = make_buffer(std::vector<cl_int>(count, 0));
  ASSERT_EQ(CL_SUCCESS, set(command, 0, static_cast<cl_mem>(other)));
  replay();
  replay();
  expect_all(1);
  EXPECT_EQ(std::vector<cl_int>(count, 2), contents(other));
  // "it is safe to delete objects used as kernel command arguments, if all the kernel commands
  // using that object as an argument have had their arguments replaced".
  ASSERT_EQ(CL_SUCCESS, set(command, 0, static_cast<cl_mem>(numbers_)));
  other = Memory();
  replay();
  expect_all(2);
}

// Objects that a command-buffer keeps are there for updates of other arguments too.
TEST_F(Updates, NeedNoBufferOfTheApplication) {
  Memory own = make_buffer(std::vector<cl_int>(count, 1));
  const auto command = record(make("add", own, 1));
  EXPECT_EQ(CL_SUCCESS, command_buffers().copy_buffer(buffer_, nullptr, nullptr, own, numbers_, 0,
                                                      0, bytes, 0, nullptr, nullptr, nullptr));
  finalize();
  own = Memory();
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{10}));
  replay();
  expect_all(11);
}

// "Any modifications … have no affect on the original kernel object used when the command was
// recorded, and only influence the clCommandNDRangeKernelKHR command".
TEST_F(Updates, LeaveTheKernelAndOtherCommands) {
  const Kernel kernel = make("step", numbers_, 1);
  const auto first = record(kernel);
  ASSERT_NE(first, record(kernel));
  finalize();
  ASSERT_EQ(CL_SUCCESS, set(first, 1, cl_int{7}));
  replay();
  const size_t items = count;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  expect_all(after_steps(0, {7, 1, 1}));
}

// Nor do changes of the kernel touch the command.
TEST_F(Updates, BeginWithTheArgumentsOfTheRecording) {
  const Kernel kernel = make("step", numbers_, 1);
  const auto command = record(kernel);
  finalize();
  const cl_int other = 1000;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof other, &other));
  ASSERT_EQ(CL_SUCCESS, set(command, 0, static_cast<cl_mem>(numbers_)));
  replay();
  expect_all(1);
}

TEST_F(Updates, ChangeSizesAndOffsets) {
  const auto command = record(make("ids", numbers_));
  finalize();
  const size_t offset = 32, global = 16, local = 4;
  Config config = config_of(command);
  config.global_work_offset = &offset;
  config.global_work_size = &global;
  config.local_work_size = &local;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  replay();
  std::vector<cl_int> expected(count, 0);
  for (cl_int i = 32; i < 48; ++i) expected[static_cast<size_t>(i)] = i * 100 + 4;
  EXPECT_EQ(expected, contents(numbers_));
}

// A config leaves what it does not name as it was changed before.
TEST_F(Updates, AddToEachOther) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  const size_t offset = 8, global = 8;
  Config config = config_of(command);
  config.global_work_offset = &offset;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {[&] {
                                 Config sizes = config_of(command);
                                 sizes.global_work_size = &global;
                                 return sizes;
                               }()}));
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{5}));
  replay();
  std::vector<cl_int> expected(count, 0);
  std::fill_n(expected.begin() + 8, 8, 5);
  EXPECT_EQ(expected, contents(numbers_));
}

TEST_F(Updates, MayMakeALaunchEmptyAndFullAgain) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  const size_t none = 0, all = count;
  Config config = config_of(command);
  config.global_work_size = &none;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  replay();
  expect_all(0);
  config.global_work_size = &all;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  replay();
  expect_all(1);
}

TEST_F(Updates, ChangeLocalMemory) {
  const Kernel kernel = make("turn", numbers_);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 4 * sizeof(cl_int), nullptr));
  const size_t four = 4, sixteen = 16;
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, record(buffer_, kernel, &command, nullptr, &four));
  finalize();
  std::vector<cl_int> values(count);
  std::iota(values.begin(), values.end(), 0);
  const Memory own = make_buffer(values);
  const cl_mem memory = own;
  const Argument arguments[] = {{0, sizeof memory, &memory}, {1, 16 * sizeof(cl_int), nullptr}};
  Config config = config_of(command);
  config.num_args = 2;
  config.arg_list = arguments;
  config.local_work_size = &sixteen;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  replay();
  for (size_t group = 0; group < count; group += 16) {
    std::reverse(values.begin() + group, values.begin() + group + 16);
  }
  EXPECT_EQ(values, contents(own));
}

TEST_F(Updates, ChangeSeveralCommandsAtOnce) {
  std::vector<cl_mutable_command_khr> commands;
  for (cl_int number = 0; number < 8; ++number) {
    commands.push_back(record(make("step", numbers_, number)));
  }
  finalize();
  std::vector<cl_int> numbers = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<Argument> arguments(8);
  std::vector<Config> configs;
  for (size_t i = 0; i < 8; i += 2) {
    numbers[i] = static_cast<cl_int>(50 + i);
    arguments[i] = {1, sizeof(cl_int), &numbers[i]};
    Config config = config_of(commands[i]);
    config.num_args = 1;
    config.arg_list = &arguments[i];
    configs.push_back(config);
  }
  std::ranges::reverse(configs);
  ASSERT_EQ(CL_SUCCESS, update(buffer_, configs));
  replay();
  expect_all(after_steps(0, numbers));
}

// Configs of one command are as updates one after the other.
TEST_F(Updates, MayNameACommandSeveralTimes) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  const cl_int numbers[] = {10, 20};
  const Argument arguments[] = {{1, sizeof(cl_int), &numbers[0]}, {1, sizeof(cl_int), &numbers[1]}};
  const size_t half = count / 2;
  std::vector<Config> configs(3, config_of(command));
  configs[0].num_args = configs[2].num_args = 1;
  configs[0].arg_list = &arguments[0];
  configs[1].global_work_size = &half;
  configs[2].arg_list = &arguments[1];
  ASSERT_EQ(CL_SUCCESS, update(buffer_, configs));
  replay();
  std::vector<cl_int> expected(count, 0);
  std::fill_n(expected.begin(), half, 20);
  EXPECT_EQ(expected, contents(numbers_));
}

// "When recording an ND-range kernel command, the kernel's arguments do not have to be set, and
// setting them may be postponed to after the command buffer's finalization (in which case, the
// command buffer is in Finalized state). All the arguments must be set before the command buffer
// can be enqueued".
TEST_F(Updates, SetArgumentsThatWereLeftOut) {
  const auto first = record(bare("add"));
  const auto second = record(bare("add"));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR}, state());
  finalize();
  const auto enqueue = [&] {
    return command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr);
  };
  const auto expect_finalized = [&] {
    EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state());
    EXPECT_EQ(CL_INVALID_OPERATION, enqueue());
  };
  expect_finalized();
  EXPECT_EQ(CL_SUCCESS, set(first, 0, static_cast<cl_mem>(numbers_)));
  EXPECT_EQ(CL_SUCCESS, set(first, 1, cl_int{1}));
  expect_finalized();
  EXPECT_EQ(CL_SUCCESS, set(second, 1, cl_int{2}));
  expect_finalized();
  EXPECT_EQ(CL_SUCCESS, set(second, 0, static_cast<cl_mem>(numbers_)));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state());
  EXPECT_EQ(CL_SUCCESS, enqueue());
  expect_all(3);
}

// "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified and the
// CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in the properties parameter."
TEST_F(Updates, CannotSetArgumentsOfOtherLaunches) {
  const cl_command_properties_khr sizes_only[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  cl_mutable_command_khr handle = nullptr;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, record(buffer_, bare("add"), &handle, sizes_only));
  EXPECT_EQ(nullptr, handle);
  // A command that nobody can name, and one of a buffer that does not change.
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, record(buffer_, bare("add"), nullptr));
  const CommandBuffer fixed = make_command_buffer(queue_);
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, record(fixed, bare("add"), &handle));
}

// CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR: replays that have been enqueued do what they were.
TEST_F(Updates, DoNotTouchReplaysThatWait) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  const Event start = make_user_event();
  const cl_event list = start;
  ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer_, 1, &list, nullptr));
  for (const cl_int number : {10, 100}) {
    ASSERT_EQ(CL_SUCCESS, set(command, 1, number));
    replay();
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  expect_all(111);
}

// Values alone are written into launches that no replay has, and into copies of others: what is set later
// begins with them.
TEST_F(Updates, OfValuesStay) {
  const auto command = record(make("step", numbers_, 1));
  finalize();
  cl_int expected = 0;
  const auto replay_with = [&](cl_int number) {
    replay();
    expected = after_steps(expected, {number});
  };
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{5}));
  replay_with(5);
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{6}));
  replay_with(6);
  const Event user = make_user_event();
  const cl_event wanted = user;
  ASSERT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer_, 1, &wanted, nullptr));
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{7}));
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{8}));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  expected = after_steps(expected, {6});
  replay_with(8);
  expect_all(expected);
  // An update that makes the launch anew, with the value that it had.
  Memory other = make_buffer(std::vector<cl_int>(count, 1));
  ASSERT_EQ(CL_SUCCESS, set(command, 0, static_cast<cl_mem>(other)));
  replay();
  EXPECT_EQ(std::vector<cl_int>(count, 11), contents(other));
}

TEST_F(Updates, OfValuesOfAnEmptyLaunchCountOnceItIsFull) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  size_t size = 0;
  Config config = config_of(command);
  config.global_work_size = &size;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  ASSERT_EQ(CL_SUCCESS, set(command, 1, cl_int{4}));
  replay();
  expect_all(0);
  size = count;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  replay();
  expect_all(4);
}

// A wrong value among right ones: nothing is written.
TEST_F(Updates, OfValuesAreAllOrNone) {
  const auto first = record(make("add", numbers_, 1)), second = record(make("add", numbers_, 10));
  finalize();
  const cl_int three = 3;
  const Argument right = {1, sizeof three, &three}, wrong = {1, sizeof three - 1, &three};
  std::vector<Config> configs = {config_of(first), config_of(second)};
  for (Config& config : configs) config.num_args = 1;
  configs[0].arg_list = &right;
  configs[1].arg_list = &wrong;
  EXPECT_EQ(CL_INVALID_ARG_SIZE, update(buffer_, configs));
  replay();
  expect_all(11);
}

TEST_F(Updates, ComeWhileReplaysRun) {
  const Queue queue = out_of_order();
  buffer_ = make_mutable(queue);
  const auto command = record(make("add", numbers_, 0));
  finalize();
  cl_int expected = 0;
  for (cl_int number = 1; number <= 200; ++number) {
    ASSERT_EQ(CL_SUCCESS, set(command, 1, number));
    replay();
    expected += number;
  }
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  expect_all(expected);
}

TEST_F(Updates, ComeFromThreads) {
  constexpr int threads = 8;
  std::vector<cl_mutable_command_khr> commands;
  for (int thread = 0; thread < threads; ++thread) {
    commands.push_back(record(make("add", numbers_, 0)));
  }
  finalize();
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&, thread] {
      for (cl_int number = 1; number <= 50; ++number) {
        EXPECT_EQ(CL_SUCCESS, set(commands[static_cast<size_t>(thread)], 1, number));
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  replay();
  expect_all(threads * 50);
}

TEST_F(Updates, KeepTheOrderOfRecordedCommands) {
  const Queue queue = out_of_order();
  buffer_ = make_mutable(queue);
  const size_t items = count;
  std::vector<cl_mutable_command_khr> commands(10);
  cl_sync_point_khr last = 0;
  for (size_t i = 0; i < commands.size(); ++i) {
    const Kernel kernel = make("step", numbers_, static_cast<cl_int>(i));
    ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer_, nullptr, nullptr, kernel, 1, nullptr,
                                                   &items, nullptr, i == 0 ? 0 : 1,
                                                   i == 0 ? nullptr : &last, &last, &commands[i]));
  }
  finalize();
  std::vector<cl_int> numbers(commands.size());
  for (int round = 0; round < 20; ++round) {
    fill(numbers_, 0);
    for (size_t i = 0; i < commands.size(); ++i) {
      numbers[i] = static_cast<cl_int>(i) + round;
      ASSERT_EQ(CL_SUCCESS, set(commands[i], 1, numbers[i]));
    }
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
    replay();
    ASSERT_EQ(CL_SUCCESS, clFinish(queue));
    expect_all(after_steps(0, numbers));
  }
}

TEST_F(Updates, ChangeWhatIsPrinted) {
  const Kernel kernel =
      make_kernel("kernel void k(int n) { if (get_global_id(0) == 0) printf(\"%d\\n\", n); }", "k");
  const cl_int first = 1;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof first, &first));
  const auto command = record(kernel);
  finalize();
  std::string text;
  {
    const CapturedOutput file;
    for (const cl_int number : {2, 3, 4}) {
      replay();
      EXPECT_EQ(CL_SUCCESS, set(command, 0, number));
    }
    replay();
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    text = file.text();
  }
  EXPECT_EQ("1\n2\n3\n4\n", text);
}

class SvmUpdates : public Updates {
 protected:
  void SetUp() override {
    Updates::SetUp();
    for (cl_int*& memory : memory_) {
      memory = static_cast<cl_int*>(clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0));
      ASSERT_NE(nullptr, memory);
      std::fill_n(memory, count, 0);
    }
  }
  void TearDown() override {
    buffer_ = CommandBuffer();
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    for (cl_int* memory : memory_) clSVMFree(context_, memory);
  }
  [[nodiscard]] cl_int set_pointer(cl_mutable_command_khr command, const void* pointer) const {
    const Argument argument = {0, 0, pointer};
    Config config = config_of(command);
    config.num_svm_args = 1;
    config.arg_svm_list = &argument;
    return update(buffer_, {config});
  }

  cl_int* memory_[2] = {};
};

TEST_F(SvmUpdates, ChangePointers) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  for (cl_int* memory : memory_) {
    ASSERT_EQ(CL_SUCCESS, set_pointer(command, memory));
    replay();
    replay();
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
    EXPECT_EQ(std::vector<cl_int>(count, 2), std::vector<cl_int>(memory, memory + count));
  }
  expect_all(0);
}

// A command-buffer is good again when what used freed memory has been changed.
TEST_F(SvmUpdates, ReplaceFreedMemory) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  ASSERT_EQ(CL_SUCCESS, set_pointer(command, memory_[0]));
  replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  clSVMFree(context_, memory_[0]);
  memory_[0] = nullptr;
  EXPECT_EQ(CL_INVALID_OPERATION,
            command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, set_pointer(command, memory_[1]));
  replay();
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(std::vector<cl_int>(count, 1), std::vector<cl_int>(memory_[1], memory_[1] + count));
}

TEST_F(SvmUpdates, ChangeExecutionInformation) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* global* to) { atomic_add(*to, 5); })",
                                    "k", "-cl-std=CL3.0");
  auto** const pointer = static_cast<cl_int**>(clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(nullptr, pointer);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, pointer));
  const auto command = record_with(kernel, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);
  finalize();
  for (cl_int* memory : memory_) {
    void* const reached = memory;
    const ExecutionInfo info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, &reached};
    Config config = config_of(command);
    config.num_exec_infos = 1;
    config.exec_info_list = &info;
    ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
    *pointer = memory;
    replay();
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
    EXPECT_EQ(5 * static_cast<cl_int>(count), *memory);
  }
  buffer_ = CommandBuffer();
  clSVMFree(context_, pointer);
}

class ImageUpdates : public OnImages {};

TEST_F(ImageUpdates, ChangeImagesAndSamplers) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(read_only image2d_t image, sampler_t sampler, global uint* out) {
      out[get_global_id(0)] = read_imageui(image, sampler, (float2)(get_global_id(0) / 4.0f + 0.125f, 0.5f)).x;
    })",
                                    "k");
  const auto make_sampler = [&](cl_addressing_mode mode) {
    cl_int error = 1;
    Sampler sampler(clCreateSampler(context_, CL_TRUE, mode, CL_FILTER_NEAREST, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return sampler;
  };
  const Sampler clamp = make_sampler(CL_ADDRESS_CLAMP_TO_EDGE);
  const Sampler repeat = make_sampler(CL_ADDRESS_REPEAT);
  unsigned char low[4] = {1, 2, 3, 4}, high[4] = {11, 12, 13, 14};
  const Memory first = make_2d(4, 1), second = make_2d(4, 1);
  const Triple all = {4, 1, 1};
  write(first, zero, all, low);
  write(second, zero, all, high);
  const Memory out = make_buffer(8 * sizeof(cl_uint));
  const cl_mem image = first, results = out;
  const cl_sampler sampler = clamp;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof image, &image));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof results, &results));
  const cl_command_queue queue = queue_;
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_int error = 1;
  const CommandBuffer buffer(command_buffers().create(1, &queue, list, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const size_t items = 8;
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr,
                                                 &items, nullptr, 0, nullptr, nullptr, &command));
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer));
  const auto run = [&] {
    EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
    return contents(out);
  };
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3, 4, 4, 4, 4, 4}), run());
  const cl_mem other_image = second;
  const cl_sampler other_sampler = repeat;
  const Argument arguments[] = {{0, sizeof other_image, &other_image},
                                {1, sizeof other_sampler, &other_sampler}};
  Config config = config_of(command);
  config.num_args = 2;
  config.arg_list = arguments;
  ASSERT_EQ(CL_SUCCESS, update(buffer, {config}));
  EXPECT_EQ((std::vector<cl_int>{11, 12, 13, 14, 11, 12, 13, 14}), run());
}

}  // namespace
}  // namespace cleave::test
