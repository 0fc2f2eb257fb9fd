// Makes canonical LLVM IR of device images, as clang makes it of OpenCL C.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Returns the module of a blob (device_image/image.h): the kernels of its first image, with what
/// they use of the others and of the library of device code. Where `kernels` names some, which must
/// be there, only these are read. Null where the blob cannot be used, with the reasons in `log`, in
/// the words of a build log. The context's diagnostics go to the same log.
[[nodiscard]] std::unique_ptr<llvm::Module> read_images(std::span<const std::byte> blob,
                                                        std::span<const std::string> kernels,
                                                        llvm::LLVMContext& context,
                                                        std::string& log);

}  // namespace cleave::compiler::frontend::sycl
