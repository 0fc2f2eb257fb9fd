// Tells the types of images and samplers, which the device does not support, and says so.
#pragma once

#include <llvm/IR/DerivedTypes.h>

namespace cleave::compiler::canonical {

inline constexpr const char* no_images =
    "images and samplers are not supported (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE)";

/// Recognises the type that clang gives samplers.
[[nodiscard]] inline bool is_sampler(const llvm::Type* type) {
  const auto* foreign = llvm::dyn_cast<llvm::TargetExtType>(type);
  return foreign != nullptr && foreign->getName() == "spirv.Sampler";
}

[[nodiscard]] inline bool is_image_or_sampler(const llvm::Type* type) {
  const auto* foreign = llvm::dyn_cast<llvm::TargetExtType>(type);
  return is_sampler(type) || (foreign != nullptr && foreign->getName() == "spirv.Image");
}

}  // namespace cleave::compiler::canonical
