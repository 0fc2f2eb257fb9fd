// Names commands in messages that come long after their submission.
#pragma once

#include <string>
#include <utility>

#include "support/reference.h"

namespace cleave::sycl {

/// The name of a kernel. All launches of a kernel object share it.
class CommandName : public support::ReferenceCounted<CommandName> {
 public:
  /// A kernel of the program, by its symbol: its image is asked for the rest when somebody wants the text.
  [[nodiscard]] static support::Ref<const CommandName> of_kernel(std::string symbol) {
    return support::Ref<const CommandName>::adopt(new const CommandName(std::move(symbol), {}));
  }
  /// A kernel of OpenCL.
  [[nodiscard]] static support::Ref<const CommandName> of_native(const std::string& name) {
    return support::Ref<const CommandName>::adopt(
        new const CommandName({}, "the kernel '" + name + "' of OpenCL"));
  }
  ~CommandName() = default;

  /// "the kernel 'NAME' (FILE:LINE)", without the location where the unit has been unloaded.
  [[nodiscard]] std::string text() const;

 private:
  CommandName(std::string symbol, std::string text)
      : symbol_(std::move(symbol)), text_(std::move(text)) {}

  std::string symbol_;  // empty: the text is known
  std::string text_;
};

}  // namespace cleave::sycl
