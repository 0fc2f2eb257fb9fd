#include "backend/cpu/code/kernel_tiers.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <tuple>

#include "backend/cpu/code/block_table.h"
#include "backend/resources.h"
#include "options/options.h"

namespace cleave::backend::cpu::code {
namespace {

using compiler::interface::Tier;

/// Launches that took so long together will take that again, so code for them is worth the time of
/// a processor that they could use: as much as their first code has cost, since theirs costs about
/// that, and not less than what a small kernel's does. Lanes in the wrong order take up to three
/// times as long, so a trial that finds it out does not wait for that.
std::chrono::nanoseconds hot_after(std::chrono::nanoseconds making, bool has_unsure_lanes) {
  using std::chrono::milliseconds;
  if (has_unsure_lanes) return milliseconds(20);
  return std::max<std::chrono::nanoseconds>(milliseconds(50), making);
}
// A tuner that tries all local sizes up to some 30 meets the best code for each: their shapes, and
// what several of these have in common. One that goes on is not looking for that.
constexpr size_t most_entries = 64;
// The first combinations of image formats and samplers that launches bring get code of their own at
// once: it is a fraction of the code for any formats, made in 10 to 30 ms where that takes 50 to
// 150. Others run code for any, and get their own where launches stay hot, until there is code for
// so many: an application that uses all formats would compile without end.
constexpr size_t bindings_at_once = 4;
constexpr size_t most_bindings = 8;

bool tiers_are(const char* value) {
  return options::options().tiers == value;
}

/// The tier that a first launch waits for.
Tier first_tier(bool has_one_tier) {
  if (tiers_are("alternative")) return Tier::alternative;
  const bool is_quick = tiers_are("quick") || (tiers_are("all") && !has_one_tier);
  return is_quick ? Tier::quick : Tier::main;
}

}  // namespace

bool BoundCode::admits(const compiler::interface::Bindings& bindings, size_t most) {
  if (bindings.are_none()) return true;
  const std::scoped_lock lock(mutex_);
  if (std::ranges::find(bound_, bindings) != bound_.end()) return true;
  if (bound_.size() >= most) return false;
  bound_.push_back(bindings);
  return true;
}

std::array<uint64_t, 3> KernelTiers::local_size(const LaunchRange& range,
                                                const ResourceSet& where) const {
  return planner_.local_size(range, where.units().count());
}

bool KernelTiers::plan_launch(const LaunchDescription& description, const ResourceSet& where,
                              Launch& launch, std::string& error) {
  const topology::UnitSet& units = where.units();
  planner_.plan(description, units.count(), launch,
                [this](const compiler::interface::MergedGroups& groups, uint64_t items) {
                  return source_.merged_sizes->admits(groups, items);
                });
  // Blocks begin as soon as the kernel enqueues them, so they have code before: no worker compiles.
  if (source_.blocks && !source_.blocks->prepare(units, error)) return false;
  launch.kernel = this;
  launch.code = code(shapes_of(launch), units, error);
  return launch.code != nullptr;
}

const KernelBlocks* KernelTiers::blocks() const {
  return source_.blocks.get();
}

bool KernelTiers::prepare(const topology::UnitSet& units, std::string& error) {
  if (any_.load(std::memory_order_acquire) == nullptr) {
    ShapedEntry* any = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      any = &*entries_.try_emplace(LaunchShapes{}).first;
      if (!for_children_) for_children_ = std::make_unique<ForChildren>();
    }
    if (!fill(*any, units, error, true)) return false;
    any_.store(any, std::memory_order_release);
  }
  if (wants_variants_.load(std::memory_order_relaxed)) make_variants(units);
  return true;
}

uint64_t KernelTiers::stack_bytes() {
  uint64_t most = any_.load(std::memory_order_acquire)->second.code.best().stack_bytes;
  for_children_->variants.for_each([&](const ChildVariant& variant) {
    const ShapedEntry* const entry = variant.code.load(std::memory_order_acquire);
    if (entry != nullptr) most = std::max(most, entry->second.code.best().stack_bytes);
  });
  return most;
}

void KernelTiers::plan_child(const LaunchDescription& description, const BoundCaptures& bound,
                             uint64_t units, Launch& launch) {
  ShapedEntry* general = nullptr;
  planner_.plan(description, units, launch,
                [&](const compiler::interface::MergedGroups& groups, uint64_t items) {
                  general = variant_at_hand(groups, bound, items);
                  if (general == nullptr && bound.count != 0)
                    general = variant_at_hand(groups, {}, items);
                  return general != nullptr;
                });
  const auto& [x, y, z] = description.range.global_size;
  if (general == nullptr && bound.count != 0) general = variant_at_hand({}, bound, x * y * z);
  if (general == nullptr) general = any_.load(std::memory_order_acquire);
  launch.bindings = general->first.general.bindings;
  launch.kernel = this;
  launch.code = &code_at_hand(shapes_of(launch), *general).second.code;
}

KernelTiers::ShapedEntry* KernelTiers::variant_at_hand(
    const compiler::interface::MergedGroups& groups, const BoundCaptures& bound, uint64_t items) {
  auto& known = for_children_->variants;
  ChildVariant* found =
      known.find([&](const ChildVariant& one) { return one.is_of(groups, bound); });
  if (found == nullptr) {
    found = known.add([&](std::optional<ChildVariant>& slot) { slot.emplace(groups, bound); });
    if (found == nullptr) return nullptr;
  }
  ShapedEntry* const code = found->code.load(std::memory_order_acquire);
  if (code != nullptr) return code;
  found->items.fetch_add(items, std::memory_order_relaxed);
  wants_variants_.store(true, std::memory_order_relaxed);
  return nullptr;
}

KernelTiers::ShapedEntry& KernelTiers::code_at_hand(const LaunchShapes& shapes,
                                                    ShapedEntry& general) {
  ShapedEntry* entry = last_.load(std::memory_order_acquire);
  if (entry != nullptr && entry->first == shapes) return *entry;
  if (!tiers_are("all") || shapes.exact == shapes.general) return general;
  auto& exact = for_children_->exact;
  entry = exact.find([&](const ShapedEntry& one) { return one.first == shapes; });
  if (entry == nullptr) {
    // Two words, for which std::function asks for no memory.
    entry = exact.add([&](std::optional<ShapedEntry>& slot) {
      slot.emplace(
          std::piecewise_construct, std::forward_as_tuple(shapes),
          std::forward_as_tuple(general.second, shapes.has_smaller_groups,
                                CodeTimes::Heat{heat_of(general), [this, &slot](const auto& on) {
                                                  became_hot(*slot, on);
                                                }}));
    });
    if (entry == nullptr) return general;
  }
  last_.store(entry, std::memory_order_release);
  return *entry;
}

void KernelTiers::make_variants(const topology::UnitSet& units) {
  wants_variants_.store(false, std::memory_order_relaxed);
  for_children_->variants.for_each([&](ChildVariant& variant) {
    if (variant.code.load(std::memory_order_acquire) != nullptr) return;
    const uint64_t items = variant.items.exchange(0, std::memory_order_relaxed);
    if (items == 0) return;
    compiler::interface::LaunchShape shape;
    shape.merged = variant.groups;
    shape.bindings = compiler::interface::Bindings::of(
        {variant.bound.list.begin(), variant.bound.list.begin() + variant.bound.count});
    const bool is_merged = shape.merged != compiler::interface::MergedGroups{};
    if (is_merged && !source_.merged_sizes->admits(shape.merged, items)) return;
    if (!source_.bound->admits(shape.bindings, bindings_at_once)) return;
    ShapedEntry* entry = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      entry = &*entries_.try_emplace({shape, shape}).first;
    }
    std::string no_matter;  // children run as they are without it
    if (fill(*entry, units, no_matter, true)) variant.code.store(entry, std::memory_order_release);
  });
}

const CodeSlot* KernelTiers::code(const LaunchShapes& shapes, const topology::UnitSet& units,
                                  std::string& error) {
  ShapedEntry* entry = last_.load(std::memory_order_acquire);
  if (entry == nullptr || entry->first != shapes) {
    entry = find(shapes, units, error);
    if (entry == nullptr) return nullptr;
    last_.store(entry, std::memory_order_release);
  }
  return &entry->second.code;
}

/// With code of its own, or of the general one.
KernelTiers::ShapedEntry* KernelTiers::find(const LaunchShapes& shapes,
                                            const topology::UnitSet& units, std::string& error) {
  ShapedEntry* general = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    compiler::interface::LaunchShape shape = shapes.general;
    if (!source_.bound->admits(shape.bindings, bindings_at_once)) shape.bindings = {};
    general = &*entries_.try_emplace({shape, shape}).first;
  }
  const bool exact_alone = tiers_are("exact");
  LaunchShapes wanted = shapes;
  // No launch is hot there: the end to code for formats is that of the general one.
  if (exact_alone) wanted.exact.bindings = general->first.exact.bindings;
  const bool has_exact = (exact_alone || tiers_are("all")) && has_room_for_exact(wanted);
  const bool needs_general = !has_exact || !exact_alone || shapes.has_smaller_groups;
  // Formats are many: their main tier is made for launches that stay hot.
  const bool improves = !has_exact || general->first.exact.bindings.are_none();
  if (needs_general && !fill(*general, units, error, improves)) return nullptr;
  if (!has_exact) return general;
  ShapedEntry& exact = exact_entry(wanted, *general);
  return !exact_alone || fill(exact, units, error, false) ? &exact : nullptr;
}

bool KernelTiers::has_room_for_exact(const LaunchShapes& shapes) {
  if (shapes.exact == shapes.general) return false;
  const std::scoped_lock lock(mutex_);
  // Launches of several threads may pass the limit by one entry each, which costs little.
  return entries_.size() < most_entries || entries_.contains(shapes);
}

KernelTiers::ShapedEntry& KernelTiers::exact_entry(const LaunchShapes& shapes,
                                                   const ShapedEntry& general) {
  const std::scoped_lock lock(mutex_);
  CodeTimes::Heat heat;
  if (tiers_are("all")) {
    // Launches keep this alive.
    heat = {heat_of(general), [this, shapes](const topology::UnitSet& units) {
              std::unique_lock own_lock(mutex_);
              ShapedEntry& entry = *entries_.find(shapes);
              own_lock.unlock();
              became_hot(entry, units);
            }};
  }
  return *entries_.try_emplace(shapes, general.second, shapes.has_smaller_groups, std::move(heat))
              .first;
}

std::chrono::nanoseconds KernelTiers::heat_of(const ShapedEntry& general) {
  const bool has_unsure_lanes = general.second.has_unsure_lanes.load(std::memory_order_relaxed);
  return hot_after(general.second.making, has_unsure_lanes);
}

void KernelTiers::became_hot(ShapedEntry& entry, const topology::UnitSet& units) {
  if (wants_variants_.load(std::memory_order_relaxed)) make_variants_in_background(units);
  if (!source_.bound->admits(entry.first.exact.bindings, most_bindings)) return;
  improve(entry, units, Urgency::soon);
}

void KernelTiers::make_variants_in_background(const topology::UnitSet& units) {
  auto work = [weak = weak_from_this(), units] {
    if (const auto self = weak.lock()) self->make_variants(units);
  };
  try {
    static_cast<void>(run_in_background_(std::move(work), units, Urgency::soon));
  } catch (const std::bad_alloc&) {
    return;  // not for a worker, which called this in the middle of a launch: prepare() does it
  }
}

bool KernelTiers::fill(ShapedEntry& entry, const topology::UnitSet& units, std::string& error,
                       bool improves) {
  if (entry.second.code.has_own()) return true;
  const std::chrono::nanoseconds begin = now_();
  const KernelCode code = source_.code->kernel(source_.facts->name, entry.first.exact,
                                               first_tier(source_.own.has_one_tier), error);
  if (code.entry == nullptr) return false;
  {
    const std::scoped_lock lock(mutex_);
    if (entry.second.code.has_own()) return true;
    entry.second.making = now_() - begin;
    entry.second.has_unsure_lanes.store(code.has_alternative, std::memory_order_relaxed);
    entry.second.code.put(code);
  }
  if (improves && code.tier == Tier::quick && tiers_are("all"))
    improve(entry, units, Urgency::whenever);
  return true;
}

void KernelTiers::improve(ShapedEntry& entry, const topology::UnitSet& units, Urgency urgency) {
  const bool is_exact = urgency == Urgency::soon;
  const bool is_unsure = is_exact && entry.second.has_unsure_lanes.load(std::memory_order_relaxed);
  const bool may_turn_unsure = is_exact && !is_unsure;
  make_in_background(entry, units, urgency,
                     [units, may_turn_unsure](KernelTiers& self, ShapedEntry& own) {
                       const bool has_alternative = self.put(own, Tier::main);
                       if (has_alternative && may_turn_unsure) self.make_alternative(own, units);
                     });
  if (is_unsure) make_alternative(entry, units);
}

/// At a low priority: nobody knows whether it is better, and making it takes processors from
/// launches for seconds.
void KernelTiers::make_alternative(ShapedEntry& entry, const topology::UnitSet& units) {
  make_in_background(entry, units, Urgency::whenever, [](KernelTiers& self, ShapedEntry& own) {
    // With its local size known the compiler may have become sure meanwhile.
    if (own.second.has_unsure_lanes.load(std::memory_order_relaxed)) {
      static_cast<void>(self.put(own, Tier::alternative));
    } else {
      own.second.code.expect_no_successor();
    }
  });
}

void KernelTiers::make_in_background(ShapedEntry& entry, const topology::UnitSet& units,
                                     Urgency urgency, Making make) {
  entry.second.code.expect_successor();
  // A kernel that is released meanwhile has no use for better code.
  auto work = [weak = weak_from_this(), &entry, make = std::move(make)] {
    if (const auto self = weak.lock()) make(*self, entry);
  };
  bool is_going_on = false;
  try {
    is_going_on = run_in_background_(std::move(work), units, urgency);
  } catch (const std::bad_alloc&) {
    is_going_on = false;  // not for a worker, which called this in the middle of a launch
  }
  // Work that cannot be done in the background is not done: launches keep the code that there is.
  if (!is_going_on) entry.second.code.expect_no_successor();
}

bool KernelTiers::put(ShapedEntry& entry, Tier tier) {
  std::string error;
  const KernelCode code = source_.code->kernel(source_.facts->name, entry.first.exact, tier, error);
  if (code.entry == nullptr) {
    entry.second.code.expect_no_successor();
    return false;
  }
  const std::scoped_lock lock(mutex_);
  if (tier == Tier::main) {
    entry.second.has_unsure_lanes.store(code.has_alternative, std::memory_order_relaxed);
  }
  entry.second.code.put(code);
  return code.has_alternative;
}

}  // namespace cleave::backend::cpu::code
