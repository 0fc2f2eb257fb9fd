#include "shapes.h"

#include <cmath>

namespace cleave::test::fuzz::source {
namespace {

std::string times(unsigned count, std::string_view text) {
  std::string repeated;
  repeated.reserve(count * text.size());
  for (unsigned i = 0; i < count; ++i) repeated += text;
  return repeated;
}

/// One after another, each made of its number.
std::string each(unsigned count,
                 std::string (*text)(const std::string& number, const std::string& previous)) {
  std::string all;
  for (unsigned i = 1; i <= count; ++i) all += text(std::to_string(i), std::to_string(i - 1));
  return all;
}

std::string kernel(const std::string& body) {
  return "kernel void store(global int* out) { " + body + " }\n";
}

std::string value(const std::string& expression) {
  return kernel("out[0] = " + expression + ";");
}

std::string around(unsigned count, std::string_view before, std::string_view inside,
                   std::string_view after) {
  return times(count, before) + std::string(inside) + times(count, after);
}

/// Macros that each name the one before ten times.
std::string powers_of_ten(unsigned count, std::string_view first) {
  return "#define A0 " + std::string(first) + "\n" +
         each(count, [](const std::string& number, const std::string& previous) {
           return "#define A" + number + " " + times(10, "A" + previous + " ") + "\n";
         });
}

std::string last(unsigned count) {
  return "A" + std::to_string(count);
}

/// The kernel's way through labels that are all jumped at from before them, so that no cycle among
/// them has one entry.
std::string labels_with_entries(unsigned count) {
  return kernel("uint sum = 0; int steps = 99; " +
                each(count,
                     [](const std::string& number, const std::string&) {
                       return "if (out[1] == " + number + ") goto l" + number + "; ";
                     }) +
                each(count,
                     [](const std::string& number, const std::string&) {
                       return "l" + number + ": sum = sum * 3 + " + number +
                              "; if (steps > 0 && sum % 4 == 1) { --steps; goto l" +
                              std::to_string(std::stoul(number) / 2 + 1) + "; } ";
                     }) +
                "out[0] = sum;");
}

unsigned sum_of_labels(unsigned count) {
  unsigned sum = 0;
  int steps = 99;
  for (unsigned at = 1; at <= count; ++at) {
    sum = sum * 3 + at;
    if (steps <= 0 || sum % 4 != 1) continue;
    --steps;
    at = at / 2;  // and the next one is gone to
  }
  return sum;
}

#define SHAPE(name, ordinary, hostile, result, expression)                                         \
  {name, ordinary, hostile, []([[maybe_unused]] unsigned n) -> std::string { return expression; }, \
   []([[maybe_unused]] unsigned n) -> int { return static_cast<int>(result); }}
#define WRONG_SHAPE(name, ordinary, hostile, expression)                                           \
  {name, ordinary, hostile, []([[maybe_unused]] unsigned n) -> std::string { return expression; }, \
   nullptr}

constexpr Shape the_shapes[] = {
    // These shapes nest.
    SHAPE("parentheses", 2000, 100000, 1, value(around(n, "(", "1", ")"))),
    SHAPE("subscripts", 1000, 100000, 0, value(around(n, "out[", "0", "]"))),
    SHAPE("calls", 1000, 100000, n + 1,
          "int f(int x) { return x + 1; }\n" + value(around(n, "f(", "1", ")"))),
    SHAPE("vectors", 1000, 100000, 1, value(around(n, "(int4)(", "1", ").x"))),
    SHAPE("blocks of statements", 1000, 100000, 1, kernel(around(n, "{", "out[0] = 1;", "}"))),
    SHAPE("ifs", 6300, 100000, 0, kernel(times(n, "if (out[1]) ") + "out[0] = 1;")),
    SHAPE("loops", 300, 100000, 0,
          kernel(times(n, "for (int i = 0; i < out[1]; i++) ") + "out[0] = 1;")),
    SHAPE("switches", 300, 20000, 0,
          kernel(around(n, "switch (out[1]) { case 1: ", "out[0] = 1;", "}"))),
    SHAPE("else", 300, 20000, 1, kernel(times(n, "if (out[1]) out[0]++; else ") + "out[0] = 1;")),
    SHAPE("conditional expressions", 1000, 100000, 2, value(times(n, "out[1] ? 1 : ") + "2")),
    SHAPE("unary operators", 2000, 100000, n % 2 == 0 ? 0 : -1, value(times(n, "~") + "out[1]")),
    SHAPE("casts", 2000, 100000, 0, value(times(n, "(int)") + "out[1]")),
    SHAPE("sums", 5000, 100000, 1, value(times(n, "out[1] + ") + "1")),
    SHAPE("assignments", 2000, 50000, 1, kernel(times(n, "out[0] = ") + "1;")),
    SHAPE("pointers", 20000, 3000000, 1, kernel("int " + times(n, "*") + "p; out[0] = 1;")),
    SHAPE("dimensions", 500, 20000, 1, kernel("int a" + times(n, "[1]") + "; out[0] = 1;")),
    SHAPE("structures inside", 500, 10000, 1,
          "struct s { " + around(n, "struct { ", "int x;", " } m;") + " };\n" + value("1")),
    SHAPE("initialisers", 500, 10000, 1,
          "constant int a[] = " + around(n, "{", "1", "}") + ";\n" + value("a[0]")),
    SHAPE("declarators", 500, 20000, 1,
          kernel("int " + around(n, "(", "x", ")") + " = 1; out[0] = x;")),
    SHAPE("parameters", 100, 10000, 1, "int f" + around(n, "(int g", "", ")") + ";\n" + value("1")),
    SHAPE("conditions of the preprocessor", 5000, 1000000, 1,
          times(n, "#if 1\n") + value("1") + times(n, "#endif\n")),
    SHAPE("types of expressions", 200, 20000, 1,
          value(times(n, "(__typeof__(") + "1" + times(n, "))1"))),
    SHAPE("blocks of OpenCL C 2.0", 100, 10000, 1,
          "#if __OPENCL_C_VERSION__ >= 200\n" + value(around(n, "^{ return ", "1", "; }()")) +
              "\n#else\n" + value("1") + "\n#endif\n"),
    // These shapes repeat.
    SHAPE("functions in a chain", 1000, 100000, n,
          "int f0(int x) { return x; }\n" +
              each(n,
                   [](const std::string& number, const std::string& previous) {
                     return "int f" + number + "(int x) { return f" + previous + "(x) + 1; }\n";
                   }) +
              value("f" + std::to_string(n) + "(out[1])")),
    SHAPE("structures in a chain", 1000, 100000, 1,
          "typedef struct { int x; } s0;\n" +
              each(n,
                   [](const std::string& number, const std::string& previous) {
                     return "typedef struct { int x; s" + previous + " m; } s" + number + ";\n";
                   }) +
              "kernel void store(global s" + std::to_string(n) + "* out) { out[0].x = 1; }\n"),
    SHAPE("kernels", 300, 20000, 1,
          each(n,
               [](const std::string& number, const std::string&) {
                 return "kernel void k" + number + "(global int* out) { out[0] = " + number +
                        "; }\n";
               }) +
              value("1")),
    SHAPE("labels", 50, 5000, 0,
          kernel("start: " +
                 each(n,
                      [](const std::string& number, const std::string& previous) {
                        return "l" + number + ": if (out[" + previous + "]) goto l" +
                               std::to_string(std::stoul(number) / 2 + 1) + "; ";
                      }) +
                 "if (out[1]) goto start;")),
    SHAPE("labels with entries", 200, 2000, sum_of_labels(n), labels_with_entries(n)),
    WRONG_SHAPE("wrong names", 5000, 300000, kernel(times(n, "out[0] = undeclared;\n"))),
    WRONG_SHAPE("functions that nobody has", 1000, 50000,
                each(n, [](const std::string& number,
                           const std::string&) { return "int f" + number + "(int x);\n"; }) +
                    value("f" + std::to_string(n) + "(1)")),
    SHAPE("attributes", 5000, 300000, 1,
          "kernel " + times(n, "__attribute__((aligned(8))) ") +
              "void store(global int* out) { out[0] = 1; }\n"),
    SHAPE("strings", 10000, 1000000, 'a',
          "constant char s[] = " + times(n, "\"a\" ") + ";\n" + value("s[0]")),
    SHAPE("a name", 100000, 10000000, 1, "typedef int " + times(n, "a") + ";\n" + value("1")),
    SHAPE("arguments", 100, 100000, 1,
          "kernel void store(global int* out" +
              each(n, [](const std::string& number,
                         const std::string&) { return ", int a" + number; }) +
              ") { out[0] = 1; }\n"),
    SHAPE("unrolled loops", 100, 100000, 0,
          kernel("_Pragma(\"unroll\") for (int i = 0; i < " + std::to_string(n) +
                 "; i++) out[i] += i;")),
    // These shapes expand.
    SHAPE("macros of sums", 3, 12, std::pow(10, n) + 1,
          powers_of_ten(n, "1 +") + value(last(n) + " 1")),
    SHAPE("macros of strings", 4, 12, 'x',
          powers_of_ten(n, "x") + "#define S(x) #x\n#define T(x) S(x)\nconstant char s[] = T(" +
              last(n) + ");\n" + value("s[0]")),
    SHAPE("macros in conditions", 3, 12, 1,
          powers_of_ten(n, "1 +") + "#if " + last(n) + " 1\n#endif\n" + value("1")),
    SHAPE("an array", 1000, 0x7fffffff, 0,
          "constant char a[] = {[" + std::to_string(n) + "] = 1};\n" + value("a[0]")),
    SHAPE("private memory", 1000, 0x7fffffff, 1,
          kernel("char a[" + std::to_string(n) + "u]; a[out[1]] = 1; out[0] = a[out[2]];")),
    SHAPE("local memory", 1000, 0x7fffffff, 1,
          kernel("local char a[" + std::to_string(n) + "u]; a[out[1]] = 1; out[0] = a[out[2]];")),
    SHAPE("shifts", 100, 4000000, 1U << (n % 32), value("1 << " + std::to_string(n))),
    WRONG_SHAPE("lines", 1000, 0xffffffff,
                "#line " + std::to_string(n) + "\n" + value("undeclared")),
    // These shapes include files.
    WRONG_SHAPE("zeros", 2, 2, "#include \"/dev/zero\"\n" + value("1")),
    WRONG_SHAPE("a pipe", 2, 2, "#include \"pipe\"\n" + value("1")),
    WRONG_SHAPE("a large file", 2, 2, "#include \"large\"\n" + value("1")),
    WRONG_SHAPE("bytes of a large file", 2, 2,
                "constant char a[] = {\n#embed \"large\"\n};\n" + value("a[0]")),
    WRONG_SHAPE("random bytes", 2, 2,
                "constant char a[] = {\n#embed \"/dev/random\" limit(" + std::to_string(n) +
                    ")\n};\n" + value("a[0]")),
    SHAPE("what is there", 2, 2, 1,
          "#if __has_embed(\"/dev/zero\") || __has_include(\"/dev/zero\")\n#endif\n" + value("1")),
    WRONG_SHAPE("itself", 2, 2, "#include __FILE__\n" + value("1")),
    // These shapes use names that the compiler has a meaning for.
    SHAPE("names of runtime functions", 1, 2, 2,
          "void* memcpy(int x) { return 0; } float sqrtf(float x) { return x; }\n" +
              value("memcpy(1) == 0 ? (int)sqrtf(2) : 3")),
    SHAPE("reserved names", 2, 2, 3,
          "void __cleave_kernel_store(int x) {} int __cleave_lane_id(void) { return 3; }\n" +
              value("__cleave_lane_id()")),
    WRONG_SHAPE("kernels that call themselves", 2, 2,
                "kernel void store(global int* out) { if (out[0]--) store(out); }\n"),
    WRONG_SHAPE("assembly", 2, 2, kernel("__asm__(\"int3\");")),
};

#undef SHAPE
#undef WRONG_SHAPE

}  // namespace

std::span<const Shape> shapes() {
  return the_shapes;
}

}  // namespace cleave::test::fuzz::source
