#include "mutation.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace cleave::test::fuzz::source {
namespace {

constexpr const char* words[] = {
    // clang-format off
    "kernel", "global", "local", "private", "constant", "generic", "const", "volatile", "restrict",
    "static", "inline", "extern", "register", "void", "bool", "char", "uchar16", "short3", "int",
    "uint2", "long", "ulong8", "half", "float", "float4", "double", "double3", "size_t", "event_t",
    "image2d_t", "sampler_t", "pipe", "queue_t", "clk_event_t", "struct", "union", "enum", "typedef",
    "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "goto",
    "return", "sizeof", "__typeof__", "_Generic", "_Static_assert", "_Alignas(64)", "_Atomic",
    "__attribute__((", "reqd_work_group_size(1, 2, 3)", "intel_reqd_sub_group_size(8)", "packed",
    "aligned(1048576)", "vector_size(3)", "ext_vector_type(7)", "overloadable", "always_inline",
    "address_space(7)", "noinline", "))", "#pragma unroll\n", "#pragma OPENCL EXTENSION all : enable\n",
    "#define x x x\n", "#include <x>\n", "#if\n", "#else\n", "#endif\n", "##", "#", "__VA_ARGS__",
    "(", ")", "{", "}", "[", "]", "<", ">", ";", ",", ".", "->", "...", "?", ":", "::", "+", "-", "*",
    "/", "%", "++", "--", "<<", ">>", "==", "=", "+=", "&", "&&", "|", "^", "~", "!", "\\\n", "'", "\"",
    "0", "1", "-1", "2147483648", "0xffffffffffffffffffff", "1e400f", "0x1p-1080", "1.0h", "'\\0'", "L\"\"",
    "get_global_id(0)", "barrier(1)", "sub_group_reduce_add(1)", "work_group_scan_inclusive_max(1)",
    "atomic_add(out, 1)", "atomic_work_item_fence(1, 2, 3)", "printf(\"%v4hlf\", 1)", "vload16(0, out)",
    "async_work_group_copy(out, out, 1, 0)", "shuffle2(1, 2, 3)", "as_float(1)", "convert_char_sat_rte(1.0f)",
    "__builtin_trap()", "__builtin_alloca(1)", "__builtin_unreachable()", "__builtin_va_list",
    "__builtin_shufflevector(1, 2, 3)", "__builtin_memcpy(out, out, 1ul << 60)", "__func__", "__int128",
    "__block", "^{", "({", "})", "\xff", "\t", "//", "/*", "*/",
    // clang-format on
};

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::vector<std::string> tokens_of(const std::string& source) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < source.size();) {
    size_t end = at + 1;
    if (is_word(source[at])) {
      while (end < source.size() && is_word(source[end])) ++end;
    } else if (source[at] == ' ') {
      while (end < source.size() && source[end] == ' ') ++end;
    }
    tokens.push_back(source.substr(at, end - at));
    at = end;
  }
  return tokens;
}

}  // namespace

std::vector<std::string> Mutator::range_of(const Tokens& tokens, size_t most) {
  if (tokens.empty()) return {};
  const size_t begin = below(tokens.size());
  const size_t count = std::min(1 + below(most), tokens.size() - begin);
  const auto first = tokens.begin() + static_cast<ptrdiff_t>(begin);
  return {first, first + static_cast<ptrdiff_t>(count)};
}

void Mutator::change(Tokens& tokens, const Tokens& others) {
  constexpr size_t most_tokens = 100000;
  const size_t at = below(tokens.size() + 1);
  const auto place = tokens.begin() + static_cast<ptrdiff_t>(at);
  const auto end = place + static_cast<ptrdiff_t>(std::min(1 + below(8), tokens.size() - at));
  const auto insert = [&](const Tokens& more) { tokens.insert(place, more.begin(), more.end()); };
  switch (below(8)) {
    case 0:
      tokens.erase(place, end);
      break;
    case 1:
      if (place != tokens.end()) *place = words[below(std::size(words))];
      break;
    case 2:
      insert({" ", words[below(std::size(words))], " "});
      break;
    case 3:
      insert(range_of(tokens, 40));
      break;
    case 4:
      insert(range_of(others, 200));
      break;
    case 5: {  // nests or repeats
      Tokens more;
      const Tokens range(place, end);
      const size_t copies = size_t{1} << below(10);
      for (size_t i = 0; i < copies && more.size() < most_tokens; ++i) {
        more.insert(more.end(), range.begin(), range.end());
      }
      insert(more);
      break;
    }
    case 6:
      if (!tokens.empty() && at < tokens.size()) std::swap(*place, tokens[below(tokens.size())]);
      break;
    default:
      if (at < tokens.size() && !place->empty()) {
        (*place)[below(place->size())] = static_cast<char>(below(256));
      }
  }
}

std::string Mutator::mutate(const std::string& source, const std::string& other) {
  Tokens tokens = tokens_of(source);
  const Tokens others = tokens_of(other);
  for (size_t changes = 1 + below(6); changes > 0; --changes) change(tokens, others);
  std::string changed;
  for (const std::string& token : tokens) changed += token;
  return changed;
}

}  // namespace cleave::test::fuzz::source
