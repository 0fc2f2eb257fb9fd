#include "compiler/cxx/kept_header.h"

#include <clang/Basic/Version.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>

#include <ctime>
#include <span>

#include "compiler/cache/content_hash.h"
#include "device_image/fields.h"
#include "disk_cache/disk_cache.h"
#include "options/options.h"

namespace cleave::compiler::cxx {
namespace {

using device_image::FieldReader;
using device_image::FieldWriter;
using disk_cache::DiskCache;

/// A header with its parts for both passes takes 25 MB; a cache keeps sixteen of the largest.
constexpr uint64_t most_bytes = uint64_t{1} << 30;
/// Somebody who makes a header has given up after so many seconds.
constexpr uint64_t patience = 120;
constexpr llvm::StringLiteral header_name = "sycl/sycl.hpp";

// Words that differ from file to file and make no difference for headers, with how many words belong
// to each.
struct FileWord {
  llvm::StringLiteral word;
  size_t following;
};
constexpr FileWord file_words[] = {
    {"-o", 1},
    {"-x", 1},
    {"-main-file-name", 1},
    {"-dumpdir", 1},
    {"-emit-obj", 0},
    {"-emit-llvm", 0},
    {"-emit-llvm-bc", 0},
    {"-S", 0},
    {"-fsyntax-only", 0},
    {"-dependency-file", 1},
    {"-MT", 1},
    {"-MP", 0},
    {"-MG", 0},
    {"-sys-header-deps", 0},
    {"-split-dwarf-file", 1},
    {"-split-dwarf-output", 1},
    {"-dwarf-debug-flags", 1},
    {"-serialize-diagnostic-file", 1},
    {"-diagnostic-log-file", 1},
    {"-stack-usage-file", 1},
    {"-ftest-coverage", 0},
};
constexpr llvm::StringLiteral file_word_beginnings[] = {
    "-coverage-notes-file=", "-coverage-data-file=", "-ftime-trace="};

std::vector<std::string> header_words(llvm::ArrayRef<const char*> words, llvm::StringRef file) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < words.size(); ++i) {
    const llvm::StringRef word = words[i];
    const auto* known =
        llvm::find_if(file_words, [&](const FileWord& one) { return one.word == word; });
    if (known != std::end(file_words)) {
      i += known->following;
      continue;
    }
    const bool is_file_word = llvm::any_of(file_word_beginnings, [&](llvm::StringRef beginning) {
      return word.starts_with(beginning);
    });
    if (!is_file_word && word != file) kept.push_back(word.str());
  }
  return kept;
}

/// Tells whether the first thing in a text is the inclusion of the header.
bool begins_with_header(llvm::StringRef text) {
  clang::LangOptions options;
  options.LineComment = options.CPlusPlus = true;
  clang::Lexer lexer(clang::SourceLocation(), options, text.begin(), text.begin(), text.end());
  clang::Token token;
  if (lexer.LexFromRawLexer(token) || token.isNot(clang::tok::hash)) return false;
  if (lexer.LexFromRawLexer(token) || token.getRawIdentifier() != "include") return false;
  const llvm::StringRef rest =
      llvm::StringRef(lexer.getBufferLocation(), text.end() - lexer.getBufferLocation())
          .ltrim(" \t");
  return rest.starts_with(("<" + header_name + ">").str());
}

bool may_use(const clang::CompilerInvocation& invocation) {
  const clang::PreprocessorOptions& preprocessor = invocation.getPreprocessorOpts();
  const clang::DependencyOutputOptions& lists = invocation.getDependencyOutputOpts();
  return preprocessor.Includes.empty() && preprocessor.MacroIncludes.empty() &&
         preprocessor.ImplicitPCHInclude.empty() && preprocessor.ChainedIncludes.empty() &&
         lists.HeaderIncludeOutputFile.empty() && !lists.ShowHeaderIncludes &&
         !invocation.getLangOpts().Modules &&
         invocation.getHeaderSearchOpts().PrebuiltModuleFiles.empty();
}

std::string checksum(llvm::StringRef text) {
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return std::to_string(hash.high64) + "-" + std::to_string(hash.low64);
}

/// Empty: it cannot be read.
std::string checksum_of_file(const std::string& path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
  return buffer ? checksum((*buffer)->getBuffer()) : std::string();
}

std::string version_of(const std::string& library) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(library, status)) return {};
  return clang::getClangFullVersion() + "\n" + library + "\n" + std::to_string(status.getSize()) +
         "\n" + std::to_string(status.getLastModificationTime().time_since_epoch().count());
}

/// The folders that the user names, in which a header is looked for before those of the system.
std::vector<std::string> user_folders(llvm::ArrayRef<const char*> words) {
  std::vector<std::string> folders;
  for (size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    const bool is_option = word == "-I" || word == "-isystem" || word == "-iquote" ||
                           word == "-cxx-isystem" || word == "-iwithsysroot";
    if (is_option && i + 1 < words.size()) {
      folders.emplace_back(words[++i]);
    } else if (word.consume_front("-I")) {
      folders.push_back(word.str());
    }
  }
  return folders;
}

class KeptHeaders {
 public:
  KeptHeaders(std::vector<std::string> folders, DiskCache store, const std::string& key)
      : folders_(std::move(folders)),
        store_(std::move(store)),
        key_(cache::content_hash("header\n" + key)),
        state_key_(cache::content_hash("state\n" + key)) {}

  /// Nothing: there is none, or one of other headers.
  std::optional<MadeHeader> find() const {
    const auto bytes = store_.read(key_);
    if (!bytes) return std::nullopt;
    MadeHeader header;
    FieldReader fields(*bytes);
    for (auto count = fields.number<uint32_t>(); count > 0 && fields.ok(); --count) {
      HeaderFile file;
      file.path = fields.text();
      file.is_of_system = fields.number<uint8_t>() != 0;
      if (fields.text() != checksum_of_file(file.path)) return std::nullopt;
      header.files.push_back(std::move(file));
    }
    for (auto count = fields.number<uint32_t>(); count > 0 && fields.ok(); --count) {
      const std::string name = fields.text();
      if (fields.text() != user_file(name)) return std::nullopt;
    }
    header.bytes = fields.content();
    if (!fields.ok()) return std::nullopt;
    return header;
  }

  void keep(const MadeHeader& header) const {
    FieldWriter fields;
    fields.number(static_cast<uint32_t>(header.files.size()));
    for (const HeaderFile& file : header.files) {
      fields.text(file.path);
      fields.number(static_cast<uint8_t>(file.is_of_system));
      fields.text(checksum_of_file(file.path));
    }
    fields.number(static_cast<uint32_t>(header.names.size()));
    for (const std::string& name : header.names) {
      fields.text(name);
      fields.text(user_file(name));
    }
    fields.text(header.bytes);
    store_.write(key_, "sycl.hpp, precompiled", fields.bytes);
  }

  /// Tells whether this process is to make the header. The first one that asks notes that only, so
  /// that a program of one file is not compiled twice; those behind it leave it to one of them.
  bool is_wanted() const {
    const auto now = static_cast<uint64_t>(std::time(nullptr));
    const auto bytes = store_.read(state_key_);
    if (!bytes) {
      note(0);
      return false;
    }
    FieldReader fields(*bytes);
    const auto begun = fields.number<uint64_t>();
    if (!fields.ok() || (begun <= now && now - begun < patience)) return false;
    note(now);
    return true;
  }

 private:
  void note(uint64_t time) const {
    FieldWriter fields;
    fields.number(time);
    store_.write(state_key_, "sycl.hpp", fields.bytes);
  }

  /// The first file of that name in the user's folders; empty: there is none.
  std::string user_file(const std::string& name) const {
    for (const std::string& folder : folders_) {
      llvm::SmallString<256> path(folder);
      llvm::sys::path::append(path, name);
      if (llvm::sys::fs::exists(path)) return std::string(path);
    }
    return {};
  }

  std::vector<std::string> folders_;
  DiskCache store_;
  std::string key_, state_key_;
};

/// The user's folder for headers, if options turn no cache off.
std::optional<DiskCache> open_store() {
  if (!options::options().cache) return std::nullopt;
  const std::filesystem::path folder = disk_cache::user_folder();
  if (folder.empty()) return std::nullopt;
  return DiskCache(folder / "sycl-headers", most_bytes, cache::content_digest);
}

}  // namespace

std::optional<std::vector<HeaderFile>> use_kept_header(clang::CompilerInstance& compiler,
                                                       Sources& sources,
                                                       llvm::ArrayRef<const char*> words,
                                                       const std::string& library,
                                                       const MakeHeader& make) {
  clang::CompilerInvocation& invocation = compiler.getInvocation();
  const clang::FrontendInputFile& input = invocation.getFrontendOpts().Inputs.front();
  if (!may_use(invocation) || !input.isFile() || input.getFile() == "-") return std::nullopt;
  const auto text = llvm::MemoryBuffer::getFile(input.getFile());
  if (!text || !begins_with_header((*text)->getBuffer())) return std::nullopt;
  std::optional<DiskCache> store = open_store();
  const std::string version = version_of(library);
  if (!store || version.empty()) return std::nullopt;

  const std::vector<std::string> header = header_words(words, input.getFile());
  std::string key = version;
  for (const std::string& word : header) key += '\n' + word;
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder)) return std::nullopt;
  key += "\n" + folder.str().str();
  const KeptHeaders kept(user_folders(words), std::move(*store), key);
  std::optional<MadeHeader> found = kept.find();
  if (!found && kept.is_wanted()) {
    found = make(header);
    if (found) kept.keep(*found);
  }
  if (!found) return std::nullopt;
  sources.add_file(kept_source, kept_text);
  sources.add_file(kept_precompiled, std::move(found->bytes));
  invocation.getPreprocessorOpts().ImplicitPCHInclude = kept_precompiled;
  return std::move(found->files);
}

}  // namespace cleave::compiler::cxx
