// Sorts decorations by what they decorate, and gives those of groups to the groups' targets.
#include <algorithm>

#include "spirv/parser.h"

namespace cleave::spirv {
namespace {

// Groups multiply: n decorations and m targets are n * m. A module that makes more of them than
// this for each of its words wants to fill the memory.
constexpr size_t decorations_for_each_word = 8;

}  // namespace

void Parser::sort_decorations() {
  const auto is_before = [](const RawDecoration& a, const RawDecoration& b) {
    return a.target.slot != b.target.slot ? a.target.slot < b.target.slot
                                          : a.target.member < b.target.member;
  };
  // Decorations of one target stay in the module's order.
  const auto is_earlier = [&](const RawDecoration& a, const RawDecoration& b) {
    if (is_before(a, b) || is_before(b, a)) return is_before(a, b);
    return a.use.operands.data() < b.use.operands.data();
  };
  std::sort(decorations_.begin(), decorations_.end(), is_earlier);
  const size_t own = decorations_.size();
  const size_t most = decorations_for_each_word * tables_.words.size();
  for (const Instruction& group : groups_) {
    const RawDecoration wanted{{tables_.slots.of(group.operands[0]), DecorationTarget::none}, {}};
    const auto own_end = decorations_.begin() + static_cast<std::ptrdiff_t>(own);
    const auto [begin, end] = std::equal_range(decorations_.begin(), own_end, wanted, is_before);
    const auto first = static_cast<size_t>(begin - decorations_.begin());
    const auto last = static_cast<size_t>(end - decorations_.begin());
    const size_t stride = group.op == Op::GroupMemberDecorate ? 2 : 1;
    const auto targets = group.operands.subspan(1);
    const size_t more = targets.size() / stride * (last - first);
    if (decorations_.size() + more > most)
      return draft_.problems.add(group, "the groups make too many decorations");
    for (size_t at = 0; at + stride <= targets.size(); at += stride) {
      DecorationTarget decorated{tables_.slots.of(targets[at]), DecorationTarget::none};
      if (stride == 2) decorated.member = targets[at + 1];
      if (stride == 2 && decorated.member == DecorationTarget::none)
        return draft_.problems.add(group, "there is no such member");
      for (size_t from = first; from < last; ++from)
        decorations_.push_back({decorated, decorations_[from].use});
    }
  }
  std::sort(decorations_.begin(), decorations_.end(), is_earlier);
  tables_.decoration_targets.reserve(decorations_.size());
  tables_.decorations.reserve(decorations_.size());
  for (const RawDecoration& decoration : decorations_) {
    tables_.decoration_targets.push_back(decoration.target);
    tables_.decorations.push_back(decoration.use);
  }
}

}  // namespace cleave::spirv
