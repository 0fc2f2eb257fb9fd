#include "compiler/cxx/command_options.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/TargetParser/Triple.h>

namespace cleave::compiler::cxx {
namespace {

enum class WordMatch { exact, prefix };

bool matches(llvm::StringRef word, llvm::StringRef option, WordMatch comparison) {
  return comparison == WordMatch::exact ? word == option : word.starts_with(option);
}

bool is_taken(llvm::StringRef word) {
#define CLEAVE_TAKEN(option, comparison) \
  if (matches(word, option, WordMatch::comparison)) return true;
#define CLEAVE_REFUSED(option, comparison, reason)
#include "compiler/cxx/command_options.def"
#undef CLEAVE_TAKEN
#undef CLEAVE_REFUSED
  return false;
}

/// The reason, or null.
const char* reason_against(llvm::StringRef word) {
#define CLEAVE_TAKEN(option, comparison)
#define CLEAVE_REFUSED(option, comparison, reason) \
  if (matches(word, option, WordMatch::comparison)) return reason;
#include "compiler/cxx/command_options.def"
#undef CLEAVE_TAKEN
#undef CLEAVE_REFUSED
  return nullptr;
}

constexpr const char* only_this_target =
    "kernels are launched from programs for x86-64 Linux alone";

bool is_our_target(llvm::StringRef name) {
  const llvm::Triple triple(llvm::Triple::normalize(name));
  return triple.getArch() == llvm::Triple::x86_64 && triple.isOSLinux() && !triple.isX32();
}

class OptionReader {
 public:
  explicit OptionReader(llvm::ArrayRef<const char*> words) : words_(words) {}

  CommandOptions read() {
    // Which of two is last decides of all, wherever it stands.
    for (const llvm::StringRef word : words_) {
      if (word == "-fsycl") options_.uses_sycl = true;
      if (word == "-fno-sycl") options_.uses_sycl = false;
      if (word == "-fdelayed-template-parsing") options_.parses_late = true;
      if (word == "-fno-delayed-template-parsing") options_.parses_late = false;
    }
    for (at_ = 0; at_ < words_.size(); ++at_) take(words_[at_]);
    return std::move(options_);
  }

 private:
  void take(llvm::StringRef word) {
    if (word == "-fsycl" || word == "-fno-sycl" || is_taken(word)) return;
    if (word == "-fsycl-kept-header" || word == "-fno-sycl-kept-header") {
      options_.keeps_header = word == "-fsycl-kept-header";
      return;
    }
    if (word.starts_with("-fsycl-targets=")) return targets(word, word.split('=').second);
    if (word.starts_with("--image=")) return image(word);
    if (options_.uses_sycl) check(word);
    options_.clang_words.push_back(words_[at_]);
    // A file may be called as an option is.
    if (takes_next(word) && at_ + 1 < words_.size()) {
      options_.clang_words.push_back(words_[++at_]);
    }
  }

  void check(llvm::StringRef word) {
    const llvm::StringRef next = at_ + 1 < words_.size() ? words_[at_ + 1] : "";
    if (const char* reason = reason_against(word)) return refuse(word, reason);
    if (word == "-x" && (next == "cuda" || next == "hip")) {
      return refuse("-x " + next.str(), reason_against("-x" + next.str()));
    }
    if (word.starts_with("--target=") && !is_our_target(word.split('=').second)) {
      return refuse(word, only_this_target);
    }
    if ((word == "-target" || word == "--target") && !is_our_target(next)) {
      return refuse(word.str() + " " + next.str(), only_this_target);
    }
    if (word.starts_with("-x")) language_ = word == "-x" ? next : word.drop_front(2);
    const bool has_language = !language_.empty() && language_ != "none";
    if (!has_language && !word.starts_with("-") &&
        (word.ends_with(".cu") || word.ends_with(".hip"))) {
      return refuse(word, reason_against(word.ends_with(".cu") ? "-xcuda" : "-xhip"));
    }
  }

  static bool takes_next(llvm::StringRef word) {
    return word == "-o" || word == "-Xclang" || word == "-Xlinker" || word == "-I" ||
           word == "-D" || word == "-include" || word == "-isystem" || word == "-MF" ||
           word == "-MT" || word == "-MQ" || word == "-L" || word == "-x" || word == "-target";
  }

  void targets(llvm::StringRef word, llvm::StringRef list) {
    for (const llvm::StringRef target : llvm::split(list, ',')) {
      if (target == "spir64" || target == "spir64_x86_64") continue;
      refuse(word,
             "the device code is for all devices of OpenCL, and the names of that are spir64 "
             "and spir64_x86_64");
      return;
    }
  }

  void image(llvm::StringRef word) {
    options_.image = word.split('=').second;
    if (read_code_forms(options_.image)) return;
    refuse(word, "device code is for cleave, as spirv, or both");
  }

  void refuse(const llvm::Twine& word, const llvm::Twine& reason) {
    if (!options_.uses_sycl) return;
    options_.problems.push_back(("unsupported option '" + word + "': " + reason).str());
  }

  llvm::ArrayRef<const char*> words_;
  size_t at_ = 0;
  llvm::StringRef language_;  // that -x has given last; empty or "none": names of files say it
  CommandOptions options_;
};

}  // namespace

std::optional<CodeForms> read_code_forms(llvm::StringRef value) {
  if (value == "cleave") return CodeForms{.image = true, .spirv = false};
  if (value == "spirv") return CodeForms{.image = false, .spirv = true};
  if (value == "both") return CodeForms{.image = true, .spirv = true};
  return std::nullopt;
}

CommandOptions read_command_options(llvm::ArrayRef<const char*> words) {
  return OptionReader(words).read();
}

}  // namespace cleave::compiler::cxx
