#include "api/guard.h"

#include <stdexcept>

namespace cleave::api {

cl_int code_of_current_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::length_error&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace cleave::api
