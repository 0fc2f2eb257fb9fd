#include "instructions.h"

namespace cleave::compiler::target::x86 {
namespace {

constexpr const char* floats[] = {"half", "bfloat", "float", "double"};
constexpr const char* integers[] = {"i8", "i16", "i32", "i64", "i128"};
// One value, what fits a register of no size, and what most fit into one or more.
constexpr unsigned lengths[] = {1, 3, 8};

template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string all;
  (all.append(parts), ...);
  return all;
}

std::string of_length(const std::string& element, unsigned length) {
  return length == 1 ? element : "<" + std::to_string(length) + " x " + element + ">";
}

// As intrinsics are named: "f32", "v4f32".
std::string suffix_of(const std::string& element, unsigned length) {
  std::string name = element;
  if (element == "half") name = "f16";
  if (element == "bfloat") name = "bf16";
  if (element == "float") name = "f32";
  if (element == "double") name = "f64";
  return length == 1 ? name : "v" + std::to_string(length) + name;
}

unsigned bits_of(const std::string& element) {
  if (element == "half" || element == "bfloat") return 16;
  if (element == "float") return 32;
  if (element == "double") return 64;
  return static_cast<unsigned>(std::stoul(element.substr(1)));
}

class Writer {
 public:
  std::vector<OneInstruction> all;

  /// A function that loads arguments of these types and stores what `expression` gives, which
  /// calls them %0, %1, ….
  void add(const std::string& name, const std::vector<std::string>& arguments,
           const std::string& result, const std::string& expression,
           const std::string& declaration = "") {
    std::string text = declaration + "\ndefine void @f(";
    for (size_t i = 0; i < arguments.size(); ++i) text += "ptr %p" + std::to_string(i) + ", ";
    text += "ptr %result) {\n";
    for (size_t i = 0; i < arguments.size(); ++i) {
      text += "  %a" + std::to_string(i) + " = load " + arguments[i] + ", ptr %p" +
              std::to_string(i) + ", align 1\n";
    }
    if (result == "void") {
      text += "  " + expression + "\n  ret void\n}\n";
    } else {
      text += "  %r = " + expression + "\n  store " + result +
              " %r, ptr %result, align 1\n  ret void\n}\n";
    }
    all.push_back({name, text});
  }

  void intrinsic(const std::string& name, const std::vector<std::string>& suffixes,
                 const std::vector<std::string>& arguments, const std::string& result,
                 const std::string& constants = "") {
    std::string full = "@llvm." + name;
    for (const std::string& suffix : suffixes) full += "." + suffix;
    std::string types;
    std::string values;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (i > 0) types += ", ";
      if (i > 0) values += ", ";
      types += arguments[i];
      values += arguments[i] + " %a" + std::to_string(i);
    }
    std::string title = name;
    for (const std::string& argument : arguments) title += " " + argument;
    for (size_t at = 0; at < constants.size();) {  // ", i1 false": its type, then all of it
      const size_t type_end = constants.find(' ', at + 2);
      types += constants.substr(at, type_end - at);
      const size_t end = constants.find(',', type_end);
      at = end == std::string::npos ? constants.size() : end;
    }
    add(title + " to " + result, arguments, result,
        "call " + result + " " + full + "(" + values + constants + ")",
        "declare " + result + " " + full + "(" + types + ")");
  }
};

void add_float_arithmetic(Writer& writer, const std::string& element, unsigned length) {
  const std::string type = of_length(element, length);
  const std::string suffix = suffix_of(element, length);
  for (const char* operation : {"fadd", "fsub", "fmul", "fdiv", "frem"}) {
    writer.add(std::string(operation) + " " + type, {type, type}, type,
               std::string(operation) + " " + type + " %a0, %a1");
  }
  writer.add("fneg " + type, {type}, type, "fneg " + type + " %a0");
  writer.add("fcmp " + type, {type, type}, of_length("i1", length),
             "fcmp ult " + type + " %a0, %a1");
  for (const char* name :
       {"sqrt", "sin",   "cos",  "tan",       "asin",  "acos",      "atan",        "sinh", "cosh",
        "tanh", "exp",   "exp2", "exp10",     "log",   "log2",      "log10",       "fabs", "floor",
        "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "canonicalize"}) {
    writer.intrinsic(name, {suffix}, {type}, type);
  }
  for (const char* name : {"pow", "atan2", "copysign", "minnum", "maxnum", "minimum", "maximum",
                           "minimumnum", "maximumnum"}) {
    writer.intrinsic(name, {suffix}, {type, type}, type);
  }
  for (const char* name : {"fma", "fmuladd"}) {
    writer.intrinsic(name, {suffix}, {type, type, type}, type);
  }
  const std::string exponents = of_length("i32", length);
  writer.intrinsic("ldexp", {suffix, suffix_of("i32", length)}, {type, exponents}, type);
  writer.intrinsic("powi", {suffix, "i32"}, {type, "i32"}, type);
  if (length == 1) {  // widen makes no vectors of those with two results
    writer.intrinsic("frexp", {suffix, "i32"}, {type}, "{ " + type + ", i32 }");
    for (const char* name : {"modf", "sincos"}) {
      writer.intrinsic(name, {suffix}, {type}, joined("{ ", type, ", ", type, " }"));
    }
  }
  for (const char* name : {"lrint", "llrint", "lround", "llround"}) {
    const std::string result = name[1] == 'l' || name[0] != 'l' ? "i64" : "i32";
    writer.intrinsic(name, {suffix_of(result, length), suffix}, {type}, of_length(result, length));
  }
  writer.intrinsic("is.fpclass", {suffix}, {type}, of_length("i1", length), ", i32 3");
}

void add_float_conversions(Writer& writer, const std::string& element, unsigned length) {
  const std::string type = of_length(element, length);
  for (const std::string other : floats) {
    if (bits_of(other) == bits_of(element)) continue;
    const char* operation = bits_of(other) > bits_of(element) ? "fpext" : "fptrunc";
    const std::string to = of_length(other, length);
    writer.add(joined(operation, " ", type, " to ", to), {type}, to,
               joined(operation, " ", type, " %a0 to ", to));
  }
  for (const std::string integer : integers) {
    const std::string number = of_length(integer, length);
    for (const char* operation : {"fptosi", "fptoui"}) {
      writer.add(joined(operation, " ", type, " to ", number), {type}, number,
                 joined(operation, " ", type, " %a0 to ", number));
      writer.intrinsic(std::string(operation) + ".sat",
                       {suffix_of(integer, length), suffix_of(element, length)}, {type}, number);
    }
    for (const char* operation : {"sitofp", "uitofp"}) {
      writer.add(joined(operation, " ", number, " to ", type), {number}, type,
                 joined(operation, " ", number, " %a0 to ", type));
    }
  }
}

void add_integer_arithmetic(Writer& writer, const std::string& element, unsigned length) {
  const std::string type = of_length(element, length);
  const std::string suffix = suffix_of(element, length);
  for (const char* operation : {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr",
                                "ashr", "and", "or", "xor"}) {
    writer.add(std::string(operation) + " " + type, {type, type}, type,
               std::string(operation) + " " + type + " %a0, %a1");
  }
  // A constant divisor is another way of code generation.
  for (const char* operation : {"udiv", "sdiv", "urem", "srem"}) {
    writer.add(joined(operation, " ", type, " by 7"), {type}, type,
               std::string(operation) + " " + type + " %a0, " +
                   (length == 1 ? "7" : "splat (" + element + " 7)"));
  }
  for (const char* name : {"ctpop", "bitreverse"}) writer.intrinsic(name, {suffix}, {type}, type);
  if (element != "i8") writer.intrinsic("bswap", {suffix}, {type}, type);
  for (const char* name : {"ctlz", "cttz", "abs"}) {
    writer.intrinsic(name, {suffix}, {type}, type, ", i1 false");
  }
  for (const char* name : {"smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat",
                           "usub.sat", "sshl.sat", "ushl.sat"}) {
    writer.intrinsic(name, {suffix}, {type, type}, type);
  }
  for (const char* name : {"fshl", "fshr"}) {
    writer.intrinsic(name, {suffix}, {type, type, type}, type);
  }
  for (const char* name : {"sadd", "uadd", "ssub", "usub", "smul", "umul"}) {
    writer.intrinsic(std::string(name) + ".with.overflow", {suffix}, {type, type},
                     "{ " + type + ", " + of_length("i1", length) + " }");
  }
}

void add_reductions(Writer& writer, unsigned length) {
  for (const std::string element : floats) {
    const std::string type = of_length(element, length);
    for (const char* name : {"fadd", "fmul"}) {
      writer.intrinsic("vector.reduce." + std::string(name), {suffix_of(element, length)},
                       {element, type}, element);
    }
    for (const char* name : {"fmax", "fmin", "fmaximum", "fminimum"}) {
      writer.intrinsic("vector.reduce." + std::string(name), {suffix_of(element, length)}, {type},
                       element);
    }
  }
  for (const std::string element : integers) {
    for (const char* name : {"add", "mul", "and", "or", "xor", "smax", "umin"}) {
      writer.intrinsic("vector.reduce." + std::string(name), {suffix_of(element, length)},
                       {of_length(element, length)}, element);
    }
  }
}

void add_atomics(Writer& writer, const std::string& element) {
  const std::string align = std::to_string(bits_of(element) / 8);
  writer.add("atomic load " + element, {}, element,
             "load atomic " + element + ", ptr %result seq_cst, align " + align);
  writer.add("atomic store " + element, {element}, "void",
             "store atomic " + element + " %a0, ptr %result seq_cst, align " + align);
  const bool is_integer = element[0] == 'i';
  std::vector<std::string> operations = {"fadd", "fsub", "fmax", "fmin"};
  if (is_integer) {
    operations = {"add", "sub",  "and",  "nand",      "or",        "xor", "max",
                  "min", "umax", "umin", "uinc_wrap", "udec_wrap", "xchg"};
    writer.add("cmpxchg " + element, {element, element}, "{ " + element + ", i1 }",
               "cmpxchg ptr %result, " + element + " %a0, " + element + " %a1 seq_cst seq_cst");
  }
  for (const std::string& operation : operations) {
    writer.add(joined("atomicrmw ", operation, " ", element), {element}, element,
               joined("atomicrmw ", operation, " ptr %result, ", element, " %a0 seq_cst"));
  }
}

void add_memory(Writer& writer) {
  for (const char* size : {"i64 %a0", "i64 64", "i64 4000"}) {
    for (const char* name : {"memcpy", "memmove"}) {
      writer.add(std::string(name) + " " + size, {"i64"}, "void",
                 "call void @llvm." + std::string(name) + ".p0.p0.i64(ptr %result, ptr %p0, " +
                     size + ", i1 false)",
                 "declare void @llvm." + std::string(name) + ".p0.p0.i64(ptr, ptr, i64, i1)");
    }
    writer.add(
        std::string("memset ") + size, {"i64", "i8"}, "void",
        "call void @llvm.memset.p0.i64(ptr %result, i8 %a1, " + std::string(size) + ", i1 false)",
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
  }
  writer.add("load and store of a large structure", {}, "[1000 x i8]",
             "load [1000 x i8], ptr %result, align 1");
  writer.add("alloca of a size that is only known later", {"i64"}, "ptr",
             "alloca i8, i64 %a0, align 64");
}

void add_others(Writer& writer) {
  for (const char* name : {"trap", "debugtrap", "ubsantrap"}) {
    const bool has_kind = name[0] == 'u';
    writer.add(name, {}, "void",
               "call void @llvm." + std::string(name) + (has_kind ? "(i8 1)" : "()"),
               "declare void @llvm." + std::string(name) + (has_kind ? "(i8 immarg)" : "()"));
  }
  for (const char* name : {"readcyclecounter", "readsteadycounter"}) {
    writer.intrinsic(name, {}, {}, "i64");
  }
  writer.intrinsic("get.rounding", {}, {}, "i32");
  writer.add("prefetch", {}, "void",
             "call void @llvm.prefetch.p0(ptr %result, i32 0, i32 3, i32 1)",
             "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)");
  writer.add("fence", {}, "void", "fence seq_cst");
  writer.intrinsic("stacksave", {"p0"}, {}, "ptr");
}

}  // namespace

std::vector<OneInstruction> every_instruction() {
  Writer writer;
  for (const unsigned length : lengths) {
    for (const std::string element : floats) {
      add_float_arithmetic(writer, element, length);
      add_float_conversions(writer, element, length);
    }
    for (const std::string element : integers) add_integer_arithmetic(writer, element, length);
    if (length > 1) add_reductions(writer, length);
  }
  for (const std::string element : integers) add_atomics(writer, element);
  for (const std::string element : floats) add_atomics(writer, element);
  add_memory(writer);
  add_others(writer);
  return writer.all;
}

}  // namespace cleave::compiler::target::x86
