#include "tests/support/spirv_modules.h"

#include <initializer_list>
#include <utility>

namespace cleave::test {
namespace {

class Words {
 public:
  explicit Words(uint32_t bound) : words_{0x07230203, 0x00010000, 0, bound, 0} {}

  void add(uint32_t op, std::initializer_list<uint32_t> operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | op);
    words_.insert(words_.end(), operands);
  }
  [[nodiscard]] std::vector<uint32_t> take() { return std::move(words_); }

 private:
  std::vector<uint32_t> words_;
};

enum Op : uint32_t {
  memory_model = 14,
  entry_point = 15,
  capability = 17,
  type_void = 19,
  type_int = 21,
  type_pointer = 32,
  type_function = 33,
  spec_constant = 50,
  function = 54,
  function_parameter = 55,
  function_end = 56,
  store = 62,
  decorate = 71,
  label = 248,
  return_ = 253,
};

Words begun(uint32_t bound) {
  constexpr uint32_t addresses = 4, kernel = 6, physical_64 = 2, opencl = 2;
  Words words(bound);
  words.add(capability, {addresses});
  words.add(capability, {kernel});
  words.add(memory_model, {physical_64, opencl});
  return words;
}

}  // namespace

std::vector<uint32_t> empty_module() {
  return begun(1).take();
}

std::vector<uint32_t> specializable_module() {
  enum Id : uint32_t { nothing = 1, number, pointer, signature, constant, k, place, body, bound };
  constexpr uint32_t kernel = 6, spec_id = 1, cross_workgroup = 5, aligned = 2;
  Words words = begun(bound);
  words.add(entry_point, {kernel, k, 'k'});
  words.add(decorate, {constant, spec_id, 1});
  words.add(type_void, {nothing});
  words.add(type_int, {number, 32, 0});
  words.add(type_pointer, {pointer, cross_workgroup, number});
  words.add(type_function, {signature, nothing, pointer});
  words.add(spec_constant, {number, constant, 7});
  words.add(function, {nothing, k, 0, signature});
  words.add(function_parameter, {pointer, place});
  words.add(label, {body});
  words.add(store, {place, constant, aligned, 4});
  words.add(return_, {});
  words.add(function_end, {});
  return words.take();
}

std::vector<uint32_t> idle_module() {
  enum Id : uint32_t { nothing = 1, number, signature, constant, k, body, bound };
  constexpr uint32_t kernel = 6, spec_id = 1;
  Words words = begun(bound);
  words.add(entry_point,
            {kernel, k, 'n' | 'o' << 8 | 't' << 16 | 'h' << 24, 'i' | 'n' << 8 | 'g' << 16});
  words.add(decorate, {constant, spec_id, 1});
  words.add(type_void, {nothing});
  words.add(type_int, {number, 32, 0});
  words.add(type_function, {signature, nothing});
  words.add(spec_constant, {number, constant, 7});
  words.add(function, {nothing, k, 0, signature});
  words.add(label, {body});
  words.add(return_, {});
  words.add(function_end, {});
  return words.take();
}

}  // namespace cleave::test
