// The extensions of sub-groups as a program finds them: reported with their versions, their macros
// defined, each function there in each type, in every version of OpenCL C that may have it. What
// the functions compute is tests/conformance/kernels' subject.
#include <sstream>

#include "support/reported.h"

namespace cleave::test {
namespace {

/// Calls that must be there: with `x`, a T, for each of the types; ~ stands for each operation.
struct Call {
  std::string text;
  std::string result;      // a type, T, or nothing
  std::string types;       // of T, with a space between
  std::string operations;  // in place of ~
};

const std::string small_integers = "char uchar short ushort";
const std::string large_integers = "int uint long ulong";
const std::string integers = small_integers + " " + large_integers;
const std::string reals = "float double half";
const std::string scalars = integers + " " + reals;
const std::string arithmetic = "add mul min max", bitwise = "and or xor";

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

/// The types themselves and all vectors of them.
std::string with_vectors(const std::string& types) {
  std::string all = types;
  for (const std::string& type : words(types)) {
    for (const char* size : {"2", "3", "4", "8", "16"}) all += " " + type + size;
  }
  return all;
}

/// Reductions and scans, of one kind of group.
std::vector<Call> reductions(const std::string& prefix, const std::string& types,
                             const std::string& operations) {
  std::vector<Call> calls;
  for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
    calls.push_back({prefix + "_" + kind + "_~(x)", "T", types, operations});
  }
  return calls;
}
Call logical(const std::string& name, const std::string& more = "") {
  return {name + "_logical_~(x" + more + ")", "int", "int", bitwise};
}

std::vector<Call> intel_shuffles(const std::string& types) {
  return {{"intel_sub_group_shuffle(x, 1u)", "T", types, ""},
          {"intel_sub_group_shuffle_down(x, x, 1u)", "T", types, ""},
          {"intel_sub_group_shuffle_up(x, x, 1u)", "T", types, ""},
          {"intel_sub_group_shuffle_xor(x, 1u)", "T", types, ""}};
}
std::vector<Call> blocks(const std::string& element, const std::string& suffix, bool has_16) {
  std::vector<Call> calls;
  for (const char* size : {"", "2", "4", "8", "16"}) {
    if (!has_16 && std::string(size) == "16") continue;
    const std::string end = suffix + size + "(", type = element + size;
    calls.push_back({"intel_sub_group_block_read" + end + "(const global " + element + "*)out)",
                     "T", type, ""});
    calls.push_back(
        {"intel_sub_group_block_write" + end + "(global " + element + "*)out, x)", "", type, ""});
  }
  return calls;
}
/// Lists the functions that cl_intel_subgroups_char and _short have for their types.
std::vector<Call> small_intel_calls(const std::string& types) {
  std::vector<Call> calls = intel_shuffles(with_vectors(types));
  calls.push_back({"intel_sub_group_broadcast(x, 1u)", "T", types, ""});
  for (Call& call : reductions("intel_sub_group", types, "add min max")) calls.push_back(call);
  return calls;
}

struct Extension {
  const char* name;
  cl_version version;
  bool needs_2_0;  // OpenCL C
  std::vector<Call> calls;

  friend void PrintTo(const Extension& row, std::ostream* out) { *out << row.name; }
};

std::vector<Call> joined(std::initializer_list<std::vector<Call>> lists) {
  std::vector<Call> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

const std::string group_scalars = large_integers + " " + reals;
const std::vector<Call> basic = {{"get_sub_group_size()", "uint", "int", ""},
                                 {"get_max_sub_group_size()", "uint", "int", ""},
                                 {"get_num_sub_groups()", "uint", "int", ""},
                                 {"get_sub_group_id()", "uint", "int", ""},
                                 {"get_sub_group_local_id()", "uint", "int", ""},
                                 {"sub_group_barrier(CLK_LOCAL_MEM_FENCE)", "", "int", ""},
                                 {"sub_group_all(x)", "int", "int", ""},
                                 {"sub_group_any(x)", "int", "int", ""},
                                 {"sub_group_broadcast(x, 1u)", "T", group_scalars, ""}};

const Extension extensions[] = {
    {"cl_khr_subgroups", CL_MAKE_VERSION(1, 0, 0), true,
     joined({basic,
             reductions("sub_group", group_scalars, "add min max"),
             {{"get_enqueued_num_sub_groups()", "uint", "int", ""},
              {"sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device)", "", "int", ""}}})},
    {"cl_khr_subgroup_extended_types", CL_MAKE_VERSION(1, 0, 0), false,
     joined({{{"sub_group_broadcast(x, 1u)", "T", with_vectors(scalars), ""}},
             reductions("sub_group", small_integers, "add min max")})},
    {"cl_khr_subgroup_non_uniform_vote",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_elect()", "int", "int", ""},
      {"sub_group_non_uniform_all(x)", "int", "int", ""},
      {"sub_group_non_uniform_any(x)", "int", "int", ""},
      {"sub_group_non_uniform_all_equal(x)", "int", scalars, ""}}},
    {"cl_khr_subgroup_ballot",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_non_uniform_broadcast(x, 1u)", "T", with_vectors(scalars), ""},
      {"sub_group_broadcast_first(x)", "T", scalars, ""},
      {"sub_group_ballot(x)", "uint4", "int", ""},
      {"sub_group_inverse_ballot(x)", "int", "uint4", ""},
      {"sub_group_ballot_bit_extract(x, 1u)", "int", "uint4", ""},
      {"sub_group_ballot_~(x)", "uint", "uint4",
       "bit_count inclusive_scan exclusive_scan find_lsb find_msb"},
      {"get_sub_group_~_mask()", "uint4", "int", "eq ge gt le lt"}}},
    {"cl_khr_subgroup_non_uniform_arithmetic", CL_MAKE_VERSION(1, 0, 0), false,
     joined(
         {reductions("sub_group_non_uniform", scalars, arithmetic),
          reductions("sub_group_non_uniform", integers, bitwise),
          {logical("sub_group_non_uniform_reduce"), logical("sub_group_non_uniform_scan_inclusive"),
           logical("sub_group_non_uniform_scan_exclusive")}})},
    {"cl_khr_subgroup_shuffle",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_shuffle(x, 1u)", "T", scalars, ""},
      {"sub_group_shuffle_xor(x, 1u)", "T", scalars, ""}}},
    {"cl_khr_subgroup_shuffle_relative",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_shuffle_up(x, 1u)", "T", scalars, ""},
      {"sub_group_shuffle_down(x, 1u)", "T", scalars, ""}}},
    {"cl_khr_subgroup_clustered_reduce",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_clustered_reduce_~(x, 4u)", "T", scalars, arithmetic},
      {"sub_group_clustered_reduce_~(x, 4u)", "T", integers, bitwise},
      logical("sub_group_clustered_reduce", ", 4u")}},
    {"cl_khr_subgroup_rotate",
     CL_MAKE_VERSION(1, 0, 0),
     false,
     {{"sub_group_rotate(x, -1)", "T", scalars, ""},
      {"sub_group_clustered_rotate(x, -1, 4u)", "T", scalars, ""}}},
    {"cl_khr_work_group_uniform_arithmetic", CL_MAKE_VERSION(1, 0, 0), true,
     joined({reductions("work_group", group_scalars, "mul"),
             reductions("work_group", large_integers, bitwise),
             {logical("work_group_reduce"), logical("work_group_scan_inclusive"),
              logical("work_group_scan_exclusive")}})},
    {"cl_intel_subgroups", CL_MAKE_VERSION(1, 0, 0), false,
     joined({basic, reductions("sub_group", group_scalars, "add min max"),
             intel_shuffles(with_vectors("float int uint") + " long ulong double half"),
             blocks("uint", "", false)})},
    {"cl_intel_subgroups_char", CL_MAKE_VERSION(1, 0, 0), false,
     joined({small_intel_calls("char uchar"), blocks("uchar", "_uc", true),
             blocks("uint", "_ui", false)})},
    // The first version lacks the blocks of 16.
    {"cl_intel_subgroups_short", CL_MAKE_VERSION(1, 1, 0), false,
     joined({small_intel_calls("short ushort"), blocks("ushort", "_us", true),
             blocks("uint", "_ui", false)})},
    {"cl_intel_subgroups_long", CL_MAKE_VERSION(1, 0, 0), false,
     joined({blocks("ulong", "_ul", false), blocks("uint", "_ui", false)})},
    {"cl_intel_required_subgroup_size", CL_MAKE_VERSION(1, 0, 0), false, {}},
};

/// A program that calls all of them, and does not compile where a result has another type.
std::string source_of(const Extension& extension) {
  std::string source = "#ifndef " + std::string(extension.name) +
                       "\n#error its macro is not defined\n#endif\n"
                       "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                       "kernel void k(global int* out) {\n";
  for (const Call& call : extension.calls) {
    for (const std::string& type : words(call.types)) {
      for (const std::string& operation :
           words(call.operations.empty() ? "none" : call.operations)) {
        std::string text = call.text;
        if (const size_t at = text.find('~'); at != std::string::npos)
          text.replace(at, 1, operation);
        const std::string result = call.result == "T" ? type : call.result;
        source += "  { " + type + " x = *(global " + type + "*)out; ";
        if (result.empty()) {
          source += text + "; }\n";
        } else {
          source += "*(global " + result + "*)out = " + text +
                    "; typedef int is_right[__builtin_types_compatible_p(__typeof__(" + text +
                    "), " + result + ") ? 1 : -1]; }\n";
        }
      }
    }
  }
  return source + "}\n";
}

class SubGroupExtensions : public OnDevice, public testing::WithParamInterface<Extension> {};

TEST_P(SubGroupExtensions, AreReportedWithTheirVersions) {
  expect_reported(device_, GetParam().name, GetParam().version);
}

TEST_P(SubGroupExtensions, HaveTheirMacroAndTheirFunctionsInEveryType) {
  const std::string source = source_of(GetParam());
  for (const char* version : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    if (GetParam().needs_2_0 && version == std::string("-cl-std=CL1.2")) continue;
    SCOPED_TRACE(version);
    const Program program = build(source, version);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SubGroupExtensions, testing::ValuesIn(extensions),
                         [](const auto& extension) { return extension.param.name; });

}  // namespace
}  // namespace cleave::test
