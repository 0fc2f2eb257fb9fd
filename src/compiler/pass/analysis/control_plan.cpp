#include "compiler/pass/analysis/control_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace cleave::compiler::pass::analysis {
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

/// Decides whether a uniform region pays. Its branches are predicted; what they replace are masks
/// and blends for each block, or skips. It costs a skip itself, which a few cheap operations
/// under masks do not need. With bounds of 0 and 8 eight kernels with such branches took the same
/// time; with 100 code for images of any format took four times as long to copy one.
bool pays_as_uniform_region(const std::vector<const llvm::BasicBlock*>& blocks) {
  constexpr size_t cheap_operations = 8;
  size_t operations = 0;
  for (const llvm::BasicBlock* block : blocks) {
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.mayReadOrWriteMemory()) return true;
      operations += llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ? 0 : 1;
    }
  }
  return operations > cheap_operations;
}

class LevelBuilder {
 public:
  /// `around`: the innermost loop that holds the level. `behind`: for a uniform region, the block
  /// behind it.
  LevelBuilder(PlanLevel& level, const llvm::Loop* around, const llvm::BasicBlock* behind,
               const llvm::LoopInfo& loops, const Uniformity& uniformity,
               const std::map<const llvm::Loop*, std::unique_ptr<PlanLevel>>& inner)
      : level_(level),
        around_(around),
        behind_(behind),
        loops_(loops),
        uniformity_(uniformity),
        inner_(inner) {}

  void build(llvm::BasicBlock* entry) {
    order_nodes(entry);
    open_regions();
    choose_uniform_regions();
    if (!behind_region_.empty()) {
      level_.nodes.clear();
      seen_.clear();
      order_nodes(entry);
      open_regions();
    }
    chain_regions();
    level_.is_divergent =
        behind_ == nullptr ? level_.loop != nullptr && some_lanes_leave_early() : lanes_end_apart();
  }

  /// Returns the uniform regions among the nodes: by their first block the block behind them.
  [[nodiscard]] const std::map<llvm::BasicBlock*, llvm::BasicBlock*>& uniform_regions() const {
    return behind_region_;
  }

 private:
  void order_nodes(llvm::BasicBlock* entry) {
    visit(entry);
    std::reverse(level_.nodes.begin(), level_.nodes.end());
    number();
    build_trees();
  }

  void open_regions() {
    region_of_.assign(level_.end(), 0);
    split_of_.assign(level_.end(), 0);
    opening_ = 0;
    for (unsigned i = 0; i < level_.end(); ++i) {
      // A divergent branch inside a region would open another one, which would dissolve.
      if (!level_.nodes[i].is_predicated && divides_lanes(i)) open_region(i);
    }
    // Regions inside regions are merged into the outer ones.
    for (Node& node : level_.nodes) node.is_split = node.is_split && !node.is_predicated;
  }

  void choose_uniform_regions() {
    unsigned last = 0;  // the node behind the last region, whose nodes are numbered in a row
    for (unsigned i = 0; i < level_.end(); ++i) {
      const Node& node = level_.nodes[i];
      if (i < last || !node.is_predicated || node.loop != nullptr) continue;
      if (targets_of(node).size() < 2 || divides_lanes(i)) continue;
      const unsigned end = postdominators_->parent(i);
      if (end == level_.end()) continue;
      ++opening_;
      std::vector<unsigned> inside;
      add_between(i, end, inside);
      const bool has_one_entry = llvm::all_of(inside, [&](unsigned one) {
        return llvm::all_of(level_.nodes[one].predecessors, [&](unsigned before) {
          return before == i || region_of_[before] == opening_;
        });
      });
      if (!has_one_entry || !pays_as_uniform_region(blocks_of(inside))) continue;
      behind_region_[node.block] = level_.nodes[end].block;
      for (const llvm::BasicBlock* block : blocks_of(inside)) region_with_[block] = node.block;
      last = i + static_cast<unsigned>(inside.size()) + 1;
    }
  }

  std::vector<const llvm::BasicBlock*> blocks_of(const std::vector<unsigned>& nodes) const {
    std::vector<const llvm::BasicBlock*> blocks;
    for (unsigned number : nodes) {
      const Node& node = level_.nodes[number];
      if (node.loop == nullptr) {
        blocks.push_back(node.block);
      } else {
        llvm::append_range(blocks, node.loop->blocks());
      }
    }
    return blocks;
  }

  /// Returns the child loop of this level that holds the block, or null when the block belongs to
  /// the level itself.
  llvm::Loop* child_with(const llvm::BasicBlock* block) const {
    llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop == around_) return nullptr;
    while (loop->getParentLoop() != around_) loop = loop->getParentLoop();
    return loop;
  }

  bool leaves(const llvm::BasicBlock* target) const {
    if (behind_ != nullptr) return target == behind_;
    return level_.loop != nullptr &&
           (!level_.loop->contains(target) || target == level_.loop->getHeader());
  }

  std::vector<llvm::BasicBlock*> targets_of(const Node& node) const {
    std::vector<llvm::BasicBlock*> targets;
    if (const auto region = behind_region_.find(node.block); region != behind_region_.end()) {
      targets.push_back(region->second);
    } else if (node.loop == nullptr) {
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

  /// Visits depth first, without recursion; nodes are added when all that follows them has been.
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
    for (const auto& [block, first] : region_with_)
      level_.node_of[block] = level_.node_of.at(first);
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

  /// Returns the node, or the split of the outermost region that was opened around it.
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

  /// The nodes of a region run one after another.
  void chain_regions() {
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

  bool lanes_end_apart() const {
    return llvm::any_of(level_.nodes, [&](const Node& node) {
      const bool ends = llvm::is_contained(node.successors, level_.end());
      const bool leaves_apart = node.loop != nullptr && inner_.at(node.loop)->is_divergent;
      return ends && (node.is_predicated || node.is_split || leaves_apart);
    });
  }

  PlanLevel& level_;
  const llvm::Loop* around_;
  const llvm::BasicBlock* behind_;
  const llvm::LoopInfo& loops_;
  const Uniformity& uniformity_;
  const std::map<const llvm::Loop*, std::unique_ptr<PlanLevel>>& inner_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen_;
  std::optional<Tree> dominators_, postdominators_;
  std::vector<unsigned> region_of_;  // the opening that looked at a node last
  unsigned opening_ = 0;
  // For masked nodes: the split of the region that was opened around them.
  std::vector<unsigned> split_of_;
  std::map<llvm::BasicBlock*, llvm::BasicBlock*>
      behind_region_;  // for uniform regions, by their first block
  std::map<const llvm::BasicBlock*, llvm::BasicBlock*> region_with_;  // the first of other blocks
};

}  // namespace

ControlPlan::ControlPlan(llvm::Function& lane_function, const llvm::LoopInfo& loops,
                         const Uniformity& uniformity)
    : loops_(loops), uniformity_(uniformity) {
  add_level(&lane_function.getEntryBlock(), nullptr);
}

PlanLevel& ControlPlan::level_of(const llvm::BasicBlock& block) const {
  PlanLevel* level = levels_.at(loops_.getLoopFor(&block)).get();
  while (PlanLevel* inner = level->nodes[level->node_of.at(&block)].uniform_region) level = inner;
  return *level;
}

void ControlPlan::add_level(llvm::BasicBlock* entry, llvm::Loop* loop) {
  PlanLevel& level = *(levels_[loop] = std::make_unique<PlanLevel>());
  level.loop = loop;
  const auto& children = loop == nullptr ? loops_.getTopLevelLoops() : loop->getSubLoops();
  for (llvm::Loop* child : children) add_level(child->getHeader(), child);
  add_nodes(level, entry, nullptr);
}

/// Adds the nodes of a level, whose loops have their levels already, and its uniform regions.
void ControlPlan::add_nodes(PlanLevel& level, llvm::BasicBlock* entry,
                            const llvm::BasicBlock* behind) {
  LevelBuilder builder(level, loops_.getLoopFor(entry), behind, loops_, uniformity_, levels_);
  builder.build(entry);
  const auto& regions = builder.uniform_regions();
  for (unsigned i = 0; i < level.end(); ++i) {
    Node& node = level.nodes[i];
    const auto region = regions.find(node.block);
    PlanLevel* inner = node.loop == nullptr ? nullptr : levels_.at(node.loop).get();
    if (region != regions.end()) {
      uniform_regions_.push_back(std::make_unique<PlanLevel>());
      inner = node.uniform_region = uniform_regions_.back().get();
    }
    if (inner == nullptr) continue;
    inner->parent = &level;
    inner->node = i;
    if (region != regions.end()) add_nodes(*inner, region->first, region->second);
  }
}

}  // namespace cleave::compiler::pass::analysis
