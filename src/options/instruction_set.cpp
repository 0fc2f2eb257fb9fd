#include "options/instruction_set.h"

#include "options/options.h"

namespace cleave::options {
namespace {

InstructionSet largest() {
  if (__builtin_cpu_supports("x86-64-v4") != 0) return InstructionSet::avx512;
  return __builtin_cpu_supports("x86-64-v3") != 0 ? InstructionSet::avx2 : InstructionSet::sse42;
}

const char* name_of(InstructionSet set) {
  constexpr const char* names[] = {"sse4.2", "avx2", "avx512"};
  return names[static_cast<size_t>(set)];
}

const InstructionSetChoice& choice() {
  static const auto& made =
      *new InstructionSetChoice(choose_instruction_set(options().instruction_set, largest()));
  return made;
}

}  // namespace

InstructionSetChoice choose_instruction_set(std::string_view asked, InstructionSet largest) {
  for (const InstructionSet set :
       {InstructionSet::sse42, InstructionSet::avx2, InstructionSet::avx512}) {
    if (asked != name_of(set)) continue;
    if (set <= largest) return {set, false, {}};
    return {largest, true,
            "this processor has no " + std::string(asked) + ", at most " + name_of(largest)};
  }
  return {largest, true, {}};
}

InstructionSet instruction_set() {
  return choice().set;
}

bool is_native_instruction_set() {
  return choice().is_native;
}

std::string instruction_set_problem() {
  return choice().problem;
}

}  // namespace cleave::options
