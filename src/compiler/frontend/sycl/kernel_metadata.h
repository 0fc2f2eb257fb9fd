// Says of the kernels of SYCL what canonical IR says of all kernels.
#pragma once

#include "device_image/image.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Gives kernels the metadata that clang gives those of OpenCL C: of their arguments, and the sizes
/// that the table of their image names. Sizes that the code names beside it are dropped: nobody has
/// checked their form yet.
void describe_kernels(llvm::Module& module, const device_image::Table& table);

}  // namespace cleave::compiler::frontend::sycl
