// Programs: 5.8. Built, compiled and linked, at once and in the background, and made of each
// other's binaries.
#include <memory>

#include "calls.h"
#include "sources.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test::fuzz::api {
namespace {

void keep(Caller& caller, cl_program program, void* context) {
  if (program != nullptr) caller.world.add(Kind::program, program, context);
}

void create_with_source(Caller& caller) {
  if (!caller.world.may_make(Kind::program)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  // The first ones are right.
  const auto all = shared_sources();
  const char* text = all[random.below(random.chance(70) ? 9 : all.size())];
  const std::string_view whole = text;
  const char* strings[2] = {text, text};
  size_t lengths[2] = {0, 0};
  cl_uint count = 1;
  if (random.chance(30)) {  // in two pieces
    lengths[0] = 1 + random.below(whole.size());
    strings[1] = text + lengths[0];
    count = 2;
  }
  if (random.chance(3)) caller.must_fail(), count = 0;
  if (random.chance(3)) caller.must_fail(), strings[0] = nullptr;
  const auto made = FUZZ_CREATE(caller, clCreateProgramWithSource, context, count, strings,
                                lengths[0] != 0 || random.chance(50) ? lengths : nullptr);
  keep(caller, made.handle, context);
}

void create_with_module(Caller& caller) {
  if (!caller.world.may_make(Kind::program)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  static const std::vector<uint32_t> right = idle_module();
  std::vector<uint32_t> words = right;
  size_t bytes = words.size() * sizeof words[0];
  if (random.chance(20)) words[random.below(words.size())] ^= 1U << random.below(32);
  if (random.chance(10)) bytes = random.below(bytes + 1);
  const void* module = random.chance(97) ? words.data() : nullptr;
  const bool is_cut = bytes == 0 || bytes % sizeof words[0] != 0;
  if (module == nullptr || is_cut) caller.must_fail();
  const auto made =
      random.chance(80)
          ? FUZZ_CREATE(caller, clCreateProgramWithIL, context, module, bytes)
          : FUZZ_EXTENSION_CREATE(caller, clCreateProgramWithILKHR, context, module, bytes);
  keep(caller, made.handle, context);
}

void specialize(Caller& caller) {
  Random& random = caller.random;
  const auto program = caller.object<cl_program>();
  const cl_ulong value = random.below(100);
  const cl_uint id = random.chance(80) ? 1 : random.below(5);
  const size_t size = random.chance(90) ? sizeof(cl_uint) : random.below(9);
  const bool is_given = random.chance(97);
  if (!is_given) caller.must_fail();
  FUZZ_CALL(caller, clSetProgramSpecializationConstant, program, id, size,
            is_given ? &value : nullptr);
}

struct Binary {
  cl_device_id device = nullptr;
  std::vector<unsigned char> bytes;
};

/// The binary that a program has for its first device, if any.
Binary binary_of(Caller& caller, cl_program program) {
  cl_device_id devices[8] = {};
  size_t sizes[8] = {};
  const auto& to = driver();
  if (to.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, nullptr) != 0 ||
      to.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr) != 0 ||
      sizes[0] == 0 || sizes[0] > (size_t{1} << 20)) {
    return {};
  }
  // Another thread may build the program again meanwhile, with another size.
  constexpr size_t room = size_t{1} << 22;
  Binary binary{devices[0], std::vector<unsigned char>(room)};
  unsigned char* places[8] = {binary.bytes.data()};
  if (FUZZ_CALL(caller, clGetProgramInfo, program, CL_PROGRAM_BINARIES, sizeof places,
                static_cast<void*>(places), nullptr) != CL_SUCCESS) {
    return {};
  }
  binary.bytes.resize(sizes[0]);
  return binary;
}

void create_with_binary(Caller& caller) {
  if (!caller.world.may_make(Kind::program)) return;
  Random& random = caller.random;
  Shared* from = caller.world.pick(Kind::program, random, nullptr);
  if (from == nullptr) return;
  Binary binary = binary_of(caller, static_cast<cl_program>(from->handle));
  if (binary.bytes.empty()) return;
  if (random.chance(25)) binary.bytes[random.below(binary.bytes.size())] ^= 1 << random.below(8);
  if (random.chance(10)) binary.bytes.resize(1 + random.below(binary.bytes.size()));
  const unsigned char* bytes = random.chance(97) ? binary.bytes.data() : nullptr;
  const size_t length = random.chance(97) ? binary.bytes.size() : 0;
  cl_int status = 1;
  const auto context =
      random.chance(80) ? static_cast<cl_context>(from->context) : caller.object<cl_context>();
  const auto device = random.chance(80) ? binary.device : caller.device();
  if (bytes == nullptr || length == 0) caller.must_fail();
  const auto made = FUZZ_CREATE(caller, clCreateProgramWithBinary, context, 1U, &device, &length,
                                &bytes, random.chance(70) ? &status : nullptr);
  if (made.handle != nullptr) caller.require(status >= 0, "a binary is refused and taken");
  keep(caller, made.handle, context);
}

const char* some_options(Random& random) {
  const char* const options[] = {"",
                                 nullptr,
                                 "-cl-std=CL3.0",
                                 "-cl-std=CL2.0 -cl-kernel-arg-info",
                                 "-cl-kernel-arg-info -DX=1",
                                 "-cl-opt-disable",
                                 "-Werror -w",
                                 "-I",
                                 "-nonsense",
                                 "-cl-std=CL9.9"};
  return options[random.below(random.chance(85) ? 5 : std::size(options))];
}

/// A notification function, at times one without data and the other way round.
struct Done {
  explicit Done(Caller& caller)
      : notice(caller.world.make_notice("the callback of a build")),
        function(caller.random.chance(40) ? on_program_built : nullptr),
        data(function != nullptr ? &notice : nullptr) {
    if (function != nullptr || !caller.random.chance(3)) return;
    caller.must_fail();
    data = &notice;
  }
  void began(cl_int code) const { notice.is_expected = function != nullptr && code == CL_SUCCESS; }
  Notice& notice;
  void(CL_CALLBACK* function)(cl_program, void*);
  void* data;
};

/// The devices of a build: mostly all.
struct DeviceList {
  explicit DeviceList(Caller& caller) {
    if (caller.random.chance(70)) return;
    count = 1 + caller.random.below(2);
    for (cl_uint i = 0; i < count; ++i) devices[i] = caller.device();
  }
  [[nodiscard]] const cl_device_id* list() const { return count == 0 ? nullptr : devices; }
  cl_uint count = 0;
  cl_device_id devices[2] = {};
};

void build(Caller& caller) {
  const auto program = caller.object<cl_program>();
  const DeviceList devices(caller);
  const Done done(caller);
  done.began(FUZZ_CALL(caller, clBuildProgram, program, devices.count, devices.list(),
                       some_options(caller.random), done.function, done.data));
}

bool is_module(cl_program program) {
  size_t bytes = 0;
  return driver().clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &bytes) == CL_SUCCESS &&
         bytes != 0;
}

void compile(Caller& caller) {
  const auto program = caller.object<cl_program>();
  const DeviceList devices(caller);
  cl_program headers[1] = {nullptr};
  const char* names[1] = {header_name};
  cl_uint count = 0;
  if (caller.random.chance(40)) {
    // 5.8.5: a module's headers are ignored, whatever they are.
    if (!is_module(program)) {
      headers[0] = caller.object<cl_program>(context_of(caller, Kind::program, program));
    }
    count = 1;
  }
  const Done done(caller);
  done.began(FUZZ_CALL(caller, clCompileProgram, program, devices.count, devices.list(),
                       some_options(caller.random), count, count == 0 ? nullptr : headers,
                       count == 0 ? nullptr : names, done.function, done.data));
}

void link(Caller& caller) {
  if (!caller.world.may_make(Kind::program)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  cl_program inputs[3];
  const cl_uint count = 1 + random.below(3);
  for (cl_uint i = 0; i < count; ++i) inputs[i] = caller.object<cl_program>(context);
  const char* const options[] = {"", nullptr, "-create-library",
                                 "-create-library -enable-link-options", "-nonsense"};
  const DeviceList devices(caller);
  const Done done(caller);
  const bool is_given = random.chance(96);
  if (!is_given) caller.must_fail();
  const auto made = FUZZ_CREATE(caller, clLinkProgram, context, devices.count, devices.list(),
                                random.pick(options), is_given ? count : 0,
                                is_given ? inputs : nullptr, done.function, done.data);
  // A link in the background gives a program and CL_SUCCESS.
  done.began(made.handle != nullptr && made.code != CL_LINK_PROGRAM_FAILURE ? CL_SUCCESS
                                                                            : CL_INVALID_VALUE);
  keep(caller, made.handle, context);
}

void refused(Caller& caller) {
  Notice& notice = caller.world.make_notice("the release callback of a program");
  const auto program = caller.object<cl_program>();
  notice.is_expected = FUZZ_CALL(caller, clSetProgramReleaseCallback, program, on_program_built,
                                 &notice) == CL_SUCCESS;
  const auto context = caller.object<cl_context>();
  const auto device = caller.device();
  caller.must_fail();
  FUZZ_CREATE(caller, clCreateProgramWithBuiltInKernels, context, 1U, &device, "none");
}

constexpr Action actions[] = {
    {6, create_with_source},
    {2, create_with_binary},
    {2, create_with_module},
    {2, specialize},
    {8, build},
    {4, compile},
    {3, link},
    {1, refused},
};

}  // namespace

std::span<const Action> program_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
