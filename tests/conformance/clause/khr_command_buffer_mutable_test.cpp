// cl_khr_command_buffer_mutable_dispatch: which command-buffers and launches may be changed, what
// is known of them, and which updates are refused.
#include <array>
#include <limits>

#include "support/mutable_commands.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

using List = std::vector<cl_command_properties_khr>;

constexpr cl_mutable_dispatch_fields_khr all_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

class MutableDispatch : public MutableCommands {
 protected:
  [[nodiscard]] cl_int creation(const List& properties) {
    const cl_command_queue queue = queue_;
    return error_of([&](cl_int* error) {
      return CommandBuffer(command_buffers().create(1, &queue, properties.data(), error));
    });
  }
  [[nodiscard]] cl_int recording(const List& properties, const size_t* local = nullptr) {
    cl_mutable_command_khr handle = nullptr;
    const cl_int code =
        record(buffer_, make("add", numbers_, 1), &handle, properties.data(), local);
    EXPECT_EQ(code == CL_SUCCESS, handle != nullptr);
    return code;
  }
};

TEST_F(MutableDispatch, IsReported) {
  expect_reported(device_, "cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5));
}

TEST_F(MutableDispatch, IsOfEveryFieldOfALaunch) {
  EXPECT_EQ(all_fields, value_of<cl_mutable_dispatch_fields_khr>([&](size_t size, void* value,
                                                                     size_t* returned) {
              return clGetDeviceInfo(device_, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, size,
                                     value, returned);
            }));
}

TEST_F(MutableDispatch, CommandBuffersAreMadeWithItsFlags) {
  for (const cl_command_buffer_properties_khr flags :
       {CL_COMMAND_BUFFER_MUTABLE_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR,
        CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}) {
    const List list = {CL_COMMAND_BUFFER_FLAGS_KHR, flags,
                       CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
                       CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
    const cl_command_queue queue = queue_;
    cl_int error = 1;
    const CommandBuffer made(command_buffers().create(1, &queue, list.data(), &error));
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(list, list_of<cl_command_buffer_properties_khr>(
                        [&](size_t size, void* value, size_t* returned) {
                          return command_buffers().info(
                              made, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, size, value, returned);
                        }));
  }
}

// clCreateCommandBufferKHR: "CL_INVALID_VALUE if values specified in properties are not valid, or
// if the same property name is specified more than once."
TEST_F(MutableDispatch, CommandBuffersHaveEachPropertyOnce) {
  constexpr cl_command_buffer_properties_khr asserts =
      CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR;
  EXPECT_EQ(CL_SUCCESS, creation({asserts, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({asserts, 2, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({asserts, 1, asserts, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation({CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}));
}

// clCommandNDRangeKernelKHR: "CL_INVALID_VALUE if values specified in properties are not valid."
TEST_F(MutableDispatch, LaunchesHaveEachPropertyOnce) {
  constexpr cl_command_properties_khr fields = CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
  constexpr cl_command_properties_khr asserts = CL_MUTABLE_DISPATCH_ASSERTS_KHR;
  const size_t local = 8;
  EXPECT_EQ(CL_SUCCESS, recording({0}));
  EXPECT_EQ(CL_SUCCESS, recording({fields, 0, 0}));
  EXPECT_EQ(CL_SUCCESS, recording({fields, all_fields, asserts, 1, 0}, &local));
  EXPECT_EQ(CL_SUCCESS, recording({asserts, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, recording({fields, all_fields + 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, recording({fields, 1, fields, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, recording({asserts, 2, 0}, &local));
  EXPECT_EQ(CL_INVALID_VALUE, recording({asserts, 1, asserts, 1, 0}, &local));
  EXPECT_EQ(CL_INVALID_VALUE, recording({CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}));
}

// "CL_INVALID_VALUE if command_buffer was created with the
// CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR property with
// CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR and local_work_size is NULL, or if
// properties includes the CL_MUTABLE_DISPATCH_ASSERTS_KHR property with … and local_work_size is
// NULL."
TEST_F(MutableDispatch, AssertionsAboutWorkGroupsNeedTheirSize) {
  const size_t local = 8;
  EXPECT_EQ(CL_INVALID_VALUE, recording({CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}));
  EXPECT_EQ(CL_SUCCESS, recording({CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}, &local));
  const List list = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                     CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0};
  const cl_command_queue queue = queue_;
  cl_int error = 1;
  buffer_ = CommandBuffer(command_buffers().create(1, &queue, list.data(), &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_VALUE, recording({0}));
  EXPECT_EQ(CL_SUCCESS, recording({0}, &local));
}

TEST_F(MutableDispatch, CommandsTellWhatTheyAre) {
  const Kernel kernel = make("add", numbers_, 1);
  const List list = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, all_fields, 0};
  cl_mutable_command_khr command = nullptr;
  const size_t offset[2] = {3, 4}, global[2] = {16, 8}, local[2] = {8, 4};
  ASSERT_EQ(CL_SUCCESS, command_buffers().launch(buffer_, nullptr, list.data(), kernel, 2, offset,
                                                 global, local, 0, nullptr, nullptr, &command));
  const auto sizes = [&](cl_mutable_command_info_khr name) {
    return list_of<size_t>(query(command, name));
  };
  EXPECT_EQ(static_cast<cl_command_queue>(queue_),
            value_of<cl_command_queue>(query(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR)));
  EXPECT_EQ(static_cast<cl_command_buffer_khr>(buffer_),
            value_of<cl_command_buffer_khr>(query(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR)));
  EXPECT_EQ(cl_command_type{CL_COMMAND_NDRANGE_KERNEL},
            value_of<cl_command_type>(query(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR)));
  EXPECT_EQ(list, list_of<cl_command_properties_khr>(
                      query(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR)));
  EXPECT_EQ(static_cast<cl_kernel>(kernel),
            value_of<cl_kernel>(query(command, CL_MUTABLE_DISPATCH_KERNEL_KHR)));
  EXPECT_EQ(2U, value_of<cl_uint>(query(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR)));
  EXPECT_EQ((std::vector<size_t>{3, 4}), sizes(CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR));
  EXPECT_EQ((std::vector<size_t>{16, 8}), sizes(CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
  EXPECT_EQ((std::vector<size_t>{8, 4}), sizes(CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR));
}

// "If a global work-item offset was not set, zero is returned for each element"; "If the properties
// argument … was NULL, the implementation must return param_value_size_ret equal to 0".
TEST_F(MutableDispatch, CommandsTellZerosOfWhatWasNotGiven) {
  const auto command = record(make("add", numbers_, 1));
  EXPECT_EQ(std::vector<size_t>{0},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR)));
  EXPECT_EQ(std::vector<size_t>{count},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR)));
  EXPECT_EQ(std::vector<size_t>{0},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR)));
  EXPECT_TRUE(
      list_of<cl_command_properties_khr>(query(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR))
          .empty());
}

TEST_F(MutableDispatch, CommandsTellTheSizesOfTheLastUpdate) {
  const auto command = record(make("add", numbers_, 1));
  finalize();
  const size_t offset = 2, global = 32, local = 4;
  Config config = config_of(command);
  config.global_work_offset = &offset;
  config.global_work_size = &global;
  config.local_work_size = &local;
  ASSERT_EQ(CL_SUCCESS, update(buffer_, {config}));
  EXPECT_EQ(std::vector<size_t>{2},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR)));
  EXPECT_EQ(std::vector<size_t>{32},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR)));
  EXPECT_EQ(std::vector<size_t>{4},
            list_of<size_t>(query(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR)));
}

TEST_F(MutableDispatch, QueriesOfOtherNamesAndTooSmallAreInvalidValue) {
  const auto command = record(make("add", numbers_, 1));
  cl_uint value = 4711;
  EXPECT_EQ(CL_INVALID_VALUE,
            mutable_commands().info(command, CL_QUEUE_CONTEXT, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, mutable_commands().info(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR,
                                                      sizeof value - 1, &value, nullptr));
  EXPECT_EQ(4711U, value);
}

// "CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable command object." "The lifetime
// of this handle is tied to the parent command-buffer".
TEST_F(MutableDispatch, HandlesAreValidAsLongAsTheirBuffer) {
  const auto ask = [](const void* handle) {
    return mutable_commands().info(
        reinterpret_cast<cl_mutable_command_khr>(const_cast<void*>(handle)),
        CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 0, nullptr, nullptr);
  };
  const auto command = record(make("add", numbers_, 1));
  EXPECT_EQ(CL_SUCCESS, ask(command));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, ask(nullptr));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, ask(static_cast<cl_command_buffer_khr>(buffer_)));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, ask(&command));
  finalize();
  replay();
  buffer_ = CommandBuffer();
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, ask(command));
  expect_all(1);
}

class RefusedUpdates : public MutableCommands {
 protected:
  void SetUp() override {
    MutableCommands::SetUp();
    command_ = record(make("add", numbers_, 1));
    finalize();
  }
  /// Expects that the config is refused, and that nothing has changed.
  void expect_refused(cl_int code, const Config& config) const {
    EXPECT_EQ(code, update(buffer_, {config}));
    // Nor with a good one before it: "none of the updates to mutable-command objects are
    // preserved".
    const cl_int number = 1000;
    const Argument argument = {1, sizeof number, &number};
    Config good = config_of(command_);
    good.num_args = 1;
    good.arg_list = &argument;
    EXPECT_EQ(code, update(buffer_, {good, config}));
    replay();
    expect_all(1);
    const cl_int zero = 0;
    ASSERT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue_, numbers_, &zero, sizeof zero, 0, bytes, 0,
                                              nullptr, nullptr));
  }
  [[nodiscard]] Config config() const { return config_of(command_); }
  void expect_refused_argument(cl_int code, const Argument& argument) const {
    Config changed = config();
    changed.num_args = 1;
    changed.arg_list = &argument;
    expect_refused(code, changed);
  }

  cl_mutable_command_khr command_ = nullptr;
};

// "CL_INVALID_COMMAND_BUFFER_KHR if command_buffer is not a valid command-buffer."
TEST_F(RefusedUpdates, NeedACommandBuffer) {
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, update(nullptr, {config()}));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
            update(reinterpret_cast<cl_command_buffer_khr>(command_), {config()}));
}

// "CL_INVALID_OPERATION if command_buffer has not been finalized."
TEST_F(RefusedUpdates, ComeAfterRecording) {
  const CommandBuffer recording = make_mutable(queue_);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, record(recording, make("add", numbers_, 1), &command));
  EXPECT_EQ(CL_INVALID_OPERATION, update(recording, {config_of(command)}));
}

// "CL_INVALID_OPERATION if command_buffer was not created with the CL_COMMAND_BUFFER_MUTABLE_KHR
// flag."
TEST_F(RefusedUpdates, NeedABufferThatMayChange) {
  const CommandBuffer fixed = make_mutable(queue_, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, record(fixed, make("add", numbers_, 1), &command));
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(fixed));
  EXPECT_EQ(CL_INVALID_OPERATION, update(fixed, {config_of(command)}));
}

// "CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or config_types is not NULL and
// num_configs is 0", likewise of configs; "if any element of config_types is not a valid …
// enum", "if any element of configs is NULL."
TEST_F(RefusedUpdates, CheckTheirLists) {
  const Config nothing = config();
  const void* configs[] = {&nothing, nullptr};
  const UpdateType types[] = {support::mutable_dispatch_config_type,
                              support::mutable_dispatch_config_type};
  const UpdateType other = 1;
  const auto& update_by = mutable_commands().update;
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 1, nullptr, configs));
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 1, types, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 0, types, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 0, nullptr, configs));
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 2, types, configs));
  EXPECT_EQ(CL_INVALID_VALUE, update_by(buffer_, 1, &other, configs));
  EXPECT_EQ(CL_SUCCESS, update_by(buffer_, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, update_by(buffer_, 1, types, configs));
}

// "CL_INVALID_VALUE if arg_list is NULL and num_args > 0, or arg_list is not NULL and num_args is
// 0", likewise of the other lists.
TEST_F(RefusedUpdates, CheckTheListsOfTheirConfigs) {
  const Argument argument = {1, 0, nullptr};
  const ExecutionInfo info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr};
  Config changed = config();
  changed.num_args = 1;
  expect_refused(CL_INVALID_VALUE, changed);
  changed = config();
  changed.arg_list = &argument;
  expect_refused(CL_INVALID_VALUE, changed);
  changed = config();
  changed.num_svm_args = 1;
  expect_refused(CL_INVALID_VALUE, changed);
  changed = config();
  changed.arg_svm_list = &argument;
  expect_refused(CL_INVALID_VALUE, changed);
  changed = config();
  changed.num_exec_infos = 1;
  expect_refused(CL_INVALID_VALUE, changed);
  changed = config();
  changed.exec_info_list = &info;
  expect_refused(CL_INVALID_VALUE, changed);
}

// "CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable command object returned from
// clCommandNDRangeKernelKHR, or created from command_buffer."
TEST_F(RefusedUpdates, NeedACommandOfTheBuffer) {
  const CommandBuffer other = make_mutable(queue_);
  cl_mutable_command_khr of_other = nullptr;
  ASSERT_EQ(CL_SUCCESS, record(other, make("add", numbers_, 1), &of_other));
  auto* const buffer =
      reinterpret_cast<cl_mutable_command_khr>(static_cast<cl_command_buffer_khr>(buffer_));
  for (cl_mutable_command_khr command : {cl_mutable_command_khr{nullptr}, of_other, buffer}) {
    expect_refused(CL_INVALID_MUTABLE_COMMAND_KHR, config_of(command));
  }
}

// "CL_INVALID_OPERATION if work_dim is not zero and different from the work_dim set on command
// recording."
TEST_F(RefusedUpdates, KeepTheDimensions) {
  Config changed = config();
  changed.work_dim = 2;
  expect_refused(CL_INVALID_OPERATION, changed);
  changed.work_dim = 1;
  EXPECT_EQ(CL_SUCCESS, update(buffer_, {changed}));
}

// "CL_INVALID_OPERATION if the values of local_work_size and/or global_work_size result in a change
// to work-group uniformity."
TEST_F(RefusedUpdates, KeepTheUniformityOfWorkGroups) {
  const CommandBuffer own = make_mutable(queue_);
  const size_t local = 8, uneven = count - 1, less = 7;
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, record(own, make("add", numbers_, 1), &command, nullptr, &local));
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(own));
  Config changed = config_of(command);
  changed.global_work_size = &uneven;
  EXPECT_EQ(CL_INVALID_OPERATION, update(own, {changed}));
  changed = config_of(command);
  changed.local_work_size = &less;
  EXPECT_EQ(CL_INVALID_OPERATION, update(own, {changed}));
  const size_t half = count / 2;
  changed = config_of(command);
  changed.global_work_size = &half;
  EXPECT_EQ(CL_SUCCESS, update(own, {changed}));
}

// "CL_INVALID_OPERATION if the CL_MUTABLE_DISPATCH_…_KHR property was not set on command recording
// and …": each field.
TEST_F(RefusedUpdates, ChangeTheFieldsThatWereNamed) {
  const size_t number = 16;
  const cl_int value = 3;
  const Argument argument = {1, sizeof value, &value};
  void* const memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0);
  const Argument pointer = {0, 0, memory};
  const ExecutionInfo info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof memory, &memory};
  struct Field {
    cl_mutable_dispatch_fields_khr bit;
    Config config;
  };
  std::vector<Field> fields(6);
  fields[0].bit = CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR;
  fields[0].config.global_work_offset = &number;
  fields[1].bit = CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR;
  fields[1].config.global_work_size = &number;
  fields[2].bit = CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR;
  fields[2].config.local_work_size = &number;
  fields[3].bit = CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
  fields[3].config.num_args = 1;
  fields[3].config.arg_list = &argument;
  fields[4].bit = CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
  fields[4].config.num_svm_args = 1;
  fields[4].config.arg_svm_list = &pointer;
  fields[5].bit = CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
  fields[5].config.num_exec_infos = 1;
  fields[5].config.exec_info_list = &info;
  for (const Field& field : fields) {
    buffer_ = make_mutable(queue_);
    const Kernel kernel = make("add", numbers_, 1);
    const auto may = record_with(kernel, field.bit);
    const auto may_not = record_with(kernel, all_fields & ~field.bit);
    const auto nothing = record_with(kernel, 0);
    finalize();
    Config changed = field.config;
    changed.command = may_not;
    EXPECT_EQ(CL_INVALID_OPERATION, update(buffer_, {changed})) << field.bit;
    changed.command = nothing;
    EXPECT_EQ(CL_INVALID_OPERATION, update(buffer_, {changed})) << field.bit;
    changed.command = may;
    EXPECT_EQ(CL_SUCCESS, update(buffer_, {changed})) << field.bit;
  }
  buffer_ = CommandBuffer();
  clSVMFree(context_, memory);
}

// "the errors defined by clEnqueueNDRangeKernel, clSetKernelExecInfo, clSetKernelArg, and
// clSetKernelArgSVMPointer are returned … if any of the struct elements are set to an invalid
// value."
TEST_F(RefusedUpdates, RefuseArgumentsAsTheirSettersDo) {
  const cl_int number = 3;
  const cl_mem no_buffer = reinterpret_cast<cl_mem>(static_cast<cl_context>(context_));
  expect_refused_argument(CL_INVALID_ARG_INDEX, {2, sizeof number, &number});
  expect_refused_argument(CL_INVALID_ARG_SIZE, {1, sizeof number - 1, &number});
  expect_refused_argument(CL_INVALID_ARG_VALUE, {1, sizeof number, nullptr});
  expect_refused_argument(CL_INVALID_MEM_OBJECT, {0, sizeof no_buffer, &no_buffer});
  const Argument pointer = {2, 0, nullptr};
  Config changed = config();
  changed.num_svm_args = 1;
  changed.arg_svm_list = &pointer;
  expect_refused(CL_INVALID_ARG_INDEX, changed);
  const Argument of_number = {1, 0, &number};
  changed.arg_svm_list = &of_number;
  expect_refused(CL_INVALID_ARG_VALUE, changed);
}

TEST_F(RefusedUpdates, RefuseExecutionInformationAsItsSetterDoes) {
  const cl_bool no = CL_FALSE;
  const ExecutionInfo infos[] = {{0x4711, sizeof no, &no},
                                 {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &no},
                                 {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void*), nullptr}};
  for (const ExecutionInfo& info : infos) {
    Config changed = config();
    changed.num_exec_infos = 1;
    changed.exec_info_list = &info;
    expect_refused(CL_INVALID_VALUE, changed);
  }
}

TEST_F(RefusedUpdates, RefuseSizesAsEnqueuesDo) {
  const size_t huge = size_t{1} << 40, last = std::numeric_limits<size_t>::max();
  Config changed = config();
  changed.local_work_size = &huge;
  changed.global_work_size = &huge;
  expect_refused(CL_INVALID_WORK_ITEM_SIZE, changed);
  changed = config();
  changed.global_work_offset = &last;
  expect_refused(CL_INVALID_GLOBAL_OFFSET, changed);
}

}  // namespace
}  // namespace cleave::test
