// Plans children, which kernels enqueue, as launches of the host are planned, from code that is there.
#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "backend/cpu/code/kernel_tiers.h"
#include "backend/cpu/code/streams.h"
#include "backend/cpu/enqueue/tree_objects.h"
#include "backend/cpu/pool/work.h"

namespace cleave::backend::test {
namespace {

using compiler::interface::GroupMerging;
using compiler::interface::KernelCode;
using compiler::interface::KernelFacts;
using compiler::interface::LaunchShape;
using compiler::interface::Tier;
using cpu::code::BoundCaptures;
using cpu::code::KernelTiers;
using cpu::enqueue::CapturedObjects;
using cpu::enqueue::TreeObjects;
using topology::UnitSet;
using Size = std::array<uint64_t, 3>;

void no_code(compiler::interface::LaunchContext*) {}

/// Gives code for anything, and remembers for what it was asked.
struct AnyCode final : compiler::interface::ProgramCode {
  KernelCode kernel(const std::string&, LaunchShape shape, Tier, std::string&) override {
    asked.push_back(shape);
    return {.entry = no_code, .stack_bytes = shape.merged.size[0] != 0 ? 200U : 100U};
  }
  std::vector<LaunchShape> asked;
};

class ChildPlans : public ::testing::Test {
 protected:
  ChildPlans() {
    KernelFacts facts;
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    tiers = std::make_shared<KernelTiers>(
        KernelTiers::TieredKernel{code,
                                  std::make_shared<const KernelFacts>(facts),
                                  device,
                                  {.has_one_tier = true, .group_merging = GroupMerging::all}},
        [this](std::function<void()> work, const UnitSet&, cpu::code::Urgency) {
          in_background.push_back(std::move(work));
          return true;
        });
    prepare();
  }
  void prepare() {
    std::string error;
    ASSERT_TRUE(tiers->prepare(units, error)) << error;
  }
  static LaunchDescription of(uint64_t items, uint64_t local) {
    LaunchDescription description;
    description.range.global_size[0] = items;
    description.range.local_size = {local, 1, 1};
    if (local == 0) description.range.local_size = {};
    description.range.requires_uniform_groups = false;
    return description;
  }
  support::Ref<Launch> plan(const LaunchDescription& description,
                            const BoundCaptures& formats = {}) {
    auto launch = support::make_ref<Launch>();
    tiers->plan_child(description, formats, units.count(), *launch);
    return launch;
  }
  static Size local_size(const Launch& launch) {
    return {launch.local_size[0], launch.local_size[1], launch.local_size[2]};
  }

  const UnitSet units = UnitSet::range(0, 2);
  const DeviceFacts device;
  std::shared_ptr<AnyCode> code = std::make_shared<AnyCode>();
  std::vector<std::function<void()>> in_background;
  std::shared_ptr<KernelTiers> tiers;
};

TEST_F(ChildPlans, MergeSmallWorkGroupsThatChildrenHadWhenTheHostLaunchedLast) {
  const LaunchDescription small = of(3 << 12, 3);
  EXPECT_EQ((Size{3, 1, 1}), local_size(*plan(small))) << "nobody knew that there were some";
  EXPECT_EQ(1U, code->asked.size()) << "no worker compiles";
  EXPECT_EQ(100U, tiers->stack_bytes());
  prepare();
  ASSERT_EQ(2U, code->asked.size());
  const auto launch = plan(small);
  EXPECT_EQ((Size{192, 1, 1}), local_size(*launch));
  EXPECT_EQ(3U, launch->merged.size[0]);
  EXPECT_EQ(code->asked.back().merged, launch->merged);
  EXPECT_EQ(200U, cpu::pool::code_of(*launch).stack_bytes) << "that of the merged work-groups";
  EXPECT_EQ(200U, tiers->stack_bytes());
  EXPECT_EQ((Size{5, 1, 1}), local_size(*plan(of(5 << 12, 5)))) << "there is no code for these";
}

TEST_F(ChildPlans, AreThoseOfLaunchesOfTheHost) {
  for (const uint64_t local : {0, 1, 3, 31, 64}) {
    for (const uint64_t items : {1, 7, 16, 1000, 65521}) {
      const LaunchDescription description = of(items, local);
      static_cast<void>(plan(description));
      prepare();
      const auto child = plan(description);
      const auto of_host = support::make_ref<Launch>();
      std::string error;
      ASSERT_TRUE(
          tiers->plan_launch(description, cpu::pool::CpuResourceSet(units), *of_host, error));
      if (child->merged.size[0] == 0 && local != 1) continue;  // there is an end to code for sizes
      EXPECT_EQ(local_size(*of_host), local_size(*child)) << items << " in groups of " << local;
      EXPECT_EQ(of_host->merged, child->merged);
      EXPECT_EQ(of_host->local_memory_size, child->local_memory_size);
      EXPECT_EQ(of_host->largest_object_bytes, child->largest_object_bytes);
    }
  }
}

TEST_F(ChildPlans, NeitherCompileNorAllocate) {
  auto launch = support::make_ref<Launch>();
  const size_t bytes = mallinfo2().uordblks;
  for (uint64_t local = 1; local < 100; ++local) {
    tiers->plan_child(of(local << 10, local), {}, units.count(), *launch);
    tiers->plan_child(of((local << 10) + 1, local), {}, units.count(), *launch);
  }
  EXPECT_EQ(bytes, mallinfo2().uordblks);
  EXPECT_EQ(1U, code->asked.size());
  EXPECT_TRUE(in_background.empty());
}

TEST_F(ChildPlans, GetBetterCodeInTheMiddleOfATreeWhereTheyStayHot) {
  const LaunchDescription small = of(3 << 12, 3);
  const auto asked = plan(small);
  cpu::pool::slot_of(*asked).times().add(std::chrono::seconds(100), units);
  ASSERT_FALSE(in_background.empty());
  for (const auto& work : std::exchange(in_background, {})) work();
  EXPECT_EQ(3U, plan(small)->merged.size[0]);
  EXPECT_EQ((Size{3, 1, 1}), local_size(*asked)) << "what has begun stays as it is";
}

TEST_F(ChildPlans, ThereIsAnEndToMergedSizes) {
  for (uint64_t local = 2; local < 60; ++local) {
    static_cast<void>(plan(of(local << 12, local)));
    prepare();
  }
  EXPECT_LT(code->asked.size(), 12U);
  EXPECT_EQ(3U, plan(of(3 << 12, 3))->merged.size[0]) << "what there is code for";
}

BoundCaptures format(uint64_t word) {
  BoundCaptures formats;
  formats.list[0] = {4, word};
  formats.count = 1;
  return formats;
}

TEST_F(ChildPlans, RelyOnFormatsThatChildrenHadWhenTheHostLaunchedLast) {
  EXPECT_TRUE(plan(of(1000, 64), format(7))->bindings.are_none());
  EXPECT_EQ(1U, code->asked.size()) << "no worker compiles";
  prepare();
  ASSERT_EQ(2U, code->asked.size());
  const auto bindings = compiler::interface::Bindings::of({{4, 7}});
  EXPECT_EQ(bindings, code->asked.back().bindings);
  EXPECT_EQ(bindings, plan(of(1000, 64), format(7))->bindings);
  EXPECT_TRUE(plan(of(1000, 64), format(8))->bindings.are_none()) << "that is another format";
  EXPECT_TRUE(plan(of(1000, 64))->bindings.are_none());
}

TEST_F(ChildPlans, MergeWorkGroupsWithoutCodeForTheFormatUntilThereIsSome) {
  static_cast<void>(plan(of(3 << 12, 3)));
  prepare();
  const auto first = plan(of(3 << 12, 3), format(7));
  EXPECT_EQ(3U, first->merged.size[0]);
  EXPECT_TRUE(first->bindings.are_none());
  prepare();
  const auto second = plan(of(3 << 12, 3), format(7));
  EXPECT_EQ(3U, second->merged.size[0]);
  EXPECT_FALSE(second->bindings.are_none());
}

/// Objects of a launch of the host, whose first arguments have these addresses.
struct ParentObjects {
  explicit ParentObjects(std::vector<std::pair<uint64_t, LaunchObject>> all) {
    auto use = std::make_shared<DeviceQueueUse>();
    launch->arguments.resize(all.size() * sizeof(uint64_t));
    for (size_t i = 0; i < all.size(); ++i) {
      all[i].second.offset = static_cast<uint32_t>(i * sizeof(uint64_t));
      std::memcpy(launch->arguments.data() + all[i].second.offset, &all[i].first, sizeof(uint64_t));
      use->objects.push_back(all[i].second);
    }
    launch->device_queues = use;
  }
  support::Ref<Launch> launch = support::make_ref<Launch>();
};

class CapturesOfChildren : public ChildPlans {
 protected:
  static constexpr uint64_t large = 4096;
  /// A block's facts: it captures pointers at the bytes 16 and 24 of its literal.
  static KernelFacts block() {
    KernelFacts facts;
    facts.arguments.resize(1);
    facts.arguments[0].kind = compiler::interface::ArgumentKind::literal;
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    facts.pointers_in_values = {16, 24};
    return facts;
  }
  static CapturedObjects captured(const TreeObjects& objects, uint64_t first, uint64_t second) {
    ArgumentBlock arguments;
    arguments.resize(32);
    std::memcpy(arguments.data() + 16, &first, sizeof first);
    std::memcpy(arguments.data() + 24, &second, sizeof second);
    return objects.captured_by(block(), arguments);
  }
  static uint64_t streamed(const CapturedObjects& objects) {
    return cpu::code::choose_streams(std::span(objects.list).first(objects.count), block(),
                                     {1 << 20, 1, 1}, large);
  }
};

TEST_F(CapturesOfChildren, AreTheObjectsThatTheHostGaveTheParent) {
  const int one = 0, other = 0;
  const ParentObjects parent({{0x10000, {&one, large}}, {0x20000, {&other, large}}});
  const TreeObjects objects(*parent.launch, large);
  ASSERT_FALSE(objects.is_empty());
  const CapturedObjects both = captured(objects, 0x20000, 0x10000 + large - 4);
  ASSERT_EQ(2U, both.count);
  EXPECT_EQ(&other, both.list[0].identity);
  EXPECT_EQ(16U, both.list[0].offset);
  EXPECT_EQ(&one, both.list[1].identity);
  EXPECT_EQ(24U, both.list[1].offset);
  // Numbers behind the block's one argument, for every eight bytes of its own.
  EXPECT_EQ((uint64_t{1} << 3) + (uint64_t{1} << 4), streamed(both));
  EXPECT_EQ(0U, streamed(captured(objects, 0x10000, 0x10010)))
      << "either may read what the other writes";
  EXPECT_EQ(uint64_t{1} << 4, streamed(captured(objects, 0, 0x10000))) << "null points to nothing";
  EXPECT_EQ(0U, captured(objects, 0x10000, 0x10000 + large).count) << "it is not the parent's";
}

TEST_F(CapturesOfChildren, AreNotLookedForWhereNoneAreLarge) {
  const int one = 0;
  const ParentObjects small({{0x10000, {&one, large - 1}}});
  EXPECT_TRUE(TreeObjects(*small.launch, large).is_empty());
  const ParentObjects of_the_system({{0x10000, {&one, LaunchObject::unknown_bytes}}});
  EXPECT_TRUE(TreeObjects(*of_the_system.launch, large).is_empty());
}

/// The kernel of the host has an image as its first argument, and a sampler as its second.
TEST_F(CapturesOfChildren, HaveTheFormatsOfTheParentsImages) {
  const int image = 0;
  const ParentObjects parent({{0x10000, {&image, 64}}, {16, {}}});
  auto facts = std::make_shared<KernelFacts>();
  facts->arguments.resize(2);
  facts->arguments[0].kind = compiler::interface::ArgumentKind::image;
  facts->arguments[1].kind = compiler::interface::ArgumentKind::sampler;
  facts->arguments[1].offset = 8;
  const auto kernel = std::make_shared<KernelTiers>(KernelTiers::TieredKernel{code, facts, device},
                                                    cpu::code::RunInBackground());
  parent.launch->kernel = kernel.get();
  parent.launch->bindings = compiler::interface::Bindings::of({{0, 77}, {1, 16}});
  const TreeObjects objects(*parent.launch, large);
  ASSERT_FALSE(objects.is_empty());
  ArgumentBlock arguments;
  arguments.resize(40);
  const uint64_t literal[5] = {0, 0, 16, 0x10000, 0x10008};
  std::memcpy(arguments.data(), literal, sizeof literal);
  const BoundCaptures formats = objects.formats_captured_by(block(), arguments);
  ASSERT_EQ(1U, formats.count) << "a number that a sampler has may be any number";
  EXPECT_EQ(4U, formats.list[0].argument) << "its bytes are the fourth eight, behind one argument";
  EXPECT_EQ(77U, formats.list[0].value);
}

TEST_F(CapturesOfChildren, AreReadOnlyAsForTheParent) {
  const int one = 0;
  const ParentObjects parent({{0x10000, {&one, large, LaunchObject::Access::read}}});
  EXPECT_EQ(0U, streamed(captured(TreeObjects(*parent.launch, large), 0x10000, 0)));
}

}  // namespace
}  // namespace cleave::backend::test
