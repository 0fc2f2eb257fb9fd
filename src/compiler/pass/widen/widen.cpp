#include "compiler/pass/widen/widen.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/analysis/regular_control.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/branch_hints.h"
#include "compiler/pass/ir/debug_arguments.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/ir/promote_variables.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/report/explain.h"
#include "compiler/pass/report/explain_limits.h"
#include "compiler/pass/widen/choose_skips.h"
#include "compiler/pass/widen/mask_variables.h"
#include "compiler/pass/widen/wide_calls.h"
#include "compiler/pass/widen/wide_values.h"
#include "compiler/pass/widen/widen_instructions.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

/// State of a level while the new function is written.
struct LevelCode {
  std::vector<llvm::BasicBlock*> labels;  // the first block of each node
  std::vector<MaskVariable> masks;        // for predicated nodes: the lanes that reach it
  Skips skips;
  llvm::BasicBlock* end = nullptr;  // the block where a divergent loop tests live_next
  MaskVariable live;                // for such a loop: the lanes that begin an iteration
  MaskVariable live_next;           // the lanes that go on to the next one
  bool runs_whole = false;          // these are iterations of such a loop that all lanes run
};

/// Returns whether a divergent loop has code of its own, without masks, for iterations that all
/// lanes run. On an EPYC with AVX2 sums with a stride took half the time, the benchmarks reduction
/// 0.3 to 0.6, mandelbrot 0.6 to 0.9, local_histogram and private_sort 0.8 to 1, with SSE4.2 alike;
/// beyond 200 instructions nothing was gained (volume_rendering, deferred_shading and others: 0.9
/// to 1.1). y[i] += a * x[i] alone took up to 1.6 times as long where steps and the distance from x
/// to y are multiples of 4 KiB: loads wait for stores with the same low bits, and masked ones do
/// not. AVX-512 has masks in every instruction, and was not measured.
bool runs_without_masks(const analysis::PlanLevel& level, const llvm::Function& lanes,
                        const ir::PassOptions& options) {
  constexpr size_t most_instructions = 200;
  const llvm::BasicBlock* latch = level.loop->getLoopLatch();
  if (options.quick || ir::has_feature(lanes, "avx512f") ||
      level.loop->getExitingBlock() != latch || !level.nodes[level.node_of.at(latch)].is_split) {
    return false;
  }
  size_t instructions = 0;
  for (const llvm::BasicBlock* block : level.loop->blocks()) instructions += block->size();
  return instructions <= most_instructions;
}

class Widener {
 public:
  Widener(llvm::Function& lanes, unsigned width, unsigned parts, const ir::PassOptions& options)
      : lanes_(lanes),
        width_(width),
        parts_(parts),
        options_(options),
        costs_(ir::processor_costs(lanes)),
        loops_(analysis::regularise_control(lanes)),
        uniformity_(lanes, parts),
        plan_(lanes, loops_->info(), uniformity_),
        shapes_(lanes, plan_, uniformity_),
        builder_(lanes.getContext()) {}

  llvm::Function* run() {
    report::explain_control(lanes_, plan_, uniformity_, shapes_, loops_->info());
    create_function();
    WideValues values(builder_, *entry_, shapes_, width_, parts_);
    InstructionWidener instructions(lanes_, builder_, values, options_.small_objects);
    MaskVariables masks(builder_, values);
    values_ = &values;
    masks_ = &masks;
    instructions_ = &instructions;
    for (unsigned i = 0; i < lanes_.arg_size(); ++i) {
      values.define_argument(*lanes_.getArg(i), function_->getArg(i));
    }
    llvm::BasicBlock* first = block("body");
    builder_.SetInsertPoint(first);
    builder_.SetCurrentDebugLocation(ir::location_of(lanes_));
    analysis::PlanLevel& whole = plan_.level(nullptr);
    prepare(whole);
    builder_.CreateBr(code(whole).labels[0]);
    write_level(whole, PartMasks());
    report::explain_limits(lanes_, loops_->info(), shapes_, width_,
                           [&](const llvm::Instruction& one) { return instructions.work_of(one); });
    builder_.SetInsertPoint(entry_);
    builder_.SetCurrentDebugLocation(ir::location_of(*function_));
    builder_.CreateBr(first);
    ir::add_debug_arguments(lanes_, *entry_);
    promote_variables();
    return function_;
  }

 private:
  void create_function() {
    function_ = llvm::Function::Create(lanes_.getFunctionType(), lanes_.getLinkage(), "",
                                       lanes_.getParent());
    function_->copyAttributesFrom(&lanes_);
    function_->removeFnAttr(ir::lanes_attribute);
    function_->removeFnAttr(ir::parts_attribute);
    function_->removeFnAttr(ir::unordered_attribute);
    function_->takeName(&lanes_);
    function_->setSubprogram(lanes_.getSubprogram());
    entry_ = block("entry");
  }

  llvm::BasicBlock* block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(lanes_.getContext(), name, function_);
  }
  LevelCode& code(const analysis::PlanLevel& level) { return code_[&level]; }

  void prepare(analysis::PlanLevel& level) {
    LevelCode& own = code(level);
    own = LevelCode();  // drops another version of the level
    own.labels.resize(level.nodes.size());
    own.masks.resize(level.nodes.size());
    for (unsigned i = 0; i < level.end(); ++i) {
      own.labels[i] = block(level.nodes[i].block->getName());
      if (level.nodes[i].is_predicated) own.masks[i] = masks_->create("mask");
    }
    own.end = block("level.end");
    own.skips = choose_skips(level, loops_->dominators(), *instructions_, costs_);
  }

  /// `mask`: the lanes that the level has.
  void write_level(analysis::PlanLevel& level, const PartMasks& mask) {
    LevelCode& own = code(level);
    for (unsigned i = 0; i < level.end(); ++i) {
      analysis::Node& node = level.nodes[i];
      builder_.SetInsertPoint(own.labels[i]);
      builder_.SetCurrentDebugLocation(node.block->front().getDebugLoc());
      values_->begin_block();
      PartMasks here = mask;
      if (node.is_predicated) {
        reset_nodes(level, i);
        here = masks_->load(own.masks[i]);
        has_lanes_ = own.skips.guarded[i] || level.region_before(i) != nullptr;
        if (own.skips.guarded[i]) {
          llvm::BasicBlock* body = block("some");
          builder_.CreateCondBr(any_lane_of_parts(builder_, here), body,
                                label(level, own.skips.behind[i]),
                                ir::weights_of_branch_to(*node.block));
          builder_.SetInsertPoint(body);
        }
      }
      if (node.loop != nullptr) {
        write_loop(level, i, here);
      } else if (node.uniform_region != nullptr) {
        write_uniform_region(level, i, here);
      } else {
        write_block(level, i, here);
      }
    }
    if (level.parent == nullptr) {
      builder_.SetInsertPoint(own.end);
      builder_.CreateUnreachable();
    }
  }

  llvm::BasicBlock* label(analysis::PlanLevel& level, unsigned node) {
    return node == level.end() ? code(level).end : code(level).labels[node];
  }

  void write_block(analysis::PlanLevel& level, unsigned number, const PartMasks& mask) {
    analysis::Node& node = level.nodes[number];
    for (llvm::Instruction& instruction : *node.block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (instruction.isTerminator()) break;
      instructions_->widen(instruction, mask);
    }
    llvm::Instruction* terminator = node.block->getTerminator();
    builder_.SetCurrentDebugLocation(terminator->getDebugLoc());
    if (node.is_split) enter_region(level, number);
    if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(terminator)) return write_return(*result);
    auto* branch = llvm::cast<llvm::BranchInst>(terminator);
    bool is_predicated = node.is_predicated || node.is_split;
    if (code(level).runs_whole && node.block == level.loop->getLoopLatch())
      write_whole_edge(level, node, *branch);
    if (is_predicated) {
      write_masked_edges(level, node, *branch, mask);
      builder_.CreateBr(label(level, node.next));
    } else {
      write_real_edges(level, node, *branch, mask);
    }
  }

  void write_return(llvm::ReturnInst& result) {
    Value* value = result.getReturnValue();
    if (value == nullptr) {
      builder_.CreateRetVoid();
    } else if (values_->shape_of(value).kind == analysis::Shape::Variation::uniform) {
      builder_.CreateRet(values_->scalar(value));
    } else {
      Value* least = nullptr;
      for (unsigned part = 0; part < parts_; ++part) {
        values_->begin_part(part);
        Value* wide = values_->vector(value);
        least = least == nullptr
                    ? wide
                    : builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, least, wide);
      }
      builder_.CreateRet(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::vector_reduce_umin, least));
    }
  }

  void reset_nodes(analysis::PlanLevel& level, unsigned number) {
    for (unsigned i : code(level).skips.resets[number]) {
      masks_->clear(code(level).masks[i]);
      forget_phis(*level.nodes[i].block);
    }
  }

  void enter_region(analysis::PlanLevel& level, unsigned split) {
    reset_nodes(level, split);
    const unsigned end = level.nodes[split].region_end;
    if (end != level.end()) forget_phis(*level.nodes[end].block);
  }

  void forget_phis(llvm::BasicBlock& block) {
    for (llvm::PHINode& phi : block.phis()) {
      for (unsigned part = 0; part < parts_of(phi); ++part) {
        values_->begin_part(part);
        llvm::AllocaInst* variable = values_->variable(phi);
        builder_.CreateStore(llvm::PoisonValue::get(variable->getAllocatedType()), variable);
      }
    }
  }

  /// Returns the number of widened values of one value.
  unsigned parts_of(const Value& value) const {
    return values_->shape_of(&value).kind == analysis::Shape::Variation::uniform ? 1 : parts_;
  }

  PartMasks edge_mask(llvm::BranchInst& branch, unsigned successor, const PartMasks& mask) {
    if (branch.isUnconditional()) return mask;
    PartMasks edge;
    for (unsigned part = 0; part < parts_; ++part) {
      values_->begin_part(part);
      Value* condition = values_->vector(branch.getCondition());
      if (successor == 1) condition = builder_.CreateNot(condition);
      edge.push_back(mask.empty() ? condition : builder_.CreateLogicalAnd(mask[part], condition));
    }
    return edge;
  }

  /// The way back to the header comes last: what it hands to the header's phis replaces what the
  /// other way may still want to read.
  void write_masked_edges(analysis::PlanLevel& level, analysis::Node& node,
                          llvm::BranchInst& branch, const PartMasks& mask) {
    llvm::SmallVector<std::pair<unsigned, PartMasks>, 2> edges;
    for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
      edges.emplace_back(i, edge_mask(branch, i, mask));
    }
    const bool first_goes_back =
        level.loop != nullptr && branch.getSuccessor(0) == level.loop->getHeader();
    if (first_goes_back) std::ranges::reverse(edges);
    for (const auto& [successor, edge] : edges) {
      write_masked_edge(level, node, branch, successor, edge);
    }
  }

  /// Records that the lanes of `edge` go to a successor, which runs later; emits no branch.
  void write_masked_edge(analysis::PlanLevel& level, analysis::Node& node, llvm::BranchInst& branch,
                         unsigned successor, const PartMasks& edge) {
    llvm::BasicBlock* target = branch.getSuccessor(successor);
    hand_over(*node.block, *target, edge,
              branch.isUnconditional() && has_lanes_ ? Edge::whole : Edge::part);
    arrive(level, target, edge);
  }

  /// Adds the lanes to the mask of the target, if it has one.
  void arrive(analysis::PlanLevel& level, llvm::BasicBlock* target, const PartMasks& edge) {
    if (level.loop != nullptr && target == level.loop->getHeader()) {
      if (!code(level).live_next.empty()) masks_->add(code(level).live_next, edge);
      return;
    }
    if (!level.contains(*target)) return arrive(*level.parent, target, edge);
    const MaskVariable& mask = code(level).masks[level.node_of.at(target)];
    if (!mask.empty()) masks_->add(mask, edge);
  }

  enum class Edge : uint8_t {
    real,   // all lanes there are go this way
    whole,  // all lanes of a masked node do, at least one
    part,   // some of them, or none
  };

  /// Phis of `to` get the values that they have on the way from `from`.
  void hand_over(llvm::BasicBlock& from, llvm::BasicBlock& to, const PartMasks& mask, Edge kind) {
    std::vector<std::pair<llvm::AllocaInst*, Value*>> values;
    bool replaces_all = kind == Edge::real || mask.empty() || is_back_edge_of(from, to);
    for (llvm::PHINode& phi : to.phis()) {
      Value* incoming = phi.getIncomingValueForBlock(&from);
      // It may be anything: also what lanes have that came another way and do care.
      if (!replaces_all && llvm::isa<llvm::UndefValue>(incoming)) continue;
      bool is_scalar = values_->is_scalar(&phi);
      unsigned parts = parts_of(phi);
      for (unsigned part = 0; part < parts; ++part) {
        values_->begin_part(part);
        llvm::AllocaInst* variable = values_->variable(phi);
        Value* value = is_scalar ? values_->scalar(incoming) : values_->vector(incoming);
        // One part alone is not known to have a lane that goes this way.
        bool replaces = replaces_all || (is_scalar && kind == Edge::whole && parts == 1);
        if (!replaces) {
          Value* old = builder_.CreateLoad(variable->getAllocatedType(), variable);
          if (!is_scalar) {
            value = ir::blend(builder_, mask[part], value, old);
          } else {
            Value* some =
                parts == 1 ? any_lane_of_parts(builder_, mask) : ir::any_lane(builder_, mask[part]);
            value = builder_.CreateSelect(some, value, old);
          }
        }
        values.emplace_back(variable, value);
      }
    }
    for (auto [variable, value] : values) builder_.CreateStore(value, variable);
  }

  bool is_back_edge_of(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    const llvm::Loop* loop = loops_->info().getLoopFor(&to);
    return loop != nullptr && loop->getHeader() == &to && loop->contains(&from);
  }

  /// Emits the branch of a node outside predicated regions: all lanes of the level go the same way.
  void write_real_edges(analysis::PlanLevel& level, analysis::Node& node, llvm::BranchInst& branch,
                        const PartMasks& mask) {
    std::vector<llvm::BasicBlock*> edges;
    for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
      edges.push_back(branch.isConditional() ? block("edge") : nullptr);
    }
    if (branch.isConditional()) {
      builder_.CreateCondBr(values_->scalar(branch.getCondition()), edges[0], edges[1])
          ->copyMetadata(branch, llvm::LLVMContext::MD_prof);
    }
    for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
      if (edges[i] != nullptr) {
        builder_.SetInsertPoint(edges[i]);
        values_->begin_block();
      }
      llvm::BasicBlock* target = branch.getSuccessor(i);
      bool joins_masked =
          !ends_uniform_region(level, *target) &&
          (leaves_divergent_loop(level, *target) || is_masked_target(level, *target));
      hand_over(*node.block, *target, mask, joins_masked ? Edge::part : Edge::real);
      arrive(level, target, mask);
      llvm::BranchInst* edge = builder_.CreateBr(continuation(level, node, target));
      if (is_back_edge_of(*node.block, *target)) ir::copy_unroll_hints(branch, *edge);
    }
  }

  /// Returns true if the edge to the target leaves a divergent loop, which other lanes may have
  /// left before.
  static bool leaves_divergent_loop(const analysis::PlanLevel& level,
                                    const llvm::BasicBlock& target) {
    for (const analysis::PlanLevel* one = &level; !one->contains(target); one = one->parent) {
      if (one->is_divergent) return true;
    }
    return false;
  }

  /// Returns true if the edge to the target leaves a uniform region, and lanes come there on such
  /// edges only.
  static bool ends_uniform_region(const analysis::PlanLevel& level,
                                  const llvm::BasicBlock& target) {
    return level.is_uniform_region() && !level.is_divergent && level.parent->contains(target) &&
           level.parent->region_before(level.parent->node_of.at(&target)) == &level;
  }

  /// Returns true if the edge to the target leaves a loop or a uniform region inside a predicated
  /// region.
  static bool is_masked_target(const analysis::PlanLevel& level, const llvm::BasicBlock& target) {
    const analysis::PlanLevel* one = &level;
    bool left_masked = false;
    while (!one->contains(target)) {
      const analysis::Node& node = one->parent->nodes[one->node];
      left_masked = node.is_predicated || node.is_split;
      one = one->parent;
    }
    return left_masked;
  }

  /// Returns the block that runs after a node of the level when its lanes go to `target`.
  llvm::BasicBlock* continuation(analysis::PlanLevel& level, const analysis::Node& node,
                                 llvm::BasicBlock* target) {
    if (node.is_predicated || node.is_split) return label(level, node.next);
    if (!level.contains(*target)) {
      if (level.is_uniform_region()) return code(level).end;
      return continuation(*level.parent, level.parent->nodes[level.node], target);
    }
    bool is_next_iteration =
        level.loop != nullptr && level.is_divergent && target == level.loop->getHeader();
    return is_next_iteration ? code(level).end : code(level).labels[level.node_of.at(target)];
  }

  void write_loop(analysis::PlanLevel& outer, unsigned number, const PartMasks& mask) {
    analysis::Node& node = outer.nodes[number];
    analysis::PlanLevel& level = plan_.level(node.loop);
    prepare(level);
    LevelCode& own = code(level);
    if (node.is_split) enter_region(outer, number);
    if (!level.is_divergent) {
      builder_.CreateBr(own.labels[0]);
      write_level(level, mask);
      builder_.SetInsertPoint(own.end);
      builder_.CreateUnreachable();
      return;
    }
    write_divergent_loop(outer, number, mask);
  }

  /// Emits a loop that some lanes may leave before others, and ahead of it, if that pays, one
  /// without masks that runs until the first of them leaves.
  void write_divergent_loop(analysis::PlanLevel& outer, unsigned number, const PartMasks& mask) {
    analysis::PlanLevel& level = plan_.level(outer.nodes[number].loop);
    llvm::SmallVector<llvm::BasicBlock*> exits;
    level.loop->getUniqueExitBlocks(exits);
    for (llvm::BasicBlock* exit : exits) {
      // Lanes that leave the outer loop too find the values that others stored there in earlier
      // iterations.
      if (outer.loop == nullptr || outer.loop->contains(exit)) forget_phis(*exit);
    }
    LevelCode& own = code(level);
    const MaskVariable live = own.live = masks_->create("live");
    const MaskVariable live_next = own.live_next = masks_->create("live.next");
    llvm::BasicBlock* iteration = block("iteration");
    llvm::BasicBlock* after = block("loop.left");
    masks_->store(masks_->materialised(mask), own.live);
    if (runs_without_masks(level, lanes_, options_)) {
      ir::remark(*level.loop->getLoopLatch()->getTerminator(), ir::Topic::loop, "versioned",
                 "iterations that all lanes run have code of their own, without masks");
      write_while_all_run(level, mask, iteration, after);
      prepare(level);
      own.live = live;
      own.live_next = live_next;
    } else {
      builder_.CreateBr(iteration);
    }
    builder_.SetInsertPoint(iteration);
    const PartMasks lanes = masks_->load(own.live);
    masks_->clear(own.live_next);
    builder_.CreateBr(own.labels[0]);
    write_level(level, lanes);
    write_end_of_iteration(level, iteration, after);
    builder_.SetInsertPoint(after);
    builder_.CreateBr(exits.empty() ? own.end
                                    : continuation(outer, outer.nodes[number], exits.front()));
  }

  /// Emits the iterations that all lanes run, if all lanes come there; then `masked`, where some go
  /// on, or `after`.
  void write_while_all_run(analysis::PlanLevel& level, const PartMasks& mask,
                           llvm::BasicBlock* masked, llvm::BasicBlock* after) {
    LevelCode& own = code(level);
    if (mask.empty()) {
      builder_.CreateBr(own.labels[0]);
    } else {
      builder_.CreateCondBr(all_lanes_of_parts(builder_, mask), own.labels[0], masked);
    }
    own.runs_whole = true;
    write_level(level, PartMasks());
    write_end_of_iteration(level, masked, after);
    instructions_->begin_version();
  }

  /// Emits the branch back of iterations that all lanes run: to the next one if all go on.
  void write_whole_edge(analysis::PlanLevel& level, analysis::Node& node,
                        llvm::BranchInst& branch) {
    const unsigned back = branch.getSuccessor(0) == level.loop->getHeader() ? 0 : 1;
    llvm::BasicBlock* again = block("all.go.on");
    llvm::BasicBlock* leaving = block("some.leave");
    builder_.CreateCondBr(all_lanes_of_parts(builder_, edge_mask(branch, back, PartMasks())), again,
                          leaving);
    builder_.SetInsertPoint(again);
    values_->conditionally(
        [&] { hand_over(*node.block, *level.loop->getHeader(), PartMasks(), Edge::real); });
    ir::copy_unroll_hints(branch, *builder_.CreateBr(code(level).labels[0]));
    builder_.SetInsertPoint(leaving);
    masks_->clear(code(level).live_next);
  }

  /// Emits the end of an iteration that some lanes may have left: those that go on begin the next
  /// one.
  void write_end_of_iteration(analysis::PlanLevel& level, llvm::BasicBlock* iteration,
                              llvm::BasicBlock* after) {
    LevelCode& own = code(level);
    const llvm::Instruction& back = *level.loop->getLoopLatch()->getTerminator();
    builder_.SetInsertPoint(own.end);
    builder_.SetCurrentDebugLocation(back.getDebugLoc());
    const PartMasks next = masks_->load(own.live_next);
    masks_->store(next, own.live);
    llvm::BranchInst* repeat =
        builder_.CreateCondBr(any_lane_of_parts(builder_, next), iteration, after);
    ir::copy_unroll_hints(back, *repeat);
  }

  /// Its lanes are those of the node, so there is nothing to ask behind it.
  void write_uniform_region(analysis::PlanLevel& outer, unsigned number, const PartMasks& mask) {
    const analysis::Node& node = outer.nodes[number];
    analysis::PlanLevel& level = *node.uniform_region;
    prepare(level);
    builder_.CreateBr(code(level).labels[0]);
    write_level(level, mask);
    builder_.SetInsertPoint(code(level).end);
    builder_.CreateBr(label(outer, node.next));
  }

  void promote_variables() {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : *entry_) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && llvm::isAllocaPromotable(variable)) variables.push_back(variable);
    }
    ir::promote_variables(variables);
  }

  llvm::Function& lanes_;
  unsigned width_, parts_;
  const ir::PassOptions& options_;
  const ir::ProcessorCosts& costs_;
  std::unique_ptr<analysis::RegularControl> loops_;
  analysis::Uniformity uniformity_;
  analysis::ControlPlan plan_;
  analysis::ShapeAnalysis shapes_;
  llvm::IRBuilder<> builder_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  WideValues* values_ = nullptr;
  MaskVariables* masks_ = nullptr;
  InstructionWidener* instructions_ = nullptr;
  std::map<const analysis::PlanLevel*, LevelCode> code_;
  bool has_lanes_ = false;  // the masked node that is being written runs for some lane
};

}  // namespace

std::string widen(llvm::Module& module, const ir::PassOptions& options) {
  make_wide_functions(module, options.sub_group_size);
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::lanes_attribute)) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    const auto number = [&](const char* attribute) {
      return static_cast<unsigned>(function->getFnAttributeAsParsedInteger(attribute, 1));
    };
    llvm::Function* wide =
        Widener(*function, number(ir::lanes_attribute), number(ir::parts_attribute), options).run();
    function->replaceAllUsesWith(wide);
    function->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::widen
