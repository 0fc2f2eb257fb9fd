// Reads instructions about images as calls of OpenCL C's functions of images.
#include <llvm/IR/Constants.h>

#include <array>
#include <string>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

/// The properties of an image that its type has.
struct ImageTypeProperties {
  cleave::spirv::Dim dimensions{};
  bool is_depth = false;
  bool is_array = false;
  bool has_samples = false;
  cleave::spirv::AccessQualifier access{};
};

ImageTypeProperties shape_of(const cleave::spirv::Module& source, cleave::spirv::Id type) {
  const std::span<const uint32_t> operands = source.type(type).definition->operands;
  ImageTypeProperties shape;
  shape.dimensions = static_cast<cleave::spirv::Dim>(operands[1]);
  shape.is_depth = operands[2] == 1;
  shape.is_array = operands[3] != 0;
  shape.has_samples = operands[4] != 0;
  shape.access = static_cast<cleave::spirv::AccessQualifier>(operands.size() > 7 ? operands[7] : 0);
  return shape;
}

// "14ocl_image2d_ro" and its like, as clang mangles it. The views live as long as the program.
std::string_view mangled_image(const ImageTypeProperties& shape) {
  static const auto* const names = [] {
    auto* made = new std::array<std::string, 128>();
    for (unsigned i = 0; i < made->size(); ++i) {
      const unsigned access = i % 4;
      std::string name = "ocl_image";
      const auto dimensions = static_cast<cleave::spirv::Dim>(i >> 4);
      name += dimensions == cleave::spirv::Dim::Dim2D   ? "2d"
              : dimensions == cleave::spirv::Dim::Dim3D ? "3d"
                                                        : "1d";
      if (dimensions == cleave::spirv::Dim::Buffer) name += "_buffer";
      if ((i & 8U) != 0) name += "_array";
      if ((i & 4U) != 0) name += "_depth";
      name += access == 1 ? "_wo" : access == 2 ? "_rw" : "_ro";
      (*made)[i] = std::to_string(name.size()) + name;
    }
    return made;
  }();
  const unsigned index =
      static_cast<unsigned>(shape.dimensions) << 4 | static_cast<unsigned>(shape.is_array) << 3 |
      static_cast<unsigned>(shape.is_depth) << 2 | static_cast<unsigned>(shape.access);
  return (*names)[index % names->size()];
}

BuiltInArgument argument_of_shape(llvm::Value* image, const ImageTypeProperties& shape) {
  return {image, {.scalar = mangled_image(shape)}};
}

/// The operands that follow the mask of image operands.
struct ImageOperandValues {
  cleave::spirv::Id level = 0;
  cleave::spirv::Id gradient[2] = {};
  bool zero_extends = false;
  bool is_known = true;
};

ImageOperandValues image_operands(const cleave::spirv::Instruction& instruction, size_t first) {
  ImageOperandValues values;
  const std::span<const uint32_t> operands = instruction.operands;
  if (first >= operands.size()) return values;
  const uint32_t mask = operands[first];
  size_t next = first + 1;
  constexpr uint32_t known = static_cast<uint32_t>(cleave::spirv::ImageOperands::Lod) |
                             static_cast<uint32_t>(cleave::spirv::ImageOperands::Grad) |
                             static_cast<uint32_t>(cleave::spirv::ImageOperands::SignExtend) |
                             static_cast<uint32_t>(cleave::spirv::ImageOperands::ZeroExtend) |
                             static_cast<uint32_t>(cleave::spirv::ImageOperands::Nontemporal);
  values.is_known = (mask & ~known) == 0;
  if (cleave::spirv::has(mask, cleave::spirv::ImageOperands::Lod)) values.level = operands[next++];
  if (cleave::spirv::has(mask, cleave::spirv::ImageOperands::Grad)) {
    values.gradient[0] = operands[next];
    values.gradient[1] = operands[next + 1];
  }
  values.zero_extends = cleave::spirv::has(mask, cleave::spirv::ImageOperands::ZeroExtend);
  return values;
}

// The ends of names: of floating-point texels, signed and unsigned ones.
std::string texel_suffix(const llvm::Type& texel, bool is_unsigned) {
  if (texel.getScalarType()->isHalfTy()) return "h";
  if (texel.isFPOrFPVectorTy()) return "f";
  return is_unsigned ? "ui" : "i";
}

bool is_zero(FunctionReader& reader, cleave::spirv::Id id) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(reader.value(id));
  return constant != nullptr && constant->isNullValue();
}

// Functions take four numbers where three have a meaning.
BuiltInArgument coordinate(FunctionReader& reader, cleave::spirv::Id id) {
  llvm::Value* value = reader.value(id);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (vector != nullptr && vector->getNumElements() == 3) {
    value = reader.builder().CreateShuffleVector(value, {0, 1, 2, 2});
  }
  return reader.argument(value, true);
}

// A depth image gives one number, where the module may want four.
llvm::Value* as_wanted(FunctionReader& reader, llvm::Value* texel, llvm::Type* wanted) {
  if (texel == nullptr || texel->getType() == wanted) return texel;
  llvm::IRBuilderBase& builder = reader.builder();
  if (!wanted->isVectorTy()) return builder.CreateExtractElement(texel, uint64_t{0});
  return builder.CreateInsertElement(llvm::Constant::getNullValue(wanted), texel, uint64_t{0});
}

llvm::Type* texel_type(const ImageTypeProperties& shape, llvm::Type* wanted) {
  llvm::Type* number = wanted->getScalarType();
  if (shape.is_depth) return number;
  return llvm::FixedVectorType::get(number, 4);
}

void read_texel(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                const ImageTypeProperties& shape, llvm::ArrayRef<BuiltInArgument> arguments,
                const ImageOperandValues& operands) {
  llvm::Type* wanted = reader.result_type(instruction);
  llvm::Type* type = texel_type(shape, wanted);
  const std::string name = "read_image" + texel_suffix(*wanted, operands.zero_extends);
  reader.define(
      instruction,
      as_wanted(reader, reader.call(instruction, name, type, arguments, CallEffect::reads_memory),
                wanted));
}

void read_sample(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const auto known = reader.sampled_images().find(instruction.operands[0]);
  const ImageOperandValues operands = image_operands(instruction, 2);
  if (known == reader.sampled_images().end() || !operands.is_known) {
    return reader.refuse(instruction);
  }
  const SampledImage& sampled = known->second;
  const ImageTypeProperties shape = shape_of(reader.state().source, sampled.image_type);
  llvm::SmallVector<BuiltInArgument> arguments = {argument_of_shape(sampled.image, shape),
                                                  {sampled.sampler, {.scalar = "11ocl_sampler"}},
                                                  coordinate(reader, instruction.operands[1])};
  if (operands.level != 0 && !is_zero(reader, operands.level)) {
    arguments.push_back(reader.argument(operands.level, true));
  }
  for (const cleave::spirv::Id gradient : operands.gradient) {
    if (gradient != 0) arguments.push_back(coordinate(reader, gradient));
  }
  read_texel(reader, instruction, shape, arguments, operands);
}

void read_unsampled(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id image = instruction.operands[0];
  const ImageOperandValues operands = image_operands(instruction, 2);
  if (!operands.is_known) return reader.refuse(instruction);
  const ImageTypeProperties shape = shape_of(reader.state().source, reader.type_of(image));
  llvm::SmallVector<BuiltInArgument> arguments = {argument_of_shape(reader.value(image), shape),
                                                  coordinate(reader, instruction.operands[1])};
  if (operands.level != 0 && !is_zero(reader, operands.level)) {
    arguments.push_back(reader.argument(operands.level, true));
  }
  read_texel(reader, instruction, shape, arguments, operands);
}

void read_image_write(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id image = instruction.operands[0];
  const ImageOperandValues operands = image_operands(instruction, 3);
  if (!operands.is_known) return reader.refuse(instruction);
  llvm::IRBuilderBase& builder = reader.builder();
  const ImageTypeProperties shape = shape_of(reader.state().source, reader.type_of(image));
  llvm::Value* texel = reader.value(instruction.operands[2]);
  texel = as_wanted(reader, texel, texel_type(shape, texel->getType()));
  const std::string suffix = texel_suffix(*texel->getType(), operands.zero_extends);
  llvm::SmallVector<BuiltInArgument> arguments = {argument_of_shape(reader.value(image), shape),
                                                  coordinate(reader, instruction.operands[1])};
  if (operands.level != 0 && !is_zero(reader, operands.level)) {
    arguments.push_back(reader.argument(operands.level, true));
  }
  arguments.push_back(reader.argument(texel, suffix != "ui"));
  reader.call(instruction, "write_image" + suffix, builder.getVoidTy(), arguments);
}

constexpr const char* array_size = "get_image_array_size";

llvm::Value* image_number(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                          const char* name) {
  llvm::IRBuilderBase& builder = reader.builder();
  const cleave::spirv::Id image = instruction.operands[0];
  const ImageTypeProperties shape = shape_of(reader.state().source, reader.type_of(image));
  const bool is_size_t = std::string_view(name) == array_size;
  llvm::Type* type = is_size_t ? builder.getInt64Ty() : builder.getInt32Ty();
  return reader.call(instruction, name, type, {argument_of_shape(reader.value(image), shape)},
                     CallEffect::none);
}

// The size of a level is half that of the one before it; the number of images stays.
llvm::Value* size_of_level(FunctionReader& reader, llvm::Value* size, cleave::spirv::Id level) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* type = size->getType();
  // Levels that no image has give some size.
  llvm::Value* shift = builder.CreateZExtOrTrunc(reader.value(level), type);
  shift = builder.CreateAnd(shift, type->getIntegerBitWidth() - 1);
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, builder.CreateLShr(size, shift),
                                       llvm::ConstantInt::get(type, 1));
}

// Width, height, depth and number of images, as far as there are any.
void read_image_size(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const cleave::spirv::Id image = instruction.operands[0];
  const ImageTypeProperties shape = shape_of(reader.state().source, reader.type_of(image));
  llvm::SmallVector<const char*> names = {"get_image_width"};
  if (shape.dimensions == cleave::spirv::Dim::Dim2D ||
      shape.dimensions == cleave::spirv::Dim::Dim3D) {
    names.push_back("get_image_height");
  }
  if (shape.dimensions == cleave::spirv::Dim::Dim3D) names.push_back("get_image_depth");
  if (shape.is_array) names.push_back(array_size);
  llvm::Type* wanted = reader.result_type(instruction);
  llvm::Value* result = llvm::PoisonValue::get(wanted);
  uint64_t next = 0;
  for (const char* name : names) {
    llvm::Value* number = image_number(reader, instruction, name);
    if (number == nullptr) return;
    if (instruction.op == Op::ImageQuerySizeLod && std::string_view(name) != array_size) {
      number = size_of_level(reader, number, instruction.operands[1]);
    }
    number = builder.CreateZExtOrTrunc(number, wanted->getScalarType());
    result = wanted->isVectorTy() ? builder.CreateInsertElement(result, number, next++) : number;
  }
  reader.define(instruction, result);
}

// OpenCL C's numbers are the API's, SPIR-V's count from 0.
void read_image_query(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      const char* name, uint32_t first) {
  llvm::Value* number = image_number(reader, instruction, name);
  if (number == nullptr) return;
  llvm::IRBuilderBase& builder = reader.builder();
  number = builder.CreateSub(number, builder.getInt32(first));
  reader.define(instruction, builder.CreateZExtOrTrunc(number, reader.result_type(instruction)));
}

void read_sampled_image(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  reader.sampled_images()[instruction.result] = {reader.value(instruction.operands[0]),
                                                 reader.value(instruction.operands[1]),
                                                 reader.type_of(instruction.operands[0])};
}

}  // namespace

llvm::Value* constant_sampler(FunctionReader& reader, const cleave::spirv::Instruction& constant) {
  llvm::IRBuilderBase& builder = reader.builder();
  // CLK_ADDRESS_… are twice SPIR-V's numbers.
  constexpr uint32_t nearest = 0x10;
  constexpr uint32_t linear = 0x20;
  const bool is_linear = static_cast<cleave::spirv::SamplerFilterMode>(constant.operands[2]) ==
                         cleave::spirv::SamplerFilterMode::Linear;
  const uint32_t bits = constant.operands[0] * 2 | (constant.operands[1] != 0 ? 1 : 0) |
                        (is_linear ? linear : nearest);
  auto* type = llvm::FunctionType::get(reader.result_type(constant), {builder.getInt32Ty()}, false);
  auto* function = llvm::cast<llvm::Function>(
      reader.state()
          .module.getOrInsertFunction("__translate_sampler_initializer", type)
          .getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* call = builder.CreateCall(function, {builder.getInt32(bits)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

BuiltInArgument image_argument(FunctionReader& reader, cleave::spirv::Id image) {
  return argument_of_shape(reader.value(image),
                           shape_of(reader.state().source, reader.type_of(image)));
}

bool read_image(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  constexpr uint32_t first_order = 0x10B0;  // CL_R
  constexpr uint32_t first_type = 0x10D0;   // CL_SNORM_INT8
  switch (instruction.op) {
    case Op::SampledImage:
      read_sampled_image(reader, instruction);
      return true;
    case Op::ImageSampleExplicitLod:
      read_sample(reader, instruction);
      return true;
    case Op::ImageRead:
    case Op::ImageFetch:
      read_unsampled(reader, instruction);
      return true;
    case Op::ImageWrite:
      read_image_write(reader, instruction);
      return true;
    case Op::ImageQuerySize:
    case Op::ImageQuerySizeLod:
      read_image_size(reader, instruction);
      return true;
    case Op::ImageQueryFormat:
      read_image_query(reader, instruction, "get_image_channel_data_type", first_type);
      return true;
    case Op::ImageQueryOrder:
      read_image_query(reader, instruction, "get_image_channel_order", first_order);
      return true;
    case Op::ImageQueryLevels:
      read_image_query(reader, instruction, "get_image_num_mip_levels", 0);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv
