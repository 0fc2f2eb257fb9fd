// Chooses the code for the launches of a kernel, and decides when better code is made.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "backend/cpu/code/code_slot.h"
#include "backend/launch.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

/// Runs work some time that nobody waits for, on the processors of these units; false when no
/// thread can be started: it will not be done.
using RunInBackground =
    std::function<bool(std::function<void()> work, const topology::UnitSet& units)>;

/// The code of one kernel. The first launch of a shape waits for code of the quick tier; code of
/// the main tier follows in the background and, once launches of one local size have taken long
/// enough, code for that size alone. No launch waits for these, and where they fail the code that
/// is there stays. CLEAVE_TIERS changes which of them there are. Thread-safe.
class KernelTiers final : public DeviceKernel, public std::enable_shared_from_this<KernelTiers> {
 public:
  struct Source {
    std::shared_ptr<compiler::Code> code;
    std::string name;           // of the kernel
    bool has_one_tier = false;  // KernelFacts::has_one_tier
  };
  KernelTiers(Source source, RunInBackground run_in_background)
      : source_(std::move(source)), run_in_background_(std::move(run_in_background)) {}

  [[nodiscard]] const LaunchCode* code_for(const Launch& launch, const ResourceSet& where,
                                           std::string& error) override;
  /// The code for launches of that shape, whose local size is all of theirs or zeros. Better code
  /// is made on the processors of these units. It lives as long as this does. nullptr, and why in
  /// `error`, when none can be made.
  [[nodiscard]] const CodeSlot* code(const compiler::LaunchShape& shape,
                                     const topology::UnitSet& units, std::string& error);

 private:
  struct Entry {
    explicit Entry(Entry* general_entry)
        : general(general_entry), code(general_entry == nullptr ? nullptr : &general_entry->code) {}

    Entry* const general;  // for launches of any local size; null when this is
    CodeSlot code;
    std::atomic<bool> is_improved{false};  // or is going to be
  };
  using Entries = std::map<compiler::LaunchShape, Entry>;
  using ShapedEntry = Entries::value_type;

  [[nodiscard]] ShapedEntry* find(const compiler::LaunchShape& shape,
                                  const topology::UnitSet& units, std::string& error);
  [[nodiscard]] bool fill(ShapedEntry& entry, const topology::UnitSet& units, std::string& error);
  void improve(ShapedEntry& entry, const topology::UnitSet& units);

  const Source source_;
  const RunInBackground run_in_background_;
  std::mutex mutex_;
  Entries entries_;                          // nothing is removed
  std::atomic<ShapedEntry*> last_{nullptr};  // most often the next too
};

}  // namespace cleave::backend::cpu
