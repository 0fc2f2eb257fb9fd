#include "compiler/cxx/kernel_attributes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <limits>

#include "compiler/cxx/attribute_rewriter.h"

namespace cleave::compiler::cxx {
namespace {

constexpr const char* sub_group_size = "reqd_sub_group_size";
constexpr const char* group_size = "reqd_work_group_size";
constexpr const char* group_size_hint = "work_group_size_hint";
constexpr const char* device_has = "device_has";
/// Marks the headers' function that runs hierarchical kernels: their work-groups have one work-item for OpenCL, and the
/// launch compares the size that the program requires.
constexpr const char* one_work_item = "one_work_item";

std::string list_of(const std::vector<uint32_t>& values) {
  std::string text;
  for (const uint32_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

std::string written(const AttributeUse& use) {
  return "[[sycl::" + use.name + "(" + list_of(use.values) + ")]]";
}

/// Properties of kernels are functions of the headers with attributes (include/sycl/ext/oneapi/kernel_properties/properties.hpp).
bool is_property(const clang::FunctionDecl& function) {
  const auto* record = llvm::dyn_cast<clang::RecordDecl>(function.getDeclContext());
  const clang::ASTContext& context = function.getASTContext();
  return record != nullptr && record->getName() == "kernel_property" &&
         context.getSourceManager().isInSystemHeader(record->getLocation());
}

std::string named(const clang::FunctionDecl& function) {
  if (is_property(function)) return "a property";
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.getNameForDiagnostic(stream, function.getASTContext().getPrintingPolicy(), true);
  return "'" + text + "'";
}

/// Empty: the values are right.
std::string problem_of(const AttributeUse& use) {
  if (use.name == device_has || use.name == one_work_item) return {};
  const size_t most = use.name == sub_group_size ? 1 : 3;
  if (use.values.empty() || use.values.size() > most) {
    return "[[sycl::" + use.name + "]] takes " +
           (most == 1 ? "one size" : "one, two or three sizes");
  }
  if (std::ranges::find(use.values, 0U) != use.values.end()) {
    return written(use) + ": no size is 0";
  }
  return {};
}

/// Dimension i of D in SYCL is D-1-i in OpenCL.
std::array<uint32_t, 3> in_order_of_opencl(const std::vector<uint32_t>& sizes) {
  std::array<uint32_t, 3> result = {1, 1, 1};
  std::ranges::copy(sizes.rbegin(), sizes.rend(), result.begin());
  return result;
}

}  // namespace

std::vector<AttributeUse> read_attributes(const clang::FunctionDecl& function,
                                          std::vector<AttributeProblem>& problems) {
  std::vector<AttributeUse> uses;
  for (const auto* annotation : function.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef name = annotation->getAnnotation();
    if (!name.consume_front(annotation_prefix)) continue;
    AttributeUse use{name.str(), {}, &function, annotation->getLocation()};
    bool is_good = true;
    for (const clang::Expr* value : annotation->args()) {
      clang::Expr::EvalResult result;
      if (value->EvaluateAsInt(result, function.getASTContext()) &&
          !result.Val.getInt().isNegative()) {
        // No device has a size that is larger: the launch tells.
        constexpr uint64_t most = std::numeric_limits<uint32_t>::max();
        use.values.push_back(static_cast<uint32_t>(result.Val.getInt().getLimitedValue(most)));
        continue;
      }
      problems.push_back({value->getExprLoc(),
                          "[[sycl::" + use.name + "]] takes constants that are not negative",
                          {}});
      is_good = false;
    }
    // The headers' macro for functions with a property fills its list with numbers that are no aspects.
    if (use.name == device_has) std::erase(use.values, std::numeric_limits<uint32_t>::max());
    std::string problem = is_good ? problem_of(use) : std::string();
    if (!problem.empty()) problems.push_back({use.location, std::move(problem), {}});
    if (is_good && problem.empty()) uses.push_back(std::move(use));
  }
  return uses;
}

std::vector<AttributeProblem> KernelAttributes::add(const std::vector<AttributeUse>& uses,
                                                    bool is_kernel_itself) {
  std::vector<AttributeProblem> problems;
  for (const AttributeUse& use : uses) {
    auto problem = use.name == device_has ? add_aspects(use, is_kernel_itself)
                                          : add_one(use, is_kernel_itself);
    if (problem) problems.push_back(std::move(*problem));
  }
  return problems;
}

std::optional<AttributeProblem> KernelAttributes::add_one(const AttributeUse& use,
                                                          bool is_kernel_itself) {
  const auto known = std::ranges::find(uses_, use.name, &AttributeUse::name);
  if (known == uses_.end()) {
    uses_.push_back(use);
    return std::nullopt;
  }
  // A hint binds nobody.
  if (use.name == group_size_hint || known->values == use.values) return std::nullopt;
  const std::string what = is_kernel_itself ? "the kernel" : named(*use.function);
  return AttributeProblem{use.location,
                          "conflicting attributes in one kernel: " + what + " has " + written(use) +
                              ", and " + named(*known->function) + " has " + written(*known),
                          known->location};
}

std::optional<AttributeProblem> KernelAttributes::add_aspects(const AttributeUse& use,
                                                              bool is_kernel_itself) {
  for (const uint32_t aspect : use.values) {
    const bool is_new = std::ranges::find(aspects_, aspect) == aspects_.end();
    if (is_new) aspects_.push_back(aspect);
    if (is_kernel_itself || !device_has_ || !is_new) continue;
    return AttributeProblem{use.location,
                            named(*use.function) + " has " + written(use) +
                                ", but the kernel that calls it is only for devices with what " +
                                written(*device_has_) + " lists",
                            device_has_->location, true};
  }
  if (is_kernel_itself) device_has_ = use;
  return std::nullopt;
}

std::vector<uint32_t> KernelAttributes::aspects() const {
  std::vector<uint32_t> sorted = aspects_;
  std::ranges::sort(sorted);
  return sorted;
}

void KernelAttributes::write(device_image::KernelRow& row) const {
  const bool is_hierarchical =
      std::ranges::find(uses_, one_work_item, &AttributeUse::name) != uses_.end();
  for (const AttributeUse& use : uses_) {
    if (use.name == sub_group_size) row.sub_group_size = use.values[0];
    if (use.name == group_size) {
      (is_hierarchical ? row.required_hierarchical_size : row.required_work_group_size) =
          in_order_of_opencl(use.values);
    }
    if (use.name == group_size_hint) row.work_group_size_hint = in_order_of_opencl(use.values);
  }
  row.aspects = aspects();
  row.constants = constants_;
  std::ranges::sort(row.constants);
  const auto again = std::ranges::unique(row.constants);
  row.constants.erase(again.begin(), again.end());
}

}  // namespace cleave::compiler::cxx
