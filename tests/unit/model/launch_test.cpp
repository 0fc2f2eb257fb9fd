#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "model/command/device_queues.h"
#include "planned_launches.h"

namespace cleave::model::test {
namespace {

// Facts that only x86 understands are read when code is loaded; those of another target stand for another program.
TEST_F(Launches, NoCodeIsLoadedWithFactsOfAnotherTarget) {
  compiler::interface::CodeRequest request;
  request.kernels.resize(1);
  request.kernels[0].name = "strange";
  request.kernels[0].of_target = {.target = compiler::interface::CodeTarget::nvptx};
  std::string error;
  EXPECT_EQ(hardware.load(std::move(request), error), nullptr);
  EXPECT_NE(error.find("kernel 'strange'"), std::string::npos) << error;
}

TEST_F(Launches, FreezesItsArguments) {
  auto queue = make_queue();
  auto kernel = make_kernel();
  auto buffer = make_buffer(64);
  auto* handle = give_handle<void*>(buffer);
  EXPECT_FALSE(kernel->is_complete());
  set_arguments(*kernel, buffer);
  EXPECT_TRUE(kernel->is_complete());
  auto submission = command::launch_work(*queue, request(kernel, 4096));
  ASSERT_TRUE(submission.ok());
  kernel->set_argument(2, local(4));
  submit(*queue, std::move(submission).value());
  const backend::Launch& launch = *hardware.launches.at(0);
  EXPECT_EQ(read<uint32_t>(launch, 0), 42u);
  EXPECT_EQ(read<std::byte*>(launch, 8), buffer->host_address());
  EXPECT_EQ(launch.largest_object_bytes, 64u);
  EXPECT_EQ(read<uint64_t>(launch, 16), 64u);  // 100 bytes after 20 of static variables
  EXPECT_EQ(read<uint64_t>(launch, 24), 0u);
  EXPECT_EQ(read<uint64_t>(launch, 32), 168u);  // 8 bytes
  EXPECT_EQ(launch.local_memory_size, 176u);
  EXPECT_EQ(launch.global_size[0], 4096u);
  EXPECT_EQ(4096 % launch.local_size[0], 0u);
  EXPECT_TRUE(memory::MemoryObject::release(handle));
}

/// 65,521 is prime: the uniform local size that is chosen is 1.
TEST_F(Launches, MergeSmallWorkGroupsOfAChosenSize) {
  auto queue = make_queue();
  auto kernel = make_kernel("merging");
  set_arguments(*kernel, {});
  const auto launched = [&](size_t items) -> const backend::Launch& {
    submit(*queue, command::launch_work(*queue, request(kernel, items)).value());
    return *hardware.launches.back();
  };
  const backend::Launch& prime = launched(65521);
  EXPECT_EQ(prime.merged.size[0], 1u);
  EXPECT_GE(prime.local_size[0], 64u);
  const backend::Launch& usual = launched(65536);
  EXPECT_EQ(usual.merged, compiler::interface::MergedGroups{});
  EXPECT_EQ(usual.local_size[0], 256u);
}

TEST_F(Launches, StreamsToLargeObjectsThatNoOtherArgumentHas) {
  hardware.device_facts.streamed_bytes = 64;
  auto queue = make_queue();
  auto kernel = make_kernel();
  const auto streamed = [&](size_t items) {
    auto submission = command::launch_work(*queue, request(kernel, items));
    EXPECT_TRUE(submission.ok());
    return std::get<support::Ref<backend::Launch>>(submission.value().action)->streamed_arguments;
  };
  auto buffer = make_buffer(64);
  auto* handle = give_handle<void*>(buffer);
  auto* small = give_handle<void*>(make_buffer(63));
  set_arguments(*kernel, buffer);
  EXPECT_EQ(streamed(4096), 2u) << "the argument with the number 1";
  EXPECT_EQ(streamed(4), 2u);
  EXPECT_EQ(streamed(3), 0u) << "so few work-items do not fill it";
  kernel->set_argument(3, {{}, buffer, 0, true});
  EXPECT_EQ(streamed(4096), 0u) << "another argument may read it";
  kernel->set_argument(3, {{}, nullptr, 0, true});
  kernel->set_argument(1, {{}, memory::MemoryObject::find(small), 0, true});
  EXPECT_EQ(streamed(4096), 0u) << "it stays in the caches";
  EXPECT_TRUE(memory::MemoryObject::release(small));
  EXPECT_TRUE(memory::MemoryObject::release(handle));
}

/// Launches a kernel whose arguments are an image that it writes and one that it does not only
/// write.
class LaunchesWithImages : public Launches {
 protected:
  support::Ref<memory::MemoryObject> make_image(size_t height) {
    memory::MemoryObject::Request request;
    request.context = context;
    request.image.type = CL_MEM_OBJECT_IMAGE2D;
    request.image.format = memory::find_image_format({CL_RGBA, CL_UNORM_INT8});
    request.image.width = 4;
    request.image.height = height;
    request.image.row_pitch = 16;
    request.size = 16 * height;
    return std::move(memory::MemoryObject::create(std::move(request))).value();
  }
  support::Ref<program::Kernel> make_image_kernel(cl_kernel_arg_access_qualifier access_of_second) {
    auto build = std::make_shared<program::ProgramBuild>();
    compiler::interface::KernelFacts facts;
    facts.name = "images";
    facts.arguments = {argument(ArgumentKind::image, 0), argument(ArgumentKind::image, 8)};
    facts.arguments[0].access_qualifier = CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    facts.arguments[1].access_qualifier = access_of_second;
    facts.argument_block_size = 16;
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    build->kernels = {facts};
    build->code = std::make_shared<PlannedProgram>(facts, hardware.facts());
    return std::move(program::Kernel::create(program, {{device.get(), build}})).value();
  }
  uint64_t streamed(const support::Ref<program::Kernel>& kernel,
                    const support::Ref<memory::MemoryObject>& first,
                    const support::Ref<memory::MemoryObject>& second) {
    kernel->set_argument(0, {{}, first, 0, true});
    kernel->set_argument(1, {{}, second, 0, true});
    auto submission = command::launch_work(*queue, request(kernel, 4096));
    EXPECT_TRUE(submission.ok());
    return std::get<support::Ref<backend::Launch>>(submission.value().action)->streamed_arguments;
  }
  support::Ref<command::Queue> queue = make_queue();
};

TEST_F(LaunchesWithImages, StreamToImagesWhereAllOfThemLeaveTheCaches) {
  auto kernel = make_image_kernel(CL_KERNEL_ARG_ACCESS_READ_ONLY);
  const auto small = make_image(1), medium = make_image(2), large = make_image(4);
  const auto kept = {give_handle<void*>(small), give_handle<void*>(medium),
                     give_handle<void*>(large)};
  hardware.device_facts.streamed_bytes = 96;
  EXPECT_EQ(streamed(kernel, medium, large), 1U) << "they are 96 bytes together";
  EXPECT_EQ(streamed(kernel, small, large), 0U) << "they stay in the caches";
  EXPECT_EQ(streamed(kernel, large, large), 0U) << "it may be read";
  hardware.device_facts.streamed_bytes = 80;
  EXPECT_EQ(streamed(kernel, small, large), 0U) << "so small an image takes little from the other";
  for (void* handle : kept) EXPECT_TRUE(memory::MemoryObject::release(handle));
}

TEST_F(LaunchesWithImages, StreamToImagesThatAreOnlyWritten) {
  auto kernel = make_image_kernel(CL_KERNEL_ARG_ACCESS_READ_WRITE);
  const auto first = make_image(4), second = make_image(4);
  const auto kept = {give_handle<void*>(first), give_handle<void*>(second)};
  hardware.device_facts.streamed_bytes = 64;
  EXPECT_EQ(streamed(kernel, first, second), 1U);
  for (void* handle : kept) EXPECT_TRUE(memory::MemoryObject::release(handle));
}

TEST_F(LaunchesWithPointers, KnowHowLargeTheMemoryIs) {
  auto kernel = make_kernel();
  set_arguments(*kernel, nullptr);
  ApplicationPointer inside = allocate(1000);
  inside.value += 10;
  kernel->set_argument(1, pointer(inside));
  EXPECT_EQ(read<uint64_t>(*launch(kernel), 8), inside.value);
  EXPECT_EQ(launch(kernel)->largest_object_bytes, 1000U);
  kernel->set_argument(1, pointer({0, {}}));
  EXPECT_EQ(launch(kernel)->largest_object_bytes, 0U);
  uint32_t of_system = 0;
  kernel->set_argument(1, pointer({reinterpret_cast<uint64_t>(&of_system), {}}));
  EXPECT_EQ(launch(kernel)->largest_object_bytes, SIZE_MAX) << "nobody knows";
}

TEST_F(LaunchesWithPointers, KnowNothingOfWhatTheKernelFollows) {
  auto kernel = make_kernel("following");
  set_arguments(*kernel, nullptr);
  EXPECT_EQ(launch(kernel)->largest_object_bytes, UINT64_MAX);
}

TEST_F(LaunchesWithPointers, StreamToAllocationsThatNoOtherArgumentHas) {
  hardware.device_facts.streamed_bytes = 64;
  auto kernel = make_kernel();
  set_arguments(*kernel, nullptr);
  const ApplicationPointer large = allocate(64);
  kernel->set_argument(1, pointer(large));
  EXPECT_EQ(launch(kernel)->streamed_arguments, 2U);
  kernel->set_argument(3, pointer({large.value + 32, large.memory}));
  EXPECT_EQ(launch(kernel)->streamed_arguments, 0U) << "another argument may read it";
  kernel->set_argument(3, pointer(allocate(64)));
  EXPECT_EQ(launch(kernel)->streamed_arguments, 2U + 8U) << "each has its own";
  kernel->set_argument(1, pointer(allocate(63)));
  EXPECT_EQ(launch(kernel)->streamed_arguments, 8U) << "it stays in the caches";
}

TEST_F(LaunchesWithPointers, ShareTheMemoryOfABufferInIt) {
  hardware.device_facts.streamed_bytes = 64;
  auto kernel = make_kernel();
  set_arguments(*kernel, nullptr);
  const ApplicationPointer large = allocate(64);
  kernel->set_argument(1, pointer(large));
  memory::MemoryObject::Request wanted;
  wanted.context = context;
  wanted.flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
  wanted.size = 64;
  wanted.svm = large.memory.lock();
  wanted.host_pointer = wanted.svm->allocation().host_address;
  auto buffer = std::move(memory::MemoryObject::create(std::move(wanted))).value();
  auto* handle = give_handle<void*>(buffer);
  kernel->set_argument(3, {{}, buffer, 0, true});
  EXPECT_EQ(launch(kernel)->streamed_arguments, 0U);
  EXPECT_TRUE(memory::MemoryObject::release(handle));
}

TEST_F(LaunchesWithObjects, KnowHowLargeTheMemoryIs) {
  const ApplicationPointer small = allocate(1000);
  set_object(*kernel, small.value + 10, 0);
  EXPECT_EQ(launch(kernel)->largest_object_bytes, 1000U);
  uint32_t of_system = 0;
  set_object(*kernel, small.value, reinterpret_cast<uint64_t>(&of_system));
  EXPECT_EQ(launch(kernel)->largest_object_bytes, SIZE_MAX) << "nobody knows";
}

// The end of one piece of memory may be the beginning of another one.
TEST_F(LaunchesWithObjects, CountAllMemoryForTheSizeOfTheLargest) {
  const ApplicationPointer small = allocate(1000);
  const ApplicationPointer large = allocate(5000);
  set_object(*kernel, small.value, 0);
  EXPECT_EQ(launch(kernel)->largest_object_bytes, 5000U);
}

TEST_F(LaunchesWithObjects, KeepTheMemoryOfTheirPointers) {
  const ApplicationPointer memory = allocate(1000);
  const auto holders = memory.memory.use_count();
  set_object(*kernel, memory.value, 0);
  auto submission = command::launch_work(*queue, request(kernel, 4096));
  ASSERT_TRUE(submission.ok());
  EXPECT_EQ(holders + 1, memory.memory.use_count());
}

TEST_F(LaunchesWithObjects, ReachAllMemoryOnlyByPointersThatMayBeItsEnd) {
  kernel->change_indirect_accesses({.added = unified_kinds});
  const auto reaches_all = [&](const support::Ref<program::Kernel>& launched, uint64_t pointer) {
    set_object(*launched, pointer, 0);
    auto submission = command::launch_work(*queue, request(launched, 4096));
    return submission.ok() &&
           submission.value().extra().indirect.is_to(AddressedMemory::Kind::device);
  };
  const ApplicationPointer memory = allocate(1000);
  EXPECT_FALSE(reaches_all(kernel, memory.value + 999));
  EXPECT_TRUE(reaches_all(kernel, memory.value + 1000));
  auto following = make_kernel_of_object(true);
  following->change_indirect_accesses({.added = only(AddressedMemory::Kind::device)});
  EXPECT_TRUE(reaches_all(following, memory.value));
}

// Launches find the buffers of the launch before, where nothing has changed.
class LaunchesWithBuffersInObjects : public LaunchesWithObjects {
 protected:
  /// A buffer that an application holds.
  class Buffer {
   public:
    explicit Buffer(support::Ref<memory::MemoryObject> object)
        : object_(object.get()), handle_(give_handle<void*>(std::move(object))) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { EXPECT_TRUE(memory::MemoryObject::release(handle_)); }
    [[nodiscard]] const memory::MemoryObject* get() const { return object_; }

   private:
    const memory::MemoryObject* object_;
    void* handle_;
  };
  support::Ref<memory::MemoryObject> buffer_at(void* host) {
    memory::MemoryObject::Request wanted;
    wanted.context = context;
    wanted.flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    wanted.size = 64;
    wanted.host_pointer = host;
    wanted.has_device_address = true;
    return std::move(memory::MemoryObject::create(std::move(wanted))).value();
  }
  void name(const std::vector<uint64_t>& addresses) {
    program::IndirectAccessChange change{.list = &program::IndirectAccesses::buffers};
    for (uint64_t address : addresses) {
      change.addresses.push_back({address, context->addresses().find(address)});
    }
    kernel->change_indirect_accesses(std::move(change));
  }
  /// The buffers that a launch of the kernel accesses.
  std::vector<const memory::MemoryObject*> accessed() {
    auto submission = command::launch_work(*queue, request(kernel, 4096));
    std::vector<const memory::MemoryObject*> found;
    EXPECT_EQ(submission.status(), CL_SUCCESS);
    if (!submission.ok()) return found;
    for (const auto& access : submission.value().accesses) found.push_back(access.object.get());
    return found;
  }
  static uint64_t address_of(const auto& memory) {
    return reinterpret_cast<uint64_t>(memory.data());
  }
  using Buffers = std::vector<const memory::MemoryObject*>;
  alignas(128) std::array<std::byte, 64> first_memory{}, second_memory{}, third_memory{};
};

TEST_F(LaunchesWithBuffersInObjects, KeepThemAgainAndAgain) {
  const Buffer first(buffer_at(first_memory.data())), second(buffer_at(second_memory.data()));
  set_object(*kernel, address_of(first_memory), address_of(second_memory));
  name({address_of(first_memory), address_of(second_memory)});
  for (int i = 0; i < 3; ++i) EXPECT_EQ((Buffers{first.get(), second.get()}), accessed());
  set_object(*kernel, address_of(second_memory), address_of(first_memory) + 8);
  for (int i = 0; i < 3; ++i) EXPECT_EQ((Buffers{second.get(), first.get()}), accessed());
}

TEST_F(LaunchesWithBuffersInObjects, FindWhatThePointersPointToNow) {
  const Buffer first(buffer_at(first_memory.data()));
  std::optional<Buffer> second(buffer_at(second_memory.data()));
  set_object(*kernel, address_of(first_memory), address_of(second_memory));
  name({address_of(first_memory), address_of(second_memory)});
  EXPECT_EQ((Buffers{first.get(), second->get()}), accessed());
  second.reset();
  EXPECT_EQ((Buffers{first.get()}), accessed()) << "the other one is no more";
  second.emplace(buffer_at(third_memory.data()));  // it may have the handle of that
  EXPECT_EQ((Buffers{first.get()}), accessed());
  const Buffer again(buffer_at(second_memory.data()));
  // By the pointer in the value, and by the address that was named.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ((Buffers{first.get(), again.get(), again.get()}), accessed());
  }
}

TEST_F(LaunchesWithBuffersInObjects, ReachWhatIsNamedAnew) {
  const Buffer first(buffer_at(first_memory.data())), third(buffer_at(third_memory.data()));
  set_object(*kernel, address_of(first_memory), address_of(first_memory));
  name({address_of(first_memory)});
  for (int i = 0; i < 2; ++i) EXPECT_EQ((Buffers{first.get(), first.get()}), accessed());
  name({address_of(third_memory)});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ((Buffers{first.get(), first.get(), third.get()}), accessed());
  }
}

// They are looked up a few at a time.
TEST_F(LaunchesWithObjects, MayHaveAnyNumberOfPointers) {
  constexpr size_t count = 19;
  auto build = std::make_shared<program::ProgramBuild>();
  compiler::interface::KernelFacts facts;
  facts.name = "many";
  facts.arguments = {argument(ArgumentKind::value, 0, 8 * count)};
  facts.argument_block_size = 8 * count;
  facts.sub_group_size = 16;
  facts.maximum_work_group_size = 4096;
  program::ArgumentValue value;
  std::vector<ApplicationPointer> all;
  for (uint32_t i = 0; i < count; ++i) {
    facts.pointers_in_values.push_back(8 * i);
    all.push_back(allocate(64));
    const auto* bytes = reinterpret_cast<const std::byte*>(&all.back().value);
    value.bytes.insert(value.bytes.end(), bytes, bytes + 8);
  }
  build->kernels = {facts};
  build->code = std::make_shared<PlannedProgram>(facts, hardware.facts());
  auto many = std::move(program::Kernel::create(program, {{device.get(), build}})).value();
  many->set_argument(0, value);
  const auto holders = all[0].memory.use_count();
  auto submission = command::launch_work(*queue, request(many, 4096));
  ASSERT_TRUE(submission.ok());
  for (const ApplicationPointer& one : all) EXPECT_EQ(holders + 1, one.memory.use_count());
}

// Behind the one argument, by the eight bytes of the block that they are in: 1 and 3.
TEST_F(LaunchesWithObjects, StreamToAllocationsThatNoOtherPointerHas) {
  hardware.device_facts.streamed_bytes = 64;
  const ApplicationPointer first = allocate(64);
  set_object(*kernel, first.value, 0);
  EXPECT_EQ(launch(kernel)->streamed_arguments, 2U);
  set_object(*kernel, first.value, first.value + 32);
  EXPECT_EQ(launch(kernel)->streamed_arguments, 0U) << "the other pointer may read it";
  set_object(*kernel, first.value, allocate(64).value);
  EXPECT_EQ(launch(kernel)->streamed_arguments, 2U + 8U) << "each has its own";
}

TEST_F(Launches, HasNoArgumentThatIsGone) {
  auto queue = make_queue();
  auto kernel = make_kernel();
  auto* handle = give_handle<void*>(make_buffer(64));
  set_arguments(*kernel, memory::MemoryObject::find(handle));
  EXPECT_TRUE(command::launch_work(*queue, request(kernel, 16)).ok());
  EXPECT_TRUE(memory::MemoryObject::release(handle));
  EXPECT_EQ(command::find_unset_argument(*kernel), 1u);
  EXPECT_EQ(command::launch_work(*queue, request(kernel, 16)).status(), CL_INVALID_KERNEL_ARGS);
}

TEST_F(Launches, OfNothingIsACommandThatEnds) {
  auto queue = make_queue();
  auto kernel = make_kernel();
  set_arguments(*kernel, nullptr);
  auto event = submit(*queue, std::move(command::launch_work(*queue, request(kernel, 0))).value());
  EXPECT_EQ(event->status(), CL_COMPLETE);
  EXPECT_TRUE(hardware.launches.empty());
}

TEST_F(Launches, WithoutCodeIsOutOfResources) {
  auto queue = make_queue();
  auto kernel = make_kernel("broken");
  set_arguments(*kernel, nullptr);
  EXPECT_EQ(command::launch_work(*queue, request(kernel, 1)).status(), CL_OUT_OF_RESOURCES);
}

TEST_F(Launches, ACloneHasTheArgumentsAndKeepsItsOwn) {
  auto kernel = make_kernel();
  set_arguments(*kernel, nullptr);
  auto clone = std::move(program::Kernel::clone(*kernel)).value();
  EXPECT_TRUE(clone->is_complete());
  clone->set_argument(2, local(1000));
  EXPECT_EQ(kernel->arguments()[2].local_size, 100u);
  EXPECT_EQ(clone->local_memory_size(clone->on(*device)), 128u + 1000u + 8u);
}

TEST_F(Launches, AProgramWithKernelsCannotBeBuilt) {
  auto kernel = make_kernel();
  EXPECT_EQ(program->build({}, "", nullptr), CL_INVALID_OPERATION);
}

}  // namespace
}  // namespace cleave::model::test
