#include "mutation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "compiler/cache/content_hash.h"
#include "compiler/interface/archive.h"
#include "compiler/interface/program_image.h"

namespace cleave::test::fuzz::binary {
namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;
using compiler::interface::KernelFacts;
using compiler::interface::ProgramImage;
using compiler::interface::visit;

/// A number among bytes that Writer made.
struct Field {
  size_t at;
  size_t size;
};

/// Writes as compiler::Writer does, and notes where the numbers are: lengths, enumerations, facts.
class FieldMap {
 public:
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  void operator()(const T& value) {
    fields.push_back({writer.bytes.size(), sizeof value});
    writer(value);
  }
  void operator()(const std::string& text) { bytes_of(text); }
  void operator()(const std::vector<std::byte>& data) { bytes_of(data); }
  template <class T, size_t N>
  void operator()(const std::array<T, N>& values) {
    for (const T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    fields.push_back({writer.bytes.size(), sizeof(uint64_t)});
    writer(uint64_t{values.size()});
    for (const T& value : values) (*this)(value);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void operator()(const T& structure) {
    compiler::interface::visit(*this, structure);
  }

  compiler::interface::Writer writer;
  std::vector<Field> fields;

 private:
  template <class Data>
  void bytes_of(const Data& data) {
    fields.push_back({writer.bytes.size(), sizeof(uint64_t)});
    writer(data);
  }
};

void change_field(Random& random, std::span<std::byte> bytes, const std::vector<Field>& fields) {
  const Field& field = fields[random.below(fields.size())];
  uint64_t value = 0;
  std::memcpy(&value, bytes.data() + field.at, field.size);
  switch (random.below(4)) {
    case 0:
      value = random.odd_number();
      break;
    case 1:
      value += random.below(33) - 16;
      break;
    case 2:
      value ^= uint64_t{1} << random.below(8 * field.size);
      break;
    default: {
      const Field& other = fields[random.below(fields.size())];
      std::memcpy(&value, bytes.data() + other.at, std::min(field.size, other.size));
    }
  }
  std::memcpy(bytes.data() + field.at, &value, field.size);
}

/// Changes the words of a stream of bitcode: bits, whole words, ranges of another stream.
void change_bitcode(Random& random, Bytes& code, const Bytes& other) {
  if (code.size() < 8) return;
  switch (random.below(6)) {
    case 0: {  // words of another module
      const size_t words = 1 + random.below(64);
      const size_t from = random.below(other.size() / 4), to = random.below(code.size() / 4);
      const size_t count = std::min({words, other.size() / 4 - from, code.size() / 4 - to});
      std::copy_n(other.begin() + static_cast<ptrdiff_t>(4 * from), 4 * count,
                  code.begin() + static_cast<ptrdiff_t>(4 * to));
      break;
    }
    case 1:
      code.resize(4 * random.below(code.size() / 4));
      break;
    case 2: {  // a word, as of the length of a block
      const uint64_t value = random.odd_number();
      std::memcpy(code.data() + 4 * random.below(code.size() / 4), &value, 4);
      break;
    }
    default:
      for (size_t flips = 1 + random.below(4); flips > 0; --flips) {
        code[random.below(code.size())] ^=
            std::byte{static_cast<unsigned char>(1U << random.below(8))};
      }
  }
}

void change_text(Random& random, std::string& text) {
  if (text.empty() || random.one_in(4)) {
    text += "more";
  } else {
    text[random.below(text.size())] = 'x';
  }
}

void change_argument(Random& random, KernelFacts& kernel) {
  if (kernel.arguments.empty()) return;
  ArgumentFacts& argument = kernel.arguments[random.below(kernel.arguments.size())];
  switch (random.below(9)) {
    case 0:
      argument.kind = static_cast<ArgumentKind>(random.below(4));
      if (argument.kind != ArgumentKind::value) argument.size = 8;
      break;
    case 1:
      argument.size = static_cast<uint32_t>(random.below(2 * argument.size + 2));
      break;
    case 2:
      argument.offset = static_cast<uint32_t>(random.below(kernel.argument_block_size + 1));
      break;
    case 3:
      argument.read_only = !argument.read_only;
      break;
    case 4:
      argument.alignment = 1U << random.below(12);
      break;
    case 5:
      kernel.arguments.pop_back();
      break;
    case 6:
      change_text(random, random.one_in(2) ? argument.name : argument.type_name);
      break;
    case 7:
      argument.type_qualifiers ^= cl_kernel_arg_type_qualifier{1} << random.below(3);
      break;
    default:
      kernel.arguments.push_back(argument);
  }
}

/// Such that nothing contradicts anything else in the facts.
void change_facts(Random& random, KernelFacts& kernel) {
  switch (random.below(15)) {
    case 0:
      kernel.argument_block_size = static_cast<uint32_t>(random.below(300));
      break;
    case 1:
      kernel.local_memory_size = random.below(2) * random.below(4096);
      kernel.local_memory_alignment = 1U << random.below(32);
      break;
    case 2:
      kernel.private_memory_size = random.below(1 << 20);
      break;
    case 3:
      kernel.sub_group_size = compiler::interface::sub_group_sizes[random.below(5)];
      break;
    case 4:
      kernel.required_work_group_size = {1 + random.below(9), 1 + random.below(3), 1};
      break;
    case 5:
      kernel.maximum_work_group_size = 1 + random.below(1 << 14);
      break;
    case 6:
      kernel.prints = !kernel.prints;
      break;
    case 7:
      (random.one_in(3)   ? kernel.may_wait
       : random.one_in(2) ? kernel.follows_pointers
                          : kernel.gains_by_distinct_objects) ^= true;
      break;
    case 8:
      if (random.one_in(4)) kernel.of_target.version = static_cast<uint32_t>(random.below(3));
      kernel.of_target.bytes.resize(random.below(4));
      for (std::byte& each : kernel.of_target.bytes) each = static_cast<std::byte>(random.below(5));
      break;
    case 9:
      kernel.work_group_size_hint = {1 + random.below(9), 1 + random.below(3), 1};
      break;
    case 10:
      change_text(random, random.one_in(2) ? kernel.attributes : kernel.vector_type_hint);
      break;
    case 11:
      kernel.required_sub_group_size =
          kernel.required_sub_group_size == 0 ? kernel.sub_group_size : 0;
      break;
    default:
      change_argument(random, kernel);
      return;
  }
}

void change_scope(Random& random, compiler::interface::ProgramScope& scope) {
  switch (random.below(4)) {
    case 0:
      scope.size = std::max<uint64_t>(scope.size + random.below(65), 32) - 32;
      scope.initial.resize(std::min<uint64_t>(scope.initial.size(), scope.size));
      break;
    case 1:
      change_bytes(random, scope.initial);
      break;
    case 2:
      scope.alignment = uint64_t{1} << random.below(17);
      break;
    default:
      if (scope.size >= 8) {
        scope.pointers.push_back({random.below(scope.size - 7), random.below(scope.size + 1)});
      }
  }
}

/// A change of the kernels and variables that a result or an image states.
template <class Program>
std::string change_statements(Random& random, Program& program, const Program& other) {
  switch (random.below(6)) {
    case 0:
      change_scope(random, program.program_scope);
      return "variables";
    case 1:
      program.kernels = other.kernels;
      return "kernels of another program";
    case 2:
      program.program_scope = other.program_scope;
      return "variables of another program";
    case 3:
      program.requires_uniform_groups = !program.requires_uniform_groups;
      return "uniform groups";
    default:
      if (!program.kernels.empty()) {
        change_facts(random, program.kernels[random.below(program.kernels.size())]);
      }
      return "facts";
  }
}

constexpr size_t image_header = 32;

uint64_t image_checksum(std::span<const std::byte> bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (const std::byte byte : bytes) sum = (sum ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  return sum;
}

/// With a length and a checksum that agree.
void repair_image(Bytes& image) {
  if (image.size() < image_header) return;
  const uint64_t size = image.size() - image_header;
  const uint64_t sum = image_checksum(std::span(image).subspan(image_header));
  std::memcpy(image.data() + 16, &size, sizeof size);
  std::memcpy(image.data() + 24, &sum, sizeof sum);
}

// The file of a cache entry: magic, key, sizes of label and contents, digest; label; contents.
constexpr size_t entry_header = 8 + 64 + 8 + 8 + 32;
constexpr size_t entry_digest = entry_header - 32;

Bytes contents_of(const Bytes& entry) {
  uint64_t label = 0;
  std::memcpy(&label, entry.data() + 72, sizeof label);
  return {entry.begin() + static_cast<ptrdiff_t>(entry_header + label), entry.end()};
}

Bytes entry_with(const Bytes& entry, const Bytes& contents) {
  uint64_t label = 0;
  std::memcpy(&label, entry.data() + 72, sizeof label);
  Bytes made(entry.begin(), entry.begin() + static_cast<ptrdiff_t>(entry_header + label));
  made.insert(made.end(), contents.begin(), contents.end());
  const uint64_t size = contents.size();
  std::memcpy(made.data() + 80, &size, sizeof size);
  return made;
}

void repair_entry(Bytes& entry, const std::string& name) {
  const std::string key = name.substr(name.rfind('/') + 1);
  if (entry.size() < entry_header || key.size() != 64) return;
  std::memcpy(entry.data() + 8, key.data(), key.size());
  std::fill_n(entry.begin() + static_cast<ptrdiff_t>(entry_digest), 32, std::byte{0});
  const auto digest = compiler::cache::content_digest(entry);
  std::copy(digest.begin(), digest.end(), entry.begin() + static_cast<ptrdiff_t>(entry_digest));
}

/// Changes that no digest can hide: none is repaired.
std::string damage(Random& random, Bytes& bytes, const Bytes& other) {
  switch (random.below(5)) {
    case 0:
      bytes.resize(random.below(bytes.size()));
      return "cut";
    case 1:
      bytes.resize(bytes.size() + 1 + random.below(4096), std::byte{0});
      return "longer";
    case 2:
      bytes = other;
      return "exchanged";
    default: {
      const Bytes before = bytes;
      change_bytes(random, bytes);
      if (bytes == before) bytes.front() ^= std::byte{1};
      return "damaged";
    }
  }
}

/// Changes the modules of a program's kernels; `other` is the module of another program.
void change_modules(Random& random, compiler::interface::KernelModules& own, const Bytes& other) {
  if (own.modules.empty() || random.one_in(8)) own.modules.push_back(other);
  switch (random.below(5)) {
    case 0:
      own.of_kernels.resize(random.below(4));
      break;
    case 1:
      if (own.of_kernels.empty()) own.of_kernels.push_back(0);
      own.of_kernels[random.below(own.of_kernels.size())] =
          static_cast<uint32_t>(random.one_in(2) ? random.odd_number() : random.below(3));
      break;
    case 2:
      std::ranges::reverse(own.modules);
      break;
    default:
      change_bitcode(random, own.modules[random.below(own.modules.size())], other);
  }
}

std::string change_build(Random& random, Bytes& contents, const Bytes& other) {
  auto result = compiler::interface::decode<compiler::interface::BuildResult>(contents);
  const auto from = compiler::interface::decode<compiler::interface::BuildResult>(other);
  if (!result || !from) return {};
  if (random.one_in(3)) {
    FieldMap map;
    compiler::interface::visit(map, *result);
    contents = std::move(map.writer.bytes);
    change_field(random, contents, map.fields);
    return "build: a field";
  }
  std::string what;
  if (random.one_in(3)) {
    change_bitcode(random, result->canonical, from->canonical);
    what = "bitcode";
  } else if (random.one_in(3)) {
    change_modules(random, result->kernel_modules, from->canonical);
    what = "modules of kernels";
  } else {
    what = change_statements(random, *result, *from);
  }
  contents = compiler::interface::encode(*result);
  return "build: " + what;
}

constexpr const char* frames_changed = "code: frames";
constexpr const char* object_exchanged = "code: object of another kernel";

std::string change_code(Random& random, Bytes& contents, const Bytes& other) {
  auto code = compiler::interface::decode<compiler::interface::ObjectCode>(contents);
  const auto from = compiler::interface::decode<compiler::interface::ObjectCode>(other);
  if (!code) return {};
  std::string what = "code: object";
  switch (random.below(6)) {
    case 0:
      (random.below(2) == 0 ? code->frame_bytes : code->stack_bytes) = random.odd_number();
      what = frames_changed;
      break;
    case 1:
      if (from) code->object = from->object;
      what = object_exchanged;
      break;
    case 2:
      code->object.resize(random.below(code->object.size() + 1));
      break;
    default:
      change_object(random, code->object);
  }
  contents = compiler::interface::encode(*code);
  return what;
}

}  // namespace

uint64_t Random::odd_number() {
  constexpr uint64_t numbers[] = {0,
                                  1,
                                  2,
                                  7,
                                  8,
                                  0x7f,
                                  0xff,
                                  0x100,
                                  0xffff,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x100000000,
                                  0x7fffffffffffffff,
                                  0x8000000000000000,
                                  0xfffffffffffffff8,
                                  0xffffffffffffffff};
  return one_in(4) ? engine_() >> below(64) : numbers[below(std::size(numbers))];
}

void change_bytes(Random& random, std::span<std::byte> bytes) {
  if (bytes.empty()) return;
  for (size_t changes = 1 + random.below(4); changes > 0; --changes) {
    std::byte& byte = bytes[random.below(bytes.size())];
    if (random.one_in(2)) {
      byte ^= std::byte{static_cast<unsigned char>(1U << random.below(8))};
    } else {
      byte = std::byte{static_cast<unsigned char>(random.odd_number())};
    }
  }
}

Mutation change_binary(Random& random, const Bytes& binary, const Bytes& other) {
  Mutation made = {{}, binary, false};
  std::string problem;
  auto image = compiler::interface::deserialize(binary, problem);
  const auto from = compiler::interface::deserialize(other, problem);
  const size_t choice = random.below(20);
  if (choice == 0 || !image || !from) {
    made.what = "binary: " + damage(random, made.bytes, other);
    made.is_damaged = made.bytes != binary && made.bytes != other;
    return made;
  }
  if (choice <= 2) {
    made.what = "binary: bytes";
    change_bytes(random, std::span(made.bytes).subspan(image_header));
  } else if (choice <= 7) {
    made.what = "binary: a field";
    FieldMap map;
    compiler::interface::visit(map, *image);
    const size_t begin = made.bytes.size() - map.writer.bytes.size();
    change_field(random, std::span(made.bytes).subspan(begin), map.fields);
  } else if (choice <= 13) {
    made.what = "binary: bitcode";
    change_bitcode(random, image->canonical, from->canonical);
    made.bytes = compiler::interface::serialize(*image);
  } else if (choice == 14) {
    made.what = "binary: module of another program";
    image->canonical = from->canonical;
    made.bytes = compiler::interface::serialize(*image);
  } else {
    made.what = "binary: " + change_statements(random, *image, *from);
    made.bytes = compiler::interface::serialize(*image);
  }
  repair_image(made.bytes);
  // The facts are those of the module or it is refused.
  const auto changed = compiler::interface::deserialize(made.bytes, problem);
  const auto before = compiler::interface::deserialize(binary, problem);
  made.keeps_code = !changed || changed->canonical == before->canonical;
  return made;
}

Mutation change_entry(Random& random, const std::string& name, const Bytes& entry,
                      const Bytes& other) {
  Mutation made = {{}, entry, false};
  if (random.one_in(3)) {
    made.what = "entry: " + damage(random, made.bytes, other);
    made.keeps_code = true;
    return made;
  }
  Bytes contents = contents_of(entry);
  const Bytes from = contents_of(other);
  if (random.one_in(8)) {
    made.what = "entry: contents of another";
    contents = from;
  } else if (random.one_in(8)) {
    made.what = "entry: bytes";
    change_bytes(random, contents);
  } else {
    made.what = change_build(random, contents, from);
    if (made.what.empty()) made.what = change_code(random, contents, from);
    // Whole code that was made of something else is not used, whatever the digest says.
    made.keeps_code = made.what == frames_changed || made.what == object_exchanged;
    made.what = "entry: " + made.what;
  }
  made.bytes = entry_with(entry, contents);
  if (random.one_in(10)) change_bytes(random, std::span(made.bytes).first(entry_digest));
  repair_entry(made.bytes, name);
  return made;
}

}  // namespace cleave::test::fuzz::binary
