#include "api/info/answer.h"

#include <cstring>

namespace cleave::api::info {

support::Status answer_bytes(const Destination& to, const void* data, size_t bytes) {
  if (to.value != nullptr) {
    if (to.size < bytes) return CL_INVALID_VALUE;
    if (bytes != 0) std::memcpy(to.value, data, bytes);
  }
  if (to.size_returned != nullptr) *to.size_returned = bytes;
  return CL_SUCCESS;
}

}  // namespace cleave::api::info
