// lower_images
//   What: answers queries of images (builtins/lane_interface.h): each is a load of a field of the
//     descriptor, which nothing changes while a kernel runs.
//     Where the launch streams an image (PassOptions::streamed_arguments) and a vector of its
//     texels is whole cache lines, the load of its address is marked for mark_streams.
//   Requires: an image is the address of its descriptor (lower_opaque_types).
//   Establishes: no query of an image is left.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_images(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
