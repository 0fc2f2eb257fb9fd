#include "compiler/pass/ir/processor_costs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::ir {
namespace {

constexpr ProcessorCostsRow all_rows[] = {
#define CLEAVE_PROCESSOR_COSTS(processor, bits, ...) {processor, bits, {__VA_ARGS__}},
#include "compiler/pass/ir/processor_costs.def"
#undef CLEAVE_PROCESSOR_COSTS
};

/// Returns false for a row that lacks a figure.
constexpr bool is_complete(const ProcessorCosts& costs) {
  const auto& [vector_operation, scalar_operation, chained_addition, gather_lane, scatter_lane,
               transposed_lane, vector_division, scalar_division, atomic_addition, misprediction,
               spill] = costs;
  return std::min({vector_operation, scalar_operation, chained_addition, gather_lane, scatter_lane,
                   transposed_lane, vector_division, scalar_division, atomic_addition,
                   misprediction, spill}) > 0;
}
static_assert(std::ranges::all_of(all_rows, is_complete, &ProcessorCostsRow::costs));

constexpr bool has_width(unsigned bits) {
  return std::ranges::find(all_rows, bits, &ProcessorCostsRow::vector_bits) != std::end(all_rows);
}
static_assert(has_width(128) && has_width(256) && has_width(512), "what vector_bits may return");

enum class Vendor { none, intel, amd };

/// Returns none for levels of x86-64 and other names of no processor.
Vendor vendor_of(llvm::StringRef processor) {
  constexpr llvm::StringLiteral of_none[] = {"", "generic", "i386", "i486", "i586", "i686"};
  constexpr llvm::StringLiteral of_amd[] = {"amd",   "athlon", "barcelona", "bdver",   "btver",
                                            "geode", "k6",     "k8",        "opteron", "znver"};
  const auto begins = [&](llvm::StringRef name) { return processor.starts_with(name); };
  if (llvm::is_contained(of_none, processor) || begins("x86-64")) return Vendor::none;
  return llvm::any_of(of_amd, begins) ? Vendor::amd : Vendor::intel;
}

}  // namespace

const ProcessorCostsRow& nearest_costs(std::span<const ProcessorCostsRow> rows,
                                       llvm::StringRef processor, unsigned vector_bits) {
  const Vendor vendor = vendor_of(processor);
  const auto nearness = [&](const ProcessorCostsRow& row) {
    if (row.vector_bits != vector_bits) return 0;
    if (row.processor == processor) return 3;
    return vendor != Vendor::none && vendor_of(row.processor) == vendor ? 2 : 1;
  };
  return *std::ranges::max_element(rows, {}, nearness);  // the first of several
}

const ProcessorCosts& processor_costs(const llvm::Function& function) {
  const llvm::StringRef processor = function.getFnAttribute("target-cpu").getValueAsString();
  return nearest_costs(all_rows, processor, vector_bits(function)).costs;
}

}  // namespace cleave::compiler::pass::ir
