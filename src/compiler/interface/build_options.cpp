#include "compiler/interface/build_options.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cleave::compiler::interface {
namespace {

enum class ArgumentSyntax {
  none,
  macro,
  folder,
  language,
  file,
  version,
  warning,
  text,
  number,
  word
};

struct Option {
  std::string_view spelling;
  ArgumentSyntax argument;
  std::string_view clang_option;
  bool of_links;
};

constexpr Option option_table[] = {
#define CLEAVE_BUILD_OPTION(spelling, argument, clang_option, reason) \
  {spelling, ArgumentSyntax::argument, clang_option, false},
#define CLEAVE_IGNORED_OPTION(spelling, argument, reason) \
  {spelling, ArgumentSyntax::argument, "", true},
#include "compiler/interface/build_options.def"
#undef CLEAVE_BUILD_OPTION
#undef CLEAVE_IGNORED_OPTION
};

constexpr std::string_view language_versions[] = {
#define CLEAVE_LANGUAGE_VERSION(version) version,
#include "compiler/interface/build_options.def"
#undef CLEAVE_LANGUAGE_VERSION
};

constexpr std::string_view source_languages[] = {
#define CLEAVE_SOURCE_LANGUAGE(language) language,
#include "compiler/interface/build_options.def"
#undef CLEAVE_SOURCE_LANGUAGE
};

/// The field that a link option sets, if any.
struct LinkFlag {
  bool LinkOptions::* own = nullptr;
  bool RelaxedArithmetic::* relaxed = nullptr;

  constexpr LinkFlag(bool LinkOptions::* flag) : own(flag) {}
  constexpr LinkFlag(bool RelaxedArithmetic::* flag) : relaxed(flag) {}
};

struct LinkOption {
  std::string_view spelling;
  LinkFlag flag;
  bool of_library;
};

constexpr bool LinkOptions::* nothing = nullptr;
constexpr bool library = true;
constexpr bool executable = false;
constexpr LinkOption link_option_table[] = {
#define CLEAVE_LINK_OPTION(spelling, of, flag, reason) {spelling, flag, of},
#include "compiler/interface/build_options.def"
#undef CLEAVE_LINK_OPTION
};

struct FlagOption {
  std::string_view spelling;
  bool RelaxedArithmetic::* flag;
};
constexpr FlagOption arithmetic_options[] = {
    {"-cl-no-signed-zeros", &RelaxedArithmetic::no_signed_zeros},
    {"-cl-finite-math-only", &RelaxedArithmetic::finite_math_only},
    {"-cl-unsafe-math-optimizations", &RelaxedArithmetic::unsafe_math},
    {"-cl-fast-relaxed-math", &RelaxedArithmetic::fast_relaxed_math},
    {"-cl-mad-enable", &RelaxedArithmetic::mad_enable},
};

constexpr const char* unclosed_quotation = "a quotation mark in the options is not closed";

bool is_space(char c) {
  return std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos;
}

// The words of the string, or nothing when a quote is not closed.
std::optional<std::vector<std::string>> split_words(std::string_view options) {
  std::vector<std::string> words;
  bool quoted = false;
  bool in_word = false;
  for (size_t i = 0; i < options.size(); ++i) {
    char c = options[i];
    if (!quoted && is_space(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '"') {
      quoted = !quoted;
      continue;
    }
    const bool escapes =
        c == '\\' && i + 1 < options.size() && (options[i + 1] == '"' || options[i + 1] == '\\');
    if (escapes) c = options[++i];
    words.back() += c;
  }
  if (quoted) return std::nullopt;
  return words;
}

// NAME, NAME=VALUE or NAME(parameters)=VALUE.
bool is_macro(std::string_view definition) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto end = std::ranges::find_if(
      definition, [&](char c) { return !is_letter(c) && !(c >= '0' && c <= '9'); });
  return !definition.empty() && is_letter(definition.front()) &&
         (end == definition.end() || *end == '=' || *end == '(');
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// A comma would begin arguments for another program: -Wl,…
bool is_warning(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_letter_or_digit(c) || std::string_view("-+_=").find(c) != std::string_view::npos;
  });
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

template <size_t count>
bool is_one_of(const std::string_view (&words)[count], std::string_view word) {
  return std::ranges::find(words, word) != std::end(words);
}

bool is_valid(ArgumentSyntax kind, std::string_view argument) {
  switch (kind) {
    case ArgumentSyntax::none:
      return argument.empty();
    case ArgumentSyntax::macro:
      return is_macro(argument);
    case ArgumentSyntax::folder:
    case ArgumentSyntax::file:
    case ArgumentSyntax::text:
    case ArgumentSyntax::word:
      return !argument.empty();
    case ArgumentSyntax::language:
      return is_one_of(source_languages, argument);
    case ArgumentSyntax::version:
      return is_one_of(language_versions, argument);
    case ArgumentSyntax::warning:
      return is_warning(argument);
    case ArgumentSyntax::number:
      return is_number(argument);
  }
  return false;
}

bool may_be_next_word(ArgumentSyntax kind) {
  switch (kind) {
    case ArgumentSyntax::macro:
    case ArgumentSyntax::folder:
    case ArgumentSyntax::language:
    case ArgumentSyntax::file:
    case ArgumentSyntax::number:
    case ArgumentSyntax::word:
      return true;
    default:
      return false;
  }
}

bool begins(const Option& option, std::string_view word) {
  if (!word.starts_with(option.spelling)) return false;
  const std::string_view rest = word.substr(option.spelling.size());
  switch (option.argument) {
    case ArgumentSyntax::none:
    case ArgumentSyntax::file:
      return rest.empty();
    case ArgumentSyntax::number:
    case ArgumentSyntax::word:
      return rest.empty() || rest.front() == '=';
    default:
      return true;
  }
}

struct Given {
  const Option* option = nullptr;
  std::string argument;
  std::string error;
};

// The option that words[i] begins, with `i` at its last word afterwards. `kind` names what it is
// unknown as.
Given read_option(const std::vector<std::string>& words, size_t& i, bool of_links,
                  std::string_view kind) {
  const std::string& word = words[i];
  Given given;
  const auto* option = std::ranges::find_if(option_table, [&](const Option& row) {
    return begins(row, word) && (row.of_links || !of_links);
  });
  if (option == std::end(option_table)) {
    given.error = "unknown " + std::string(kind) + " option '" + word + "'";
    return given;
  }
  given.option = option;
  given.argument = word.substr(option->spelling.size());
  const bool after_sign =
      option->argument == ArgumentSyntax::number || option->argument == ArgumentSyntax::word;
  if (given.argument.empty() && may_be_next_word(option->argument) && i + 1 < words.size()) {
    given.argument = words[++i];
  } else if (after_sign && !given.argument.empty()) {
    given.argument.erase(0, 1);
  }
  if (!is_valid(option->argument, given.argument)) {
    given.error = std::string(kind) + " option '" + std::string(option->spelling) +
                  "' does not take the argument '" + given.argument + "'";
  }
  return given;
}

}  // namespace

BuildOptions parse_build_options(std::string_view options) {
  BuildOptions result;
  const std::optional words = split_words(options);
  if (!words) {
    result.error = unclosed_quotation;
    return result;
  }
  bool level_optimises = true;
  for (size_t i = 0; i < words->size(); ++i) {
    const Given given = read_option(*words, i, /*of_links=*/false, "build");
    if (!given.error.empty()) {
      result.error = given.error;
      return result;
    }
    const std::string_view spelling = given.option->spelling;
    if (given.option->argument == ArgumentSyntax::version) result.language_version = given.argument;
    result.strict_aliasing |= spelling == "-cl-strict-aliasing";
    result.asks_uniform_groups |= spelling == "-cl-uniform-work-group-size";
    result.rounds_quotients |= spelling == "-cl-fp32-correctly-rounded-divide-sqrt";
    for (const FlagOption& option : arithmetic_options) {
      if (spelling == option.spelling) result.relaxed.*(option.flag) = true;
    }
    if (spelling.starts_with("-O")) level_optimises = spelling != "-O0";
    if (spelling == "-cl-opt-disable") result.optimise = false;
    if (spelling == "-g") result.debug = true;
    if (spelling == "-cleave-kernel=") result.kernels.push_back(given.argument);
    if (spelling == "-s") result.source_file = given.argument;
    if (spelling == "-cl-no-subgroup-ifp") result.sub_groups_progress = false;
    if (given.option->clang_option.empty()) continue;
    const auto for_clang = split_words(given.option->clang_option).value();
    result.clang_arguments.insert(result.clang_arguments.end(), for_clang.begin(), for_clang.end());
    result.clang_arguments.back() += given.argument;
  }
  // Clang takes -cl-opt-disable for another name of -O0, and so do we: programs that ask for either
  // want code as it was written. What the specification spells no level takes back.
  if (!level_optimises) result.optimise = false;
  result.is_cpp = result.language_version.starts_with("CLC++");
  // Work-groups of different sizes came with OpenCL C 2.0 (5.8.6).
  result.requires_uniform_groups =
      result.asks_uniform_groups || result.language_version.starts_with("CL1");
  return result;
}

LinkOptions parse_link_options(std::string_view options) {
  LinkOptions result;
  const std::optional words = split_words(options);
  if (!words) {
    result.error = unclosed_quotation;
    return result;
  }
  std::string of_executable;  // an option that only linking an executable takes
  for (size_t i = 0; i < words->size(); ++i) {
    const std::string& word = (*words)[i];
    const auto* option = std::ranges::find(link_option_table, word, &LinkOption::spelling);
    if (option == std::end(link_option_table)) {
      result.error = read_option(*words, i, /*of_links=*/true, "link").error;
      if (!result.error.empty()) return result;
      continue;
    }
    if (option->flag.own != nullptr) result.*(option->flag.own) = true;
    if (option->flag.relaxed != nullptr) result.relaxed.*(option->flag.relaxed) = true;
    if (!option->of_library) of_executable = word;
  }
  if (result.enable_link_options && !result.create_library) {
    result.error = "'-enable-link-options' without '-create-library'";
  } else if (result.create_library && !of_executable.empty()) {
    result.error = "link option '" + of_executable + "' is none of a library's";
  }
  return result;
}

}  // namespace cleave::compiler::interface
