#include "rank.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace cleave::tool {
namespace {

struct Source {
  const char* variable;
  const char* who;
};
constexpr Source sources[] = {
#define CLEAVE_RANK(variable, who) {variable, who},
#include "ranks.def"
#undef CLEAVE_RANK
};

bool parse_number(std::string_view text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool rank_from_environment(Rank& rank, std::string& problem) {
  std::string known;
  for (const Source& source : sources) {
    if (const char* value = std::getenv(source.variable)) {
      rank.variable = source.variable;
      if (parse_number(value, rank.number)) return true;
      problem = rank.variable + "=" + value + " is no rank (a number, the first is 0)";
      return false;
    }
    known += std::string("\n  ") + source.variable + " (" + source.who + ")";
  }
  problem =
      "--rank-from-env is for processes that mpirun or srun starts, and none of the "
      "variables that say which of them this is was found:" +
      known;
  return false;
}

}  // namespace cleave::tool
