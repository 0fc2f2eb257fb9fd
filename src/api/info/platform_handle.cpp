#include "api/info/platform_handle.h"

#include "model/handle.h"

namespace cleave::api::info {
namespace {

model::HandleHeader header{nullptr, nullptr, 1};

}  // namespace

cl_platform_id platform_handle() {
  return reinterpret_cast<cl_platform_id>(&header);
}

void set_dispatch_table(const void* table) {
  header.dispatch = table;
  model::set_dispatch_table(table);
}

void replace_dispatch_table(const void* table) {
  set_dispatch_table(table);
  for (const auto& device : model::Platform::instance().devices()) {
    model::Slab::header(device.get())->dispatch = table;
  }
}

void set_dispatch_data(void* data) {
  header.dispatch_data = data;
  model::set_dispatch_data(data);
  for (const auto& device : model::Platform::instance().devices()) {
    model::Slab::header(device.get())->dispatch_data = data;
  }
}

}  // namespace cleave::api::info
