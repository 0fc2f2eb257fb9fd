#include "compiler/cxx/device_arguments.h"

#include <llvm/ADT/StringRef.h>

namespace cleave::compiler::cxx {
namespace {

enum class Match { exact, prefix };

struct HostWord {
  llvm::StringRef word;
  Match match;
  size_t following;
};

constexpr HostWord host_words[] = {
#define CLEAVE_HOST_WORD(word, match, following) {word, Match::match, following},
#include "compiler/cxx/device_arguments.def"
#undef CLEAVE_HOST_WORD
};

const HostWord* find_host_word(llvm::StringRef word) {
  for (const HostWord& one : host_words) {
    if (one.match == Match::exact ? word == one.word : word.starts_with(one.word)) return &one;
  }
  return nullptr;
}

/// These take the next word, whatever it looks like.
bool takes_next(llvm::StringRef word) {
  return word == "-D" || word == "-U" || word == "-I" || word == "-isystem" ||
         word == "-internal-isystem" || word == "-internal-externc-isystem" || word == "-include" ||
         word == "-include-pch" || word == "-main-file-name" || word == "-x" ||
         word == "-resource-dir" || word == "-isysroot" || word == "-iquote" ||
         word == "-idirafter";
}

}  // namespace

std::vector<std::string> device_arguments(llvm::ArrayRef<const char*> host) {
  std::string host_triple;
  std::vector<std::string> kept;
  for (size_t i = 0; i < host.size(); ++i) {
    const llvm::StringRef word = host[i];
    if (word == "-triple" && i + 1 < host.size()) host_triple = host[i + 1];
    if (const HostWord* host_word = find_host_word(word)) {
      i += host_word->following;
      continue;
    }
    kept.push_back(word.str());
    if (takes_next(word) && i + 1 < host.size()) kept.emplace_back(host[++i]);
  }
  // The passes of LLVM come in the driver. spir64 has the layout of the driver's canonical code;
  // spirv64 has not.
  std::vector<std::string> words = {
      "-triple",          "spir64-unknown-unknown", "-aux-triple",         host_triple,
      "-fsycl-is-device", "-emit-llvm-bc",          "-disable-llvm-passes"};
  words.insert(words.end(), kept.begin(), kept.end());
  return words;
}

}  // namespace cleave::compiler::cxx
