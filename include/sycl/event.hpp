// Declares event: what tells of a command (SYCL 2020, 4.6.6).
#pragma once

#include "detail/object.hpp"
#include "info.hpp"

namespace sycl {
inline namespace _v1 {

class event : public detail::shared_object<event, cleave_sycl_event> {
 public:
  /// Makes one of nothing, which is complete.
  event() : shared_object(create()) {}

  backend get_backend() const noexcept { return backend::opencl; }

  /// Returns what the command waits for, directly.
  CLEAVE_SYCL_LAZY std::vector<event> get_wait_list() {
    return detail::read_objects<event, cleave_sycl_event>([&](const cleave_sycl_sink* sink) {
      return detail::api().event_wait_list(object(), sink);
    });
  }

  void wait() { detail::check(detail::api().wait_event(object())); }
  CLEAVE_SYCL_LAZY static void wait(const std::vector<event>& events) {
    for (event each : events) each.wait();
  }
  /// After the wait, the handlers get the asynchronous errors of the command's queue, and of the queues that its
  /// dependencies are of. An exception that a handler throws leaves this function.
  void wait_and_throw() {
    wait();
    detail::check(detail::api().event_throw_asynchronous(object()));
    detail::rethrow_of_handler();
  }
  CLEAVE_SYCL_LAZY static void wait_and_throw(const std::vector<event>& events) {
    for (event each : events) each.wait_and_throw();
  }

  template <class Parameter>
  typename Parameter::return_type get_info() const {
    static_assert(std::is_same_v<Parameter, info::event::command_execution_status>,
                  "events do not tell of this");
    std::int32_t status = 0;
    detail::check(detail::api().event_status(object(), &status));
    return static_cast<info::event_command_status>(status);
  }

  /// OpenCL tells nothing of events that get_info does not.
  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    static_assert(sizeof(Parameter) == 0, "get_backend_info: events do not tell of this");
  }

  /// Nanoseconds of the device's clock. errc::invalid where the queue does not measure.
  template <class Parameter>
  typename Parameter::return_type get_profiling_info() const {
    std::uint64_t nanoseconds = 0;
    detail::check(detail::api().event_profiling(object(), Parameter::number, &nanoseconds));
    return nanoseconds;
  }

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;

  static detail::reference<cleave_sycl_event> create() {
    cleave_sycl_event* made = nullptr;
    detail::check(detail::api().create_event(&made));
    return detail::reference<cleave_sycl_event>::take(made);
  }
};

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::event> : sycl::detail::hash_of_object<sycl::event> {};
