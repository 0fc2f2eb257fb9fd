// Reads and writes device images: the container that carries the device code of a SYCL program from
// the compiler command through an executable to a driver.
//
// An image is the device code of one unit of translation. A blob is what clCreateProgramWithIL
// takes: the image of a unit, and behind it those that it wants, directly or not. Everything is
// little-endian. Later versions may add fields behind those of a record, records behind those of a
// header, and lists behind those of a table: a reader skips what it does not know.
//
//   header   magic "CLEAVEDI", u32 version, u32 bytes of the header, u64 bytes of the image (a
//            multiple of 16), u64 checksum of all other bytes of the image, u32 version of LLVM,
//            u32 format of the code, u64 bytes of the code as it was, u32 bytes of the table, zeros
//   table    lists: kernels, external functions that the image defines, those that it wants, and
//            what functions need, which is there where any needs something. A list is u32 bytes
//            (with this), u32 count, records; a record is u32 bytes (with this), fields; a text is
//            u32 length, bytes
//   code     LLVM bitcode, as it is or compressed; then zeros to the end of the image
//
// All functions are thread-safe and throw nothing but std::bad_alloc. Bytes may be unaligned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::device_image {

/// The version of the container that is written, and the newest one that is read.
inline constexpr uint32_t format_version = 1;
/// The name of the container in CL_DEVICE_ILS_WITH_VERSION, and before '_' in CL_DEVICE_IL_VERSION.
inline constexpr std::string_view language_name = "CLEAVE-DEVICE-IMAGE";

/// A field of a kernel object, as both passes of the compiler see it.
struct Capture {
  uint32_t offset = 0;  // in bytes
  uint32_t bytes = 0;
  uint32_t line = 0;  // of the lambda or the member; 0: unknown

  friend bool operator==(const Capture&, const Capture&) = default;
};

/// A kernel of an image, or rather what is said of it beside the code.
struct KernelRow {
  std::string symbol;  // in the code, and for clCreateKernel
  std::string name;    // as the user wrote it; empty: unnamed
  std::string file;    // where its body begins
  uint32_t line = 0;
  uint64_t object_bytes = 0;      // the size of argument 0
  uint32_t object_alignment = 1;  // a power of two
  // In the order of OpenCL, so that the dimension that varies fastest comes first; zeros: none.
  std::array<uint32_t, 3> required_work_group_size = {};
  std::array<uint32_t, 3> work_group_size_hint = {};
  uint32_t sub_group_size = 0;     // 0: any
  std::vector<uint32_t> aspects;   // numbers of SYCL's aspects that it lists or uses, in order
  std::vector<Capture> captures;   // by their offsets
  bool asks_local_memory = false;  // it has argument 1, dynamic local memory
  std::vector<uint64_t>
      constants;  // identities of specialization constants that it reads, in order
  // The size that a hierarchical kernel requires, whose work-groups have one work-item for OpenCL; likewise.
  std::array<uint32_t, 3> required_hierarchical_size = {};

  friend bool operator==(const KernelRow&, const KernelRow&) = default;
};

/// Says what a function needs of devices. A kernel's own aspects are in its row: this has those of
/// external functions, which are for kernels of other units.
struct FunctionNeeds {
  std::string symbol;              // of a kernel, or of an external function that the image defines
  std::vector<uint32_t> aspects;   // that an external function lists or uses, in order
  std::vector<std::string> calls;  // functions of other units, directly or not

  friend bool operator==(const FunctionNeeds&, const FunctionNeeds&) = default;
};

/// The parts of an image beside its code.
struct Table {
  std::vector<KernelRow> kernels;
  std::vector<std::string> defined;  // mangled names of SYCL_EXTERNAL functions
  std::vector<std::string> wanted;   // such names, of functions of other units
  std::vector<FunctionNeeds> needs;  // a function has a row if it needs something

  friend bool operator==(const Table&, const Table&) = default;
};

enum class CodeFormat : uint32_t { bitcode = 0, compressed_bitcode = 1 };

/// A view of one image in bytes that are checked, which must outlive the view.
struct ImageView {
  uint64_t checksum = 0;      // equal for equal images: a key of caches
  uint32_t llvm_version = 0;  // that wrote the code: major * 10000 + minor * 100 + patch
  CodeFormat format = CodeFormat::bitcode;
  uint64_t code_bytes = 0;           // of the bitcode; at most `most_code_bytes`
  std::span<const std::byte> bytes;  // the whole image
  std::span<const std::byte> table;  // as it is stored
  std::span<const std::byte> code;   // in the bytes too, with the zeros behind it
};

/// Bitcode of more bytes than this is refused before memory is asked for.
inline constexpr uint64_t most_code_bytes = uint64_t{1} << 30;

/// The images of a blob, that of the unit first. `problem` is empty, or says in words why the
/// bytes are none; then there are no images.
struct Blob {
  std::vector<ImageView> images;
  std::string problem;
};

/// Tells by the first bytes whether they are meant as a blob, good or damaged.
[[nodiscard]] bool has_magic(std::span<const std::byte> bytes);

/// Checks all images of a blob: headers, sizes, checksums, tables. The code is looked at by
/// `unpack_code` and by LLVM alone. Takes time linear in the bytes.
[[nodiscard]] Blob read_blob(std::span<const std::byte> bytes);

/// Returns the table of an image of `read_blob`.
[[nodiscard]] Table read_table(const ImageView& image);

/// Returns the bitcode of an image of `read_blob`; nothing, and the reason in `problem`, if it
/// cannot be unpacked.
[[nodiscard]] std::optional<std::vector<std::byte>> unpack_code(const ImageView& image,
                                                                std::string& problem);

/// Returns an image. `bitcode` has at most `most_code_bytes`, and is written as `format` says.
[[nodiscard]] std::vector<std::byte> write_image(
    const Table& table, std::span<const std::byte> bitcode, uint32_t llvm_version,
    CodeFormat format = CodeFormat::compressed_bitcode);

/// "22.1.8" for 220108.
[[nodiscard]] std::string version_text(uint32_t llvm_version);

}  // namespace cleave::device_image
