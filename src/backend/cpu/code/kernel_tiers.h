// Chooses the code for the launches of a kernel, and decides when better code is made.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend/cpu/code/bound_captures.h"
#include "backend/cpu/code/code_slot.h"
#include "backend/cpu/code/launch_planner.h"
#include "backend/cpu/code/launch_shape.h"
#include "backend/cpu/code/published_slots.h"
#include "backend/cpu/code/urgency.h"
#include "backend/launch.h"
#include "compiler/interface/x86_facts.h"
#include "topology/topology.h"

namespace cleave::backend::cpu::code {

/// Runs work that no thread waits for, on the processors of these units; false when no thread can
/// be started: it will not be done.
using RunInBackground = std::function<bool(std::function<void()> work,
                                           const topology::UnitSet& units, Urgency urgency)>;

/// Tells the time since any fixed moment. Thread-safe.
using TimeSource = std::function<std::chrono::nanoseconds()>;

class EnqueuedBlocks;

/// The bindings that code of a program's kernel has been made for. Thread-safe.
class BoundCode {
 public:
  /// Returns true if code may be made for the bindings, and notes them: it has been, or there is
  /// code for fewer than `most` others.
  [[nodiscard]] bool admits(const compiler::interface::Bindings& bindings, size_t most);

 private:
  std::mutex mutex_;
  std::vector<compiler::interface::Bindings> bound_;
};

/// The code of one kernel. The first launch of a shape waits for code of the quick tier; code of
/// the main tier follows in the background and, once launches of one local size have taken long
/// enough, code for that size alone, whether the main tier is there or not. Where the compiler is
/// not sure of the order of lanes, both orders follow, and sooner. No launch waits for these, and
/// where they fail or launches take longer with them the code that is there stays.
/// All of these rely on the formats of images and the bits of samplers, as long as launches bring
/// few different ones; then the main tier is made for launches that take long enough, too.
/// CLEAVE_TIERS changes which of them there are. Thread-safe.
class KernelTiers final : public DeviceKernel, public std::enable_shared_from_this<KernelTiers> {
 public:
  struct TieredKernel {
    std::shared_ptr<compiler::interface::ProgramCode> code;
    std::shared_ptr<const compiler::interface::KernelFacts> facts;
    const DeviceFacts& device;               // lives as long as the process
    compiler::interface::X86Facts own = {};  // which `facts` have packed
    // Shared by all of the program's kernels of that name: applications make them anew.
    std::shared_ptr<BoundCode> bound = std::make_shared<BoundCode>();
    std::shared_ptr<MergedSizes> merged_sizes = std::make_shared<MergedSizes>();
    // The blocks that the kernel may enqueue; null: it uses no queues on the device.
    std::shared_ptr<const EnqueuedBlocks> blocks = nullptr;
  };
  /// `now` measures how long code takes to make.
  KernelTiers(TieredKernel source, RunInBackground run_in_background, TimeSource now = steady_time)
      : source_(std::move(source)),
        planner_(*source_.facts, source_.own.group_merging, source_.device),
        run_in_background_(std::move(run_in_background)),
        now_(std::move(now)) {}

  [[nodiscard]] const std::string& name() const override { return source_.facts->name; }
  /// Does nothing: code may be made while kernels run.
  [[nodiscard]] bool preload(std::string&) override { return true; }
  [[nodiscard]] std::array<uint64_t, 3> local_size(const LaunchRange& range,
                                                   const ResourceSet& where) const override;
  [[nodiscard]] bool plan_launch(const LaunchDescription& description, const ResourceSet& where,
                                 Launch& launch, std::string& error) override;
  [[nodiscard]] const KernelBlocks* blocks() const override;
  /// Makes code that runs children of any shape, if there is none, and code for those merged
  /// work-groups and formats of images that children have had. False, and why in `error`, when none
  /// can be made.
  [[nodiscard]] bool prepare(const topology::UnitSet& units, std::string& error);
  /// Returns the bytes of stack that threads need for children of any shape. Precondition:
  /// prepare().
  [[nodiscard]] uint64_t stack_bytes();
  /// As plan_launch(), of a child on so many units: with the code that prepare() has made, and what
  /// is better by now. Work-groups are merged, and code relies on the formats of captured images,
  /// if that was wanted when prepare() was called last. Neither compiles, allocates nor locks.
  /// Precondition: prepare().
  void plan_child(const LaunchDescription& description, const BoundCaptures& bound, uint64_t units,
                  Launch& launch);
  [[nodiscard]] const compiler::interface::KernelFacts& facts() const { return *source_.facts; }
  [[nodiscard]] const LaunchPlanner& planner() const { return planner_; }
  /// The code for launches of these shapes. Better code is made on the processors of these units.
  /// It lives as long as this does. nullptr, and why in `error`, when none can be made.
  [[nodiscard]] const CodeSlot* code(const LaunchShapes& shapes, const topology::UnitSet& units,
                                     std::string& error);

 private:
  static std::chrono::nanoseconds steady_time() {
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  struct CodeEntry {
    /// For launches of any local size.
    CodeEntry() = default;
    /// For launches of one.
    CodeEntry(const CodeEntry& general, bool has_smaller_groups, CodeTimes::Heat heat)
        : code(&general.code, has_smaller_groups, std::move(heat)),
          has_unsure_lanes(general.has_unsure_lanes.load(std::memory_order_relaxed)) {}

    CodeSlot code;
    std::chrono::nanoseconds making{};  // how long its first code took; written before that is put
    // KernelCode::has_alternative of the last code but alternatives, or else of general code.
    std::atomic<bool> has_unsure_lanes{false};
  };
  /// Keyed by the shape that its code may rely on: `exact`.
  using Entries = std::map<LaunchShapes, CodeEntry>;
  using ShapedEntry = Entries::value_type;

  /// Merged work-groups and formats of images that children have had.
  struct ChildVariant {
    ChildVariant(const compiler::interface::MergedGroups& merged, const BoundCaptures& formats)
        : groups(merged), bound(formats) {}
    [[nodiscard]] bool is_of(const compiler::interface::MergedGroups& merged,
                             const BoundCaptures& formats) const {
      return groups == merged && bound == formats;
    }
    const compiler::interface::MergedGroups groups;
    const BoundCaptures bound;
    std::atomic<uint64_t> items{0};           // of children since code was last made
    std::atomic<ShapedEntry*> code{nullptr};  // null: none yet. Published with release
  };

  [[nodiscard]] ShapedEntry* find(const LaunchShapes& shapes, const topology::UnitSet& units,
                                  std::string& error);
  /// Returns whether launches of that local size have an entry of their own, or may get one.
  [[nodiscard]] bool has_room_for_exact(const LaunchShapes& shapes);
  /// Returns the entry for launches of that local size. In tier "all", requires that the general
  /// one has code, whose cost says when launches are hot.
  [[nodiscard]] ShapedEntry& exact_entry(const LaunchShapes& shapes, const ShapedEntry& general);
  /// Returns after how long launches of one local size are hot. Requires that there is general code.
  [[nodiscard]] static std::chrono::nanoseconds heat_of(const ShapedEntry& general);
  /// Returns the code for such children; null: none is at hand, and that it is wanted is noted.
  [[nodiscard]] ShapedEntry* variant_at_hand(const compiler::interface::MergedGroups& groups,
                                             const BoundCaptures& bound, uint64_t items);
  [[nodiscard]] ShapedEntry& code_at_hand(const LaunchShapes& shapes, ShapedEntry& general);
  /// Makes code for variants that is wanted and worth its time.
  void make_variants(const topology::UnitSet& units);
  void make_variants_in_background(const topology::UnitSet& units);
  /// Gives an entry its first code, and has better code made if it `improves`.
  [[nodiscard]] bool fill(ShapedEntry& entry, const topology::UnitSet& units, std::string& error,
                          bool improves);
  void became_hot(ShapedEntry& entry, const topology::UnitSet& units);
  void improve(ShapedEntry& entry, const topology::UnitSet& units, Urgency urgency);
  void make_alternative(ShapedEntry& entry, const topology::UnitSet& units);
  using Making = std::function<void(KernelTiers& self, ShapedEntry& entry)>;
  /// Runs `make`, which puts one code, on those units.
  void make_in_background(ShapedEntry& entry, const topology::UnitSet& units, Urgency urgency,
                          Making make);
  /// Makes code that a slot expects. Returns KernelCode::has_alternative.
  [[nodiscard]] bool put(ShapedEntry& entry, compiler::interface::Tier tier);

  const TieredKernel source_;
  const LaunchPlanner planner_;
  const RunInBackground run_in_background_;
  const TimeSource now_;
  std::mutex mutex_;
  Entries entries_;                          // nothing is removed
  std::atomic<ShapedEntry*> last_{nullptr};  // most often the next too
  // The rest is for children, which run blocks.
  std::atomic<ShapedEntry*> any_{nullptr};  // code for any shape, once prepare() made it
  static constexpr size_t most_variants = 8, most_exact = 16;
  struct ForChildren {
    PublishedSlots<ChildVariant, most_variants> variants;
    PublishedSlots<ShapedEntry, most_exact> exact;  // of one local size each
  };
  std::unique_ptr<ForChildren> for_children_;  // made by prepare(), before any_ is published
  std::atomic<bool> wants_variants_{false};
};

}  // namespace cleave::backend::cpu::code
