#include "compiler/pass/control_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <set>

namespace cleave::compiler::pass {
namespace {

/// Dominators or postdominators of a graph whose nodes are numbered in topological order.
class Tree {
 public:
  /// `before(n)`: the nodes that come before n on the way from the root; all have been added.
  template <class Before>
  void add(unsigned node, const Before& before) {
    std::optional<unsigned> parent;
    for (unsigned other : before) parent = parent ? common(*parent, other) : other;
    parent_[node] = parent.value_or(root_);
    depth_[node] = depth_[parent_[node]] + 1;
  }
  void set_root(unsigned root) {
    root_ = root;
    parent_[root] = root;
    depth_[root] = 0;
  }
  [[nodiscard]] unsigned parent(unsigned node) const { return parent_.at(node); }
  [[nodiscard]] unsigned common(unsigned a, unsigned b) const {
    while (a != b) {
      if (depth_.at(a) < depth_.at(b)) std::swap(a, b);
      a = parent_.at(a);
    }
    return a;
  }

 private:
  unsigned root_ = 0;
  std::map<unsigned, unsigned> parent_, depth_;
};

class LevelBuilder {
 public:
  LevelBuilder(Level& level, const llvm::LoopInfo& loops, const Uniformity& uniformity,
               const std::map<const llvm::Loop*, std::unique_ptr<Level>>& inner)
      : level_(level), loops_(loops), uniformity_(uniformity), inner_(inner) {}

  void build(llvm::BasicBlock* entry) {
    visit(entry);
    std::reverse(level_.nodes.begin(), level_.nodes.end());
    number();
    build_trees();
    for (unsigned i = 0; i < level_.end(); ++i) {
      if (divides_lanes(i)) open_region(i);
    }
    chain_regions();
    level_.is_divergent = level_.loop != nullptr && some_lanes_leave_early();
  }

 private:
  /// The child loop of this level that holds the block, or null when the block is of the level.
  llvm::Loop* child_with(const llvm::BasicBlock* block) const {
    llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop == level_.loop) return nullptr;
    while (loop->getParentLoop() != level_.loop) loop = loop->getParentLoop();
    return loop;
  }

  bool leaves(const llvm::BasicBlock* target) const {
    return level_.loop != nullptr &&
           (!level_.loop->contains(target) || target == level_.loop->getHeader());
  }

  std::vector<llvm::BasicBlock*> targets_of(const Node& node) const {
    std::vector<llvm::BasicBlock*> targets;
    if (node.loop == nullptr) {
      llvm::append_range(targets, llvm::successors(node.block));
    } else {
      llvm::SmallVector<llvm::BasicBlock*> exits;
      node.loop->getUniqueExitBlocks(exits);
      targets.assign(exits.begin(), exits.end());
    }
    return targets;
  }

  /// Depth first; nodes are added when all that follows them has been.
  void visit(llvm::BasicBlock* block) {
    Node node;
    node.loop = child_with(block);
    node.block = node.loop == nullptr ? block : node.loop->getHeader();
    if (!seen_.insert(node.block).second) return;
    for (llvm::BasicBlock* target : targets_of(node)) {
      if (!leaves(target)) visit(target);
    }
    level_.nodes.push_back(std::move(node));
  }

  void number() {
    for (unsigned i = 0; i < level_.end(); ++i) {
      Node& node = level_.nodes[i];
      if (node.loop == nullptr) {
        level_.node_of[node.block] = i;
      } else {
        for (const llvm::BasicBlock* block : node.loop->blocks()) level_.node_of[block] = i;
      }
    }
    for (unsigned i = 0; i < level_.end(); ++i) {
      for (llvm::BasicBlock* target : targets_of(level_.nodes[i])) {
        unsigned successor = leaves(target) ? level_.end() : level_.node_of.at(target);
        level_.nodes[i].successors.push_back(successor);
        if (successor != level_.end()) level_.nodes[successor].predecessors.push_back(i);
      }
    }
  }

  void build_trees() {
    dominators_.set_root(0);
    for (unsigned i = 1; i < level_.end(); ++i) dominators_.add(i, level_.nodes[i].predecessors);
    postdominators_.set_root(level_.end());
    for (unsigned i = level_.end(); i-- > 0;) postdominators_.add(i, level_.nodes[i].successors);
  }

  bool divides_lanes(unsigned i) const {
    const Node& node = level_.nodes[i];
    std::vector<llvm::BasicBlock*> targets = targets_of(node);
    if (targets.size() < 2) return false;
    if (node.loop == nullptr) return !uniformity_.has_uniform_branch(*node.block);
    return inner_.at(node.loop)->is_divergent;
  }

  std::set<unsigned> between(unsigned head, unsigned end) const {
    std::set<unsigned> region;
    llvm::SmallVector<unsigned> work(level_.nodes[head].successors.begin(),
                                     level_.nodes[head].successors.end());
    while (!work.empty()) {
      unsigned node = work.pop_back_val();
      if (node == end || node == level_.end() || !region.insert(node).second) continue;
      llvm::append_range(work, level_.nodes[node].successors);
    }
    return region;
  }

  /// A region that is also entered beside its head begins where these ways part.
  void open_region(unsigned head) {
    while (true) {
      unsigned end = postdominators_.parent(head);
      std::set<unsigned> region = between(head, end);
      unsigned wanted = head;
      for (unsigned node : region) {
        for (unsigned before : level_.nodes[node].predecessors) {
          if (!region.contains(before)) wanted = dominators_.common(wanted, before);
        }
      }
      if (wanted == head) {
        Node& opened = level_.nodes[head];
        opened.is_head = true;
        opened.region_end = end;
        for (unsigned node : region) level_.nodes[node].is_masked = true;
        return;
      }
      head = wanted;
    }
  }

  /// Regions inside regions dissolve; the nodes of each that is left run in a row.
  void chain_regions() {
    for (Node& node : level_.nodes) node.is_head = node.is_head && !node.is_masked;
    for (unsigned i = 0; i < level_.end(); ++i) {
      if (!level_.nodes[i].is_head) continue;
      unsigned end = level_.nodes[i].region_end;
      unsigned last = i;
      for (unsigned node : between(i, end)) {
        level_.nodes[node].region_end = end;
        level_.nodes[last].next = node;
        last = node;
      }
      level_.nodes[last].next = end;
    }
  }

  bool some_lanes_leave_early() const {
    for (unsigned i = 0; i < level_.end(); ++i) {
      const Node& node = level_.nodes[i];
      if (!llvm::is_contained(node.successors, level_.end())) continue;
      bool goes_on_only = node.loop == nullptr && node.successors.size() == 1 &&
                          node.block->getSingleSuccessor() == level_.loop->getHeader();
      if (node.is_masked || (node.is_head && !goes_on_only)) return true;
    }
    return false;
  }

  Level& level_;
  const llvm::LoopInfo& loops_;
  const Uniformity& uniformity_;
  const std::map<const llvm::Loop*, std::unique_ptr<Level>>& inner_;
  std::set<const llvm::BasicBlock*> seen_;
  Tree dominators_, postdominators_;
};

}  // namespace

ControlPlan::ControlPlan(llvm::Function& lane_function, const llvm::LoopInfo& loops,
                         const Uniformity& uniformity)
    : loops_(loops), uniformity_(uniformity) {
  add_level(&lane_function.getEntryBlock(), nullptr, nullptr);
}

void ControlPlan::add_level(llvm::BasicBlock* entry, llvm::Loop* loop, Level* parent) {
  Level& level = *(levels_[loop] = std::make_unique<Level>());
  level.loop = loop;
  level.parent = parent;
  const auto& children = loop == nullptr ? loops_.getTopLevelLoops() : loop->getSubLoops();
  for (llvm::Loop* child : children) add_level(child->getHeader(), child, &level);
  LevelBuilder(level, loops_, uniformity_, levels_).build(entry);
  for (llvm::Loop* child : children) {
    levels_.at(child)->place = level.node_of.at(child->getHeader());
  }
}

}  // namespace cleave::compiler::pass
