// spirv_fuzz [--seeds FIRST LAST] [--keep FILE] MODULE...
//
// Changes modules and reads them: whatever they hold, the reader says what is wrong, or gives a
// Module of which everything can be asked. Meant for builds with sanitizers, which end the program
// where it does not. --keep writes each input to the file before it is read: the last one is left
// by a crash.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "mutation.h"
#include "spirv/read.h"
#include "spirv/tables.h"

namespace cleave::test::fuzz::spirv {
namespace {

using namespace cleave::spirv;

constexpr clock_t longest = 10 * CLOCKS_PER_SEC;  // of processor time
constexpr size_t header_words = 5;

std::vector<uint32_t> words_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::copy_n(bytes.data(), words.size() * sizeof(uint32_t), reinterpret_cast<char*>(words.data()));
  return words;
}

Offer everything() {
  Offer offer;
  for (const CapabilityFacts& row : all_capabilities())
    if (row.offered == Offered::device) offer.capabilities.push_back(row.capability);
  return offer;
}

// Asks what a reader would ask of each instruction. The sum keeps the questions from being
// optimised away.
size_t ask(const Module& module, const Instruction& instruction) {
  size_t sum = module.line_of(instruction).line + module.type(instruction.type).bits;
  sum += module.name(instruction.result).size() + module.decorations(instruction.result).size();
  for (const uint32_t word : instruction.operands) {
    if (const Instruction* operand = module.definition(word)) sum += operand->operands.size();
    sum += module.type(word).members.size() + module.integer_constant(word).value_or(0);
  }
  return sum;
}

// Debug information promises trees: whoever follows it up comes to an end soon.
std::string_view check_scope(const Module& module, Id scope) {
  constexpr int deepest = 255;
  for (int depth = 0; scope != 0; ++depth) {
    const DebugEntry* entry = module.debug_entry(scope);
    if (entry == nullptr) return "a scope is no entry";
    if (depth > deepest) return "scopes nest too deeply";
    switch (entry->op) {
      case DebugOp::LexicalBlock:
        scope = entry->operands[3];
        break;
      case DebugOp::LexicalBlockDiscriminator:
        scope = entry->operands[2];
        break;
      case DebugOp::Function:
      case DebugOp::TypeComposite:
        scope = entry->operands[5];
        break;
      default:
        return entry->op == DebugOp::CompilationUnit ? "" : "a scope is no scope";
    }
  }
  return {};
}

std::string_view check_debug_scope(const Module& module, const Function& function,
                                   const Instruction& instruction) {
  const DebugScope here = module.debug_scope_of(instruction);
  if (here.scope == 0) return {};
  const DebugEntry* own = module.debug_function(function.definition->result);
  const DebugEntry* scope = module.debug_entry(here.scope);
  const DebugEntry* inlined = module.debug_entry(here.inlined);
  if (own == nullptr || scope == nullptr || scope->function == 0)
    return "a scope is in no function";
  if (here.inlined != 0 && (inlined == nullptr || inlined->op != DebugOp::InlinedAt))
    return "a scope is inlined nowhere";
  if ((inlined == nullptr ? scope : inlined)->function != own->id)
    return "a scope is in another function";
  return check_scope(module, here.scope);
}

std::string_view check_debugging(const Module& module) {
  for (const DebugEntry& entry : module.debug_entries()) {
    if (entry.op == DebugOp::LocalVariable && module.debug_entry(entry.operands[1]) == nullptr)
      return "a variable has no type";
    if (const auto problem = check_scope(module, entry.function); !problem.empty()) return problem;
  }
  for (const Function& function : module.functions())
    for (const BasicBlock& block : function.blocks)
      for (const Instruction& instruction : block.instructions)
        if (const auto problem = check_debug_scope(module, function, instruction); !problem.empty())
          return problem;
  return {};
}

// Returns what is not as a Module promises it; empty: nothing.
std::string_view check(const Module& module) {
  size_t sum = 0;
  for (const Instruction& instruction : module.globals()) sum += ask(module, instruction);
  for (const Function& function : module.functions()) {
    for (const Instruction& parameter : function.parameters) sum += ask(module, parameter);
    for (const BasicBlock& block : function.blocks) {
      for (const Instruction& instruction : block.instructions) sum += ask(module, instruction);
      if (block.instructions.empty() || !is_terminator(block.instructions.back().op))
        return "a block has no end";
    }
  }
  for (const EntryPoint& entry : module.entry_points()) {
    const Instruction* function = module.definition(entry.function);
    if (function == nullptr || function->op != Op::Function)
      return "an entry point has no function";
  }
  return sum == 1 ? "nothing adds up to one" : check_debugging(module);
}

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 999;
  std::string keep;
  std::vector<std::vector<uint32_t>> modules;
};

Arguments parse(int count, char** arguments) {
  Arguments result;
  for (int at = 1; at < count; ++at) {
    const std::string_view word = arguments[at];
    if (word == "--seeds" && at + 2 < count) {
      result.first = std::strtoull(arguments[++at], nullptr, 10);
      result.last = std::strtoull(arguments[++at], nullptr, 10);
    } else if (word == "--keep" && at + 1 < count) {
      result.keep = arguments[++at];
    } else {
      result.modules.push_back(words_of(arguments[at]));
      if (result.modules.back().size() < header_words) result.modules.pop_back();
    }
  }
  return result;
}

int run(const Arguments& arguments) {
  const Offer offer = everything();
  size_t outlined = 0;
  size_t accepted = 0;
  size_t wrong = 0;
  for (uint64_t seed = arguments.first; seed <= arguments.last; ++seed) {
    Random random(seed);
    const std::vector<std::byte> bytes = mutated(random.pick(arguments.modules), random);
    if (!arguments.keep.empty())
      std::ofstream(arguments.keep, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    const clock_t begin = std::clock();
    const Outline outline = cleave::spirv::outline(bytes);
    const uint32_t value = random.below(5);
    std::vector<Specialization> values;
    for (const SpecializableConstant& constant : outline.constants)
      if (constant.bytes <= sizeof(value))
        values.push_back({constant.id, std::as_bytes(std::span(&value, 1)).first(constant.bytes)});
    const ReadResult result = read(bytes, values, offer);
    std::string_view problem;
    if (outline.problem.empty()) ++outlined;
    if (!result.module && result.problems.empty()) problem = "it is refused without a reason";
    if (result.module && !outline.problem.empty()) problem = "the outline refuses what is read";
    if (result.module && problem.empty()) problem = check(*result.module);
    if (result.module) ++accepted;
    if (std::clock() - begin > longest) problem = "it takes long";
    if (problem.empty()) continue;
    ++wrong;
    std::printf("WRONG seed %llu: %.*s\n", static_cast<unsigned long long>(seed),
                static_cast<int>(problem.size()), problem.data());
  }
  std::printf("%llu inputs: %zu outlined, %zu accepted, %zu wrong\n",
              static_cast<unsigned long long>(arguments.last - arguments.first + 1), outlined,
              accepted, wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cleave::test::fuzz::spirv

int main(int count, char** words) {
  const auto arguments = cleave::test::fuzz::spirv::parse(count, words);
  if (arguments.modules.empty()) {
    std::fputs("usage: spirv_fuzz [--seeds FIRST LAST] [--keep FILE] MODULE...\n", stderr);
    return 2;
  }
  return cleave::test::fuzz::spirv::run(arguments);
}
