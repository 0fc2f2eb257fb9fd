// promote_locations
//   What: keeps a location that a loop loads and stores in a register while the loop runs:
//
//       for (k = 0; k < n; ++k)            sum = c[id];
//         c[id] += a[k] * b[k];     =>     for (k = 0; k < n; ++k) sum += a[k] * b[k];
//                                          c[id] = sum;           (both where n > 0)
//
//     The address is the same in all iterations. The store runs whenever the loop is entered: one
//     that was not made would be a race with another work-item. Nothing else in the loop may access
//     the location: other arguments where the launch has distinct objects or the program says
//     `restrict`, which is enough as one work-item's accesses alone are moved. No location leaves a
//     loop that has a barrier, a fence, an atomic or volatile access, or a call, by which other
//     work-items could see it meanwhile; calls that access no memory and let nobody meet are none.
//     A loop that tests at its top is turned, so that it tests at its bottom.
//   Requires: simplify, so that addresses are values; barriers in kernels only; arguments lowered.
//   Establishes: where the launch has distinct objects (PassOptions::distinct_objects), loads and
//     stores say by alias scopes to which of them they are (pass/ir/object_scopes.h).
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string promote_locations(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify
