#include "compiler/cxx/attribute_rewriter.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <vector>

namespace cleave::compiler::cxx {
namespace {

namespace tok = clang::tok;

struct AttributeRow {
  llvm::StringRef name, macro, cxx_macro;
};

constexpr AttributeRow attribute_rows[] = {
#define CLEAVE_ATTRIBUTE(name, macro, cxx_macro) {#name, #macro, #cxx_macro},
#include "compiler/cxx/attributes.def"
#undef CLEAVE_ATTRIBUTE
};

const AttributeRow* find_row(llvm::StringRef name) {
  for (const AttributeRow& row : attribute_rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

bool is_scope(llvm::StringRef word) {
  return word == "sycl" || word == "intel";
}

/// The macro around a list that is one macro of the program: with its parentheses as long as the
/// brackets of the list.
constexpr llvm::StringLiteral list_macro = "\u0283";

/// Programs write macros so, and attributes not.
bool looks_like_macro(llvm::StringRef word) {
  if (word.empty() || clang::isDigit(word.front())) return false;
  return llvm::all_of(
      word, [](char c) { return clang::isUppercase(c) || clang::isDigit(c) || c == '_'; });
}

// Each byte of each header is searched for these two. A search for one letter reads many bytes at a time, where
// StringRef::find reads one: for words it takes ten times as long.

/// Tells whether the text has the word of a scope, or one that ends so.
bool may_have_scope(llvm::StringRef text) {
  for (size_t at = text.find('l'); at != llvm::StringRef::npos; at = text.find('l', at + 1)) {
    const llvm::StringRef word = text.take_front(at + 1);
    if (word.ends_with("sycl") || word.ends_with("intel")) return true;
  }
  return false;
}

/// Tells whether the text has a list that begins with a macro.
bool may_have_macro_lists(llvm::StringRef text) {
  for (size_t at = text.find('['); at != llvm::StringRef::npos; at = text.find('[', at)) {
    if (!text.drop_front(++at).consume_front("[")) continue;
    const llvm::StringRef rest = text.drop_front(++at).ltrim();
    if (looks_like_macro(
            rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); })))
      return true;
  }
  return false;
}

/// A token of a file, and whether it belongs to a directive of the preprocessor.
struct Piece {
  tok::TokenKind kind;
  size_t begin, end;  // in the text
  size_t directive;   // its number; 0: in none
};

std::vector<Piece> split_into_pieces(const std::string& text) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.LineComment = options.Digraphs = options.RawStringLiterals = true;
  const char* end = text.data() + text.size();
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(1), options, text.data(),
                     text.data(), end);
  std::vector<Piece> pieces;
  size_t directives = 0;
  size_t directive = 0;
  clang::Token token;
  for (bool more = true; more;) {
    more = !lexer.LexFromRawLexer(token);
    if (token.is(tok::eof)) break;
    if (token.isAtStartOfLine()) directive = token.is(tok::hash) ? ++directives : 0;
    const size_t begin = token.getLocation().getRawEncoding() - 1;
    pieces.push_back({token.getKind(), begin, begin + token.getLength(), directive});
  }
  return pieces;
}

class Rewriter {
 public:
  explicit Rewriter(std::string& text) : text_(text), pieces_(split_into_pieces(text)) {}

  bool run() {
    for (size_t i = 0; i + 1 < pieces_.size(); ++i) {
      if (is(i, tok::l_square) && is(i + 1, tok::l_square)) rewrite_list(i);
      if (word(i) == "__has_cpp_attribute") answer_query(i);
      if (is(i, tok::hash) && pieces_[i].directive != 0 && word(i + 1) == "define")
        rewrite_definition(i + 2);
    }
    return is_changed_;
  }

 private:
  struct Attribute {
    size_t first, last;       // pieces, the last one behind it
    size_t name;              // the piece that names it
    const AttributeRow* row;  // null: not ours
  };

  bool is(size_t i, tok::TokenKind kind) const {
    return i < pieces_.size() && pieces_[i].kind == kind;
  }
  llvm::StringRef word(size_t i) const {
    if (i >= pieces_.size()) return {};
    return llvm::StringRef(text_).slice(pieces_[i].begin, pieces_[i].end);
  }
  /// The word, if both are in the same directive or in none.
  llvm::StringRef neighbour(size_t i, size_t of) const {
    return i < pieces_.size() && pieces_[i].directive == pieces_[of].directive ? word(i) : "";
  }
  std::string text_between(size_t first, size_t last) const {
    if (first >= last) return {};
    return text_.substr(pieces_[first].begin, pieces_[last - 1].end - pieces_[first].begin);
  }

  /// `#if __has_cpp_attribute(sycl::reqd_sub_group_size)`: yes.
  void answer_query(size_t i) {
    if (!is(i + 1, tok::l_paren) || !is_scope(word(i + 2)) || !is(i + 3, tok::coloncolon)) return;
    if (find_row(word(i + 4)) == nullptr || !is(i + 5, tok::r_paren)) return;
    replace(pieces_[i].begin, pieces_[i + 5].end, "1", pieces_[i].directive != 0);
  }

  void rewrite_list(size_t open) {
    size_t first = open + 2;
    bool uses_scope = false;
    if (word(first) == "using" && is_scope(word(first + 1)) && is(first + 2, tok::colon)) {
      uses_scope = true;
      first += 3;
    }
    std::vector<Attribute> list;
    const size_t end = split_list(open, first, uses_scope, list);
    if (end == 0) return;
    bool has_ours = false;
    for (const Attribute& one : list) has_ours |= one.row != nullptr;
    if (has_ours) return write_list(open, end, list, uses_scope);
    const bool is_macro = list.size() == 1 && looks_like_macro(word(first));
    if (is_macro && !is(first + 1, tok::coloncolon)) rewrite_macro_list(open, end);
  }

  /// `#define SIZE(n) sycl::reqd_sub_group_size(n)`, for `[[SIZE(8)]]`: attributes of GNU, which need
  /// no brackets.
  void rewrite_definition(size_t name) {
    size_t first = name + 1;
    if (is(first, tok::l_paren) && pieces_[first].begin == pieces_[name].end) {
      while (!neighbour(first, name).empty() && !is(first, tok::r_paren)) ++first;
      ++first;
    }
    std::string text;
    size_t end = first;
    for (;; ++end) {
      const size_t row_name = end + 2;
      if (!is_scope(neighbour(end, name)) || !is(end + 1, tok::coloncolon)) return;
      const AttributeRow* row = find_row(neighbour(row_name, name));
      if (row == nullptr) return;
      end = row_name + 1;
      if (neighbour(end, name) == "(") end = behind_parentheses(end);
      if (end == 0) return;
      if (!text.empty()) text += ' ';
      text += row->macro;
      text += end == row_name + 1 ? "()" : text_between(row_name + 1, end);
      const llvm::StringRef next = neighbour(end, name);
      if (next.empty()) break;
      if (next != ",") return;
    }
    replace(pieces_[first].begin, pieces_[end - 1].end, text, true);
  }

  /// The piece behind the parenthesis that closes this one; 0: there is none in the directive.
  size_t behind_parentheses(size_t open) const {
    int depth = 0;
    for (size_t i = open; !neighbour(i, open).empty(); ++i) {
      if (is(i, tok::l_paren)) ++depth;
      if (is(i, tok::r_paren) && --depth == 0) return i + 1;
    }
    return 0;
  }

  /// `[[SIZE(8)]]`: the macro decides whether brackets are needed.
  void rewrite_macro_list(size_t open, size_t end) {
    const bool is_behind_name = neighbour(end, open) == "(" || word_before(open) == "]";
    if (is_behind_name || skip_back_over_specifiers(open) != open) return;
    const std::string text = list_macro.str() + "(" + text_between(open + 2, end - 2) + ")";
    replace(pieces_[open].begin, pieces_[end - 1].end, text, pieces_[open].directive != 0);
  }

  /// Returns the piece behind the list; 0 if it is none, or one that directives cut.
  size_t split_list(size_t open, size_t first, bool uses_scope,
                    std::vector<Attribute>& list) const {
    int depth = 0;
    size_t start = first;
    for (size_t i = first; i < pieces_.size(); ++i) {
      if (pieces_[i].directive != pieces_[open].directive) return 0;
      const tok::TokenKind kind = pieces_[i].kind;
      const bool opens = kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace;
      const bool closes = kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace;
      if (depth == 0 && (kind == tok::comma || kind == tok::r_square)) {
        list.push_back(read_attribute(start, i, uses_scope));
        start = i + 1;
        if (kind == tok::r_square) return is(i + 1, tok::r_square) ? i + 2 : 0;
        continue;
      }
      depth += opens ? 1 : (closes ? -1 : 0);
      if (depth < 0) return 0;
    }
    return 0;
  }

  Attribute read_attribute(size_t first, size_t last, bool uses_scope) const {
    const bool is_scoped = is_scope(word(first)) && is(first + 1, tok::coloncolon);
    const size_t name = is_scoped ? first + 2 : first;
    const bool may_be_ours = (is_scoped || uses_scope) && name < last;
    return {first, last, name, may_be_ours ? find_row(word(name)) : nullptr};
  }

  /// The piece behind which the words of a lambda or a function begin that follow its parameters:
  /// clang takes attributes of GNU in front of these only.
  size_t skip_back_over_specifiers(size_t open) const {
    size_t first = open;
    for (;;) {
      const llvm::StringRef before = first > 0 ? neighbour(first - 1, open) : "";
      const bool is_specifier = before == "mutable" || before == "noexcept" ||
                                before == "constexpr" || before == "consteval" ||
                                before == "static";
      if (is_specifier) {
        --first;
        continue;
      }
      if (before != ")") return first;
      const size_t noexcept_word = start_of_noexcept(first - 1);
      if (noexcept_word == 0) return first;
      first = noexcept_word;
    }
  }

  /// The piece `noexcept` of a `noexcept(…)` that ends with that parenthesis; 0: it is another.
  size_t start_of_noexcept(size_t close) const {
    int depth = 0;
    for (size_t i = close + 1; i-- > 1;) {
      if (is(i, tok::r_paren)) ++depth;
      if (is(i, tok::l_paren) && --depth == 0) return word(i - 1) == "noexcept" ? i - 1 : 0;
    }
    return 0;
  }

  /// The piece in front of this one, without lists of attributes between them.
  llvm::StringRef word_before(size_t open) const {
    size_t i = open;
    while (i > 1 && is(i - 1, tok::r_square) && is(i - 2, tok::r_square)) {
      int depth = 0;
      size_t start = i;
      while (start > 0) {
        --start;
        if (is(start, tok::r_square)) ++depth;
        if (is(start, tok::l_square) && --depth == 0) break;
      }
      if (!is(start + 1, tok::l_square)) break;  // it is a lambda in an index
      i = start;
    }
    return i > 0 ? neighbour(i - 1, open) : "";
  }

  void write_list(size_t open, size_t end, const std::vector<Attribute>& list, bool uses_scope) {
    // Behind a name and behind [=] clang takes attributes of C++ only.
    const bool is_behind_name = neighbour(end, open) == "(" || word_before(open) == "]";
    const size_t first = is_behind_name ? open : skip_back_over_specifiers(open);
    std::string others;
    std::string ours;
    for (const Attribute& one : list) {
      if (one.first == one.last) continue;
      if (one.row == nullptr) {
        const llvm::StringRef scope = uses_scope ? word(open + 3) : "";
        others += (others.empty() ? "" : ",") + (uses_scope ? scope.str() + "::" : "") +
                  text_between(one.first, one.last);
        continue;
      }
      if (!ours.empty()) ours += ' ';
      ours += is_behind_name ? one.row->cxx_macro : one.row->macro;
      ours += one.name + 1 == one.last ? "()" : text_between(one.name + 1, one.last);
    }
    std::string text = others.empty() ? ours : "[[" + others + "]]" + ours;
    if (first != open) text += ' ' + text_between(first, open);
    replace(pieces_[first].begin, pieces_[end - 1].end, text, pieces_[open].directive != 0);
  }

  /// Line ends that the new text has lost come behind it, continued as they were.
  void replace(size_t begin, size_t end, std::string text, bool is_in_directive) {
    const llvm::StringRef old = llvm::StringRef(text_).slice(begin, end);
    std::string tail;
    for (size_t lost = old.count('\n') - llvm::StringRef(text).count('\n'); lost != 0; --lost) {
      tail += is_in_directive ? "\\\n" : "\n";
    }
    // A text that does not fit stays, and is an error where the parser comes to it.
    if (text.size() + tail.size() > old.size()) return;
    text.append(old.size() - text.size() - tail.size(), ' ');
    text_.replace(begin, end - begin, text + tail);
    is_changed_ = true;
  }

  std::string& text_;
  std::vector<Piece> pieces_;
  bool is_changed_ = false;
};

std::string definition(llvm::StringRef name, llvm::StringRef parameters, llvm::StringRef text) {
  return ("#define " + name + parameters + " " + text + "\n").str();
}

/// The macro of a list decides by what its macro becomes: ours and nothing stand without brackets, others in a
/// list as they were.
std::string list_macros() {
  return definition(list_macro, "(...)", "__sycl_list(__VA_ARGS__,)") +
         definition("__sycl_list", "(first, ...)",
                    "__sycl_choose(__sycl_is_##first, __sycl_in_list,)"
                    "(first, __VA_ARGS__)") +
         definition("__sycl_is___attribute__", "", "~, __sycl_as_it_is,") +
         definition("__sycl_is_", "", "~, __sycl_as_it_is,") +
         definition("__sycl_choose", "(...)", "__sycl_second(__VA_ARGS__)") +
         definition("__sycl_second", "(first, second, ...)", "second") +
         definition("__sycl_as_it_is", "(first, ...)", "first") +
         definition("__sycl_in_list", "(...)", "[[__VA_ARGS__]]");
}

}  // namespace

bool may_have_attributes(llvm::StringRef text) {
  if (may_have_macro_lists(text)) return true;
  if (!may_have_scope(text)) return false;
  for (const AttributeRow& row : attribute_rows) {
    if (text.contains(row.name)) return true;
  }
  return false;
}

bool rewrite_attributes(std::string& text) {
  return Rewriter(text).run();
}

std::string attribute_macros() {
  std::string macros;
  for (const AttributeRow& row : attribute_rows) {
    // The argument of vec_type_hint is a type, and nobody needs it.
    const bool is_empty = row.name == "vec_type_hint";
    const std::string annotation =
        ("annotate(\"" + annotation_prefix + row.name + "\" __VA_OPT__(,) __VA_ARGS__)").str();
    macros += definition(row.macro, "(...)", is_empty ? "" : "__attribute__((" + annotation + "))");
    macros += definition(row.cxx_macro, "(...)", is_empty ? "" : "[[clang::" + annotation + "]]");
  }
  return macros + list_macros();
}

bool is_attribute_name(llvm::StringRef name) {
  return find_row(name) != nullptr;
}

}  // namespace cleave::compiler::cxx
