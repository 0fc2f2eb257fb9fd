#include "spirv/check.h"

namespace cleave::spirv {
namespace {

// The sections of a module, in their order.
enum class Section : uint8_t {
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

Section section_of(Op op) {
  switch (op) {
    case Op::Capability:
      return Section::capabilities;
    case Op::Extension:
      return Section::extensions;
    case Op::ExtInstImport:
      return Section::imports;
    case Op::MemoryModel:
      return Section::memory_model;
    case Op::EntryPoint:
      return Section::entry_points;
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
      return Section::execution_modes;
    case Op::String:
    case Op::Source:
    case Op::SourceExtension:
    case Op::SourceContinued:
      return Section::sources;
    case Op::Name:
    case Op::MemberName:
      return Section::names;
    case Op::ModuleProcessed:
      return Section::processes;
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
      return Section::annotations;
    default:
      return Section::globals;
  }
}

}  // namespace

void check_layout(Draft& draft) {
  const auto& all = draft.tables.instructions;
  Section section = Section::capabilities;
  size_t models = 0;
  for (size_t at = 0; at < draft.tables.first_function; ++at) {
    const Section own = section_of(all[at].op);
    if (own < section) draft.problems.add(all[at], "it comes too late in the module");
    section = std::max(section, own);
    if (all[at].op == Op::MemoryModel && ++models == 2)
      draft.problems.add(all[at], "the module has another memory model");
    if (draft.problems.is_full()) return;
  }
}

}  // namespace cleave::spirv
