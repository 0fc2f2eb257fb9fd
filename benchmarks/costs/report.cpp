#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "costs/costs.h"

namespace cleave::benchmark::costs {
namespace {

std::string number(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

const Cost& find(const Costs& costs, std::string_view name) {
  const auto found = std::ranges::find(costs.all, name, &Cost::name);
  if (found == costs.all.end()) throw std::logic_error("no loop " + std::string(name));
  return *found;
}

double cycles(const Costs& costs, std::string_view name) {
  return find(costs, name).cycles.median;
}

/// A column of processor_costs.def.
struct Figure {
  const char* name;
  double cycles;
};

std::vector<Figure> figures(const Costs& scalar, const Costs& vector) {
  const double operation = cycles(vector, "operations");
  // A random branch is mispredicted every other time.
  const double misprediction =
      2 * (cycles(scalar, "unforeseen_branches") - cycles(scalar, "foreseen_branches"));
  return {{"vector_operation", operation},
          {"scalar_operation", cycles(scalar, "scalar_operations")},
          {"chained_addition", cycles(scalar, "float_chain")},
          {"gather_lane", cycles(vector, "gather")},
          {"scatter_lane", cycles(vector, "scatter")},
          {"transposed_lane", cycles(vector, "transposed")},
          {"vector_division", cycles(vector, "division")},
          {"scalar_division", cycles(scalar, "float_division")},
          {"atomic_addition", cycles(scalar, "atomic_addition")},
          {"misprediction", misprediction},
          {"spill", cycles(vector, "operations_in_memory") - operation}};
}

bool is_here(const Costs& costs) {
  return find(costs, "operations").is_here;
}

}  // namespace

void write_costs(std::ostream& stream, const std::vector<Costs>& costs) {
  for (const Costs& group : costs) {
    const std::string title =
        group.bits == 0 ? "without vectors" : "vectors of " + std::to_string(group.bits) + " bits";
    stream << "\n| " << title << " | cycles of one | p10 – p90 |\n|---|---|---|\n";
    for (const Cost& cost : group.all) {
      stream << "| " << cost.what << " | ";
      if (!cost.is_here) {
        stream << "not here | |\n";
        continue;
      }
      stream << number("%.3f", cost.cycles.median) << " | " << number("%.3f", cost.cycles.p10)
             << " – " << number("%.3f", cost.cycles.p90) << " |\n";
    }
  }
  stream << "\n| what the compiler asks for |";
  std::vector<std::vector<Figure>> columns;
  for (const Costs& group : costs) {
    if (group.bits == 0 || !is_here(group)) continue;
    columns.push_back(figures(costs.front(), group));
    stream << " " << group.bits << " bits |";
  }
  stream << "\n|---|";
  for (size_t i = 0; i < columns.size(); ++i) stream << "---|";
  for (size_t row = 0; row < columns.front().size(); ++row) {
    stream << "\n| " << columns.front()[row].name << " |";
    for (const auto& column : columns) stream << " " << number("%.2f", column[row].cycles) << " |";
  }
  stream << "\n";
}

void write_rows(std::ostream& stream, const std::string& processor,
                const std::vector<Costs>& costs) {
  for (const Costs& group : costs) {
    if (group.bits == 0 || !is_here(group)) continue;
    stream << "CLEAVE_PROCESSOR_COSTS(\"" << processor << "\", " << group.bits;
    size_t column = 0;
    for (const Figure& figure : figures(costs.front(), group)) {
      stream << (column++ % 4 == 0 ? ",\n    ." : ", .") << figure.name << " = "
             << number("%.2f", figure.cycles);
    }
    stream << ")\n";
  }
}

}  // namespace cleave::benchmark::costs
