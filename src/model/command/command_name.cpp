#include "model/command/command_name.h"

#include <CL/cl_ext.h>

namespace cleave::model::command {

const char* command_name(cl_command_type type) {
  switch (type) {
#define CLEAVE_COMMAND(type, name) \
  case type:                       \
    return name;
#include "model/command/command_names.def"
#undef CLEAVE_COMMAND
    default:
      return "a command";
  }
}

}  // namespace cleave::model::command
