#include "sycl/command_name.h"

#include "sycl/program.h"

namespace cleave::sycl {

std::string CommandName::text() const {
  return symbol_.empty() ? text_ : describe_kernel(symbol_);
}

}  // namespace cleave::sycl
