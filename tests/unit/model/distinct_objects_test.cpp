// Which launches promise that their arguments lead to distinct objects.
#include <array>
#include <optional>

#include "planned_launches.h"

namespace cleave::model::test {
namespace {

/// Launches a kernel that gains by it, with buffers as its arguments 1 and 3.
class DistinctBuffers : public Launches {
 protected:
  bool distinct(const support::Ref<memory::MemoryObject>& first,
                const support::Ref<memory::MemoryObject>& second) {
    set_arguments(*kernel, first);
    kernel->set_argument(3, {{}, second, 0, true});
    auto submission = command::launch_work(*queue, request(kernel, 4096));
    EXPECT_TRUE(submission.ok());
    return std::get<support::Ref<backend::Launch>>(submission.value().action)->distinct_objects;
  }
  support::Ref<memory::MemoryObject> hold(support::Ref<memory::MemoryObject> object) {
    handles.push_back(give_handle<void*>(object));
    return object;
  }
  support::Ref<memory::MemoryObject> part(const support::Ref<memory::MemoryObject>& parent,
                                          size_t origin, size_t bytes) {
    memory::MemoryObject::Request wanted;
    wanted.context = context;
    wanted.parent = parent;
    wanted.origin = origin;
    wanted.size = bytes;
    return hold(std::move(memory::MemoryObject::create(std::move(wanted))).value());
  }
  support::Ref<memory::MemoryObject> buffer_at(void* host, size_t bytes) {
    return hold(make_buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host));
  }
  void TearDown() override {
    for (void* handle : handles) EXPECT_TRUE(memory::MemoryObject::release(handle));
  }
  std::vector<void*> handles;
  support::Ref<command::Queue> queue = make_queue();
  support::Ref<program::Kernel> kernel = make_kernel("looping");
};

TEST_F(DistinctBuffers, AreTwo) {
  const auto one = hold(make_buffer(64)), other = hold(make_buffer(64));
  EXPECT_TRUE(distinct(one, other));
  EXPECT_TRUE(distinct(one, nullptr));
  EXPECT_FALSE(distinct(one, one));
}

// The answer is kept until an argument is set.
TEST_F(DistinctBuffers, AreAskedForAnewWhenArgumentsAreSet) {
  const auto one = hold(make_buffer(64)), other = hold(make_buffer(64));
  const auto distinct_again = [&] {
    auto submission = command::launch_work(*queue, request(kernel, 4096));
    return std::get<support::Ref<backend::Launch>>(submission.value().action)->distinct_objects;
  };
  EXPECT_TRUE(distinct(one, other));
  EXPECT_TRUE(distinct_again());
  kernel->set_argument(3, {{}, one, 0, true});
  EXPECT_FALSE(distinct_again());
  EXPECT_FALSE(distinct_again());
  kernel->set_argument(1, {{}, other, 0, true});
  EXPECT_TRUE(distinct_again());
  kernel->set_argument(3, {{}, other, 0, true});
  EXPECT_FALSE(distinct_again());
  // A launch that visited the arguments of before has nothing to say of those of now.
  const auto visited = kernel->visit_arguments([](size_t, const auto&, const auto&) {});
  kernel->set_argument(3, {{}, one, 0, true});
  kernel->note_distinct_objects(visited->changes, false);
  EXPECT_TRUE(distinct_again());
}

TEST_F(DistinctBuffers, AreForKernelsThatGain) {
  kernel = make_kernel("kernel");
  EXPECT_FALSE(distinct(hold(make_buffer(64)), hold(make_buffer(64))))
      << "there would be code that is the same";
}

TEST_F(DistinctBuffers, ArePartsThatDoNotOverlap) {
  const auto whole = hold(make_buffer(1024));
  const auto first = part(whole, 0, 512), second = part(whole, 512, 512);
  EXPECT_TRUE(distinct(first, second));
  EXPECT_FALSE(distinct(first, part(whole, 256, 512)));
  EXPECT_FALSE(distinct(whole, second));
}

TEST_F(DistinctBuffers, AreAtOtherAddressesOfTheHost) {
  alignas(128) std::array<std::byte, 256> host = {};
  const auto first = buffer_at(host.data(), 128);
  EXPECT_TRUE(distinct(first, buffer_at(host.data() + 128, 128)));
  EXPECT_FALSE(distinct(first, buffer_at(host.data(), 128))) << "two buffers over one range";
  EXPECT_FALSE(distinct(first, buffer_at(host.data() + 4, 128)));
  // A map gives memory of the driver's, which a buffer may be made over.
  const auto mapped = hold(make_buffer(64));
  EXPECT_FALSE(distinct(mapped, buffer_at(mapped->host_address() + 32, 64)));
}

TEST_F(DistinctBuffers, AreNoImageOverOneOfThem) {
  compiler::interface::KernelFacts facts = kernel->facts();
  facts.arguments = {argument(ArgumentKind::global_pointer, 0), argument(ArgumentKind::image, 8)};
  facts.argument_block_size = 16;
  const auto with_image = make_kernel_of(facts);
  const auto buffer = hold(make_buffer(256)), other = hold(make_buffer(256));
  memory::MemoryObject::Request wanted;
  wanted.context = context;
  wanted.parent = buffer;
  wanted.image.type = CL_MEM_OBJECT_IMAGE2D;
  wanted.image.format = memory::find_image_format({CL_RGBA, CL_UNORM_INT8});
  wanted.image.width = wanted.image.height = 4;
  wanted.image.row_pitch = 16;
  wanted.size = 64;
  const auto image = hold(std::move(memory::MemoryObject::create(std::move(wanted))).value());
  const auto with = [&](const support::Ref<memory::MemoryObject>& of_pointer) {
    with_image->set_argument(0, {{}, of_pointer, 0, true});
    with_image->set_argument(1, {{}, image, 0, true});
    auto submission = command::launch_work(*queue, request(with_image, 16));
    return std::get<support::Ref<backend::Launch>>(submission.value().action)->distinct_objects;
  };
  EXPECT_TRUE(with(other));
  EXPECT_FALSE(with(buffer));
}

/// The same with pointers.
class DistinctAllocations : public LaunchesWithPointers {
 protected:
  bool distinct(const ApplicationPointer& first, const ApplicationPointer& second) {
    set_arguments(*kernel, nullptr);
    kernel->set_argument(1, pointer(first));
    kernel->set_argument(3, pointer(second));
    return launch(kernel)->distinct_objects;
  }
  support::Ref<program::Kernel> kernel = make_kernel("looping");
};

TEST_F(DistinctAllocations, AreTwo) {
  const ApplicationPointer one = allocate(64), other = allocate(64);
  EXPECT_TRUE(distinct(one, other));
  EXPECT_TRUE(distinct(one, {0, {}}));
  EXPECT_FALSE(distinct(one, one));
  EXPECT_FALSE(distinct(one, {one.value + 4, one.memory}));
}

TEST_F(DistinctAllocations, AreNoMemoryOfTheSystem) {
  uint32_t of_system = 0;
  EXPECT_FALSE(distinct(allocate(64), {reinterpret_cast<uint64_t>(&of_system), {}}));
}

// Such a pointer is the end of one allocation and the beginning of another.
TEST_F(DistinctAllocations, AreThoseThatPointersCannotBeTheEndsOf) {
  ApplicationPointer second = allocate(64);
  second.may_be_end = true;
  EXPECT_FALSE(distinct(allocate(64), second));
}

TEST_F(DistinctAllocations, AreAllThatTheKernelReaches) {
  const ApplicationPointer one = allocate(64), other = allocate(64);
  kernel->change_indirect_accesses({.added = unified_kinds});
  EXPECT_FALSE(distinct(one, other));
  kernel->change_indirect_accesses(
      {.list = &program::IndirectAccesses::svm, .addresses = {one}, .removed = unified_kinds});
  EXPECT_FALSE(distinct(one, other));
  kernel->change_indirect_accesses({.list = &program::IndirectAccesses::svm});
  EXPECT_TRUE(distinct(one, other));
}

/// The same with pointers in a value.
class DistinctInObjects : public LaunchesWithObjects {
 protected:
  bool distinct(uint64_t first, uint64_t second) {
    set_object(*gaining, first, second);
    return launch(gaining)->distinct_objects;
  }
  support::Ref<program::Kernel> gaining = make_kernel_of_object(false, true);
};

TEST_F(DistinctInObjects, AreTwo) {
  const ApplicationPointer one = allocate(64), other = allocate(64);
  EXPECT_TRUE(distinct(one.value, other.value));
  EXPECT_TRUE(distinct(one.value, 0));
  EXPECT_FALSE(distinct(one.value, one.value + 4));
  EXPECT_FALSE(distinct(one.value, one.value + 64)) << "its end, or any other memory";
}

}  // namespace
}  // namespace cleave::model::test
