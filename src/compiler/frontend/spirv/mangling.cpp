#include "compiler/frontend/spirv/mangling.h"

#include <algorithm>
#include <vector>

namespace cleave::compiler::frontend::spirv {
namespace {

std::string_view letter_of(const llvm::Type& type, bool is_signed) {
  if (type.isHalfTy()) return "Dh";
  if (type.isFloatTy()) return "f";
  if (type.isDoubleTy()) return "d";
  switch (type.getScalarSizeInBits()) {
    case 1:
      return "b";
    case 8:
      return is_signed ? "c" : "h";
    case 16:
      return is_signed ? "s" : "t";
    case 32:
      return is_signed ? "i" : "j";
    default:
      return is_signed ? "l" : "m";
  }
}

/// Itanium's mangling: what has been spelled before is named by its number.
class ParameterMangler {
 public:
  void add(const ParameterType& parameter) {
    if (parameter.is_pointer) {
      add_pointer(parameter);
    } else {
      add_value(parameter);
    }
  }
  std::string take() { return std::move(text_); }

 private:
  /// Names what was spelled before, or remembers the spelling.
  bool substitute(const std::string& spelled) {
    const auto known = std::ranges::find(spelled_, spelled);
    if (known == spelled_.end()) return false;
    const size_t number = known - spelled_.begin();
    text_ += 'S';
    if (number > 0) text_ += static_cast<char>(number <= 10 ? '0' + number - 1 : 'A' + number - 11);
    text_ += '_';
    return true;
  }

  static std::string value_of(const ParameterType& type) {
    if (type.elements == 1) return std::string(type.scalar);
    return "Dv" + std::to_string(type.elements) + '_' + std::string(type.scalar);
  }

  void add_value(const ParameterType& type) {
    const std::string spelled = value_of(type);
    const bool is_built_in = type.elements == 1 && (spelled[0] < '0' || spelled[0] > '9');
    if (is_built_in) {
      text_ += spelled;
    } else if (!substitute(spelled)) {
      text_ += spelled;
      spelled_.push_back(spelled);
    }
  }

  void add_pointer(const ParameterType& type) {
    std::string qualifiers;
    if (type.space != Space::private_) {
      qualifiers = "U3AS" + std::to_string(static_cast<unsigned>(type.space));
    }
    if (type.points_to_const) qualifiers += 'K';
    const std::string pointee = qualifiers + value_of(type);
    if (substitute('P' + pointee)) return;
    text_ += 'P';
    if (qualifiers.empty()) {
      add_value(type);
    } else if (!substitute(pointee)) {
      text_ += qualifiers;
      add_value(type);
      spelled_.push_back(pointee);
    }
    spelled_.push_back('P' + pointee);
  }

  std::string text_;
  std::vector<std::string> spelled_;
};

}  // namespace

ParameterType number_type(const llvm::Type& type, bool is_signed) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return {.scalar = letter_of(*type.getScalarType(), is_signed),
          .elements = vector == nullptr ? 1 : vector->getNumElements()};
}

ParameterType pointer_to(ParameterType pointee, Space space, bool is_const) {
  pointee.is_pointer = true;
  pointee.space = space;
  pointee.points_to_const = is_const;
  return pointee;
}

const char* rounding_suffix(cleave::spirv::FPRoundingMode mode) {
  switch (mode) {
    case cleave::spirv::FPRoundingMode::RTE:
      return "_rte";
    case cleave::spirv::FPRoundingMode::RTZ:
      return "_rtz";
    case cleave::spirv::FPRoundingMode::RTP:
      return "_rtp";
    case cleave::spirv::FPRoundingMode::RTN:
      return "_rtn";
  }
  return "";
}

std::string mangled_name(std::string_view name, std::span<const ParameterType> parameters) {
  ParameterMangler mangler;
  for (const ParameterType& parameter : parameters) mangler.add(parameter);
  std::string spelled = mangler.take();
  if (spelled.empty()) spelled = "v";
  return "_Z" + std::to_string(name.size()) + std::string(name) + spelled;
}

}  // namespace cleave::compiler::frontend::spirv
