// Launches over a device that plans them as the CPU does, and kernels whose facts a test makes.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "backend/cpu/code/launch_planner.h"
#include "compiler/interface/x86_facts.h"
#include "fake_device.h"
#include "model/command/requests.h"

namespace cleave::model::test {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;

struct PlannedCode final : backend::LaunchCode {};

/// Plans as the CPU does.
class PlannedKernel final : public backend::DeviceKernel {
 public:
  PlannedKernel(compiler::interface::KernelFacts facts, const backend::DeviceFacts& device)
      : facts_(std::move(facts)),
        planner_(facts_, unpack(facts_.of_target)->group_merging, device) {}
  const std::string& name() const override { return facts_.name; }
  bool preload(std::string&) override { return true; }
  std::array<uint64_t, 3> local_size(const backend::LaunchRange& range,
                                     const backend::ResourceSet& where) const override {
    return planner_.local_size(range, where.units().count());
  }
  bool plan_launch(const backend::LaunchDescription& description, const backend::ResourceSet& where,
                   backend::Launch& launch, std::string& error) override {
    if (name() == "broken") error = "no registers left";
    planner_.plan(description, where.units().count(), launch,
                  [](const auto&, uint64_t) { return true; });
    launch.code = &code_;
    return name() != "broken";
  }

 private:
  const compiler::interface::KernelFacts facts_;
  const backend::cpu::code::LaunchPlanner planner_;
  PlannedCode code_;
};

class PlannedProgram final : public backend::DeviceProgram {
 public:
  PlannedProgram(compiler::interface::KernelFacts facts, const backend::DeviceFacts& device)
      : facts_(std::move(facts)), device_(device) {}
  std::shared_ptr<backend::DeviceKernel> kernel(size_t) override {
    return std::make_shared<PlannedKernel>(facts_, device_);
  }
  std::shared_ptr<const backend::Allocation> make_variables() override { return nullptr; }

 private:
  const compiler::interface::KernelFacts facts_;
  const backend::DeviceFacts& device_;
};

inline ArgumentFacts argument(ArgumentKind kind, uint32_t offset, uint32_t size = 8) {
  ArgumentFacts facts;
  facts.kind = kind;
  facts.offset = offset;
  facts.size = size;
  return facts;
}

class Launches : public ::testing::Test, public Fixture {
 protected:
  support::Ref<program::Program> program =
      std::move(program::Program::create_with_source(context, "")).value();

  support::Ref<program::Kernel> make_kernel(const std::string& name = "kernel") {
    compiler::interface::KernelFacts facts;
    facts.name = name;
    facts.arguments = {
        argument(ArgumentKind::value, 0, 4), argument(ArgumentKind::global_pointer, 8),
        argument(ArgumentKind::local_pointer, 16), argument(ArgumentKind::constant_pointer, 24),
        argument(ArgumentKind::local_pointer, 32)};
    facts.argument_block_size = 40;
    facts.local_memory_size = 20;
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    facts.follows_pointers = name == "following";
    if (name == "merging") {
      facts.of_target =
          compiler::interface::pack({.group_merging = compiler::interface::GroupMerging::all});
    }
    facts.gains_by_distinct_objects = name == "looping";
    return make_kernel_of(facts);
  }
  support::Ref<program::Kernel> make_kernel_of(const compiler::interface::KernelFacts& facts) {
    auto build = std::make_shared<program::ProgramBuild>();
    build->kernels = {facts};
    build->code = std::make_shared<PlannedProgram>(facts, hardware.facts());
    return std::move(program::Kernel::create(program, {{device.get(), build}})).value();
  }

  static program::ArgumentValue local(size_t size) { return {{}, nullptr, size, true}; }

  void set_arguments(program::Kernel& kernel, const support::Ref<memory::MemoryObject>& buffer) {
    const uint32_t number = 42;
    program::ArgumentValue value;
    value.bytes.resize(sizeof number);
    std::memcpy(value.bytes.data(), &number, sizeof number);
    kernel.set_argument(0, value);
    kernel.set_argument(1, {{}, buffer, 0, true});
    kernel.set_argument(2, local(100));
    kernel.set_argument(3, {{}, nullptr, 0, true});
    kernel.set_argument(4, local(8));
  }

  command::LaunchRequest request(const support::Ref<program::Kernel>& kernel, size_t items) {
    command::LaunchRequest result;
    result.kernel = kernel;
    result.global_size = {items, 1, 1};
    return result;
  }

  template <class T>
  static T read(const backend::Launch& launch, size_t offset) {
    T value;
    std::memcpy(&value, launch.arguments.data() + offset, sizeof value);
    return value;
  }
};

class LaunchesWithPointers : public Launches {
 protected:
  ApplicationPointer allocate(size_t bytes) {
    void* const memory =
        context->allocate_addressed({.kind = AddressedMemory::Kind::svm, .bytes = bytes}).value();
    const auto address = reinterpret_cast<uint64_t>(memory);
    return {address, context->addresses().find(address)};
  }
  static program::ArgumentValue pointer(const ApplicationPointer& address) {
    program::ArgumentValue value;
    value.address = address;
    return value;
  }
  support::Ref<backend::Launch> launch(const support::Ref<program::Kernel>& kernel) {
    auto submission = command::launch_work(*queue, request(kernel, 4096));
    EXPECT_TRUE(submission.ok());
    return std::get<support::Ref<backend::Launch>>(submission.value().action);
  }
  support::Ref<command::Queue> queue = make_queue();
};

/// Kernels with one value of 24 bytes, in which pointers are at 0 and 16.
class LaunchesWithObjects : public LaunchesWithPointers {
 protected:
  support::Ref<program::Kernel> make_kernel_of_object(bool follows_pointers = false,
                                                      bool gains_by_distinct_objects = false) {
    compiler::interface::KernelFacts facts;
    facts.name = "object";
    facts.arguments = {argument(ArgumentKind::value, 0, 24)};
    facts.argument_block_size = 24;
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    facts.pointers_in_values = {0, 16};
    facts.follows_pointers = follows_pointers;
    facts.gains_by_distinct_objects = gains_by_distinct_objects;
    return make_kernel_of(facts);
  }
  static void set_object(program::Kernel& kernel, uint64_t first, uint64_t second) {
    const uint64_t object[3] = {first, 12345, second};
    program::ArgumentValue value;
    value.bytes.resize(sizeof object);
    std::memcpy(value.bytes.data(), object, sizeof object);
    kernel.set_argument(0, value);
  }
  support::Ref<program::Kernel> kernel = make_kernel_of_object();
};

}  // namespace cleave::model::test
