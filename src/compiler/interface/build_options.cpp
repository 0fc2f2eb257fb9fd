#include "compiler/interface/build_options.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cleave::compiler {
namespace {

enum class Argument { none, macro, folder, version };

struct Option {
  std::string_view spelling;
  Argument argument;
  std::string_view clang_option;
};

constexpr Option option_table[] = {
#define CLEAVE_BUILD_OPTION(spelling, argument, clang_option, reason) \
  {spelling, Argument::argument, clang_option},
#include "compiler/interface/build_options.def"
#undef CLEAVE_BUILD_OPTION
};

constexpr std::string_view language_versions[] = {
#define CLEAVE_LANGUAGE_VERSION(version) version,
#include "compiler/interface/build_options.def"
#undef CLEAVE_LANGUAGE_VERSION
};

struct LinkOption {
  std::string_view spelling;
  bool LinkOptions::* asked;  // null: nothing is done
  bool of_library;
};

constexpr bool LinkOptions::* nothing = nullptr;
constexpr bool library = true;
constexpr bool executable = false;
constexpr LinkOption link_option_table[] = {
#define CLEAVE_LINK_OPTION(spelling, of, asked, reason) {spelling, asked, of},
#include "compiler/interface/build_options.def"
#undef CLEAVE_LINK_OPTION
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

bool is_valid(Argument kind, std::string_view argument) {
  switch (kind) {
    case Argument::none:
      return argument.empty();
    case Argument::macro:
      return is_macro(argument);
    case Argument::folder:
      return !argument.empty();
    case Argument::version:
      return std::ranges::find(language_versions, argument) != std::end(language_versions);
  }
  return false;
}

// The row that a word begins with; rows without argument must match whole.
const Option* find_option(std::string_view word) {
  for (const Option& option : option_table) {
    const bool fits = option.argument == Argument::none ? word == option.spelling
                                                        : word.starts_with(option.spelling);
    if (fits) return &option;
  }
  return nullptr;
}

}  // namespace

BuildOptions parse_build_options(std::string_view options) {
  BuildOptions result;
  const std::optional words = split_words(options);
  if (!words) {
    result.error = unclosed_quotation;
    return result;
  }
  bool strict_aliasing = false;
  bool uniform = false;
  for (size_t i = 0; i < words->size(); ++i) {
    const std::string& word = (*words)[i];
    const Option* option = find_option(word);
    if (option == nullptr) {
      result.error = "unknown build option '" + word + "'";
      return result;
    }
    std::string argument = word.substr(option->spelling.size());
    const bool separate =
        option->argument == Argument::macro || option->argument == Argument::folder;
    if (separate && argument.empty() && i + 1 < words->size()) argument = (*words)[++i];
    if (!is_valid(option->argument, argument)) {
      result.error = "build option '" + std::string(option->spelling) +
                     "' does not take the argument '" + argument + "'";
      return result;
    }
    if (option->argument == Argument::version) result.language_version = argument;
    strict_aliasing |= option->spelling == "-cl-strict-aliasing";
    uniform |= option->spelling == "-cl-uniform-work-group-size";
    if (option->spelling == "-cl-opt-disable") result.optimise = false;
    if (option->spelling == "-g") result.debug = true;
    if (option->spelling == "-cl-no-subgroup-ifp") result.sub_groups_progress = false;
    if (option->clang_option.empty()) continue;
    const auto given = split_words(option->clang_option).value();
    result.clang_arguments.insert(result.clang_arguments.end(), given.begin(), given.end());
    if (!argument.empty()) result.clang_arguments.push_back(argument);
  }
  result.clang_arguments.push_back("-cl-std=" + result.language_version);
  if (!strict_aliasing) result.clang_arguments.push_back("-relaxed-aliasing");
  // Work-groups of different sizes came with OpenCL C 2.0 (5.8.6).
  result.requires_uniform_groups = uniform || result.language_version.starts_with("CL1");
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
  for (const std::string& word : *words) {
    const auto* option = std::ranges::find(link_option_table, word, &LinkOption::spelling);
    if (option == std::end(link_option_table)) {
      result.error = "unknown link option '" + word + "'";
      return result;
    }
    if (option->asked != nullptr) result.*(option->asked) = true;
    if (!option->of_library) of_executable = word;
  }
  if (result.enable_link_options && !result.create_library) {
    result.error = "'-enable-link-options' without '-create-library'";
  } else if (result.create_library && !of_executable.empty()) {
    result.error = "link option '" + of_executable + "' is none of a library's";
  }
  return result;
}

}  // namespace cleave::compiler
