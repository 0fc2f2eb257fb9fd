// bind_images
//   What: replaces queries of the formats of images that are kernel arguments or captured by a
//     block, and samplers that are arguments, by what PassOptions::bindings say of them; the
//     branches that depend on them are gone.
//   Requires: an image is the address of its descriptor, a sampler 32 bits (lower_opaque_types);
//     built-ins are inlined.
//   Establishes: nothing; what could not be told apart is asked at run time.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string bind_images(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
