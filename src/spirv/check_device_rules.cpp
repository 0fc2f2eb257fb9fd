// Checks instructions about pipes by their rules.
#include "spirv/check_rules.h"

namespace cleave::spirv {

void RuleCheck::check_device(Rule rule) {
  switch (rule) {
    case Rule::pipe_access:
    case Rule::pipe_reserved_access:
    case Rule::pipe_reserve:
    case Rule::pipe_commit:
      return pipe_access(0);
    case Rule::pipe_group_reserve:
    case Rule::pipe_group_commit:
      return pipe_access(1);
    default:
      return;
  }
}

// Who reads has the end of readers.
void RuleCheck::pipe_access(size_t pipe) {
  const auto access =
      static_cast<AccessQualifier>(module_.type(type_of(pipe)).definition->operands[0]);
  switch (here_->op) {
    case Op::ReadPipe:
    case Op::ReservedReadPipe:
    case Op::ReserveReadPipePackets:
    case Op::CommitReadPipe:
    case Op::GroupReserveReadPipePackets:
    case Op::GroupCommitReadPipe:
      if (access != AccessQualifier::ReadOnly) fail("its pipe is not to be read");
      return;
    default:
      if (access != AccessQualifier::WriteOnly) fail("its pipe is not to be written");
  }
}

}  // namespace cleave::spirv
