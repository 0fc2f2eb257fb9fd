#include "api/info/platform_handle.h"

#include "model/handle.h"

namespace cleave::api::info {
namespace {

model::HandleHeader header{nullptr, 1};

}  // namespace

cl_platform_id platform_handle() {
  return reinterpret_cast<cl_platform_id>(&header);
}

void set_dispatch_table(const void* table) {
  header.dispatch = table;
  model::set_dispatch_table(table);
}

}  // namespace cleave::api::info
