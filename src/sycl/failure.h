// Holds errors: the exception that they are inside the library, and the record that they are outside.
#pragma once

#include <memory>
#include <string>

#include "opencl.h"
#include "sycl/detail/abi.h"
#include "sycl/fork.h"

namespace cleave::sycl {

/// The codes of sycl::errc.
enum class Code : int {
#define CLEAVE_ERROR_CODE(name, number, text) name = number,
#include "sycl/detail/error_codes.def"
};

/// Keeps an exception that left the user's code on a thread of the library.
class UserException {
 public:
  explicit UserException(const cleave_sycl_exception& thrown) : thrown_(thrown) {}
  UserException(const UserException&) = delete;
  UserException& operator=(const UserException&) = delete;
  ~UserException() {
    if (thrown_.box.destroy != nullptr) thrown_.box.destroy(thrown_.box.state);
  }
  [[nodiscard]] const cleave_sycl_exception& get() const { return thrown_; }

 private:
  cleave_sycl_exception thrown_;
};

/// Library code throws it to its own entry points, and to nobody else.
struct Failure {
  Code code = Code::runtime;
  std::string text;
  cl_int opencl_code = CL_SUCCESS;
  std::shared_ptr<const UserException> exception = {};  // that it stands for, or null
};

/// Throws a failure.
[[noreturn]] void fail(Code code, std::string text);
/// Throws what a cl… function's error means: "clFinish: CL_OUT_OF_RESOURCES".
[[noreturn]] void fail_with(cl_int error, const std::string& action);
/// Does nothing on success.
inline void check(cl_int error, const char* action) {
  if (error != CL_SUCCESS) [[unlikely]] {
    fail_with(error, action);
  }
}
/// The code of exceptions for an error of OpenCL.
[[nodiscard]] Code code_of(cl_int error);

/// Returns a record of the failure, which release_record gives back. It names the exception that the failure keeps. A record without memory of its
/// own is returned where there is none left. Throws nothing.
[[nodiscard]] cleave_sycl_error* make_record(const Failure& failure) noexcept;
void release_record(cleave_sycl_error* record) noexcept;

/// The record that entry points return in a child that is cut off from its parent's threads.
[[nodiscard]] cleave_sycl_error* refuse_in_child() noexcept;

/// Runs the body of an entry point: returns null, or the record of what it throws.
template <class Function>
cleave_sycl_error* guarded(const Function& function) noexcept {
  if (is_cut_off()) [[unlikely]] {
    return refuse_in_child();
  }
  try {
    function();
    return nullptr;
  } catch (const Failure& failure) {
    return make_record(failure);
  } catch (...) {
    return make_record({Code::memory_allocation, {}, CL_OUT_OF_HOST_MEMORY});
  }
}

}  // namespace cleave::sycl
