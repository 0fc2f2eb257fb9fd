// Device images: round trips, damage of every byte, versions to come, blobs of several.
#include "device_image/image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "device_image/checksum.h"
#include "device_image/find_images.h"

namespace cleave::device_image {
namespace {

using Bytes = std::vector<std::byte>;

constexpr uint32_t llvm_version = 220108;

Table small_table() {
  KernelRow first;
  first.symbol = "_ZTS3add";
  first.name = "add";
  first.file = "add.cpp";
  first.line = 17;
  first.object_bytes = 24;
  first.object_alignment = 8;
  first.required_work_group_size = {16, 4, 1};
  first.work_group_size_hint = {32, 1, 1};
  first.sub_group_size = 8;
  first.aspects = {5, 6};
  first.constants = {7, 0x123456789abcdef0};
  first.captures = {{0, 8, 12}, {8, 8, 12}, {16, 8, 13}};
  KernelRow second;
  second.symbol = "_ZTSZ4mainEUlvE_";
  second.asks_local_memory = true;
  second.required_hierarchical_size = {16, 2, 1};
  return {{first, second},
          {"_Z3fooi", "_Z3barf"},
          {"_Z6libraryv"},
          {{"_ZTS3add", {}, {"_Z6libraryv"}}, {"_Z3fooi", {6, 7}, {}}}};
}

Bytes some_code() {
  Bytes code(300);
  for (size_t i = 0; i < code.size(); ++i) code[i] = static_cast<std::byte>(i * i);
  return code;
}

Bytes small_image(CodeFormat format = CodeFormat::compressed_bitcode) {
  return write_image(small_table(), some_code(), llvm_version, format);
}

template <class T>
void put(Bytes& bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

/// Makes the checksum right again after a change.
void seal(Bytes& image) {
  const uint64_t front = checksum(std::span(image).first(24), 0);
  put(image, 24, checksum(std::span(image).subspan(32), front));
}

TEST(DeviceImage, IsReadAsItWasWritten) {
  for (const CodeFormat format : {CodeFormat::bitcode, CodeFormat::compressed_bitcode}) {
    const Bytes bytes = small_image(format);
    EXPECT_EQ(0U, bytes.size() % 16);
    EXPECT_TRUE(has_magic(bytes));
    const Blob blob = read_blob(bytes);
    EXPECT_EQ("", blob.problem);
    ASSERT_EQ(1U, blob.images.size());
    const ImageView& image = blob.images.front();
    EXPECT_EQ(llvm_version, image.llvm_version);
    EXPECT_EQ(format, image.format);
    EXPECT_EQ(bytes.size(), image.bytes.size());
    EXPECT_EQ(small_table(), read_table(image));
    std::string problem;
    EXPECT_EQ(some_code(), unpack_code(image, problem)) << problem;
  }
}

TEST(DeviceImage, IsFoundAmongOtherBytes) {
  const Bytes image = small_image();
  Bytes damaged = image;
  damaged[70] ^= std::byte{1};
  Bytes file(3);
  for (const Bytes& part : {image, damaged, image}) {
    file.insert(file.end(), part.begin(), part.end());
    file.push_back(std::byte{'C'});  // the magic begins so
  }
  file.insert(file.end(), image.begin(), image.begin() + 20);
  const std::vector<ImageView> found = find_images(file);
  ASSERT_EQ(2U, found.size());
  EXPECT_EQ(file.data() + 3, found[0].bytes.data());
  EXPECT_EQ(file.data() + 3 + 2 * (image.size() + 1), found[1].bytes.data());
  EXPECT_EQ(image.size(), found[1].bytes.size());
  EXPECT_EQ(small_table(), read_table(found[1]));
  EXPECT_TRUE(find_images({}).empty());
}

TEST(DeviceImage, MayLackKernelsAndCode) {
  const Bytes bytes = write_image({}, {}, llvm_version);
  const Blob blob = read_blob(bytes);
  ASSERT_EQ(1U, blob.images.size()) << blob.problem;
  EXPECT_EQ(Table{}, read_table(blob.images.front()));
  std::string problem;
  EXPECT_EQ(Bytes{}, unpack_code(blob.images.front(), problem)) << problem;
}

TEST(DeviceImage, CompressesItsCode) {
  const Bytes code(100000, std::byte{7});
  EXPECT_LT(write_image({}, code, llvm_version).size(), 1000U);
  EXPECT_GT(write_image({}, code, llvm_version, CodeFormat::bitcode).size(), 100000U);
}

TEST(DeviceImage, IsRefusedWhereverItIsCut) {
  const Bytes bytes = small_image();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const Blob blob = read_blob(std::span(bytes).first(size));
    EXPECT_NE("", blob.problem) << size;
    EXPECT_TRUE(blob.images.empty()) << size;
  }
}

TEST(DeviceImage, IsRefusedWhicheverBitIsFlipped) {
  const Bytes bytes = small_image();
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    Bytes damaged = bytes;
    damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    EXPECT_NE("", read_blob(damaged).problem) << "bit " << bit;
  }
}

TEST(DeviceImage, IsRefusedWithForeignBytes) {
  const std::string spirv(
      "\x03\x02\x23\x07 and so on, a module in another language of enough bytes");
  const auto* first = reinterpret_cast<const std::byte*>(spirv.data());
  EXPECT_FALSE(has_magic({first, spirv.size()}));
  EXPECT_EQ("device image 1: the magic is missing", read_blob({first, spirv.size()}).problem);
  EXPECT_EQ("device image 1: the magic is missing", read_blob({}).problem);
  EXPECT_EQ("device image 1: the magic is missing", read_blob(Bytes(1000)).problem);
  Bytes with_tail = small_image();
  with_tail.resize(with_tail.size() + 16);
  EXPECT_EQ("device image 2: the magic is missing", read_blob(with_tail).problem);
}

TEST(DeviceImage, NamesBothVersionsWhereOneIsNewer) {
  Bytes bytes = small_image();
  put(bytes, 8, uint32_t{2});
  put(bytes, 12, uint32_t{80});
  EXPECT_EQ(
      "device image 1: it is of version 2, and version 1 is the newest that this driver reads",
      read_blob(bytes).problem);
}

TEST(DeviceImage, RefusesCodeOfAFormatThatItDoesNotKnow) {
  Bytes bytes = small_image();
  put(bytes, 36, uint32_t{2});
  seal(bytes);
  EXPECT_EQ("device image 1: its code has the format 2, which this driver does not know",
            read_blob(bytes).problem);
}

TEST(DeviceImage, RefusesMoreCodeThanItWouldAskMemoryFor) {
  Bytes bytes = small_image();
  put(bytes, 40, most_code_bytes + 1);
  seal(bytes);
  EXPECT_EQ("device image 1: its code has 1073741825 bytes, more than 1073741824",
            read_blob(bytes).problem);
}

TEST(DeviceImage, RefusesCodeOfAnotherSizeThanItNames) {
  for (const CodeFormat format : {CodeFormat::bitcode, CodeFormat::compressed_bitcode}) {
    for (const uint64_t size : {uint64_t{0}, uint64_t{299}, uint64_t{400}, most_code_bytes}) {
      Bytes bytes = small_image(format);
      put(bytes, 40, size);
      seal(bytes);
      const Blob blob = read_blob(bytes);
      ASSERT_EQ(1U, blob.images.size()) << blob.problem;
      std::string problem;
      EXPECT_FALSE(unpack_code(blob.images.front(), problem)) << size;
      EXPECT_NE("", problem);
    }
  }
}

// A block of zstd has at most 128 KiB, of at least four bytes: no memory is asked for on the word of
// a header.
TEST(DeviceImage, RefusesMoreCodeThanItsBytesCanHold) {
  const Bytes code(most_code_bytes / 16, std::byte{7});
  const Bytes bytes = write_image({}, code, llvm_version);
  std::string problem;
  EXPECT_EQ(code, unpack_code(read_blob(bytes).images.front(), problem)) << problem;
  // A frame with a header of 13 bytes, which names a gibibyte, and one block of four bytes.
  Bytes cheating = write_image({}, {}, llvm_version, CodeFormat::bitcode);
  constexpr unsigned char frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0x40,
                                     0,    0,    0,    0,    0x03, 0, 0, 7};
  static_assert(sizeof frame == 17);
  const size_t begin = 64 + 3 * 8;
  cheating.resize(112);
  std::memcpy(cheating.data() + begin, frame, sizeof frame);
  put(cheating, 16, uint64_t{112});
  put(cheating, 36, uint32_t{1});
  put(cheating, 40, most_code_bytes);
  seal(cheating);
  const Blob blob = read_blob(cheating);
  ASSERT_EQ(1U, blob.images.size()) << blob.problem;
  EXPECT_FALSE(unpack_code(blob.images.front(), problem));
  EXPECT_EQ("the code of a device image cannot be unpacked: it is too short for its size", problem);
}

TEST(DeviceImage, IsRefusedWithZerosInNames) {
  for (int list = 0; list < 5; ++list) {
    Table table = small_table();
    const std::string bad("_Z3add\0rest", 11);
    (list == 0   ? table.kernels[1].symbol
     : list == 1 ? table.kernels[0].file
     : list == 2 ? table.defined[1]
     : list == 3 ? table.wanted[0]
                 : table.needs[0].calls[0]) = bad;
    EXPECT_EQ("device image 1: its table is damaged",
              read_blob(write_image(table, some_code(), llvm_version)).problem)
        << list;
  }
}

// The table of an image without names: three lists of eight bytes.
TEST(DeviceImage, IsRefusedWithMoreRecordsThanBytes) {
  for (const size_t list : {0U, 8U, 16U}) {
    for (const uint32_t count : {1U, 0x10000000U, 0xffffffffU}) {
      Bytes bytes = write_image({}, some_code(), llvm_version);
      put(bytes, 64 + list + 4, count);
      seal(bytes);
      EXPECT_EQ("device image 1: its table is damaged", read_blob(bytes).problem) << count;
    }
    for (const uint32_t size : {0U, 3U, 7U, 9U, 0x7fffffffU, 0xffffffffU}) {
      Bytes bytes = write_image({}, some_code(), llvm_version);
      put(bytes, 64 + list, size);
      seal(bytes);
      const Blob blob = read_blob(bytes);
      // A list may have bytes behind its records, of a later version; then others are cut.
      EXPECT_EQ("device image 1: its table is damaged", blob.problem) << list << ' ' << size;
    }
  }
}

TEST(DeviceImage, IsRefusedWithListsInRecordsThatAreLongerThanTheRecord) {
  Table table;
  table.kernels.resize(1);
  table.kernels.front().symbol = "k";
  const Bytes right = write_image(table, {}, llvm_version, CodeFormat::bitcode);
  ASSERT_EQ("", read_blob(right).problem);
  // The counts of aspects and of captures are the last eight bytes of the kernel's record.
  const size_t end = right.size() - 16;  // two empty lists follow
  for (const size_t at : {end - 8, end - 4}) {
    for (const uint32_t count : {1U, 0xffffffffU}) {
      Bytes bytes = right;
      const size_t zeros = 0;
      put(bytes, at - zeros, count);
      seal(bytes);
      EXPECT_EQ("device image 1: its table is damaged", read_blob(bytes).problem) << at;
    }
  }
}

// No checksum finds bytes that somebody wrote on purpose.
TEST(DeviceImage, SurvivesDamageWithARightChecksum) {
  const Bytes bytes = small_image();
  size_t refused = 0;
  for (size_t bit = 32 * 8; bit < bytes.size() * 8; ++bit) {
    Bytes damaged = bytes;
    damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    seal(damaged);
    const Blob blob = read_blob(damaged);
    if (blob.images.empty()) {
      ++refused;
      continue;
    }
    static_cast<void>(read_table(blob.images.front()));
    std::string problem;
    if (!unpack_code(blob.images.front(), problem)) ++refused;
  }
  EXPECT_GT(refused, bytes.size());
}

// A later writer of the same version adds a field to a record.
TEST(DeviceImage, SkipsFieldsThatItDoesNotKnow) {
  Table table;
  table.defined = {"_Z3fooi"};
  Bytes bytes = write_image(table, {}, llvm_version, CodeFormat::bitcode);
  const size_t table_bytes = 8 + (8 + 4 + 4 + 7) + 8;
  ASSERT_EQ(112U, bytes.size());
  // The record of the name has one more byte.
  Bytes longer(bytes.begin(), bytes.begin() + 64 + 8 + 8 + 4 + 4 + 7);
  longer.push_back(std::byte{42});
  longer.insert(longer.end(), bytes.begin() + 64 + 8 + 8 + 4 + 4 + 7,
                bytes.begin() + 64 + static_cast<std::ptrdiff_t>(table_bytes));
  longer.resize(112);
  put(longer, 64 + 8, uint32_t{8 + 4 + 4 + 7 + 1});
  put(longer, 64 + 8 + 8, uint32_t{4 + 4 + 7 + 1});
  put(longer, 48, static_cast<uint32_t>(table_bytes + 1));
  seal(longer);
  const Blob blob = read_blob(longer);
  ASSERT_EQ(1U, blob.images.size()) << blob.problem;
  EXPECT_EQ(table, read_table(blob.images.front()));
}

TEST(DeviceImage, StandsBehindOthersInABlob) {
  const Bytes first = small_image();
  Table table;
  table.defined = {"_Z6libraryv"};
  const Bytes second = write_image(table, some_code(), llvm_version - 100, CodeFormat::bitcode);
  Bytes bytes = first;
  bytes.insert(bytes.end(), second.begin(), second.end());
  const Blob blob = read_blob(bytes);
  ASSERT_EQ(2U, blob.images.size()) << blob.problem;
  EXPECT_EQ(small_table(), read_table(blob.images[0]));
  EXPECT_EQ(table, read_table(blob.images[1]));
  EXPECT_NE(blob.images[0].checksum, blob.images[1].checksum);
  bytes[first.size() + 100] ^= std::byte{1};
  EXPECT_EQ("device image 2: its checksum is wrong", read_blob(bytes).problem);
}

TEST(DeviceImage, MayBeUnaligned) {
  const Bytes image = small_image();
  Bytes bytes(1);
  bytes.insert(bytes.end(), image.begin(), image.end());
  EXPECT_EQ("", read_blob(std::span(bytes).subspan(1)).problem);
}

TEST(DeviceImage, SpellsVersionsOfLlvm) {
  EXPECT_EQ("22.1.8", version_text(llvm_version));
  EXPECT_EQ("23.0.12", version_text(230012));
}

}  // namespace
}  // namespace cleave::device_image
