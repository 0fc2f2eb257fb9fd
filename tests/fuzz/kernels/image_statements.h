// Writes statements about images and samplers: reads at places of all kinds, writes to texels of a
// work-item's own, questions, and comparisons with what the host has computed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "expressions.h"
#include "features.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

class Statements;

/// The parameters that ImageLaunches::set_arguments sets.
std::string image_parameters(const ImageFeatures& features);

class ImageStatements {
 public:
  ImageStatements(Statements& statements, Random& random, const ImageFeatures& features)
      : statements_(statements), random_(random), features_(features) {}

  /// Before kernels: functions, and samplers of the program.
  void functions();
  /// At the head of a kernel.
  void memory(Scope& scope);
  /// Returns false if there are enough.
  bool statement(Scope& scope);
  /// A kernel of its own, short, so that code for many kinds of its images is soon made.
  void look_kernel();

 private:
  /// A coordinate for each axis that the type of image has: along x, y, and slices or layers.
  using Place = std::array<std::string, 3>;
  /// A sampler by its text.
  struct Named {
    std::string name;
    Sampler sampler;
  };

  const ImageArgument& image(unsigned number) const { return features_.images[number]; }
  unsigned readable();
  int some(ImageAccess first, ImageAccess second);
  std::string value(const Scope& scope, Type type);
  void define(Scope& scope, Type type, const std::string& text);

  std::string index(const Scope& scope, unsigned number, unsigned axis);
  std::string distance(const Scope& scope, unsigned number, unsigned axis);
  Place indices(const Scope& scope, unsigned number);
  Place distances(const Scope& scope, unsigned number);
  Place own_place(unsigned number);
  Named constant_sampler();
  std::string some_sampler(const Scope& scope);
  std::string read_function(unsigned number, Type& type);
  std::string read(const Scope& scope, unsigned number, Type& type);

  void write_statement(Scope& scope);
  void read_into(Scope& scope);
  void read_in_branch(Scope& scope);
  void read_around(Scope& scope);
  void read_row(Scope& scope);
  void read_level(Scope& scope);
  void ask();
  std::string expected(unsigned number, const Sampler& sampler, const std::string& at) const;
  Place middle_of(unsigned number, const Sampler& sampler, const std::string& at,
                  const std::string& further);
  void compare_texel(Scope& scope);
  void compare_between(Scope& scope);
  std::string write(unsigned number, const Place& place, const std::string& colour, Type type);
  std::string colour(const Scope& scope, unsigned number, Type& type);
  void write_own(Scope& scope);
  void write_level(Scope& scope, unsigned number);
  void copy(Scope& scope);
  void change_own(Scope& scope, unsigned number);

  Statements& statements_;
  Random& random_;
  const ImageFeatures features_;
  std::vector<Named> program_samplers_ = {};
  std::vector<bool> by_ids_ = {};  // by image: whose texel is whose
  unsigned count_ = 0;             // statements
};

}  // namespace cleave::test::fuzz::kernels
