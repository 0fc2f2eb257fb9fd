// Names the numbers of SPIR-V: instructions, capabilities, decorations and the rest, made of the
// tables. Names are the specification's, without the prefix "Op"; a name that begins with a digit
// has its enumeration's name before it (Dim::Dim1D). What an extension brought and a later version
// took over has the name without the extension's suffix.
#pragma once

#include <cstdint>

namespace cleave::spirv {

enum class Op : uint16_t {
#define CLEAVE_INSTRUCTION(name, number, ...) name = number,
#include "spirv/instructions.def"
};

enum class Capability : uint32_t {
#define CLEAVE_CAPABILITY(name, number, ...) name = number,
#include "spirv/capabilities.def"
};

enum class Decoration : uint32_t {
#define CLEAVE_DECORATION(name, number, ...) name = number,
#include "spirv/decorations.def"
};

enum class ExecutionMode : uint32_t {
#define CLEAVE_EXECUTION_MODE(name, number, ...) name = number,
#include "spirv/execution_modes.def"
};

enum class BuiltIn : uint32_t {
#define CLEAVE_BUILT_IN(name, number, ...) name = number,
#include "spirv/built_ins.def"
};

/// Instructions of the set OpenCL.std.
enum class OpenClStd : uint32_t {
#define CLEAVE_OPENCL_STD(name, number, ...) name = number,
#include "spirv/opencl_std.def"
};

enum class StorageClass : uint32_t {
#define CLEAVE_STORAGE_CLASS(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class ExecutionModel : uint32_t {
#define CLEAVE_EXECUTION_MODEL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class AddressingModel : uint32_t {
#define CLEAVE_ADDRESSING_MODEL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class MemoryModel : uint32_t {
#define CLEAVE_MEMORY_MODEL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class LinkageType : uint32_t {
#define CLEAVE_LINKAGE_TYPE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class FunctionParameterAttribute : uint32_t {
#define CLEAVE_FUNCTION_PARAMETER_ATTRIBUTE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class AccessQualifier : uint32_t {
#define CLEAVE_ACCESS_QUALIFIER(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class Dim : uint32_t {
#define CLEAVE_DIM(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class ImageFormat : uint32_t {
#define CLEAVE_IMAGE_FORMAT(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class ImageChannelOrder : uint32_t {
#define CLEAVE_IMAGE_CHANNEL_ORDER(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class ImageChannelDataType : uint32_t {
#define CLEAVE_IMAGE_CHANNEL_DATA_TYPE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class SamplerAddressingMode : uint32_t {
#define CLEAVE_SAMPLER_ADDRESSING_MODE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class SamplerFilterMode : uint32_t {
#define CLEAVE_SAMPLER_FILTER_MODE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class FPRoundingMode : uint32_t {
#define CLEAVE_FP_ROUNDING_MODE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class FPEncoding : uint32_t {
#define CLEAVE_FP_ENCODING(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class Scope : uint32_t {
#define CLEAVE_SCOPE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class GroupOperation : uint32_t {
#define CLEAVE_GROUP_OPERATION(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class KernelEnqueueFlags : uint32_t {
#define CLEAVE_KERNEL_ENQUEUE_FLAGS(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class PackedVectorFormat : uint32_t {
#define CLEAVE_PACKED_VECTOR_FORMAT(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class HostAccessQualifier : uint32_t {
#define CLEAVE_HOST_ACCESS_QUALIFIER(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

enum class SourceLanguage : uint32_t {
#define CLEAVE_SOURCE_LANGUAGE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class FPFastMathMode : uint32_t {
#define CLEAVE_FP_FAST_MATH_MODE(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class MemorySemantics : uint32_t {
#define CLEAVE_MEMORY_SEMANTICS(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class MemoryAccess : uint32_t {
#define CLEAVE_MEMORY_ACCESS(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class ImageOperands : uint32_t {
#define CLEAVE_IMAGE_OPERANDS(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class FunctionControl : uint32_t {
#define CLEAVE_FUNCTION_CONTROL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class LoopControl : uint32_t {
#define CLEAVE_LOOP_CONTROL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class SelectionControl : uint32_t {
#define CLEAVE_SELECTION_CONTROL(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Bits of a mask.
enum class KernelProfilingInfo : uint32_t {
#define CLEAVE_KERNEL_PROFILING_INFO(name, number, ...) name = number,
#include "spirv/enumerants.def"
};

/// Tells whether a mask has the bit.
template <typename Bit>
[[nodiscard]] constexpr bool has(uint32_t mask, Bit bit) {
  return (mask & static_cast<uint32_t>(bit)) != 0;
}

}  // namespace cleave::spirv
