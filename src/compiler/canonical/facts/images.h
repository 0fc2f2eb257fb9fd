// Recognises the types of images and samplers, as clang writes them.
#pragma once

#include <CL/cl.h>
#include <llvm/IR/DerivedTypes.h>

namespace cleave::compiler::canonical::facts {

/// The properties of images that their type has.
struct ImageTypeFacts {
  cl_mem_object_type type = 0;  // CL_MEM_OBJECT_IMAGE2D …; 0: they cannot be arguments
  bool is_depth = false;
};

/// Reads target("spirv.Image", void, dimensionality, depth, array, multisampled, …). Precondition:
/// the type is of that name.
[[nodiscard]] inline ImageTypeFacts read_image_type(const llvm::TargetExtType& type) {
  if (type.getNumIntParameters() < 4) return {};
  enum Dimensionality : unsigned { dimensions_1, dimensions_2, dimensions_3, buffer = 5 };
  const bool is_array = type.getIntParameter(2) != 0;
  const bool has_samples = type.getIntParameter(3) != 0;
  if (has_samples) return {};
  const bool is_depth = type.getIntParameter(1) != 0;
  switch (type.getIntParameter(0)) {
    case dimensions_1:
      if (is_array) return {CL_MEM_OBJECT_IMAGE1D_ARRAY, is_depth};
      return {CL_MEM_OBJECT_IMAGE1D, is_depth};
    case dimensions_2:
      if (is_array) return {CL_MEM_OBJECT_IMAGE2D_ARRAY, is_depth};
      return {CL_MEM_OBJECT_IMAGE2D, is_depth};
    case dimensions_3:
      return {CL_MEM_OBJECT_IMAGE3D, is_depth};
    case buffer:
      return {CL_MEM_OBJECT_IMAGE1D_BUFFER, is_depth};
    default:
      return {};
  }
}

}  // namespace cleave::compiler::canonical::facts
