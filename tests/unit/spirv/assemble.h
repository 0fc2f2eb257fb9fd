// Makes modules of texts, for tests.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spirv/read.h"

namespace cleave::spirv::test {

/// Returns the module that spirv-as makes of the text, numbers of ids kept; empty, and a failure of
/// the test, where it is none.
[[nodiscard]] std::vector<std::byte> assemble(const std::string& text,
                                              std::string_view version = "1.4");
/// Assembles a file of tests/data/spirv.
[[nodiscard]] std::vector<std::byte> module_named(std::string_view name);

/// An offer of all that hangs on a device.
[[nodiscard]] Offer everything();

/// Capabilities, memory model and types that most texts need; %void, %bool, %uchar, %uint, %ulong,
/// %float, %uint2, %uint4, %float4, %to_uint (CrossWorkgroup), %local (Function), %nothing
/// (void()), %taking (void(%to_uint)), %c0, %c1, %c2, %l1 and %f1. `more` goes before the types.
[[nodiscard]] std::string prelude(std::string_view more = "");
/// A kernel %main(%out) with one block that ends with OpReturn, and `body` in it.
[[nodiscard]] std::string kernel(std::string_view body);

/// Returns what read() says of the text: its problems.
[[nodiscard]] std::string problems_of(const std::string& text, std::string_view version = "1.4");
/// The module; a failure of the test where it is refused.
[[nodiscard]] Module module_of(const std::string& text, std::string_view version = "1.4");

}  // namespace cleave::spirv::test
