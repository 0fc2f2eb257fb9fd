#include "backend/cpu/code/kernel_tiers.h"

#include <algorithm>
#include <chrono>

#include "backend/cpu/code/launch_shape.h"
#include "backend/resources.h"
#include "support/options.h"

namespace cleave::backend::cpu {
namespace {

using compiler::LaunchShape;
using compiler::Tier;

// Launches that took so long together will take that again: more than it takes to compile a kernel.
constexpr auto hot_after = std::chrono::milliseconds(50);
// A program that goes through all local sizes is not looking for the best code for each.
constexpr size_t most_entries = 16;

bool tiers_are(const char* value) {
  return support::options().tiers == value;
}

LaunchShape for_any_size(LaunchShape shape) {
  shape.local_size = {};
  return shape;
}

}  // namespace

const LaunchCode* KernelTiers::code_for(const Launch& launch, const ResourceSet& where,
                                        std::string& error) {
  return code(shape_of(launch), where.units(), error);
}

const CodeSlot* KernelTiers::code(const LaunchShape& shape, const topology::UnitSet& units,
                                  std::string& error) {
  ShapedEntry* entry = last_.load(std::memory_order_acquire);
  if (entry == nullptr || entry->first != shape) {
    entry = find(shape, units, error);
    if (entry == nullptr) return nullptr;
    last_.store(entry, std::memory_order_release);
  }
  Entry& found = entry->second;
  const bool is_hot = found.general != nullptr && found.code.time() > hot_after &&
                      !found.is_improved.load(std::memory_order_relaxed);
  if (is_hot && found.code.best().tier == Tier::main) improve(*entry, units);
  return &found.code;
}

/// With code of its own, or of the general one.
KernelTiers::ShapedEntry* KernelTiers::find(const LaunchShape& shape,
                                            const topology::UnitSet& units, std::string& error) {
  ShapedEntry* general = nullptr;
  ShapedEntry* exact = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    general = &*entries_.try_emplace(for_any_size(shape), nullptr).first;
    const bool is_wanted = tiers_are("all") || tiers_are("exact");
    const bool has_place = entries_.size() < most_entries || entries_.contains(shape);
    if (shape.local_size[0] != 0 && is_wanted && has_place) {
      exact = &*entries_.try_emplace(shape, &general->second).first;
    }
  }
  if (exact != nullptr && tiers_are("exact")) return fill(*exact, units, error) ? exact : nullptr;
  if (!fill(*general, units, error)) return nullptr;
  return exact != nullptr ? exact : general;
}

bool KernelTiers::fill(ShapedEntry& entry, const topology::UnitSet& units, std::string& error) {
  if (entry.second.code.has_own()) return true;
  const bool is_quick = tiers_are("quick") || (tiers_are("all") && !source_.has_one_tier);
  const KernelCode code =
      source_.code->kernel(source_.name, entry.first, is_quick ? Tier::quick : Tier::main, error);
  if (code.entry == nullptr) return false;
  {
    const std::scoped_lock lock(mutex_);
    if (entry.second.code.has_own()) return true;
    entry.second.code.put(code);
  }
  if (code.tier == Tier::quick && tiers_are("all")) improve(entry, units);
  return true;
}

void KernelTiers::improve(ShapedEntry& entry, const topology::UnitSet& units) {
  if (entry.second.is_improved.exchange(true)) return;
  // Whoever lets the kernel go meanwhile has no use for better code.
  const auto work = [weak = weak_from_this(), &entry] {
    const auto self = weak.lock();
    if (!self) return;
    std::string error;
    const KernelCode code =
        self->source_.code->kernel(self->source_.name, entry.first, Tier::main, error);
    if (code.entry == nullptr) return;
    const std::scoped_lock lock(self->mutex_);
    entry.second.code.put(code);
  };
  // What cannot be done in the background is not done: what is there goes on.
  static_cast<void>(run_in_background_(work, units));
}

}  // namespace cleave::backend::cpu
