// The ways in which the compiler can be asked to make code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::test::fuzz::kernels {

struct Configuration {
  std::string mode = "vector";  // or "scalar"
  unsigned width = 16;
  std::string disabled_passes = {};  // with commas
  std::string instruction_set = {};  // empty: that of this machine
  std::string tier = {};             // empty: main
  std::string form = {};             // empty: OpenCL C; "module": what clang makes SPIR-V of

  friend bool operator==(const Configuration&, const Configuration&) = default;
  /// One word, as people write it in commands: "vector:16",
  /// "vector:8:simplify,scalarise:avx2:quick", "scalar:4::::module".
  [[nodiscard]] std::string text() const;
};

/// Nothing where `text` has no codegen mode or no width.
std::optional<Configuration> parse_configuration(std::string_view text);

/// The passes of the vector pipeline that its results do not depend on.
std::vector<std::string> optional_passes();

/// The sets that CLEAVE_INSTRUCTION_SET may name and this processor has, beside its own; empty
/// where the driver has no such option.
std::vector<std::string> instruction_sets();

/// Returns what CLEAVE_TIERS may name, but not all tiers together: then nobody could tell which one
/// ran.
std::vector<std::string> tiers();

/// The variable that tells a process of this program the form of its kernels.
inline constexpr const char* form_variable = "KERNEL_FUZZ_FORM";

/// The environment of a process that makes code in this way, NAME=value.
std::vector<std::string> environment_of(const Configuration& configuration);

}  // namespace cleave::test::fuzz::kernels
