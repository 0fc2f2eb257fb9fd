// Random expressions of OpenCL C whose value the language defines exactly.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/fuzz/random.h"
#include "types.h"

namespace cleave::test::fuzz::kernels {

/// Something that statements may read and, where allowed, write.
struct Variable {
  std::string name;
  Type type;
  bool is_uniform = false;  // the same in all work-items of a work-group
  bool is_assignable = true;
};

/// Elements 0 to length - 1 are written `before` + index + `after`; length is a power of two.
struct Array {
  std::string before, after;
  Type type;
  unsigned length = 1;
  bool is_assignable = true;
  bool may_hold_nan = false;
  bool is_global = false;  // reached by pointers that a block may capture
};

struct Helper {
  std::string name;
  Type result;
  std::vector<Type> parameters;
  std::string extra_argument = {};  // a structure, by its text; may be empty
  Type pointee = {};
  unsigned pointee_count = 0;  // 0: no pointer; else the last argument points to so many
  unsigned cost = 0;           // of what it computes
  bool is_variable = false;    // a block of the function, which no other block may name
};

/// Holds what a place in the program sees. Blocks copy it and forget the copy.
struct Scope {
  std::vector<Variable> variables;
  std::vector<Array> arrays;
  std::vector<Helper> helpers;
  bool has_kernel_arguments = false;
  bool has_atomics = true;
  bool has_sub_groups = false;  // may ask for them: results differ from width to width
  bool has_waits = false;       // sub-groups may wait for each other
  bool has_pointers = false;    // of the host, and memory for generic ones
  bool has_pipes = false;
  bool has_images = false;
  bool has_structures = false;  // `structure` and `several`, of struct S
  bool has_enqueues = false;

  /// The variables, arrays and functions alone: what another function sees, or a block.
  [[nodiscard]] Scope without_group() const {
    Scope inner;
    inner.variables = variables;
    inner.arrays = arrays;
    inner.helpers = helpers;
    inner.has_sub_groups = has_sub_groups;
    return inner;
  }
};

class Expressions {
 public:
  explicit Expressions(Random& random) : random_(random) {}

  /// `uniform`: the same in all work-items of a work-group.
  std::string value(const Scope& scope, Type type, unsigned depth, bool uniform = false);
  std::string condition(const Scope& scope, unsigned depth, bool uniform = false);
  std::string element(const Scope& scope, const Array& array, unsigned depth);
  /// `pointer`: the text of the last argument, where the function takes one.
  std::string call(const Scope& scope, const Helper& helper, unsigned depth,
                   const std::string& pointer = {});

  /// About how many instructions for one work-item all texts so far become.
  [[nodiscard]] unsigned cost() const { return cost_; }
  void charge(unsigned cost) { cost_ += cost; }
  /// From this cost on, values are short.
  void set_limit(unsigned limit) { limit_ = limit; }
  [[nodiscard]] bool is_spent() const { return cost_ >= limit_; }

 private:
  struct Place;  // scope, depth and uniformity, handed on
  std::string leaf(const Place& place, Type type);
  std::string constant(Type type);
  std::string identifier(const Place& place, Type type);
  std::string affine_index();
  std::string read_memory(const Place& place, Type type);
  std::string integer(const Place& place, Type type);
  std::string arithmetic(const Place& place, Type type);
  std::string division(const Place& place, Type type);
  std::string integer_function(const Place& place, Type type);
  std::string relation(const Place& place, Type type);
  std::string floating(const Place& place, Type type);
  std::string choice(const Place& place, Type type);
  std::string conversion(const Place& place, Type type);
  std::string reinterpretation(const Place& place, Type type);
  std::string rearrangement(const Place& place, Type type);
  std::string sub(const Place& place, Type type);
  std::string clean(const Place& place, Type type);

  Random& random_;
  unsigned cost_ = 0, limit_ = 1000;
};

}  // namespace cleave::test::fuzz::kernels
