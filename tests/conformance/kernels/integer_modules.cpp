// Writes SPIR-V modules whose kernels compute every integer function of OpenCL.std.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>

#include "integer_functions.h"

namespace cleave::test {
namespace {

using spirv::Op;
using Ids = std::vector<uint32_t>;

template <class Token>
constexpr uint32_t number_of(Token token) {
  return static_cast<uint32_t>(token);
}

/// Instructions of one part of a module.
class Words {
 public:
  void add(Op op, const Ids& operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | number_of(op));
    words_.insert(words_.end(), operands.begin(), operands.end());
  }
  [[nodiscard]] const std::vector<uint32_t>& all() const { return words_; }

 private:
  std::vector<uint32_t> words_;
};

void append(Ids& operands, std::string_view text) {
  for (size_t i = 0; i <= text.size(); i += 4) {
    uint32_t word = 0;
    for (size_t k = i; k < std::min(i + 4, text.size()); ++k)
      word |= static_cast<uint32_t>(text[k]) << (8 * (k - i));
    operands.push_back(word);
  }
}

/// A kernel `test(global uchar* data)` while it is written.
class Writer {
 public:
  explicit Writer(const IntegerBuffer& buffer) : buffer_(buffer) {
    for (const auto capability :
         {spirv::Capability::Addresses, spirv::Capability::Kernel, spirv::Capability::Int8,
          spirv::Capability::Int16, spirv::Capability::Int64})
      head_.add(Op::Capability, {number_of(capability)});
    Ids import{set_};
    append(import, "OpenCL.std");
    head_.add(Op::ExtInstImport, import);
    head_.add(Op::MemoryModel, {number_of(spirv::AddressingModel::Physical64),
                                number_of(spirv::MemoryModel::OpenCL)});
    Ids entry{number_of(spirv::ExecutionModel::Kernel), kernel_};
    append(entry, "test");
    entry.push_back(ids_);
    head_.add(Op::EntryPoint, entry);
    head_.add(Op::Decorate, {ids_, number_of(spirv::Decoration::BuiltIn),
                             number_of(spirv::BuiltIn::GlobalInvocationId)});
    begin_kernel();
  }

  /// The work-item's number.
  [[nodiscard]] uint32_t place() {
    const uint32_t all = value(Op::Load, vector_, {ids_});
    return value(Op::CompositeExtract, integer(64), {all, 0});
  }
  [[nodiscard]] uint32_t constant(unsigned bits, uint64_t number) {
    const auto [found, is_new] = constants_.try_emplace({bits, number}, next_);
    if (is_new) {
      Ids operands{integer(bits), found->second = new_id(), static_cast<uint32_t>(number)};
      if (bits == 64) operands.push_back(static_cast<uint32_t>(number >> 32));
      globals_.add(Op::Constant, operands);
    }
    return found->second;
  }
  [[nodiscard]] uint32_t load(size_t part, uint32_t place) {
    const unsigned bits = buffer_.type.bits;
    return value(Op::Load, integer(bits), {address(part, bits, place), aligned, bits / 8});
  }
  void store(uint32_t object, size_t part, unsigned bits, uint32_t place) {
    body_.add(Op::Store, {address(part, bits, place), object, aligned, bits / 8});
  }
  [[nodiscard]] uint32_t call(const IntegerFunction& function, const Ids& arguments) {
    Ids operands{set_, number_of(function.instruction(buffer_.type))};
    const std::string_view text = function.call;
    const auto names = std::string_view("xyz");
    for (size_t i = 0; i < names.size(); ++i)
      if (text.find(names[i], text.find('(')) != std::string_view::npos)
        operands.push_back(arguments[i]);
    return value(Op::ExtInst, integer(function.result_bits(buffer_.type)), operands);
  }
  [[nodiscard]] std::vector<uint32_t> take() {
    body_.add(Op::Return, {});
    body_.add(Op::FunctionEnd, {});
    std::vector<uint32_t> words{0x07230203, 0x00010000, 0, next_, 0};
    for (const Words* part : {&head_, &globals_, &body_})
      words.insert(words.end(), part->all().begin(), part->all().end());
    return words;
  }

 private:
  static constexpr uint32_t aligned = 2;  // MemoryAccess

  uint32_t new_id() { return next_++; }
  uint32_t value(Op op, uint32_t type, const Ids& operands) {
    const uint32_t result = new_id();
    Ids all{type, result};
    all.insert(all.end(), operands.begin(), operands.end());
    body_.add(op, all);
    return result;
  }
  uint32_t integer(unsigned bits) {
    const auto [found, is_new] = integers_.try_emplace(bits, next_);
    if (is_new) globals_.add(Op::TypeInt, {new_id(), bits, 0});
    return found->second;
  }
  uint32_t pointer(unsigned bits) {
    const uint32_t to = integer(bits);
    const auto [found, is_new] = pointers_.try_emplace(bits, next_);
    if (is_new)
      globals_.add(Op::TypePointer, {new_id(), number_of(spirv::StorageClass::CrossWorkgroup), to});
    return found->second;
  }
  uint32_t address(size_t part, unsigned bits, uint32_t place) {
    const uint32_t begin = constant(64, buffer_.begin(part));
    const uint32_t bytes = value(Op::PtrAccessChain, pointer(8), {data_, begin});
    const uint32_t type = pointer(bits);
    const uint32_t numbers = bits == 8 ? bytes : value(Op::Bitcast, type, {bytes});
    return value(Op::PtrAccessChain, type, {numbers, place});
  }
  void begin_kernel() {
    const uint32_t nothing = new_id(), signature = new_id(), pointer_to_ids = new_id();
    globals_.add(Op::TypeVoid, {nothing});
    const uint32_t number = integer(64), bytes = pointer(8);
    globals_.add(Op::TypeVector, {vector_, number, 3});
    const uint32_t input = number_of(spirv::StorageClass::Input);
    globals_.add(Op::TypePointer, {pointer_to_ids, input, vector_});
    globals_.add(Op::Variable, {pointer_to_ids, ids_, input});
    globals_.add(Op::TypeFunction, {signature, nothing, bytes});
    body_.add(Op::Function, {nothing, kernel_, 0, signature});
    body_.add(Op::FunctionParameter, {bytes, data_});
    body_.add(Op::Label, {new_id()});
  }

  const IntegerBuffer& buffer_;
  uint32_t next_ = 1;
  const uint32_t set_ = new_id(), kernel_ = new_id(), ids_ = new_id(), vector_ = new_id(),
                 data_ = new_id();
  std::map<unsigned, uint32_t> integers_, pointers_;
  std::map<std::pair<unsigned, uint64_t>, uint32_t> constants_;
  Words head_, globals_, body_;
};

/// Writes the results of the functions at one place.
void write_calls(Writer& writer, const IntegerType& type, const Ids& arguments, uint32_t place) {
  size_t part = 3;
  for (const IntegerFunction& function : functions_of(type)) {
    const size_t here = part++;
    if (function.instruction(type) == none) continue;
    writer.store(writer.call(function, arguments), here, function.result_bits(type), place);
  }
}

}  // namespace

std::vector<uint32_t> module_of_functions(const IntegerBuffer& buffer) {
  Writer writer(buffer);
  const uint32_t place = writer.place();
  const Ids arguments{writer.load(0, place), writer.load(1, place), writer.load(2, place)};
  write_calls(writer, buffer.type, arguments, place);
  return writer.take();
}

std::vector<uint32_t> module_of_constants(const IntegerBuffer& buffer,
                                          std::span<const Arguments> arguments) {
  Writer writer(buffer);
  const IntegerType& type = buffer.type;
  for (size_t i = 0; i < arguments.size(); ++i) {
    Ids constants;
    for (const Wide x : {arguments[i].x, arguments[i].y, arguments[i].z})
      constants.push_back(writer.constant(type.bits, type.bits_of(x)));
    write_calls(writer, type, constants, writer.constant(64, i));
  }
  return writer.take();
}

}  // namespace cleave::test
