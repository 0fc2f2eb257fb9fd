#include "compiler/cxx/attribute_watcher.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include <string>

#include "compiler/cxx/attribute_rewriter.h"

namespace cleave::compiler::cxx {
namespace {

namespace tok = clang::tok;

/// Follows the tokens of `[[using sycl: name, other::name(…)]]`.
class AttributeWatcher {
 public:
  explicit AttributeWatcher(clang::DiagnosticsEngine& messages) : messages_(messages) {}

  void see(const clang::Token& token) {
    if (depth_ == 0) return look_for_list(token);
    const tok::TokenKind kind = token.getKind();
    if (kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace) ++depth_;
    if (kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace) --depth_;
    if (depth_ == 1) see_in_list(token);
  }

 private:
  enum class State { start, scope, name, using_scope, using_colon, rest };

  void look_for_list(const clang::Token& token) {
    const bool opens = token.is(tok::l_square);
    if (opens && follows_square_) {
      depth_ = 1;
      state_ = State::start;
      list_scope_.clear();
    }
    follows_square_ = opens && !follows_square_;
  }

  void see_in_list(const clang::Token& token) {
    if (token.is(tok::comma)) {
      state_ = State::start;
      return;
    }
    switch (state_) {
      case State::start:
        return see_start(token);
      case State::scope:
        state_ = token.is(tok::coloncolon) ? State::name : State::rest;
        return;
      case State::name:
        report(scope_, token);
        state_ = State::rest;
        return;
      case State::using_scope:
        list_scope_ = text_of(token);
        state_ = State::using_colon;
        return;
      case State::using_colon:
        state_ = State::start;
        return;
      case State::rest:
        return;
    }
  }

  void see_start(const clang::Token& token) {
    if (token.is(tok::kw_using)) {
      state_ = State::using_scope;
      return;
    }
    if (token.is(tok::kw___attribute)) report_macro(token);
    scope_ = text_of(token);
    state_ = State::scope;
    if (list_scope_.empty()) return;
    report(list_scope_, token);
    state_ = State::rest;
  }

  static std::string text_of(const clang::Token& token) {
    const clang::IdentifierInfo* name = token.getIdentifierInfo();
    return name != nullptr ? name->getName().str() : std::string();
  }

  /// A macro of the program in a list of which attribute_rewriter.h takes no brackets.
  void report_macro(const clang::Token& token) {
    const unsigned id = messages_.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "an attribute of SYCL that comes from a macro would have no effect here; write it, or the "
        "macro, whose name has no small letters, alone in [[ ]], in front of the declaration or "
        "behind a lambda's parameters");
    messages_.Report(token.getLocation(), id);
  }

  void report(const std::string& scope, const clang::Token& token) {
    if (scope != "sycl" && scope != "intel") return;
    const std::string name = text_of(token);
    const unsigned id = messages_.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "%select{there is no attribute '%1' for kernels; it would have no effect|"
        "the attribute '%1' would have no effect, because it is put together by the preprocessor; "
        "write [[%1]] in one piece, in front of the declaration or behind a lambda's parameters}0");
    messages_.Report(token.getLocation(), id)
        << (is_attribute_name(name) ? 1 : 0) << scope + "::" + name;
  }

  clang::DiagnosticsEngine& messages_;
  int depth_ = 0;  // of brackets, from the second one of the list on
  bool follows_square_ = false;
  State state_ = State::start;
  std::string scope_, list_scope_;
};

}  // namespace

void watch_attributes(clang::Preprocessor& preprocessor) {
  preprocessor.setTokenWatcher([watcher = AttributeWatcher(preprocessor.getDiagnostics())](
                                   const clang::Token& token) mutable { watcher.see(token); });
}

}  // namespace cleave::compiler::cxx
