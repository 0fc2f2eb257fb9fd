#include "spirv/parser.h"

namespace cleave::spirv {
namespace {

// Walks the instructions behind the globals, in the order that functions have: OpFunction,
// parameters, blocks, OpFunctionEnd.
class FunctionBuilder {
 public:
  explicit FunctionBuilder(Draft& draft)
      : tables_(draft.tables),
        problems_(draft.problems),
        all_(draft.tables.instructions),
        at_(draft.tables.first_function) {}

  void build() {
    while (at_ < all_.size() && take_function()) {
    }
  }

 private:
  bool take_function() {
    Function function;
    function.definition = &all_[at_];
    if (all_[at_].op != Op::Function) return fail("a function should begin here");
    const size_t first_parameter = ++at_;
    while (is(Op::FunctionParameter)) ++at_;
    function.parameters = all_.subspan(first_parameter, at_ - first_parameter);
    while (is(Op::Label))
      if (!take_block(function)) return false;
    if (!is(Op::FunctionEnd)) return fail("a block or the function's end should be here");
    ++at_;
    tables_.functions.push_back(std::move(function));
    return true;
  }

  bool take_block(Function& function) {
    const Id label = all_[at_].result;
    const size_t first = ++at_;
    for (; at_ < all_.size(); ++at_) {
      const Op op = all_[at_].op;
      if (is_terminator(op)) {
        ++at_;
        function.blocks.push_back({label, all_.subspan(first, at_ - first)});
        return true;
      }
      const Rule rule = facts(op).rule;
      if (rule == Rule::label || rule == Rule::function_structure) break;
    }
    return fail("the block before has no end");
  }

  [[nodiscard]] bool is(Op op) const { return at_ < all_.size() && all_[at_].op == op; }

  bool fail(std::string_view what) {
    const size_t last = all_.size() - 1;
    problems_.add(all_[std::min(at_, last)],
                  at_ > last ? "the module ends within a function" : what);
    return false;
  }

  ModuleTables& tables_;
  Problems& problems_;
  std::span<const Instruction> all_;
  size_t at_;
};

}  // namespace

void build_functions(Draft& draft) {
  FunctionBuilder(draft).build();
}

}  // namespace cleave::spirv
