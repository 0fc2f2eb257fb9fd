#include "support/error_name.h"

#include "support/mutable_dispatch_cl.h"

namespace cleave::support {

std::string error_name(cl_int code) {
  switch (code) {
#define CLEAVE_ERROR(code) \
  case code:               \
    return #code;
#include "support/error_names.def"
#undef CLEAVE_ERROR
    default:
      return "error " + std::to_string(code);
  }
}

}  // namespace cleave::support
