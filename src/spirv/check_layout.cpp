#include "spirv/check.h"

namespace cleave::spirv {
namespace {

// The sections of a module, in their order.
enum class LayoutSection : uint8_t {
  capabilities,
  extensions,
  imports,
  memory_model,
  entry_points,
  execution_modes,
  sources,
  names,
  processes,
  annotations,
  globals,
};

LayoutSection section_of(Op op) {
  switch (op) {
    case Op::Capability:
      return LayoutSection::capabilities;
    case Op::Extension:
      return LayoutSection::extensions;
    case Op::ExtInstImport:
      return LayoutSection::imports;
    case Op::MemoryModel:
      return LayoutSection::memory_model;
    case Op::EntryPoint:
      return LayoutSection::entry_points;
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
      return LayoutSection::execution_modes;
    case Op::String:
    case Op::Source:
    case Op::SourceExtension:
    case Op::SourceContinued:
      return LayoutSection::sources;
    case Op::Name:
    case Op::MemberName:
      return LayoutSection::names;
    case Op::ModuleProcessed:
      return LayoutSection::processes;
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
    case Op::MemberDecorate:
    case Op::MemberDecorateString:
    case Op::GroupDecorate:
    case Op::GroupMemberDecorate:
    case Op::DecorationGroup:
    case Op::AliasDomainDeclINTEL:  // decorations name these
    case Op::AliasScopeDeclINTEL:
    case Op::AliasScopeListDeclINTEL:
      return LayoutSection::annotations;
    default:
      return LayoutSection::globals;
  }
}

}  // namespace

void check_layout(Draft& draft) {
  const auto& all = draft.tables.instructions;
  LayoutSection section = LayoutSection::capabilities;
  size_t models = 0;
  for (size_t at = 0; at < draft.tables.first_function; ++at) {
    const LayoutSection own = section_of(all[at].op);
    if (own < section) draft.problems.add(all[at], "it comes too late in the module");
    section = std::max(section, own);
    if (all[at].op == Op::MemoryModel && ++models == 2)
      draft.problems.add(all[at], "the module has another memory model");
    if (draft.problems.is_full()) return;
  }
}

}  // namespace cleave::spirv
