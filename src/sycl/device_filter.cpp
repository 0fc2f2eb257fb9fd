// Parses the terms of ONEAPI_DEVICE_SELECTOR.
#include "sycl/device_filter.h"

#include <algorithm>
#include <array>

#include "support/number.h"
#include "sycl/failure.h"

namespace cleave::sycl {
namespace {

constexpr size_t most_parts = 2;
constexpr const char* what_devices_are =
    "a device is '*', cpu, gpu, fpga, a number, or a number or '*' with one or two parts behind "
    "dots: opencl:0.1, opencl:*.*";

/// Backends that programs name and that have no devices here.
constexpr std::array<std::string_view, 5> other_backends = {"level_zero", "cuda", "hip",
                                                            "native_cpu", "offload"};

[[noreturn]] void refuse(std::string_view what, const std::string& why) {
  fail(Code::invalid, std::string(filter_variable) + ": '" + std::string(what) + "' " + why);
}

/// Calls `take` with each piece between the separators.
template <class Take>
void split(std::string_view text, char separator, const Take& take) {
  while (true) {
    const size_t end = text.find(separator);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// Reads a number, or '*' as none. Returns false for anything else.
bool read_number(std::string_view text, std::optional<size_t>& number) {
  if (text == "*") {
    number.reset();
    return true;
  }
  size_t value = 0;
  const bool is_number = support::parse_number(text, value);
  number = value;
  return is_number;
}

DeviceFilter read_device(std::string_view backend, std::string_view text) {
  using enum DeviceFilter::Kind;
  DeviceFilter filter;
  filter.text = std::string(backend) + ":" + std::string(text);
  if (text.empty()) refuse(filter.text, std::string("names no device; ") + what_devices_are);
  if (text == "cpu" || text == "gpu" || text == "fpga") {
    filter.kind = text == "cpu" ? cpu : text == "gpu" ? gpu : accelerator;
    return filter;
  }
  bool is_root = true;
  split(text, '.', [&](std::string_view piece) {
    std::optional<size_t> number;
    if (!read_number(piece, number)) {
      refuse(filter.text, std::string("names no device; ") + what_devices_are);
    }
    if (!is_root) {
      filter.parts.push_back(number);
      return;
    }
    is_root = false;
    filter.kind = number ? index : any;
    filter.index = number.value_or(0);
  });
  if (filter.parts.size() > most_parts) refuse(filter.text, "has more than two parts behind dots");
  // "*.1" would be other parts of each device: it is no part of the grammar.
  const auto is_each = [](const DeviceFilter::Part& part) { return !part; };
  const bool begins_with_each = filter.kind == any;
  if (begins_with_each && !std::ranges::all_of(filter.parts, is_each)) {
    refuse(filter.text, "has a number behind '*'; right would be '*' there too");
  }
  if (filter.parts.size() == most_parts && !filter.parts[0] && filter.parts[1]) {
    refuse(filter.text, "has a number behind '*'; right would be '*' there too");
  }
  return filter;
}

FilterTerm read_term(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    refuse(text,
           "has no backend, or no devices; right would be 'opencl:*' for all, or opencl: and "
           "what `sycl-ls` lists");
  }
  const std::string_view backend = text.substr(0, colon);
  FilterTerm term;
  term.is_opencl = backend == "opencl" || backend == "*";
  if (backend.empty()) refuse(text, "has no backend; right would be 'opencl:' or '*:'");
  if (!term.is_opencl && !std::ranges::count(other_backends, backend)) {
    refuse(text, "names no backend; those are opencl, '*', level_zero, cuda, hip and native_cpu");
  }
  split(text.substr(colon + 1), ',',
        [&](std::string_view device) { term.devices.push_back(read_device(backend, device)); });
  return term;
}

}  // namespace

DeviceFilters read_filters(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  DeviceFilters filters;
  split(lower, ';', [&](std::string_view term) {
    if (term.starts_with('!')) {
      filters.discarded.push_back(read_term(term.substr(1)));
      return;
    }
    if (!filters.discarded.empty()) {
      refuse(term, "stands behind a term that begins with '!'; those come last");
    }
    filters.accepted.push_back(read_term(term));
  });
  return filters;
}

}  // namespace cleave::sycl
