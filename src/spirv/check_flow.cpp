#include <algorithm>

#include "spirv/check.h"
#include "spirv/dominators.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t none = ~0U;

class Flow {
 public:
  explicit Flow(Draft& draft)
      : tables_(draft.tables),
        problems_(draft.problems),
        all_(draft.tables.instructions),
        label_block_(size_t{draft.tables.slots.count()} + 1, none),
        block_of_(draft.tables.instructions.size(), none),
        function_of_(draft.tables.instructions.size(), none) {}

  void check() {
    for (size_t at = 0; at < tables_.functions.size() && !problems_.is_full(); ++at)
      check_function(static_cast<uint32_t>(at));
  }

 private:
  void check_function(uint32_t number) {
    Function& function = tables_.functions[number];
    for (const Instruction& parameter : function.parameters)
      function_of_[index_of(parameter)] = number;
    if (function.blocks.empty()) return;
    for (uint32_t block = 0; block < function.blocks.size(); ++block) {
      label_block_[tables_.slots.of(function.blocks[block].label)] = block;
      for (const Instruction& instruction : function.blocks[block].instructions) {
        block_of_[index_of(instruction)] = block;
        function_of_[index_of(instruction)] = number;
      }
    }
    if (!make_graph(function)) return forget_labels(function);
    const Dominators dominators(graph_);
    for (uint32_t block = 0; block < function.blocks.size(); ++block)
      check_block(function, number, block, dominators);
    forget_labels(function);
    sort_blocks(function, dominators);
  }

  // A label of one function is no target in another.
  void forget_labels(const Function& function) {
    for (const BasicBlock& block : function.blocks)
      label_block_[tables_.slots.of(block.label)] = none;
  }

  bool make_graph(const Function& function) {
    graph_ = {};
    predecessors_.assign(function.blocks.size(), {});
    for (uint32_t block = 0; block < function.blocks.size(); ++block) {
      const Instruction& end = function.blocks[block].instructions.back();
      if (!add_successors(end, block)) return false;
      graph_.starts.push_back(static_cast<uint32_t>(graph_.successors.size()));
    }
    if (!predecessors_.front().empty()) {
      problems_.add(*function.definition, "its first block is branched to");
      return false;
    }
    return true;
  }

  bool add_successors(const Instruction& end, uint32_t block) {
    const auto operands = end.operands;
    switch (facts(end.op).rule) {
      case Rule::branch:
        return add_edge(end, block, operands[0]);
      case Rule::branch_conditional:
        return add_edge(end, block, operands[1]) && add_edge(end, block, operands[2]);
      case Rule::switch_: {
        if (!add_edge(end, block, operands[1])) return false;
        const size_t stride = literal_words(end) + 1;
        if ((operands.size() - 2) % stride != 0) {
          problems_.add(end, "the last of its pairs is not whole");
          return false;
        }
        for (size_t at = 2 + stride - 1; at < operands.size(); at += stride)
          if (!add_edge(end, block, operands[at])) return false;
        return check_cases(end, stride);
      }
      default:
        return true;
    }
  }

  // Each value leads to one block.
  bool check_cases(const Instruction& end, size_t stride) {
    const uint32_t bits = bits_of_selector(end);
    const uint64_t mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    std::vector<uint64_t> values;
    for (size_t at = 2; at + 1 < end.operands.size(); at += stride) {
      const uint64_t high = stride > 2 ? end.operands[at + 1] : 0;
      values.push_back((end.operands[at] | high << 32) & mask);
    }
    std::sort(values.begin(), values.end());
    if (std::adjacent_find(values.begin(), values.end()) == values.end()) return true;
    problems_.add(end, "it has two blocks for one value");
    return false;
  }

  size_t literal_words(const Instruction& end) const { return bits_of_selector(end) > 32 ? 2 : 1; }

  uint32_t bits_of_selector(const Instruction& end) const {
    const Instruction* selector = definition(end.operands[0]);
    if (selector == nullptr) return 32;
    const Type& type = tables_.types[tables_.type_indices[tables_.slots.of(selector->type)]];
    return type.kind == TypeKind::integer ? type.bits : 32;
  }

  bool add_edge(const Instruction& end, uint32_t block, Id target) {
    const uint32_t to = label_block_[tables_.slots.of(target)];
    if (to == none) {
      problems_.add(end, "%" + std::to_string(target) + " is no block of this function");
      return false;
    }
    graph_.successors.push_back(to);
    auto& list = predecessors_[to];
    if (list.empty() || list.back() != block) list.push_back(block);
    return true;
  }

  void check_block(const Function& function, uint32_t number, uint32_t block,
                   const Dominators& dominators) {
    const auto instructions = function.blocks[block].instructions;
    bool is_behind_phis = false;
    for (const Instruction& instruction : instructions) {
      const bool is_phi = instruction.op == Op::Phi;
      if (is_phi && is_behind_phis)
        problems_.add(instruction, "it does not come first in its block");
      const bool is_about_debugging = instruction.op == Op::ExtInst && !is_calculation(instruction);
      is_behind_phis = is_behind_phis || (!is_phi && !is_about_debugging);
      if (instruction.op == Op::Variable && block != 0)
        problems_.add(instruction, "it is not in its function's first block");
      if (is_phi)
        check_phi(instruction, number, block, dominators);
      else
        check_uses(instruction, number, block, dominators);
      if (problems_.is_full()) return;
    }
    for (size_t at = 0; at < instructions.size(); ++at)
      if (facts(instructions[at].op).rule == Rule::merge)
        check_merge(instructions[at], at + 2 == instructions.size());
  }

  void check_merge(const Instruction& merge, bool is_last) {
    if (!is_last) problems_.add(merge, "it does not come right before its block's end");
    const size_t labels = merge.op == Op::LoopMerge ? 2 : merge.op == Op::SelectionMerge ? 1 : 0;
    for (const Id label : merge.operands.first(labels))
      if (label_block_[tables_.slots.of(label)] == none)
        problems_.add(merge, "%" + std::to_string(label) + " is no block of this function");
  }

  // A phi has a value for each predecessor, and for nothing else.
  void check_phi(const Instruction& phi, uint32_t number, uint32_t block,
                 const Dominators& dominators) {
    const auto& predecessors = predecessors_[block];
    parents_.clear();
    for (size_t at = 0; at + 1 < phi.operands.size(); at += 2) {
      const uint32_t parent = label_block_[tables_.slots.of(phi.operands[at + 1])];
      if (!std::binary_search(predecessors.begin(), predecessors.end(), parent))
        return problems_.add(
            phi, "%" + std::to_string(phi.operands[at + 1]) + " does not branch to its block");
      parents_.push_back(parent);
      if (dominators.is_reachable(parent))
        check_value(phi, phi.operands[at], number, parent, dominators);
    }
    std::sort(parents_.begin(), parents_.end());
    if (std::adjacent_find(parents_.begin(), parents_.end()) != parents_.end())
      problems_.add(phi, "it has two values for one predecessor");
    else if (parents_.size() != predecessors.size())
      problems_.add(phi, "it has no value for one of its block's predecessors");
  }

  // Uses in blocks that are never reached may be of anything in the function.
  void check_uses(const Instruction& instruction, uint32_t number, uint32_t block,
                  const Dominators& dominators) {
    const auto check = [&](Id id) { check_value(instruction, id, number, block, dominators); };
    switch (facts(instruction.op).rule) {
      case Rule::branch:
      case Rule::merge:
        return;
      case Rule::branch_conditional:
      case Rule::switch_:
        return check(instruction.operands[0]);
      case Rule::extended:
        if (!is_calculation(instruction)) return;
        [[fallthrough]];
      default:
        for_each_id(instruction, tables_.words, operand_parser_, check);
    }
  }

  // Debug information may refer to what follows.
  bool is_calculation(const Instruction& instruction) const {
    const uint32_t slot = tables_.slots.of(instruction.operands[0]);
    const auto found = std::lower_bound(tables_.sets.begin(), tables_.sets.end(), slot,
                                        [](const auto& set, uint32_t b) { return set.first < b; });
    return found != tables_.sets.end() && found->first == slot &&
           found->second == ExtendedInstructionSet::opencl_std;
  }

  void check_value(const Instruction& user, Id id, uint32_t number, uint32_t block,
                   const Dominators& dominators) {
    const Instruction* value = definition(id);
    if (value == nullptr) return;
    const size_t at = index_of(*value);
    const bool is_local = at >= tables_.first_function && value->op != Op::Function;
    if (!is_local || value->op == Op::Label) return;
    if (function_of_[at] != number)
      return problems_.add(user, problems_.name_of(id) + " is of another function, or comes later");
    if (block_of_[at] == none || !dominators.is_reachable(block)) return;
    const bool is_phi = user.op == Op::Phi;
    const bool is_before = block_of_[at] == block ? is_phi || at < index_of(user)
                                                  : dominators.is_reachable(block_of_[at]) &&
                                                        dominators.dominates(block_of_[at], block);
    if (!is_before)
      problems_.add(user, problems_.name_of(id) + " is not calculated on all ways to it");
  }

  // Producers keep this order; where one did not, whoever reads the blocks need not know.
  void sort_blocks(Function& function, const Dominators& dominators) {
    bool is_sorted = true;
    for (uint32_t block = 1; block < function.blocks.size(); ++block) {
      const uint32_t above = dominators.immediate(block);
      if (above != Dominators::none && above > block) is_sorted = false;
    }
    if (is_sorted) return;
    std::vector<BasicBlock> blocks;
    for (const uint32_t block : dominators.order()) blocks.push_back(function.blocks[block]);
    function.blocks = std::move(blocks);
  }

  [[nodiscard]] const Instruction* definition(Id id) const {
    const uint32_t at = tables_.definitions[tables_.slots.of(id)];
    return at == 0 ? nullptr : &all_[at - 1];
  }
  [[nodiscard]] size_t index_of(const Instruction& instruction) const {
    return static_cast<size_t>(&instruction - all_.data());
  }

  ModuleTables& tables_;
  Problems& problems_;
  std::span<const Instruction> all_;
  OperandParser operand_parser_;
  std::vector<uint32_t> label_block_;  // by slot, of the function that is looked at
  std::vector<uint32_t> block_of_;     // by the instruction's index
  std::vector<uint32_t> function_of_;  // by the same; this function and those before it
  BlockGraph graph_;
  std::vector<std::vector<uint32_t>> predecessors_;  // each once, ascending
  std::vector<uint32_t> parents_;
};

}  // namespace

void check_flow(Draft& draft) {
  Flow(draft).check();
}

}  // namespace cleave::spirv
