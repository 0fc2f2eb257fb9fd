#include "inputs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "device_image/checksum.h"
#include "device_image/image.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::device_image {
namespace {

namespace image = cleave::device_image;

constexpr size_t header_bytes = 64;
constexpr size_t table_bytes_offset = 48;

const std::string names[] = {"_ZTS3Add",
                             "_ZTS4Tree",
                             "_ZTS11SubGroupSum",
                             "_ZTS10StaticTree",
                             "_ZTS4Math",
                             "_ZTS8Captured",
                             "_ZTS10CallsOther",
                             "_Z13twice_and_onei",
                             "_Z9local_sumi",
                             "_ZN6NumberC1Ei",
                             "_Z4fourv",
                             "_Z5sevenv",
                             "__cleave_local_base",
                             "_Z13get_global_idj",
                             "sinf",
                             "memcpy",
                             "__assert_fail",
                             "llvm.memcpy.p0.p0.i64",
                             "printf",
                             "no one",
                             "",
                             std::string("_ZTS3Add\0x", 10),
                             std::string(5000, 'n')};

uint32_t odd_number(Random& random) {
  constexpr std::array<uint32_t, 14> numbers = {
      0, 1, 2, 3, 7, 8, 16, 64, 128, 4096, 4097, 0x7fffffff, 0x80000000, 0xffffffff};
  return random.chance(90) ? random.pick(numbers) : static_cast<uint32_t>(random.next());
}

std::array<uint32_t, 3> odd_sizes(Random& random) {
  if (random.chance(40)) return {};
  return {odd_number(random), odd_number(random), odd_number(random)};
}

std::vector<std::string> some_names(Random& random, unsigned most) {
  std::vector<std::string> some;
  for (unsigned i = random.below(most + 1); i > 0; --i) some.push_back(random.pick(names));
  return some;
}

image::KernelRow odd_kernel(Random& random) {
  image::KernelRow kernel;
  kernel.symbol = names[random.below(random.chance(80) ? 7 : std::size(names))];
  kernel.name = random.pick(names);
  kernel.file = random.pick(names);
  kernel.line = odd_number(random);
  kernel.object_bytes = odd_number(random);
  kernel.object_alignment = 1U << random.below(32);
  kernel.required_work_group_size = odd_sizes(random);
  kernel.work_group_size_hint = odd_sizes(random);
  kernel.sub_group_size = random.chance(50) ? 0 : odd_number(random);
  for (unsigned i = random.below(4); i > 0; --i) kernel.aspects.push_back(odd_number(random));
  for (unsigned i = random.below(4); i > 0; --i) kernel.constants.push_back(odd_number(random));
  for (unsigned i = random.below(4); i > 0; --i) {
    kernel.captures.push_back({odd_number(random), odd_number(random), odd_number(random)});
  }
  kernel.asks_local_memory = random.chance(50);
  return kernel;
}

image::Table odd_table(Random& random) {
  image::Table table;
  for (unsigned i = random.below(6); i > 0; --i) table.kernels.push_back(odd_kernel(random));
  table.defined = some_names(random, 4);
  table.wanted = some_names(random, 4);
  return table;
}

/// The table that the tests have for a unit.
image::Table right_table(const std::string& unit) {
  if (unit == "callee") {
    return {{},
            {"_Z13twice_and_onei", "_Z9local_sumi", "_ZN6NumberC1Ei", "_Z4fourv"},
            {"_Z5sevenv"},
            {}};
  }
  if (unit == "farther")
    return {{}, {"_Z5sevenv"}, {"_Z4fourv"}, {{"_Z5sevenv", {6}, {"_Z4fourv"}}}};
  image::KernelRow kernel;
  kernel.symbol = "_ZTS3Add";
  kernel.required_work_group_size = {8, 1, 1};
  kernel.captures = {{0, 8, 1}};
  return {{kernel}, {}, {}, {}};
}

/// Changes one to four bytes from `from` to `end`.
void change(Bytes& bytes, size_t from, size_t end, Random& random) {
  for (unsigned i = random.between(1, 4); i > 0; --i) {
    std::byte& at = bytes[from + random.below(end - from)];
    if (random.chance(50)) {
      at ^= static_cast<std::byte>(1U << random.below(8));
    } else {
      at = static_cast<std::byte>(random.chance(30) ? 255 * random.below(2) : random.below(256));
    }
  }
}

/// Makes the checksum right again.
void seal(Bytes& bytes) {
  constexpr size_t place = 24;
  const uint64_t front = image::checksum(std::span(bytes).first(place), 0);
  const uint64_t sum = image::checksum(std::span(bytes).subspan(place + sizeof front), front);
  std::memcpy(bytes.data() + place, &sum, sizeof sum);
}

Bytes write(const image::Table& table, const Bytes& bitcode, Random& random) {
  const auto format =
      random.chance(20) ? image::CodeFormat::compressed_bitcode : image::CodeFormat::bitcode;
  return image::write_image(table, bitcode, CLEAVE_LLVM_VERSION, format);
}

Bytes changed_bitcode(const Unit& unit, Random& random) {
  Bytes bitcode = unit.bitcode;
  change(bitcode, 0, bitcode.size(), random);
  return write(right_table(unit.name), bitcode, random);
}

void add_several_units(Input& input, const std::vector<Unit>& units, Random& random) {
  const unsigned count = random.between(2, 5);
  const unsigned changed = random.below(2 * count);
  for (unsigned i = 0; i < count; ++i) {
    const Unit& unit = random.pick(units);
    const Bytes one = i == changed
                          ? changed_bitcode(unit, random)
                          : write(random.chance(80) ? right_table(unit.name) : odd_table(random),
                                  unit.bitcode, random);
    input.blob.insert(input.blob.end(), one.begin(), one.end());
  }
  input.has_right_code = changed >= count;
}

std::string some_options(Random& random) {
  std::string options;
  if (random.chance(15)) options += "-cleave-kernel=" + names[random.below(7)] + ' ';
  if (random.chance(5)) options += "-g ";
  if (random.chance(5)) options += "-cl-opt-disable ";
  if (random.chance(5)) options += "-cl-fast-relaxed-math ";
  return options;
}

}  // namespace

Input make_input(const std::vector<Unit>& units, uint64_t seed) {
  Random random(seed);
  const Unit& unit = random.pick(units);
  const unsigned kind = random.below(100);
  Input input;
  input.options = some_options(random);
  if (kind < 45) {
    input.blob = changed_bitcode(unit, random);
  } else if (kind < 57) {
    input.blob = write(odd_table(random), unit.bitcode, random);
    input.has_right_code = true;
  } else if (kind < 72) {
    add_several_units(input, units, random);
  } else {
    Bytes& bytes = input.blob = write(right_table(unit.name), unit.bitcode, random);
    if (kind < 80) {
      uint32_t table_bytes = 0;
      std::memcpy(&table_bytes, bytes.data() + table_bytes_offset, sizeof table_bytes);
      change(bytes, header_bytes, header_bytes + table_bytes, random);
      seal(bytes);
      input.has_right_code = true;
    } else if (kind < 88) {
      change(bytes, random.chance(50) ? 32 : header_bytes, bytes.size(), random);
      seal(bytes);
    } else if (kind < 94) {
      const Bytes before = bytes;
      change(bytes, 8, bytes.size(), random);
      input.is_refused = bytes != before;
    } else {
      bytes.resize(8 + random.below(bytes.size() - 8));
      input.is_refused = true;
    }
  }
  return input;
}

}  // namespace cleave::test::fuzz::device_image
