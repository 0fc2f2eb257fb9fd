// Writes statements about pointers: generic ones into all address spaces, and those of the host.
#pragma once

#include <array>
#include <string>

#include "expressions.h"
#include "features.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

class Statements;

class PointerStatements {
 public:
  PointerStatements(Statements& statements, Random& random, const PointerFeatures& features)
      : statements_(statements), random_(random), features_(features) {}

  /// Declares memory of each address space at the head of a kernel.
  void memory(Scope& scope);
  void statement(Scope& scope);
  /// Shows shared local memory; where all work-items are for the last time.
  void show_memory();
  /// A kernel that is launched after the other one and follows the pointers which that has stored.
  void second_kernel();
  /// A kernel after that which follows no pointer: it reaches memory beyond 2^32 bytes by its
  /// arguments alone.
  void third_kernel();

 private:
  /// Four elements of each work-item in each address space.
  struct Rows {
    Type type;
    std::string number;

    [[nodiscard]] std::string in(const char* space) const { return space + number; }
  };

  void choose(Scope& scope);
  void keep(Scope& scope, const Rows& rows);
  void pass(Scope& scope, const Rows& rows);
  void ask(Scope& scope, const Rows& rows);
  void check_answers(Scope& scope, const Rows& rows);
  void chain(Scope& scope);
  void transfer_vector(Scope& scope, const Rows& rows);
  void result_by_pointer(Scope& scope);
  void own_atomic(Scope& scope);
  void shared_atomic(Scope& scope);
  void real_atomic(Scope& scope);
  void real_ticket(Scope& scope);
  void own_real_atomic(Scope& scope);
  void follow(Scope& scope);
  void store_pointer(Scope& scope);
  void vast(Scope& scope, bool is_argument);
  void middle(Scope& scope);

  std::string value(const Scope& scope, Type type, unsigned depth = 2);
  std::string index(const Scope& scope, unsigned count);
  std::string row(const Scope& scope, const Rows& rows);
  std::string element(const Scope& scope, const Rows& rows);
  std::string node(const Scope& scope);
  std::string condition(const Scope& scope);
  void define(Scope& scope, Type type, const std::string& text);

  Statements& statements_;
  Random& random_;
  const PointerFeatures features_;
  std::array<Rows, 2> rows_ = {};
};

}  // namespace cleave::test::fuzz::kernels
