#include "device_image/table.h"

#include <algorithm>
#include <bit>

namespace cleave::device_image {
namespace {

constexpr uint32_t asks_local_memory_flag = 1;

std::array<uint32_t, 3> read_sizes(FieldReader& fields) {
  std::array<uint32_t, 3> sizes = {};
  for (uint32_t& size : sizes) size = fields.number<uint32_t>();
  return sizes;
}

/// Reads as many records as the count in front of them says. A wrong count ends with the bytes.
template <class T, class Read>
void read_records(FieldReader& fields, std::vector<T>& records, Read read) {
  const auto count = fields.number<uint32_t>();
  for (uint32_t i = 0; i < count && fields.ok(); ++i) {
    FieldReader record = fields.record();
    T value = read(record);
    if (!record.ok()) fields.refuse();
    if (fields.ok()) records.push_back(std::move(value));
  }
}

Capture read_capture(FieldReader& fields) {
  Capture capture;
  capture.offset = fields.number<uint32_t>();
  capture.bytes = fields.number<uint32_t>();
  capture.line = fields.number<uint32_t>();
  return capture;
}

KernelRow read_kernel(FieldReader& fields) {
  KernelRow kernel;
  kernel.symbol = fields.text();
  kernel.name = fields.text();
  kernel.file = fields.text();
  kernel.line = fields.number<uint32_t>();
  kernel.object_bytes = fields.number<uint64_t>();
  kernel.object_alignment = fields.number<uint32_t>();
  kernel.required_work_group_size = read_sizes(fields);
  kernel.work_group_size_hint = read_sizes(fields);
  kernel.sub_group_size = fields.number<uint32_t>();
  kernel.asks_local_memory = (fields.number<uint32_t>() & asks_local_memory_flag) != 0;
  read_records(fields, kernel.aspects,
               [](FieldReader& aspect) { return aspect.number<uint32_t>(); });
  read_records(fields, kernel.captures, read_capture);
  if (!fields.rest().empty()) {  // the rows of the first images end here
    read_records(fields, kernel.constants,
                 [](FieldReader& constant) { return constant.number<uint64_t>(); });
  }
  if (!fields.rest().empty()) kernel.required_hierarchical_size = read_sizes(fields);
  if (kernel.symbol.empty() || !std::has_single_bit(kernel.object_alignment)) fields.refuse();
  return kernel;
}

void write_kernel(FieldWriter& fields, const KernelRow& kernel) {
  fields.text(kernel.symbol);
  fields.text(kernel.name);
  fields.text(kernel.file);
  fields.number(kernel.line);
  fields.number(kernel.object_bytes);
  fields.number(kernel.object_alignment);
  for (const uint32_t size : kernel.required_work_group_size) fields.number(size);
  for (const uint32_t size : kernel.work_group_size_hint) fields.number(size);
  fields.number(kernel.sub_group_size);
  fields.number(kernel.asks_local_memory ? asks_local_memory_flag : uint32_t{0});
  fields.number(static_cast<uint32_t>(kernel.aspects.size()));
  for (const uint32_t aspect : kernel.aspects) fields.record([&] { fields.number(aspect); });
  fields.number(static_cast<uint32_t>(kernel.captures.size()));
  for (const Capture& capture : kernel.captures) {
    fields.record([&] {
      fields.number(capture.offset);
      fields.number(capture.bytes);
      fields.number(capture.line);
    });
  }
  fields.number(static_cast<uint32_t>(kernel.constants.size()));
  for (const uint64_t constant : kernel.constants) {
    fields.record([&] { fields.number(constant); });
  }
  if (kernel.required_hierarchical_size[0] == 0) return;
  for (const uint32_t size : kernel.required_hierarchical_size) fields.number(size);
}

FunctionNeeds read_needs(FieldReader& fields) {
  FunctionNeeds needs;
  needs.symbol = fields.text();
  read_records(fields, needs.aspects,
               [](FieldReader& aspect) { return aspect.number<uint32_t>(); });
  read_records(fields, needs.calls, [](FieldReader& name) { return name.text(); });
  return needs;
}

void write_needs(FieldWriter& fields, const FunctionNeeds& needs) {
  fields.text(needs.symbol);
  fields.number(static_cast<uint32_t>(needs.aspects.size()));
  for (const uint32_t aspect : needs.aspects) fields.record([&] { fields.number(aspect); });
  fields.number(static_cast<uint32_t>(needs.calls.size()));
  for (const std::string& name : needs.calls) fields.record([&] { fields.text(name); });
}

void write_names(FieldWriter& fields, const std::vector<std::string>& names) {
  fields.record([&] {
    fields.number(static_cast<uint32_t>(names.size()));
    for (const std::string& name : names) fields.record([&] { fields.text(name); });
  });
}

/// Reads a list, which is a record that begins with the count of its records.
template <class T, class Read>
bool read_list(FieldReader& table, std::vector<T>& records, Read read) {
  FieldReader list = table.record();
  read_records(list, records, read);
  return table.ok() && list.ok();
}

}  // namespace

bool read_table(std::span<const std::byte> bytes, Table& table) {
  FieldReader fields(bytes);
  const auto name = [](FieldReader& record) { return record.text(); };
  return read_list(fields, table.kernels, read_kernel) && read_list(fields, table.defined, name) &&
         read_list(fields, table.wanted, name) &&
         (fields.rest().empty() || read_list(fields, table.needs, read_needs));
}

void write_table(FieldWriter& writer, const Table& table) {
  writer.record([&] {
    writer.number(static_cast<uint32_t>(table.kernels.size()));
    for (const KernelRow& kernel : table.kernels) {
      writer.record([&] { write_kernel(writer, kernel); });
    }
  });
  write_names(writer, table.defined);
  write_names(writer, table.wanted);
  if (table.needs.empty()) return;
  writer.record([&] {
    writer.number(static_cast<uint32_t>(table.needs.size()));
    for (const FunctionNeeds& needs : table.needs) {
      writer.record([&] { write_needs(writer, needs); });
    }
  });
}

}  // namespace cleave::device_image
