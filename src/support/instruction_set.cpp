#include "support/instruction_set.h"

#include "support/options.h"

namespace cleave::support {
namespace {

InstructionSet largest() {
  if (__builtin_cpu_supports("x86-64-v4") != 0) return InstructionSet::avx512;
  return __builtin_cpu_supports("x86-64-v3") != 0 ? InstructionSet::avx2 : InstructionSet::sse42;
}

InstructionSet asked() {
  const std::string& name = options().instruction_set;
  if (name == "avx512") return InstructionSet::avx512;
  if (name == "avx2") return InstructionSet::avx2;
  return name == "sse4.2" ? InstructionSet::sse42 : largest();
}

}  // namespace

InstructionSet instruction_set() {
  return asked() > largest() ? largest() : asked();
}

bool is_native_instruction_set() {
  return options().instruction_set == "native" || asked() > largest();
}

std::string instruction_set_problem() {
  if (asked() <= largest()) return {};
  return "this processor has no " + options().instruction_set + ", at most " +
         (largest() == InstructionSet::avx2 ? "avx2" : "sse4.2");
}

}  // namespace cleave::support
