#include "compiler/interface/x86_facts.h"

namespace cleave::compiler::interface {

TargetFacts pack(const X86Facts& facts) {
  return {CodeTarget::x86,
          x86_facts_version,
          {std::byte{facts.has_one_tier}, static_cast<std::byte>(facts.group_merging)}};
}

std::optional<X86Facts> unpack(const TargetFacts& facts) {
  if (facts.target != CodeTarget::x86) return std::nullopt;
  if (facts.version == 0 && facts.bytes.empty()) return X86Facts{};
  if (facts.version != x86_facts_version || facts.bytes.size() != 2) return std::nullopt;
  const auto tiers = std::to_integer<uint8_t>(facts.bytes[0]);
  const auto merging = std::to_integer<uint8_t>(facts.bytes[1]);
  if (tiers > 1 || merging > static_cast<uint8_t>(GroupMerging::all)) return std::nullopt;
  return X86Facts{tiers != 0, static_cast<GroupMerging>(merging)};
}

bool is_readable(const TargetFacts& facts) {
  switch (facts.target) {
    case CodeTarget::x86:
      return unpack(facts).has_value();
    case CodeTarget::nvptx:
      return facts.version == 0 && facts.bytes.empty();
  }
  return false;
}

}  // namespace cleave::compiler::interface
