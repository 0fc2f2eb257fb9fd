// Makes a kernel on which two configurations disagree as small as they go on disagreeing.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cleave::test::fuzz::kernels {

/// `still_fails` gets a candidate, which may not even compile.
std::vector<std::string> reduce(
    std::vector<std::string> lines,
    const std::function<bool(const std::vector<std::string>&)>& still_fails);

}  // namespace cleave::test::fuzz::kernels
