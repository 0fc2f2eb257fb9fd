// cl_khr_command_buffer: what each call that records refuses.
#include <ostream>

#include "support/command_buffers.h"
#include "support/every_object.h"
#include "support/images.h"

namespace cleave::test {
namespace {

/// The arguments that all calls which record have in common.
struct Common {
  cl_command_buffer_khr buffer;
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr* properties = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr* sync_points = nullptr;
  cl_sync_point_khr* sync_point = nullptr;
  cl_mutable_command_khr* mutable_handle = nullptr;
};

constexpr Triple part = {4, 4, 1};

/// Every object, and images.
class On : public EveryObject {
 public:
  void SetUp() override {
    EveryObject::SetUp();
    recorded_ = make_command_buffer(queue_);
    image_ = make_image(context_, description(CL_MEM_OBJECT_IMAGE2D, 8, 8));
    second_image_ = make_image(context_, description(CL_MEM_OBJECT_IMAGE2D, 8, 8));
    other_image_ = make_image(other_context_, description(CL_MEM_OBJECT_IMAGE2D, 8, 8));
    immutable_ = make_buffer(size, support::mem_immutable_ext | CL_MEM_COPY_HOST_PTR, host_.data());
  }
  [[nodiscard]] static Memory make_image(cl_context context, const cl_image_desc& made,
                                         cl_image_format format = rgba8) {
    cl_int error = 1;
    Memory image(clCreateImage(context, CL_MEM_READ_WRITE, &format, &made, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return image;
  }
  [[nodiscard]] Kernel kernel_of(const char* source, const char* options = "") {
    return make_kernel(source, "k", options);
  }
  [[nodiscard]] Common common() const { return {recorded_}; }

  CommandBuffer recorded_;
  Memory image_, second_image_, other_image_, immutable_;
};

/// The end of a call, from what is common.
#define CLEAVE_BEGIN common.buffer, common.queue, common.properties
#define CLEAVE_END common.count, common.sync_points, common.sync_point, common.mutable_handle

/// A call that records a good command.
struct Recording {
  const char* name;
  cl_int (*record)(On& on, const Common& common);
  friend void PrintTo(const Recording& row, std::ostream* out) { *out << row.name; }
};

const Recording recordings[] = {
    {"Barrier",
     [](On& /*on*/, const Common& common) {
       return command_buffers().barrier(CLEAVE_BEGIN, CLEAVE_END);
     }},
    {"NDRangeKernel",
     [](On& on, const Common& common) {
       constexpr size_t items = 8;
       return command_buffers().launch(CLEAVE_BEGIN, on.kernel_, 1, nullptr, &items, nullptr,
                                       CLEAVE_END);
     }},
    {"CopyBuffer",
     [](On& on, const Common& common) {
       return command_buffers().copy_buffer(CLEAVE_BEGIN, on.buffer_, on.second_, 0, 0, On::size,
                                            CLEAVE_END);
     }},
    {"CopyBufferRect",
     [](On& on, const Common& common) {
       return command_buffers().copy_rect(CLEAVE_BEGIN, on.buffer_, on.second_, origin, origin,
                                          region, 0, 0, 0, 0, CLEAVE_END);
     }},
    {"FillBuffer",
     [](On& on, const Common& common) {
       return command_buffers().fill_buffer(CLEAVE_BEGIN, on.buffer_, on.host_.data(), 4, 0,
                                            On::size, CLEAVE_END);
     }},
    {"CopyImage",
     [](On& on, const Common& common) {
       return command_buffers().copy_image(CLEAVE_BEGIN, on.image_, on.second_image_, origin,
                                           origin, part.data(), CLEAVE_END);
     }},
    {"CopyBufferToImage",
     [](On& on, const Common& common) {
       return command_buffers().copy_to_image(CLEAVE_BEGIN, on.buffer_, on.image_, 0, origin,
                                              part.data(), CLEAVE_END);
     }},
    {"CopyImageToBuffer",
     [](On& on, const Common& common) {
       return command_buffers().copy_from_image(CLEAVE_BEGIN, on.image_, on.buffer_, origin,
                                                part.data(), 0, CLEAVE_END);
     }},
    {"FillImage",
     [](On& on, const Common& common) {
       return command_buffers().fill_image(CLEAVE_BEGIN, on.image_, on.host_.data(), origin,
                                           part.data(), CLEAVE_END);
     }},
    {"SVMMemcpy",
     [](On& on, const Common& common) {
       return command_buffers().copy_svm(CLEAVE_BEGIN, on.svm_, on.svm_ + 8, 8 * sizeof(cl_int),
                                         CLEAVE_END);
     }},
    {"SVMMemFill",
     [](On& on, const Common& common) {
       return command_buffers().fill_svm(CLEAVE_BEGIN, on.svm_, on.host_.data(), 4, On::size,
                                         CLEAVE_END);
     }},
};

std::vector<Recording> fixed_commands() {
  std::vector<Recording> all;
  for (const Recording& recording : recordings) {
    if (std::string(recording.name) != "NDRangeKernel") all.push_back(recording);
  }
  return all;
}

class RecordedCommands : public On, public testing::WithParamInterface<Recording> {
 protected:
  [[nodiscard]] cl_int record(const Common& common) { return GetParam().record(*this, common); }
  /// Records with a place for the sync point, which a refusal must leave as it is.
  [[nodiscard]] cl_int refusal(Common common) {
    cl_sync_point_khr sync_point = 4711;
    common.sync_point = &sync_point;
    const cl_int code = record(common);
    EXPECT_EQ(4711U, sync_point);
    return code;
  }
};

TEST_P(RecordedCommands, AreRecorded) {
  cl_sync_point_khr first = 0, second = 0;
  Common common{recorded_};
  EXPECT_EQ(CL_SUCCESS, record(common));
  common.sync_point = &first;
  EXPECT_EQ(CL_SUCCESS, record(common));
  common.sync_point = &second;
  common.count = 1;
  common.sync_points = &first;
  EXPECT_EQ(CL_SUCCESS, record(common));
  EXPECT_NE(first, second);
  EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(recorded_));
  EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, recorded_, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

// "CL_INVALID_COMMAND_BUFFER_KHR if command_buffer is not a valid command-buffer."
TEST_P(RecordedCommands, NeedACommandBuffer) {
  CommandBuffer made = make_command_buffer(queue_);
  const cl_command_buffer_khr released = made;
  made = CommandBuffer();
  auto* const queue =
      reinterpret_cast<cl_command_buffer_khr>(static_cast<cl_command_queue>(queue_));
  for (cl_command_buffer_khr bad : {cl_command_buffer_khr{nullptr}, queue, released}) {
    Common common{bad};
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, refusal(common));
    common.queue = queue_;
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, refusal(common));
  }
}

// "CL_INVALID_COMMAND_QUEUE if the cl_khr_command_buffer_multi_device extension is not supported
// and command_queue is not NULL."
TEST_P(RecordedCommands, TakeNoQueue) {
  Common common{recorded_};
  common.queue = queue_;
  if (offers_several_queues()) {
    EXPECT_EQ(CL_SUCCESS, record(common));
  } else {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, refusal(common));
  }
}

// "CL_INVALID_COMMAND_QUEUE if … command_queue is not NULL and not a command-queue listed on
// command_buffer creation", "CL_INVALID_CONTEXT if command_queue is not NULL, and the context
// associated with command_queue and command_buffer is not the same."
TEST_P(RecordedCommands, TakeAQueueOfTheirBuffer) {
  if (!offers_several_queues()) return;
  const Queue other = make_queue(0);
  cl_int error = 1;
  const Context elsewhere(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Queue foreign(clCreateCommandQueue(elsewhere, device_, 0, &error));
  auto* const none = reinterpret_cast<cl_command_queue>(static_cast<cl_context>(context_));
  Common common{recorded_};
  for (const auto& [queue, code] :
       {std::pair<cl_command_queue, cl_int>{other, CL_INVALID_COMMAND_QUEUE},
        std::pair<cl_command_queue, cl_int>{foreign, CL_INVALID_CONTEXT},
        std::pair<cl_command_queue, cl_int>{none, CL_INVALID_COMMAND_QUEUE}}) {
    common.queue = queue;
    EXPECT_EQ(code, refusal(common));
  }
  const CommandBuffer of_two = make_command_buffer({queue_, other});
  Common for_two{of_two};
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, refusal(for_two));
  for_two.queue = other;
  EXPECT_EQ(CL_SUCCESS, record(for_two));
}

// "CL_INVALID_OPERATION if command_buffer has been finalized."
TEST_P(RecordedCommands, AreNotRecordedIntoAFinalizedBuffer) {
  ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(recorded_));
  EXPECT_EQ(CL_INVALID_OPERATION, refusal({recorded_}));
}

// "CL_INVALID_VALUE if values specified in properties are not valid." The extension defines none.
TEST_P(RecordedCommands, TakeNoProperties) {
  const cl_command_properties_khr some[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0};
  Common common{recorded_};
  common.properties = some;
  EXPECT_EQ(CL_INVALID_VALUE, refusal(common));
  const cl_command_properties_khr none[] = {0};
  common.properties = none;
  EXPECT_EQ(CL_SUCCESS, record(common));
}

// "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and
// num_sync_points_in_wait_list is > 0, or sync_point_wait_list is not NULL and
// num_sync_points_in_wait_list is 0, or if synchronization-point objects in sync_point_wait_list
// are not valid synchronization-points."
TEST_P(RecordedCommands, CheckTheirSyncPoints) {
  cl_sync_point_khr points[] = {0, 0};
  Common common{recorded_};
  common.count = 1;
  EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, refusal(common));
  common.sync_points = points;
  EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, refusal(common)) << "nothing is recorded yet";
  ASSERT_EQ(CL_SUCCESS, record({.buffer = recorded_, .sync_point = points}));
  common.count = 0;
  EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, refusal(common));
  points[1] = ~cl_sync_point_khr{0};
  common.count = 2;
  EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, refusal(common));
  points[1] = points[0];
  EXPECT_EQ(CL_SUCCESS, record(common));
}

INSTANTIATE_TEST_SUITE_P(Of, RecordedCommands, testing::ValuesIn(recordings), name_of_parameter);

/// Commands that cl_khr_command_buffer_mutable_dispatch does not change: all but launches.
class FixedCommands : public RecordedCommands {};

// "CL_INVALID_VALUE if mutable_handle is not NULL.": launches alone may give one.
TEST_P(FixedCommands, GiveNoHandle) {
  cl_mutable_command_khr handle = nullptr;
  Common common{recorded_};
  common.mutable_handle = &handle;
  EXPECT_EQ(CL_INVALID_VALUE, refusal(common));
  EXPECT_EQ(nullptr, handle);
}

INSTANTIATE_TEST_SUITE_P(Of, FixedCommands, testing::ValuesIn(fixed_commands()), name_of_parameter);

/// A call with arguments that no enqueue of its kind would take.
struct Refused {
  const char* name;
  cl_int code;
  cl_int (*call)(On& on, const Common& common);
  friend void PrintTo(const Refused& row, std::ostream* out) { *out << row.name; }
};

#define ROW(name, code, function, ...)                                         \
  {name, code, []([[maybe_unused]] On& on, const Common& common) {             \
     return command_buffers().function(CLEAVE_BEGIN, __VA_ARGS__, CLEAVE_END); \
   }}

constexpr size_t none[3] = {0, 0, 0};
constexpr size_t beyond[3] = {6, 6, 0};
constexpr size_t far_slice[3] = {0, 0, 4};
constexpr size_t items[4] = {8, 1, 1, 1};
constexpr size_t three[1] = {3};
constexpr size_t huge[1] = {size_t{1} << 40};
constexpr size_t last[1] = {SIZE_MAX};
const cl_int value = 1;

cl_int launch(const Common& common, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
              const size_t* global, const size_t* local) {
  return command_buffers().launch(CLEAVE_BEGIN, kernel, dimensions, offset, global, local,
                                  CLEAVE_END);
}

const Refused refused_buffers[] = {
    ROW("CopyFromNoBuffer", CL_INVALID_MEM_OBJECT, copy_buffer, nullptr, on.second_, 0, 0, 4),
    ROW("CopyFromAnImage", CL_INVALID_MEM_OBJECT, copy_buffer, on.image_, on.second_, 0, 0, 4),
    ROW("CopyToNoBuffer", CL_INVALID_MEM_OBJECT, copy_buffer, on.buffer_, on.wrong_buffer_, 0, 0,
        4),
    ROW("CopyFromAnotherContext", CL_INVALID_CONTEXT, copy_buffer, on.other_buffer_, on.second_, 0,
        0, 4),
    ROW("CopyToAnotherContext", CL_INVALID_CONTEXT, copy_buffer, on.buffer_, on.other_buffer_, 0, 0,
        4),
    ROW("CopyFromBeyondTheEnd", CL_INVALID_VALUE, copy_buffer, on.buffer_, on.second_, 4, 0,
        On::size),
    ROW("CopyBeyondTheEnd", CL_INVALID_VALUE, copy_buffer, on.buffer_, on.second_, 0, 4, On::size),
    ROW("CopyOntoItself", CL_MEM_COPY_OVERLAP, copy_buffer, on.buffer_, on.buffer_, 0, 4, 8),
    ROW("CopyToAnImmutableBuffer", CL_INVALID_OPERATION, copy_buffer, on.buffer_, on.immutable_, 0,
        0, 4),
    ROW("CopyRectFromNoBuffer", CL_INVALID_MEM_OBJECT, copy_rect, nullptr, on.second_, origin,
        origin, region, 0, 0, 0, 0),
    ROW("CopyRectToAnotherContext", CL_INVALID_CONTEXT, copy_rect, on.buffer_, on.other_buffer_,
        origin, origin, region, 0, 0, 0, 0),
    ROW("CopyRectWithoutARegion", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, origin,
        origin, nullptr, 0, 0, 0, 0),
    ROW("CopyRectWithoutAnOrigin", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, nullptr,
        origin, region, 0, 0, 0, 0),
    ROW("CopyRectOfNothing", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, origin, origin,
        none, 0, 0, 0, 0),
    ROW("CopyRectBeyondTheEnd", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, origin,
        far_slice, region, 0, 0, 0, 64),
    ROW("CopyRectWithAShortPitch", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, origin,
        origin, region, 3, 0, 0, 0),
    ROW("CopyRectWithAnUnevenPitch", CL_INVALID_VALUE, copy_rect, on.buffer_, on.second_, origin,
        origin, region, 4, 18, 0, 0),
    ROW("CopyRectOntoItself", CL_MEM_COPY_OVERLAP, copy_rect, on.buffer_, on.buffer_, origin,
        origin, region, 0, 0, 0, 0),
    ROW("FillOfNoBuffer", CL_INVALID_MEM_OBJECT, fill_buffer, nullptr, &value, 4, 0, 4),
    ROW("FillOfAnotherContext", CL_INVALID_CONTEXT, fill_buffer, on.other_buffer_, &value, 4, 0, 4),
    ROW("FillWithoutAPattern", CL_INVALID_VALUE, fill_buffer, on.buffer_, nullptr, 4, 0, 4),
    ROW("FillByNothing", CL_INVALID_VALUE, fill_buffer, on.buffer_, &value, 0, 0, 4),
    ROW("FillByThreeBytes", CL_INVALID_VALUE, fill_buffer, on.buffer_, &value, 3, 0, 6),
    ROW("FillAtAnUnevenOffset", CL_INVALID_VALUE, fill_buffer, on.buffer_, &value, 4, 2, 4),
    ROW("FillOfAnUnevenSize", CL_INVALID_VALUE, fill_buffer, on.buffer_, &value, 4, 0, 6),
    ROW("FillBeyondTheEnd", CL_INVALID_VALUE, fill_buffer, on.buffer_, &value, 4, 4, On::size),
    ROW("FillOfAnImmutableBuffer", CL_INVALID_OPERATION, fill_buffer, on.immutable_, &value, 4, 0,
        4),
};

const Refused refused_images[] = {
    ROW("CopyImageFromABuffer", CL_INVALID_MEM_OBJECT, copy_image, on.buffer_, on.image_, origin,
        origin, part.data()),
    ROW("CopyImageToNone", CL_INVALID_MEM_OBJECT, copy_image, on.image_, nullptr, origin, origin,
        part.data()),
    ROW("CopyImageOfAnotherContext", CL_INVALID_CONTEXT, copy_image, on.other_image_, on.image_,
        origin, origin, part.data()),
    {"CopyImageToAnotherFormat", CL_IMAGE_FORMAT_MISMATCH,
     [](On& on, const Common& common) {
       const Memory other =
           On::make_image(on.context_, description(CL_MEM_OBJECT_IMAGE2D, 8, 8), r8);
       return command_buffers().copy_image(CLEAVE_BEGIN, on.image_, other, origin, origin,
                                           part.data(), CLEAVE_END);
     }},
    ROW("CopyImageWithoutAnOrigin", CL_INVALID_VALUE, copy_image, on.image_, on.second_image_,
        nullptr, origin, part.data()),
    ROW("CopyImageBeyondTheEdge", CL_INVALID_VALUE, copy_image, on.image_, on.second_image_, origin,
        beyond, part.data()),
    ROW("CopyImageOfNothing", CL_INVALID_VALUE, copy_image, on.image_, on.second_image_, origin,
        origin, none),
    ROW("CopyImageOntoItself", CL_MEM_COPY_OVERLAP, copy_image, on.image_, on.image_, origin,
        origin, part.data()),
    ROW("ToImageFromAnImage", CL_INVALID_MEM_OBJECT, copy_to_image, on.second_image_, on.image_, 0,
        origin, part.data()),
    ROW("ToImageOfAnotherContext", CL_INVALID_CONTEXT, copy_to_image, on.buffer_, on.other_image_,
        0, origin, part.data()),
    ROW("ToImageFromBeyondTheEnd", CL_INVALID_VALUE, copy_to_image, on.buffer_, on.image_,
        On::size - 4, origin, part.data()),
    ROW("ToImageBeyondTheEdge", CL_INVALID_VALUE, copy_to_image, on.buffer_, on.image_, 0, beyond,
        part.data()),
    ROW("ToBufferFromABuffer", CL_INVALID_MEM_OBJECT, copy_from_image, on.buffer_, on.second_,
        origin, part.data(), 0),
    ROW("ToBufferOfAnotherContext", CL_INVALID_CONTEXT, copy_from_image, on.image_,
        on.other_buffer_, origin, part.data(), 0),
    ROW("ToBufferBeyondTheEnd", CL_INVALID_VALUE, copy_from_image, on.image_, on.buffer_, origin,
        part.data(), On::size - 4),
    ROW("ToBufferWithoutARegion", CL_INVALID_VALUE, copy_from_image, on.image_, on.buffer_, origin,
        nullptr, 0),
    ROW("FillImageThatIsABuffer", CL_INVALID_MEM_OBJECT, fill_image, on.buffer_, &value, origin,
        part.data()),
    ROW("FillImageOfAnotherContext", CL_INVALID_CONTEXT, fill_image, on.other_image_, &value,
        origin, part.data()),
    ROW("FillImageWithoutAColour", CL_INVALID_VALUE, fill_image, on.image_, nullptr, origin,
        part.data()),
    ROW("FillImageBeyondTheEdge", CL_INVALID_VALUE, fill_image, on.image_, on.host_.data(), beyond,
        part.data()),
};

const Refused refused_addresses[] = {
    ROW("CopyToNullAddress", CL_INVALID_VALUE, copy_svm, nullptr, on.svm_, 4),
    ROW("CopyFromNullAddress", CL_INVALID_VALUE, copy_svm, on.svm_, nullptr, 4),
    ROW("CopyAddressesThatOverlap", CL_MEM_COPY_OVERLAP, copy_svm, on.svm_, on.svm_ + 1, 8),
    ROW("FillAtNullAddress", CL_INVALID_VALUE, fill_svm, nullptr, &value, 4, 4),
    ROW("FillAddressWithoutAPattern", CL_INVALID_VALUE, fill_svm, on.svm_, nullptr, 4, 4),
    ROW("FillAtAnUnevenAddress", CL_INVALID_VALUE, fill_svm, reinterpret_cast<char*>(on.svm_) + 2,
        &value, 4, 4),
    ROW("FillAddressByThreeBytes", CL_INVALID_VALUE, fill_svm, on.svm_, &value, 3, 6),
    ROW("FillAddressOfAnUnevenSize", CL_INVALID_VALUE, fill_svm, on.svm_, &value, 4, 6),
};

const Refused refused_launches[] = {
    {"LaunchOfNoKernel", CL_INVALID_KERNEL,
     [](On& /*on*/, const Common& common) {
       return launch(common, nullptr, 1, nullptr, items, nullptr);
     }},
    {"LaunchOfAnotherContext", CL_INVALID_CONTEXT,
     [](On& on, const Common& /*common*/) {
       const CommandBuffer other = make_command_buffer(on.other_queue_);
       return launch({other}, on.kernel_, 1, nullptr, items, nullptr);
     }},
    {"LaunchWithoutArguments", CL_INVALID_KERNEL_ARGS,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_of("kernel void k(global int* p) {}"), 1, nullptr, items,
                     nullptr);
     }},
    {"LaunchOfNoDimensions", CL_INVALID_WORK_DIMENSION,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_, 0, nullptr, items, nullptr);
     }},
    {"LaunchOfFourDimensions", CL_INVALID_WORK_DIMENSION,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_, 4, nullptr, items, nullptr);
     }},
    {"LaunchOfAnotherGroupSize", CL_INVALID_WORK_GROUP_SIZE,
     [](On& on, const Common& common) {
       return launch(
           common,
           on.kernel_of("kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k() {}"), 1,
           nullptr, items, three);
     }},
    {"LaunchOfUnevenGroups", CL_INVALID_WORK_GROUP_SIZE,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_of("kernel void k() {}", "-cl-std=CL1.2"), 1, nullptr, items,
                     three);
     }},
    {"LaunchOfHugeGroups", CL_INVALID_WORK_ITEM_SIZE,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_, 1, nullptr, huge, huge);
     }},
    {"LaunchAtTheEndOfIds", CL_INVALID_GLOBAL_OFFSET,
     [](On& on, const Common& common) {
       return launch(common, on.kernel_, 1, last, items, nullptr);
     }},
    {"LaunchWithTooMuchLocalMemory", CL_OUT_OF_RESOURCES,
     [](On& on, const Common& common) {
       const Kernel kernel = on.kernel_of("kernel void k(local int* p) { *p = 1; }");
       EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, size_t{1} << 30, nullptr));
       return launch(common, kernel, 1, nullptr, items, nullptr);
     }},
};
#undef ROW

class RefusedRecordings : public On, public testing::WithParamInterface<Refused> {};

TEST_P(RefusedRecordings, AreErrorsOfTheEnqueue) {
  cl_sync_point_khr sync_point = 4711;
  Common common{recorded_};
  common.sync_point = &sync_point;
  EXPECT_EQ(GetParam().code, GetParam().call(*this, common));
  EXPECT_EQ(4711U, sync_point);
  // Nothing has been recorded: there is no sync point yet.
  const cl_sync_point_khr list[] = {0, 1};
  for (const cl_sync_point_khr& one : list) {
    EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
              command_buffers().barrier(recorded_, nullptr, nullptr, 1, &one, nullptr, nullptr));
  }
}

INSTANTIATE_TEST_SUITE_P(OfBuffers, RefusedRecordings, testing::ValuesIn(refused_buffers),
                         name_of_parameter);
INSTANTIATE_TEST_SUITE_P(OfImages, RefusedRecordings, testing::ValuesIn(refused_images),
                         name_of_parameter);
INSTANTIATE_TEST_SUITE_P(OfAddresses, RefusedRecordings, testing::ValuesIn(refused_addresses),
                         name_of_parameter);
INSTANTIATE_TEST_SUITE_P(OfLaunches, RefusedRecordings, testing::ValuesIn(refused_launches),
                         name_of_parameter);

#undef CLEAVE_BEGIN
#undef CLEAVE_END

}  // namespace
}  // namespace cleave::test
