#include "shapes.h"

namespace cleave::test::source_fuzz {
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

#define SHAPE(name, ordinary, hostile, expression) \
  {name, ordinary, hostile, []([[maybe_unused]] unsigned n) -> std::string { return expression; }}

constexpr Shape the_shapes[] = {
    // What nests.
    SHAPE("parentheses", 2000, 100000, value(around(n, "(", "1", ")"))),
    SHAPE("subscripts", 1000, 100000, value(around(n, "out[", "0", "]"))),
    SHAPE("calls", 1000, 100000,
          "int f(int x) { return x + 1; }\n" + value(around(n, "f(", "1", ")"))),
    SHAPE("vectors", 1000, 100000, value(around(n, "(int4)(", "1", ").x"))),
    SHAPE("blocks of statements", 1000, 100000, kernel(around(n, "{", "out[0] = 1;", "}"))),
    SHAPE("ifs", 6300, 100000, kernel(times(n, "if (out[1]) ") + "out[0] = 1;")),
    SHAPE("loops", 300, 100000,
          kernel(times(n, "for (int i = 0; i < out[1]; i++) ") + "out[0] = 1;")),
    SHAPE("switches", 300, 20000,
          kernel(around(n, "switch (out[1]) { case 1: ", "out[0] = 1;", "}"))),
    SHAPE("else", 300, 20000, kernel(times(n, "if (out[1]) out[0]++; else ") + "out[0] = 1;")),
    SHAPE("conditional expressions", 1000, 100000, value(times(n, "out[1] ? 1 : ") + "2")),
    SHAPE("unary operators", 2000, 100000, value(times(n, "~") + "out[1]")),
    SHAPE("casts", 2000, 100000, value(times(n, "(int)") + "out[1]")),
    SHAPE("sums", 5000, 100000, value(times(n, "out[1] + ") + "1")),
    SHAPE("assignments", 2000, 50000, kernel(times(n, "out[0] = ") + "1;")),
    SHAPE("pointers", 20000, 3000000, kernel("int " + times(n, "*") + "p; out[0] = 1;")),
    SHAPE("dimensions", 500, 20000, kernel("int a" + times(n, "[1]") + "; out[0] = 1;")),
    SHAPE("structures inside", 500, 10000,
          "struct s { " + around(n, "struct { ", "int x;", " } m;") + " };\n" + value("1")),
    SHAPE("initialisers", 500, 10000,
          "constant int a[] = " + around(n, "{", "1", "}") + ";\n" + value("a[0]")),
    SHAPE("declarators", 500, 20000,
          kernel("int " + around(n, "(", "x", ")") + " = 1; out[0] = x;")),
    SHAPE("parameters", 100, 10000, "int f" + around(n, "(int g", "", ")") + ";\n" + value("1")),
    SHAPE("conditions of the preprocessor", 5000, 1000000,
          times(n, "#if 1\n") + value("1") + times(n, "#endif\n")),
    SHAPE("types of expressions", 200, 20000,
          value(times(n, "(__typeof__(") + "1" + times(n, "))1"))),
    SHAPE("blocks of OpenCL C 2.0", 100, 10000, value(around(n, "^{ return ", "1", "; }()"))),
    // What repeats.
    SHAPE("functions in a chain", 1000, 100000,
          "int f0(int x) { return x; }\n" +
              each(n,
                   [](const std::string& number, const std::string& previous) {
                     return "int f" + number + "(int x) { return f" + previous + "(x) + 1; }\n";
                   }) +
              value("f" + std::to_string(n) + "(out[1])")),
    SHAPE("structures in a chain", 1000, 100000,
          "typedef struct { int x; } s0;\n" +
              each(n,
                   [](const std::string& number, const std::string& previous) {
                     return "typedef struct { s" + previous + " m; int x; } s" + number + ";\n";
                   }) +
              "kernel void store(global s" + std::to_string(n) + "* out) { out[0].x = 1; }\n"),
    SHAPE(
        "kernels", 300, 20000,
        each(n,
             [](const std::string& number, const std::string&) {
               return "kernel void k" + number + "(global int* out) { out[0] = " + number + "; }\n";
             }) +
            value("1")),
    SHAPE("labels", 50, 5000,
          kernel("start: " +
                 each(n,
                      [](const std::string& number, const std::string& previous) {
                        return "l" + number + ": if (out[" + previous + "]) goto l" +
                               std::to_string(std::stoul(number) / 2 + 1) + "; ";
                      }) +
                 "if (out[1]) goto start;")),
    SHAPE("wrong names", 5000, 300000, kernel(times(n, "out[0] = undeclared;\n"))),
    SHAPE("attributes", 5000, 300000,
          "kernel " + times(n, "__attribute__((aligned(8))) ") +
              "void store(global int* out) { out[0] = 1; }\n"),
    SHAPE("strings", 10000, 1000000,
          "constant char s[] = " + times(n, "\"a\" ") + ";\n" + value("s[0]")),
    SHAPE("a name", 100000, 10000000, "int " + times(n, "a") + ";\n" + value("1")),
    SHAPE("arguments", 100, 100000,
          "kernel void store(global int* out" +
              each(n, [](const std::string& number,
                         const std::string&) { return ", int a" + number; }) +
              ") { out[0] = 1; }\n"),
    SHAPE("unrolled loops", 100, 100000,
          kernel("_Pragma(\"unroll\") for (int i = 0; i < " + std::to_string(n) +
                 "; i++) out[i] += i;")),
    // What expands.
    SHAPE("macros of sums", 3, 12, powers_of_ten(n, "1 +") + value(last(n) + " 1")),
    SHAPE("macros of strings", 4, 12,
          powers_of_ten(n, "x") + "#define S(x) #x\n#define T(x) S(x)\nconstant char s[] = T(" +
              last(n) + ");\n" + value("s[0]")),
    SHAPE("macros in conditions", 3, 12,
          powers_of_ten(n, "1 +") + "#if " + last(n) + " 1\n#endif\n" + value("1")),
    SHAPE("an array", 1000, 0x7fffffff,
          "constant char a[] = {[" + std::to_string(n) + "] = 1};\n" + value("a[0]")),
    SHAPE("private memory", 1000, 0x7fffffff,
          kernel("char a[" + std::to_string(n) + "u]; a[out[1]] = 1; out[0] = a[out[2]];")),
    SHAPE("local memory", 1000, 0x7fffffff,
          kernel("local char a[" + std::to_string(n) + "u]; a[out[1]] = 1; out[0] = a[out[2]];")),
    SHAPE("shifts", 100, 4000000, value("1 << " + std::to_string(n))),
    SHAPE("lines", 1000, 0xffffffff, "#line " + std::to_string(n) + "\n" + value("undeclared")),
    // What includes.
    SHAPE("zeros", 1, 2, n == 1 ? value("1") : "#include \"/dev/zero\"\n" + value("1")),
    SHAPE("random bytes", 1, 2,
          "constant char a[] = {\n#embed \"/dev/random\" limit(" + std::to_string(n) + ")\n};\n" +
              value("a[0]")),
    SHAPE("what is there", 1, 2,
          "#if __has_embed(\"/dev/zero\") || __has_include(\"/dev/zero\")\n#endif\n" + value("1")),
    SHAPE("itself", 1, 2, "#include __FILE__\n" + value("1")),
    // What names what the compiler has names for.
    SHAPE("names of runtime functions", 1, 2,
          "void* memcpy(int x) { return 0; } float sqrtf(float x) { return x; }\n" +
              value("memcpy(1) == 0 ? (int)sqrtf(2) : 3")),
    SHAPE("reserved names", 1, 2,
          "void __cleave_kernel_store(int x) {} int __cleave_lane_id(void) { return 3; }\n" +
              value("__cleave_lane_id()")),
    SHAPE("kernels that call themselves", 1, 2,
          "kernel void store(global int* out) { if (out[0]--) store(out); }\n"),
    SHAPE("assembly", 1, 2, kernel("__asm__(\"int3\");")),
};

#undef SHAPE

}  // namespace

std::span<const Shape> shapes() {
  return the_shapes;
}

}  // namespace cleave::test::source_fuzz
