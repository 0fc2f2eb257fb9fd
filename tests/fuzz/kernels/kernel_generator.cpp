#include "kernel_generator.h"

#include <algorithm>
#include <iterator>

#include "enqueue_statements.h"
#include "features.h"
#include "host_memory.h"
#include "launches.h"
#include "prelude.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

class Generator {
 public:
  explicit Generator(uint64_t seed)
      : random_(seed),
        features_(features_of(seed)),
        statements_(random_, kernel_.lines, features_),
        expressions_(statements_.expressions()) {}

  GeneratedKernel run() {
    // Small kernels find the same faults sooner, large ones a few more.
    constexpr std::array limits = {120u, 120u, 120u, 300u, 300u, 800u};
    expressions_.set_limit(random_.pick(limits));
    if (!is_small_ && random_.chance(50)) add_structure();
    if (random_.chance(40)) add_table();
    if (random_.chance(30)) add_program_variable();
    for (unsigned i = random_.below(3); i > 0; --i) add_helper();
    if (features_.has_waits) statements_.waiting_functions();
    std::vector<std::string> text;
    if (features_.pointers.present) text = host_memory_text();
    if (features_.pipes.present)
      std::ranges::copy(pipe_text(features_.pipes), std::back_inserter(text));
    if (features_.enqueues.present) std::ranges::copy(enqueue_text(), std::back_inserter(text));
    for (const std::string& one : text) line(one);
    if (features_.enqueues.present && random_.chance(50)) add_program_block();
    if (features_.images.present) statements_.images().functions();
    add_kernel();
    if (features_.pointers.present) {
      statements_.pointers().second_kernel();
      statements_.pointers().third_kernel();
    }
    if (features_.images.looks > 0) statements_.images().look_kernel();
    return std::move(kernel_);
  }

 private:
  struct Field {
    std::string name;
    Type type;
    unsigned length = 0;  // 0: no array
  };

  void line(const std::string& text) { statements_.line(text); }

  /// One line, so that no field is left without a value.
  void add_structure() {
    std::string text = "struct S {", fill;
    for (unsigned i = random_.between(2, 5); i > 0; --i) {
      Field field = {statements_.fresh("f"), random_type(random_), 0};
      if (random_.chance(25) && field.type.width <= 4) field.length = 1u << random_.between(1, 3);
      text += " " + field.type.name() + " " + field.name;
      const std::string seed = "(" + field.type.name() + ")(" + field.type.scalar().name() + ")x";
      if (field.length == 0) {
        fill += " s." + field.name + " = " + seed + ";";
      } else {
        text += "[" + std::to_string(field.length) + "]";
        for (unsigned k = 0; k < field.length; ++k) {
          fill += " s." + field.name + "[" + std::to_string(k) + "] = " + seed + ";";
        }
      }
      text += ";";
      fields_.push_back(field);
    }
    line(text + " }; static struct S make_structure(uint x) { struct S s;" + fill + " return s; }");
  }

  void add_table() {
    const Type type = random_scalar(random_);
    const std::string name = statements_.fresh("table");
    std::string text = "constant " + type.name() + " " + name + "[16] = {";
    for (unsigned i = 0; i < 16; ++i) text += std::to_string(random_.below(128)) + ", ";
    line(text + "};");
    tables_.push_back({name + "[(", ")]", type, 16, false, false, true});
  }

  /// Memory of the program, of which each work-item has an element; the kernel gives it a value.
  void add_program_variable() {
    program_type_ = random_type(random_);
    if (program_type_.width == 3) program_type_.width = 4;
    line("global " + program_type_.name() + " program_variable[" +
         std::to_string(maximum_work_items) +
         "]; constant uint program_table[8] = {1, 5, 2, 9, 4, 77, 31, 6}; constant uint* constant "
         "program_pointer = &program_table[2];");
    tables_.push_back({"program_pointer[((", ") & 3u)]", uint_type, 4, false, false, true});
    has_program_variable_ = true;
  }

  void see_structure(Scope& scope, const std::string& name) {
    for (const Field& field : fields_) {
      if (field.length == 0) {
        scope.variables.push_back({name + "." + field.name, field.type});
      } else {
        scope.arrays.push_back({name + "." + field.name + "[(", ")]", field.type, field.length});
      }
    }
  }

  void see_elements(Scope& scope) {
    for (const Field& field : fields_) {
      if (field.length != 0) continue;
      scope.arrays.push_back({"several[(", ")]." + field.name, field.type, 2});
      scope.arrays.push_back({"records[(", ")]." + field.name, field.type, 2});
    }
    scope.has_structures = true;
  }

  void add_helper() {
    Helper helper;
    helper.name = statements_.fresh("helper");
    helper.result = random_type(random_);
    Scope scope;
    scope.has_sub_groups = has_sub_groups_;
    scope.arrays = tables_;
    std::string parameters = statements_.parameters(helper, scope);
    if (!fields_.empty() && random_.chance(40)) {
      parameters += ", struct S s";
      helper.extra_argument = "structure";
      see_structure(scope, "s");
    } else if (random_.chance(50)) {
      helper.pointee = random_.chance(50) ? uint_type : random_type(random_);
      helper.pointee_count = random_.chance(60) ? 1 : 4;
      parameters += ", " + helper.pointee.name() + "* p";
      scope.arrays.push_back({"p[(", ")]", helper.pointee, helper.pointee_count, true, true});
    }
    for (const Helper& other : helpers_) {
      if (other.extra_argument.empty()) scope.helpers.push_back(other);
    }
    const unsigned cost_before = expressions_.cost();
    const char* attribute = random_.chance(50) ? "__attribute__((noinline)) " : "";
    line(attribute + helper.result.name() + " " + helper.name + "(" + parameters + ") {");
    Site site;
    site.blocks = 2;
    site.returns = Returns::from_helper;
    site.result = helper.result;
    statements_.sequence(scope, site, random_.between(1, 6));
    line("return " + expressions_.value(scope, helper.result, 2) + ";");
    line("}");
    helper.cost = expressions_.cost() - cost_before;
    helpers_.push_back(helper);
  }

  void add_program_block() {
    Scope scope;
    scope.has_sub_groups = has_sub_groups_;
    scope.arrays = tables_;
    for (const Helper& other : helpers_) {
      if (other.extra_argument.empty()) scope.helpers.push_back(other);
    }
    statements_.enqueues().called_block(scope, false);
    helpers_.push_back(scope.helpers.back());
  }

  void add_kernel() {
    line(
        "kernel void test(const global uchar* input, global uchar* memory, "
        "volatile global uint* shared_global, global ulong* out, global uint* own_global, "
        "uint u_a, int u_b, float u_c, ulong u_d, "
        "global uchar* hidden, local uint* lent, struct Given given" +
        (features_.pointers.present ? host_memory_parameters(features_.pointers) : "") +
        (features_.pipes.present ? pipe_parameters() : "") +
        (features_.enqueues.present ? enqueue_parameters() : "") +
        (features_.images.present ? image_parameters(features_.images) : "") + ") {");
    const std::string size = std::to_string(maximum_local_size);
    // One line, so that no local memory is left without a value. h is 0 for no work-item: children
    // take a 0 in out for a parent that runs.
    line("local uint exchanged[" + size +
         "]; local uint counters[8]; SHARED local uint own_local[" + size +
         "]; local uint exchanged_near[" + size + "]; local ulong4 tile[" + size +
         "]; volatile local uint shared_local[60]; const uint lid = (uint)get_local_linear_id(), "
         "g = (uint)get_global_linear_id(), n = (uint)(get_global_size(0) * get_global_size(1) * "
         "get_global_size(2)), row_g = (uint)(get_global_id(0) - get_global_offset(0) + "
         "get_global_size(0) * (get_global_id(1) - get_global_offset(1) + get_global_size(1) * "
         "(get_global_id(2) - get_global_offset(2)))); ulong h = ~(ulong)g; own_local[lid] = lid; "
         "for (uint i = lid; i < 60u; i += group_size()) shared_local[i] = i * 0x01010101u; "
         "barrier(CLK_LOCAL_MEM_FENCE);");
    Scope scope;
    scope.has_kernel_arguments = true;
    scope.has_atomics = has_atomics_;
    scope.has_sub_groups = has_sub_groups_;
    scope.has_waits = features_.has_waits;
    scope.has_pointers = features_.pointers.present;
    scope.has_pipes = features_.pipes.present;
    scope.has_images = features_.images.present;
    scope.has_enqueues = features_.enqueues.present;
    scope.helpers = helpers_;
    scope.arrays = tables_;
    scope.variables = {{"u_a", uint_type, true, true},
                       {"u_b", {Element::i32, 1}, true, true},
                       {"u_c", {Element::f32, 1}, true, true},
                       {"u_d", ulong_type, true, true},
                       {"own_local[lid]", uint_type, false, true},
                       {"given.a", uint_type, true, true},
                       {"given.b", {Element::i32, 1}, true, true},
                       {"given.c", {Element::u16, 4}, true, true},
                       {"given.d", {Element::f32, 1}, true, true},
                       {"lid", uint_type, false, false},
                       {"g", uint_type, false, false}};
    if (!fields_.empty()) {
      line("struct S structure = make_structure(g);");
      see_structure(scope, "structure");
      if (random_.chance(40)) {
        line("struct S several[2] = {make_structure(lid), make_structure(u_a)};");
        // One line, so that no record is left without a value.
        line("global struct S* records = (global struct S*)(hidden + " +
             std::to_string(maximum_work_items * hidden_bytes_per_item) +
             ") + 2u * g; "
             "records[0] = several[1]; records[1] = several[0];");
        see_elements(scope);
      }
    }
    if (has_program_variable_) {
      line("program_variable[g] = (" + program_type_.name() + ")(" + program_type_.scalar().name() +
           ")g;");
      scope.arrays.push_back(
          {"program_variable[g + 0u * ((", "))]", program_type_, 1, true, false, true});
    }
    if (features_.has_waits) statements_.waiting_memory();
    if (features_.pointers.present) statements_.pointers().memory(scope);
    if (features_.pipes.present) statements_.pipes().memory();
    if (features_.enqueues.present) statements_.enqueues().memory();
    if (features_.images.present) statements_.images().memory(scope);
    add_memory(scope);
    Site site;
    site.together = Together::work_group;
    add_feature_statements(scope, site);
    statements_.sequence(scope, site, random_.between(2, is_small_ ? 4 : 14));
    add_feature_statements(scope, site);
    // From here on some work-items may return, and no others wait for them.
    const bool may_return = random_.chance(60);
    if (may_return) {
      show_shared_memory();
      site.together = Together::nobody;
      site.returns = Returns::from_kernel;
      if (features_.has_waits && random_.chance(40)) statements_.leave_in_sub_groups(scope);
      statements_.sequence(scope, site, random_.between(2, is_small_ ? 4 : 10));
    }
    for (const Variable& variable : scope.variables) {
      if (variable.is_assignable) line("h = mix_in(h, " + variable.name + ");");
    }
    for (const Array& array : scope.arrays) {
      if (array.is_assignable && array.length > 1 && random_.chance(30)) {
        line("__attribute__((opencl_unroll_hint(1))) for (uint i = 0; i < " +
             std::to_string(array.length) + "u; ++i) h = mix_in(h, " + array.before + "i" +
             array.after + ");");
      } else if (array.is_assignable && random_.chance(is_small_ ? 20 : 60)) {
        std::string element = expressions_.element(scope, array, 1);
        line("h = mix_in(h, " + element + ");");
      }
    }
    line("out[g] = h;");
    if (!may_return) show_shared_memory();
    line("}");
  }

  /// Beside those that come at random, which may be few in small kernels.
  void add_feature_statements(Scope& scope, const Site& site) {
    if (features_.pipes.present) statements_.pipes().statement(scope, site);
    if (features_.enqueues.present) statements_.enqueues().statement(scope);
    if (features_.images.present) {
      statements_.images().statement(scope);
      statements_.images().comparison(scope);
    }
    if (!features_.pointers.present) return;
    for (unsigned i = random_.between(1, 3); i > 0; --i) statements_.pointers().statement(scope);
  }

  void show_shared_memory() {
    if (features_.has_waits) statements_.show_waiting_memory();
    if (features_.pointers.present) statements_.pointers().show_memory();
    if (!has_atomics_) return;
    line(
        "barrier(CLK_LOCAL_MEM_FENCE); for (uint i = lid; i < 60u; i += group_size()) "
        "atomic_xor(&shared_global[48u + i], shared_local[i]); barrier(CLK_LOCAL_MEM_FENCE);");
  }

  /// Memory of the kernel's own, of which a work-item has four elements, one after another or far
  /// apart; and memory that is read only.
  void add_memory(Scope& scope) {
    for (unsigned i = 0; i < (is_small_ ? 1 : slots); ++i) {
      Type type = random_type(random_);
      if (type.width == 3)
        type.width = 4;  // what the fourth place of three holds is nobody's affair
      const std::string name = "slot" + std::to_string(i);
      line("global " + type.name() + "* " + name + " = (global " + type.name() + "*)(memory + " +
           std::to_string(i * slot_bytes) + ");");
      const bool is_apart = random_.chance(50);
      scope.arrays.push_back(
          {name + (random_.chance(30) ? "[row_g" : "[g") + (is_apart ? " + n * ((" : " * 4u + (("),
           "))]", type, 4, true, true, true});
    }
    line("global uchar* packed = memory + " + std::to_string(slots * slot_bytes) + " + g * " +
         (random_.chance(50) ? "64u;" : "72u;"));
    for (unsigned i = random_.between(1, 3); i > 0; --i) {
      const Type type = random_type(random_);
      const std::string name = statements_.fresh("in");
      line("const global " + type.name() + "* " + name + " = (const global " + type.name() +
           "*)input;");
      scope.arrays.push_back({name + "[(", ")]", type, 256, false, true, true});
    }
  }

  Random random_;
  const Features features_;
  GeneratedKernel kernel_;
  Statements statements_;
  Expressions& expressions_;
  std::vector<Field> fields_;
  std::vector<Helper> helpers_;
  std::vector<Array> tables_;
  Type program_type_;
  bool has_program_variable_ = false;
  bool has_atomics_ = random_.chance(50);
  bool has_sub_groups_ = random_.chance(40);
  bool is_small_ = random_.chance(40);
};

}  // namespace

GeneratedKernel generate_kernel(uint64_t seed) {
  return Generator(seed).run();
}

bool mentions(uint64_t seed, std::string_view text) {
  return std::ranges::any_of(generate_kernel(seed).lines, [&](const std::string& line) {
    return line.find(text) != std::string::npos;
  });
}

std::string source_of(const std::vector<std::string>& lines) {
  std::string text = prelude();
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace cleave::test::fuzz::kernels
