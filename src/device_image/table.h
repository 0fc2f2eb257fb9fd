// Reads and writes the table of a device image.
#pragma once

#include <span>

#include "device_image/fields.h"
#include "device_image/image.h"

namespace cleave::device_image {

/// Reads a table; false if the bytes are none.
[[nodiscard]] bool read_table(std::span<const std::byte> bytes, Table& table);

void write_table(FieldWriter& writer, const Table& table);

}  // namespace cleave::device_image
