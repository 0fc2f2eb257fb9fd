// Chooses the code for the launches of a kernel, and decides when better code is made.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "backend/device.h"
#include "compiler/interface/code_slot.h"
#include "model/program/program.h"

namespace cleave::model {

/// The code of one kernel. The first launch of a shape waits for code of the quick tier; code of
/// the main tier follows in the background and, once launches of one local size have taken long
/// enough, code for that size alone. No launch waits for these, and where they fail the code that
/// is there stays. CLEAVE_TIERS changes which of them there are. Thread-safe.
class KernelTiers : public std::enable_shared_from_this<KernelTiers> {
 public:
  /// `index` is that of the kernel in the build.
  KernelTiers(std::shared_ptr<const ProgramBuild> build, size_t index)
      : build_(std::move(build)), index_(index) {}

  /// Where a launch is to run: better code is made on the processors of these units.
  struct Where {
    backend::Device& hardware;
    const backend::ResourceSet& resources;
  };
  /// The code for launches of that shape, whose local size is all of theirs or zeros. It lives as
  /// long as this does. Null, and why in `error`, when none can be made.
  [[nodiscard]] const compiler::CodeSlot* code(const compiler::LaunchShape& shape,
                                               const Where& where, std::string& error);

 private:
  struct Entry {
    explicit Entry(Entry* general_entry)
        : general(general_entry), code(general_entry == nullptr ? nullptr : &general_entry->code) {}

    Entry* const general;  // for launches of any local size; null when this is
    compiler::CodeSlot code;
    std::atomic<bool> is_improved{false};  // or is going to be
  };
  using Entries = std::map<compiler::LaunchShape, Entry>;
  using ShapedEntry = Entries::value_type;

  [[nodiscard]] const compiler::KernelFacts& facts() const { return build_->kernels[index_]; }
  [[nodiscard]] ShapedEntry* find(const compiler::LaunchShape& shape, const Where& where,
                                  std::string& error);
  [[nodiscard]] bool fill(ShapedEntry& entry, const Where& where, std::string& error);
  void improve(ShapedEntry& entry, const Where& where);

  const std::shared_ptr<const ProgramBuild> build_;
  const size_t index_;
  std::mutex mutex_;
  Entries entries_;                          // nothing is removed
  std::atomic<ShapedEntry*> last_{nullptr};  // most often the next too
};

}  // namespace cleave::model
