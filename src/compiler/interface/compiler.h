// Declares the interface between the driver (libcleave.so) and the compiler module
// (libcleave-compiler.so), which alone holds LLVM. The driver loads the module at the first build
// and never unloads it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compiler/interface/bindings.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/code_target.h"
#include "compiler/interface/facts.h"
#include "compiler/interface/inspection.h"
#include "compiler/interface/launch_context.h"
#include "compiler/interface/merged_groups.h"
#include "compiler/interface/version.h"  // generated

namespace cleave::compiler::interface {

/// Features of a device that the language exposes to programs, and what code of kernels is made
/// for. One per kind of root device.
struct LanguageTarget {
  CodeTarget code = CodeTarget::x86;
  std::vector<std::string> extensions;  // cl_khr_…, each defines its macro
  std::vector<std::string> features;    // __opencl_c_…, likewise
  uint32_t default_sub_group_size = 16;
  // Kernels that work on 64-bit types for the most part get half of that, at least the smallest
  // size, since their vectors are twice as long; those on bytes and half words four times as many,
  // at most the largest size.
  bool fits_sub_groups_to_types = false;
  bool embedded_profile = false;    // defines __EMBEDDED_PROFILE__
  uint32_t opencl_version = 300;    // __OPENCL_VERSION__
  bool fused_multiply_add = false;  // fma is as fast as a multiplication: FP_FAST_FMA
  // NAME=value of the user's settings that builds depend on. A program for others is another one.
  std::vector<std::string> settings;
};

/// Result of compiling source: an executable (clBuildProgram), an object that is linked with
/// others first and may call their functions (clCompileProgram), or a SPIR-V module of OpenCL C for
/// any driver.
enum class BuildKind : uint8_t { executable, object, spirv };

/// A header that the source includes by `name` (5.8.5), which may hold folders.
struct EmbeddedHeader {
  std::string name;
  std::string source;
};

/// OpenCL C. Of two headers of the same name the first counts; all of them are found before files.
struct OpenClSource {
  std::string text;
  std::vector<EmbeddedHeader> headers = {};
};

/// A value in place of the default of a specialization constant (5.8.3): its bytes, little-endian.
struct SpecializationConstant {
  uint32_t id = 0;
  std::vector<std::byte> value;

  friend bool operator==(const SpecializationConstant&, const SpecializationConstant&) = default;
};

/// A module in an intermediate language (5.8.1), SPIR-V, in the byte order of this processor.
struct IntermediateLanguage {
  std::vector<std::byte> module;
  std::vector<SpecializationConstant> constants;  // by their ids, each of which stands once
};

/// Device code of SYCL: a blob of images (device_image/image.h), the first of which has the
/// program's kernels.
struct DeviceImages {
  std::vector<std::byte> blob;
};

using ProgramInput = std::variant<OpenClSource, IntermediateLanguage, DeviceImages>;

/// A program to be built (5.8.4 to 5.8.6), by the options of clBuildProgram or clCompileProgram and
/// those of the user. A build whose options have an error fails.
struct BuildRequest {
  ProgramInput input;
  BuildOptions options;
  LanguageTarget target;
  BuildKind kind = BuildKind::executable;
};

/// Canonical modules of objects and libraries to be linked (5.8.5, 5.8.7), by the options of
/// clLinkProgram. A link whose options have an error fails.
struct LinkRequest {
  std::vector<std::span<const std::byte>> inputs;
  LinkOptions options;
  LanguageTarget target;
};

/// Holds the modules that code of an executable's kernels is made of: each has some of the kernels
/// and all that these come to. Code of a kernel that has none is made of the whole program.
struct KernelModules {
  std::vector<std::vector<std::byte>> modules;  // bitcode
  std::vector<uint32_t> of_kernels;             // by kernel: an index; no less than there are: none

  /// Returns a kernel's module, or else `canonical`, that of the program.
  [[nodiscard]] std::span<const std::byte> of(size_t kernel,
                                              std::span<const std::byte> canonical) const {
    const bool has_own = kernel < of_kernels.size() && of_kernels[kernel] < modules.size();
    return has_own ? std::span<const std::byte>(modules[of_kernels[kernel]]) : canonical;
  }
};

/// A file of the system that a build looked at, and its state: "absent", "folder", "file", the hash
/// of its contents where they were read, or "unknown" if the state may differ next time.
struct FileUse {
  std::string path;
  std::string state;
};

/// The result of a build or link. `status` is CL_SUCCESS, the failure of the kind
/// (CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE) or its invalid
/// options (CL_INVALID_BUILD_OPTIONS, …_COMPILER_OPTIONS, …_LINKER_OPTIONS); the log is for people
/// and may hold warnings after success.
struct BuildResult {
  cl_int status = CL_SUCCESS;
  std::string log;
  // Bitcode of the canonical module, or the SPIR-V that was asked for; empty after a failure.
  std::vector<std::byte> canonical;
  std::vector<KernelFacts> kernels;  // in the order of the source; none of objects and libraries
  KernelModules kernel_modules = {};
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  ProgramScope program_scope;  // executables'
  // The language of any part of it, or an option, asks that local sizes divide global sizes.
  bool requires_uniform_groups = true;
  std::vector<FileUse> files = {};  // that were read, or looked for
};

struct ProgramImage;

/// Result of the check of a program binary: CL_SUCCESS, CL_INVALID_BINARY, or
/// CL_BUILD_PROGRAM_FAILURE where it could not be checked; the log says why.
struct CheckResult {
  cl_int status = CL_SUCCESS;
  std::string log;
  KernelModules kernel_modules = {};
};

/// How the lanes of a sub-group run: as vectors, or one after another, as the oracle does that
/// vector code is compared with. Kernels of one program have one mode.
enum class CodegenMode : uint8_t { vector, scalar };

/// Asks for the code of a canonical module.
struct CodeRequest {
  std::span<const std::byte> canonical;
  std::vector<KernelFacts> kernels;  // the facts of the build that made `canonical`
  ProgramScope program_scope = {};
  KernelModules kernel_modules = {};  // those of the build or check
  CodegenMode mode = CodegenMode::vector;
};

/// Optimisation effort. All tiers compute the same, with the same sub-groups.
enum class Tier : uint8_t {
  quick,  // made soon, so that a first launch does not wait for long
  main,
  // The main tier's, but that the lanes of a sub-group run one after another where main has them
  // together, or the other way round. The same as main where KernelCode::has_alternative is false.
  alternative,
};

/// A kernel that can be run. `entry` stays valid while the ProgramCode that it came from lives.
struct KernelCode {
  KernelEntry entry = nullptr;
  uint64_t frame_bytes_per_item = 0;  // LaunchContext::frames holds this for each work-item of the
                                      // work-group, rounded up to whole sub-groups
  uint64_t stack_bytes = 0;           // without the driver functions that it calls
  Tier tier = Tier::main;
  bool has_alternative = false;  // Tier::alternative may be faster: only launches can tell
};

/// Properties of a launch that the code of a kernel may rely on.
struct LaunchShape {
  bool small_ids = false;  // every global id is less than 2^31
  // Every memory object that the kernel may access, and all other memory, has at most this many
  // bytes.
  static constexpr uint64_t small_object = (uint64_t{1} << 31) - (uint64_t{1} << 20);
  bool small_objects = false;
  // No memory that the kernel writes by one of its arguments, or pointers in their values, is
  // reached by another, and it reaches global memory by these alone.
  bool distinct_objects = false;
  // Every work-group is a multiple of so many rows, and of so many whole sub-groups of a row: a
  // power of two. 0: rows are shorter than a sub-group, or nothing is known of them.
  static constexpr uint8_t most_sub_groups = 16;
  uint8_t sub_groups = 0;
  uint8_t rows = 0;
  // Rows are no whole numbers of sub-groups: their last ones lack lanes. `sub_groups` then adds few
  // that have none.
  bool ragged_rows = false;
  std::array<uint32_t, 3> local_size = {};  // that of work-groups; zeros: any
  // The program's work-groups, where they run as lanes of larger ones, which the rest of the shape
  // is about.
  MergedGroups merged = {};
  // By their numbers: arguments whose memory is so large that what is written there leaves
  // the caches before it is read again, and that are no other argument's. Behind them, by the
  // eight bytes of the argument block that they are in: KernelFacts::pointers_in_values.
  uint64_t streamed_arguments = 0;
  Bindings bindings = {};

  friend auto operator<=>(const LaunchShape&, const LaunchShape&) = default;
};

/// Names one variant of the code of a program.
struct KernelVariant {
  std::string kernel;
  uint32_t sub_group_size = 0;
  LaunchShape shape = {};
  Tier tier = Tier::main;
  CodegenMode mode = CodegenMode::vector;
  CodeTarget target = CodeTarget::x86;
};

/// Asks for the code of one variant of a kernel.
struct ObjectRequest {
  std::span<const std::byte> module;  // of the kernel (KernelModules) or its program
  KernelFacts facts;                  // of the build that made `module`
  KernelVariant variant;
};

/// Code of one variant of a kernel, for any process with such a processor.
struct ObjectCode {
  uint64_t frame_bytes = 0;      // KernelCode::frame_bytes_per_item
  uint64_t stack_bytes = 0;      // KernelCode::stack_bytes
  bool has_alternative = false;  // KernelCode::has_alternative
  // For x86 an object file, for nvptx text in PTX. It says what it was made of, see
  // cache::object_origin.
  std::vector<std::byte> object;
};

/// Linked code of one program for the processor of this process, x86. Generated kernel by kernel, when
/// first asked for. Thread-safe.
class ProgramCode {
 public:
  virtual ~ProgramCode() = default;
  /// The code of a kernel for launches of that shape, of that tier or a better one that is at hand;
  /// generates it at the first call. A failure (only a failing system or a defect of ours causes
  /// one) gives a null entry and says why in `error`.
  [[nodiscard]] virtual KernelCode kernel(const std::string& name, LaunchShape shape, Tier tier,
                                          std::string& error) = 0;
};

/// Called where LLVM cannot go on, with the reason; null: there is no more memory. Ends the
/// process.
using GiveUp = void (*)(const char* reason);

/// Thread-safe: builds from several threads share no LLVM state. Driver and module have a C++
/// library each: no exception comes out of any of these, or of ProgramCode's, nor any stream or locale.
class Compiler {
 public:
  virtual ~Compiler() = default;
  [[nodiscard]] virtual BuildResult build(const BuildRequest& request) = 0;
  [[nodiscard]] virtual BuildResult link(const LinkRequest& request) = 0;
  /// Checks an image of unknown origin: a build of this compiler could have made it if its module
  /// is valid and canonical, and the facts of kernels and variables agree with the module. Only
  /// then is it loaded. Objects and libraries are checked when they are linked.
  [[nodiscard]] virtual CheckResult check(const ProgramImage& image) = 0;
  /// Precondition: `canonical` and `kernels` are of a build or link, or were checked. Null when the
  /// system refuses; `error` says why.
  [[nodiscard]] virtual std::shared_ptr<ProgramCode> load(CodeRequest request,
                                                          std::string& error) = 0;
  /// Returns the code of a kernel, which may have been kept by an earlier process. Precondition: as
  /// for load(). Nothing, and why in `error`, where this compiler makes no code for the target, and
  /// where the system fails. What code of x86 is linked to is inside ProgramCode alone.
  [[nodiscard]] virtual std::optional<ObjectCode> object(const ObjectRequest& request,
                                                         std::string& error) = 0;
  /// Compiles a kernel with these facts as ProgramCode::kernel would, in this process, and returns texts
  /// and remarks instead of code.
  [[nodiscard]] virtual Inspection inspect(std::span<const std::byte> canonical,
                                           const KernelFacts& facts, const KernelVariant& variant,
                                           const KernelText& wanted) = 0;
  /// For compiler processes: answers a request of an application's compiler (bytes of
  /// compiler/process/requests.h), on this thread, whose stack and floating-point environment are
  /// as a compiler needs them. Other bytes have an empty answer. One request at a time.
  [[nodiscard]] virtual std::vector<std::byte> answer(std::span<const std::byte> request,
                                                      GiveUp give_up) = 0;
};

/// The one function the module exports. The compiler lives as long as the process.
/// `interface_version` must be compiler_interface_version (version.h), or the answer is null: a
/// driver never talks to a module that was built from another interface.
extern "C" Compiler* cleave_compiler_open(uint32_t interface_version);

/// Driver side: the compiler, loaded from the folder that holds this library at the first call.
/// Null when the module is missing or of another version; `error` says what was looked for, where.
[[nodiscard]] Compiler* load_compiler(std::string& error);

}  // namespace cleave::compiler::interface
