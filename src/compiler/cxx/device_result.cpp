#include "compiler/cxx/device_result.h"

#include <span>

#include "device_image/fields.h"

namespace cleave::compiler::cxx {

using device_image::FieldReader;
using device_image::FieldWriter;

std::string pack(const DeviceResult& result) {
  FieldWriter fields;
  fields.text(result.image);
  fields.text(result.spirv);
  fields.number(static_cast<uint32_t>(result.externals.size()));
  for (const ExternalFunction& function : result.externals) {
    fields.text(function.symbol);
    fields.number(static_cast<uint8_t>(function.is_defined));
    fields.number(static_cast<uint8_t>(function.sharing));
    fields.number(static_cast<uint8_t>(function.visibility));
  }
  fields.number(static_cast<uint32_t>(result.files.size()));
  for (const std::string& file : result.files) fields.text(file);
  fields.text(result.text);
  return {reinterpret_cast<const char*>(fields.bytes.data()), fields.bytes.size()};
}

bool unpack(const std::string& bytes, DeviceResult& result) {
  FieldReader fields(std::as_bytes(std::span(bytes)));
  result.image = fields.content();
  result.spirv = fields.content();
  for (auto count = fields.number<uint32_t>(); count > 0 && fields.ok(); --count) {
    ExternalFunction function;
    function.symbol = fields.text();
    function.is_defined = fields.number<uint8_t>() != 0;
    function.sharing = static_cast<Sharing>(fields.number<uint8_t>());
    function.visibility = static_cast<Visibility>(fields.number<uint8_t>());
    result.externals.push_back(std::move(function));
  }
  for (auto count = fields.number<uint32_t>(); count > 0 && fields.ok(); --count) {
    result.files.push_back(fields.text());
  }
  result.text = fields.content();
  return fields.ok() && fields.rest().empty();
}

}  // namespace cleave::compiler::cxx
