#include "model/program/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "compiler/interface/program_image.h"
#include "fake_device.h"
#include "model/program/kernel.h"
#include "tests/support/stub_compiler.h"

namespace cleave::compiler::interface {
namespace {

class FakeCode final : public ProgramCode {
 public:
  KernelCode kernel(const std::string&, LaunchShape, Tier, std::string&) override { return {}; }
};

KernelFacts kernel_called(const std::string& name) {
  KernelFacts facts;
  facts.name = name;
  facts.sub_group_size = 16;
  facts.maximum_work_group_size = 4096;
  return facts;
}

/// Takes the source for the name of the only kernel, unless it says what goes wrong.
class FakeCompiler final : public StubCompiler {
 public:
  static BuildResult failure(const std::string& log) {
    BuildResult result;
    result.status = CL_BUILD_PROGRAM_FAILURE;
    result.log = log;
    return result;
  }
  BuildResult build(const BuildRequest& request) override {
    ++builds;
    const auto& [source, headers] = std::get<OpenClSource>(request.input);
    if (source == "slow") gate.get_future().wait();
    if (source == "wrong") return failure("1:1: wrong");
    BuildResult result;
    result.log = "a warning";
    result.canonical.resize(16);
    if (request.kind == BuildKind::object) {
      result.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
      for (const EmbeddedHeader& header : headers) result.log += " " + header.name;
      return result;
    }
    result.kernels.push_back(kernel_called(source));
    result.requires_uniform_groups = request.options.requires_uniform_groups;
    return result;
  }
  /// The number of inputs is the name of the only kernel.
  BuildResult link(const LinkRequest& request) override {
    BuildResult result;
    result.canonical.resize(16);
    result.kernels.push_back(kernel_called(std::to_string(request.inputs.size())));
    return result;
  }
  CheckResult check(const ProgramImage& image) override {
    if (image.kernels.front().name == "foreign") return {CL_INVALID_BINARY, "error: a lie\n"};
    return {};
  }
  std::shared_ptr<ProgramCode> load(CodeRequest, std::string&) override {
    ++loads;
    return std::make_shared<FakeCode>();
  }
  std::promise<void> gate;
  std::atomic<int> builds = 0;
  std::atomic<int> loads = 0;
};

FakeCompiler& fake_compiler() {
  static FakeCompiler compiler;
  return compiler;
}

}  // namespace

// Stands for the one that loads the module.
Compiler* load_compiler(std::string&) {
  return &fake_compiler();
}

}  // namespace cleave::compiler::interface

namespace cleave::model::test {
namespace {

/// The first executable, in the order of the devices; null: there is none.
std::shared_ptr<const model::program::ProgramBuild> any_build(
    const model::program::Program& program) {
  for (const support::Ref<Device>& device : program.builds().devices()) {
    if (auto build = program.builds().on(*device).build) return build;
  }
  return nullptr;
}

class Programs : public ::testing::Test, public Fixture {
 protected:
  support::Ref<model::program::Program> make_program(std::string source) {
    return std::move(model::program::Program::create_with_source(context, std::move(source)))
        .value();
  }
};

TEST_F(Programs, IsNotBuiltAtFirst) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->builds().on(*device).status, CL_BUILD_NONE);
  EXPECT_EQ(any_build(*program), nullptr);
}

TEST_F(Programs, KeepsWhatABuildMade) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({}, "-w", nullptr), CL_SUCCESS);
  const model::program::DeviceBuild build = program->builds().on(*device);
  EXPECT_EQ(build.status, CL_BUILD_SUCCESS);
  EXPECT_EQ(build.binary_type, cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(build.options, "-w");
  EXPECT_EQ(build.log, "a warning");
  EXPECT_EQ(build.build->kernels.at(0).name, "kernel");
  EXPECT_EQ(any_build(*program), build.build);
}

/// Two halves of the device, and how often the compiler was asked.
class ProgramsOfParts : public Programs {
 protected:
  ProgramsOfParts() {
    topology::Partition partition;
    partition.parts = {topology::UnitSet::range(0, 2), topology::UnitSet::range(2, 2)};
    halves = std::move(create_sub_devices(*device, std::move(partition), 2)).value();
    compiler::interface::fake_compiler().builds = compiler::interface::fake_compiler().loads = 0;
  }
  static int builds() { return compiler::interface::fake_compiler().builds; }
  static int loads() { return compiler::interface::fake_compiler().loads; }

  Devices halves;
};

TEST_F(ProgramsOfParts, EachDeviceHasItsStateAndAllShareTheBuild) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({halves[0]}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(program->builds().on(*device).status, CL_BUILD_NONE);
  EXPECT_EQ(program->builds().on(*halves[1]).build, nullptr);
  EXPECT_EQ(program->build({device}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(program->build({halves[1], halves[1]}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(program->builds().on(*halves[1]).build, program->builds().on(*halves[0]).build);
  EXPECT_EQ(program->builds().on(*device).build, program->builds().on(*halves[0]).build);
  EXPECT_EQ(program->builds().on(*device).log, "a warning");
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(loads(), 1);
  EXPECT_EQ((Devices{device, halves[0], halves[1]}), program->builds().devices());
}

TEST_F(ProgramsOfParts, OneCallForAllCompilesOnceAndSoDoesTheNext) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({device, halves[0], halves[1]}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(builds(), 1);
  const auto first = any_build(*program);
  EXPECT_EQ(program->build({}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(builds(), 2);
  EXPECT_NE(any_build(*program), first) << "all were named: nothing is left to share with";
  EXPECT_EQ(program->build({halves[1]}, "-w", nullptr), CL_SUCCESS);
  EXPECT_EQ(builds(), 3) << "other options";
  EXPECT_NE(program->builds().on(*halves[1]).build, any_build(*program));
}

TEST_F(ProgramsOfParts, ABinaryIsLoadedOnceForDevicesThatCameWithTheSame) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({}, "", nullptr), CL_SUCCESS);
  const std::vector<std::byte> binary = *any_build(*program)->binary;
  auto copy = std::move(model::program::Program::create_with_binary(
                            context, {device, halves[0], halves[1]}, {binary, binary, binary}))
                  .value();
  EXPECT_EQ(copy->build({device, halves[0]}, std::nullopt, nullptr), CL_SUCCESS);
  EXPECT_EQ(copy->build({halves[1]}, std::nullopt, nullptr), CL_SUCCESS);
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(loads(), 2) << "of the source, and of the binary";
  EXPECT_EQ(copy->builds().on(*halves[1]).build, copy->builds().on(*device).build);
}

TEST_F(ProgramsOfParts, KernelsRunWhatWasBuiltForTheNearestDevice) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({device}, "", nullptr), CL_SUCCESS);
  EXPECT_EQ(program->build({halves[0]}, "-cl-std=CL3.0", nullptr), CL_SUCCESS);
  const auto kernel =
      std::move(model::program::Kernel::create(program, program->builds().kernel("kernel").value()))
          .value();
  EXPECT_TRUE(kernel->on(*device).requires_uniform_groups());
  EXPECT_FALSE(kernel->on(*halves[0]).requires_uniform_groups());
  EXPECT_TRUE(kernel->on(*halves[1]).requires_uniform_groups());
  EXPECT_EQ(kernel->on(*halves[1]).code, kernel->on(*device).code);
  EXPECT_NE(kernel->on(*halves[0]).code, kernel->on(*device).code);
}

TEST_F(ProgramsOfParts, AProgramKeepsTheDevicesThatItWasBuiltFor) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({halves[0]}, "", nullptr), CL_SUCCESS);
  const auto handle = give_handle<void*>(std::move(halves[0]));
  EXPECT_TRUE(Device::release(handle));
  EXPECT_TRUE(Device::is_live(handle));
  program = nullptr;
  EXPECT_FALSE(Device::is_live(handle));
}

TEST_F(Programs, FailuresLeaveALogAndNoBuild) {
  auto program = make_program("wrong");
  EXPECT_EQ(program->build({}, "", nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(program->builds().on(*device).status, CL_BUILD_ERROR);
  EXPECT_EQ(program->builds().on(*device).log, "1:1: wrong");
  EXPECT_EQ(any_build(*program), nullptr);
  auto other = make_program("kernel");
  EXPECT_EQ(other->build({}, "-wrong", nullptr), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(other->builds().on(*device).log, "error: unknown build option '-wrong'\n");
  EXPECT_EQ(other->build({}, "", nullptr), CL_SUCCESS);
}

TEST_F(Programs, ABinaryGivesTheSameKernels) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({}, "-cl-std=CL2.0", nullptr), CL_SUCCESS);
  const std::vector<std::byte> binary = *any_build(*program)->binary;
  EXPECT_EQ(model::program::Program::problem_of_binary(binary, *device), "");
  EXPECT_NE(model::program::Program::problem_of_binary(std::span(binary).first(binary.size() - 1),
                                                       *device),
            "");
  auto from_binary =
      std::move(model::program::Program::create_with_binary(context, {device}, {binary})).value();
  EXPECT_EQ(*from_binary->builds().on(*device).binary, binary);
  EXPECT_EQ(from_binary->build({}, std::nullopt, nullptr), CL_SUCCESS);
  EXPECT_EQ(from_binary->builds().on(*device).options, "-cl-std=CL2.0");
  EXPECT_EQ(any_build(*from_binary)->kernels.at(0).name, "kernel");
  EXPECT_EQ(*any_build(*from_binary)->binary, binary);
  EXPECT_FALSE(any_build(*from_binary)->requires_uniform_groups);
}

TEST_F(Programs, ABinaryThatLiesIsNoValidBinary) {
  auto program = make_program("foreign");
  EXPECT_EQ(program->build({}, "", nullptr), CL_SUCCESS) << "what the compiler gave is believed";
  const std::vector<std::byte> binary = *any_build(*program)->binary;
  auto from_binary =
      std::move(model::program::Program::create_with_binary(context, {device}, {binary})).value();
  EXPECT_EQ(from_binary->build({}, "", nullptr), CL_INVALID_BINARY);
  const model::program::DeviceBuild build = from_binary->builds().on(*device);
  EXPECT_EQ(build.status, CL_BUILD_ERROR);
  EXPECT_EQ(build.log, "error: a lie\n");
  EXPECT_EQ(any_build(*from_binary), nullptr);
}

TEST_F(Programs, ObjectsLinkToAProgram) {
  auto object = make_program("kernel");
  EXPECT_EQ(object->compile({}, "-w", {{"a.h", ""}, {"b.h", ""}}, nullptr), CL_SUCCESS);
  const model::program::DeviceBuild compiled = object->builds().on(*device);
  EXPECT_EQ(compiled.binary_type, cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  EXPECT_EQ(compiled.log, "a warning a.h b.h");
  EXPECT_EQ(any_build(*object), nullptr);
  auto linked = std::move(model::program::Program::create_for_link(context, {})).value();
  EXPECT_EQ(linked->link({{device.get(), {compiled.binary, compiled.binary}}}, "", nullptr),
            CL_SUCCESS);
  EXPECT_EQ(any_build(*linked)->kernels.at(0).name, "2");
  EXPECT_EQ(linked->build({}, "", nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(linked->compile({}, "", {}, nullptr), CL_INVALID_OPERATION);
}

TEST_F(Programs, TheLanguageVersionDecidesWhetherGroupsAreUniform) {
  const std::pair<const char*, bool> cases[] = {
      {"", true},
      {"-cl-std=CL1.2 -w", true},
      {"-cl-std=CL2.0", false},
      {"-cl-std=CL3.0", false},
      {"-cl-std=CL3.0 -cl-uniform-work-group-size", true},
  };
  for (const auto& [options, uniform] : cases) {
    auto program = make_program("kernel");
    EXPECT_EQ(program->build({}, options, nullptr), CL_SUCCESS);
    EXPECT_EQ(any_build(*program)->requires_uniform_groups, uniform) << options;
  }
}

TEST_F(Programs, BuildsAsideAndOnlyOnceAtATime) {
  compiler::interface::fake_compiler().gate = std::promise<void>();
  void* handle = give_handle<void*>(make_program("slow"));
  auto program = model::program::Program::find(handle);
  std::promise<cl_build_status> called;
  EXPECT_EQ(program->build({}, "",
                           [&](model::program::Program* built) {
                             EXPECT_EQ(model::program::Program::find(handle).get(), built);
                             called.set_value(built->builds().on(*device).status);
                           }),
            CL_SUCCESS);
  EXPECT_EQ(program->builds().on(*device).status, CL_BUILD_IN_PROGRESS);
  EXPECT_EQ(program->build({}, "", nullptr), CL_INVALID_OPERATION);
  program = nullptr;
  EXPECT_TRUE(model::program::Program::release(handle));
  compiler::interface::fake_compiler().gate.set_value();
  EXPECT_EQ(called.get_future().get(), CL_BUILD_SUCCESS);
  // The thread lets go of the program after the callback.
  while (model::program::Program::is_live(handle)) std::this_thread::yield();
}

TEST_F(Programs, BuildsAgainOnceItsKernelsAreGone) {
  auto program = make_program("kernel");
  EXPECT_EQ(program->build({}, "", nullptr), CL_SUCCESS);
  auto kernel =
      std::move(model::program::Kernel::create(program, program->builds().kernel("kernel").value()))
          .value();
  EXPECT_EQ(program->build({}, "", nullptr), CL_INVALID_OPERATION);
  EXPECT_NE(any_build(*program), nullptr);
  kernel = nullptr;
  EXPECT_EQ(program->build({}, "", nullptr), CL_SUCCESS);
}

TEST_F(Programs, ManyThreadsBuildAtOnce) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this] {
      for (int turn = 0; turn < 100; ++turn) {
        EXPECT_EQ(make_program("kernel")->build({}, "", nullptr), CL_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cleave::model::test
