// lower_images
//   What: answers queries of images (builtins/lane_interface.h): each is a load of a field of the
//     descriptor, which nothing changes while a kernel runs. The load of an image's address is
//     marked for mark_streams if the launch streams the image (PassOptions::streamed_arguments) and
//     a vector of its texels is whole cache lines.
//   Requires: an image is the address of its descriptor (lower_opaque_types).
//   Establishes: no query of an image is left.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_images(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering
