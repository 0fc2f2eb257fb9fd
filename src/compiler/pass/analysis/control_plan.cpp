#include "compiler/pass/analysis/control_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace cleave::compiler::pass {
namespace {

/// Dominators or postdominators of a graph whose nodes are numbered in topological order.
class Tree {
 public:
  Tree(unsigned nodes, unsigned root) : root_(root), parent_(nodes, root), depth_(nodes, 0) {}

  /// `before`: the nodes that come before this one on the way from the root; all have been added.
  void add(unsigned node, std::vector<unsigned> before) {
    std::optional<unsigned> parent;
    // The deepest first: where many ways leave a long list of nodes for one node, each is near the
    // one before, and far from the first.
    std::ranges::sort(before, std::greater<>(), [&](unsigned other) { return depth_[other]; });
    for (unsigned other : before) parent = parent ? common(*parent, other) : other;
    parent_[node] = parent.value_or(root_);
    depth_[node] = depth_[parent_[node]] + 1;
  }
  [[nodiscard]] unsigned parent(unsigned node) const { return parent_[node]; }
  [[nodiscard]] unsigned common(unsigned a, unsigned b) const {
    while (a != b) {
      if (depth_[a] < depth_[b]) std::swap(a, b);
      a = parent_[a];
    }
    return a;
  }

 private:
  unsigned root_;
  std::vector<unsigned> parent_, depth_;
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
    region_of_.resize(level_.end());
    split_of_.resize(level_.end());
    for (unsigned i = 0; i < level_.end(); ++i) {
      // What divides lanes inside a region opens another one inside, which would dissolve.
      if (!level_.nodes[i].is_predicated && divides_lanes(i)) open_region(i);
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

  struct Visit {
    Node node;
    std::vector<llvm::BasicBlock*> targets;
    size_t next = 0;
  };

  void enter(llvm::BasicBlock* block, std::vector<Visit>& path) {
    Node node;
    node.loop = child_with(block);
    node.block = node.loop == nullptr ? block : node.loop->getHeader();
    if (!seen_.insert(node.block).second) return;
    std::vector<llvm::BasicBlock*> targets = targets_of(node);
    path.push_back({std::move(node), std::move(targets)});
  }

  /// Depth first, without recursion; nodes are added when all that follows them has been.
  void visit(llvm::BasicBlock* entry) {
    std::vector<Visit> path;
    enter(entry, path);
    while (!path.empty()) {
      Visit& last = path.back();
      if (last.next < last.targets.size()) {
        llvm::BasicBlock* target = last.targets[last.next++];
        if (!leaves(target)) enter(target, path);
      } else {
        level_.nodes.push_back(std::move(last.node));
        path.pop_back();
      }
    }
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
    dominators_.emplace(level_.end(), 0);
    for (unsigned i = 1; i < level_.end(); ++i) dominators_->add(i, level_.nodes[i].predecessors);
    postdominators_.emplace(level_.end() + 1, level_.end());
    for (unsigned i = level_.end(); i-- > 0;) postdominators_->add(i, level_.nodes[i].successors);
  }

  bool divides_lanes(unsigned i) const {
    const Node& node = level_.nodes[i];
    std::vector<llvm::BasicBlock*> targets = targets_of(node);
    if (targets.size() < 2) return false;
    if (node.loop == nullptr) return !uniformity_.has_uniform_branch(*node.block);
    return inner_.at(node.loop)->is_divergent;
  }

  /// Adds the nodes on the ways from `split` to `end`, both not among them.
  void add_between(unsigned split, unsigned end, std::vector<unsigned>& region) {
    for (unsigned node : level_.nodes[split].successors) add_from(node, end, region);
  }

  /// Adds the nodes on the ways from `start` to `end`, `end` not among them, but for what the
  /// region has already. A region that was opened before and begins there is passed as a whole, so
  /// that each node is looked at once for all regions.
  void add_from(unsigned start, unsigned end, std::vector<unsigned>& region) {
    llvm::SmallVector<unsigned> work = {start};
    while (!work.empty()) {
      const unsigned number = work.pop_back_val();
      if (number == end || number == level_.end() || region_of_[number] == opening_) continue;
      region_of_[number] = opening_;
      region.push_back(number);
      const Node& node = level_.nodes[number];
      if (node.is_split) {
        work.push_back(node.region_end);
      } else {
        llvm::append_range(work, node.successors);
      }
    }
  }

  /// The node, or the split of the outermost region that was opened around it.
  unsigned outermost(unsigned node) {
    while (level_.nodes[node].is_predicated) {
      unsigned& split = split_of_[node];
      if (level_.nodes[split].is_predicated) split = split_of_[split];
      node = split;
    }
    return node;
  }

  /// A region that is also entered beside its split begins where these ways part. It has but one
  /// way in then: regions that begin inside it end inside it, or with it, and nothing is opened
  /// there.
  void open_region(unsigned split) {
    ++opening_;
    std::vector<unsigned> region;
    size_t known = 0;
    while (true) {
      const unsigned end = postdominators_->parent(split);
      add_between(split, end, region);
      unsigned wanted = split;
      for (; known < region.size(); ++known) {
        for (unsigned predecessor : level_.nodes[region[known]].predecessors) {
          const unsigned before = outermost(predecessor);
          if (region_of_[before] != opening_) wanted = dominators_->common(wanted, before);
        }
      }
      if (wanted == split) {
        Node& opened = level_.nodes[split];
        opened.is_split = true;
        opened.region_end = end;
        for (unsigned node : region) {
          level_.nodes[node].is_predicated = true;
          split_of_[node] = split;
        }
        return;
      }
      split = wanted;
      const unsigned wider_end = postdominators_->parent(split);
      if (end != wider_end) add_from(end, wider_end, region);
    }
  }

  /// Regions inside regions dissolve; the nodes of each that is left run one after another.
  void chain_regions() {
    for (Node& node : level_.nodes) node.is_split = node.is_split && !node.is_predicated;
    for (unsigned i = 0; i < level_.end(); ++i) {
      if (!level_.nodes[i].is_split) continue;
      const unsigned end = level_.nodes[i].region_end;
      if (end != level_.end()) level_.nodes[end].ends_region = true;
      ++opening_;
      std::vector<unsigned> region;
      add_between(i, end, region);
      std::ranges::sort(region);
      unsigned last = i;
      for (unsigned node : region) {
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
      if (node.is_predicated || (node.is_split && !goes_on_only)) return true;
    }
    return false;
  }

  Level& level_;
  const llvm::LoopInfo& loops_;
  const Uniformity& uniformity_;
  const std::map<const llvm::Loop*, std::unique_ptr<Level>>& inner_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen_;
  std::optional<Tree> dominators_, postdominators_;
  std::vector<unsigned> region_of_;  // the opening that looked at a node last
  unsigned opening_ = 0;
  std::vector<unsigned> split_of_;  // of masked nodes: of the region that was opened around them
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
    levels_.at(child)->node = level.node_of.at(child->getHeader());
  }
}

}  // namespace cleave::compiler::pass
