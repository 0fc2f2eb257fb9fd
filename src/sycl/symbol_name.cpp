#include "sycl/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <string_view>

namespace cleave::sycl {

std::string demangled(const char* symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 ? text : symbol;
  std::free(text);
  constexpr std::string_view prefix = "typeinfo name for ";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  return name;
}

}  // namespace cleave::sycl
