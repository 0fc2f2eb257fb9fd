// Declares queue: where commands for a device are submitted (SYCL 2020, 4.6.5).
#pragma once

#include "context.hpp"
#include "handler.hpp"
#include "queue_properties.hpp"

namespace sycl {
inline namespace _v1 {

/// Submission is eager, on the caller's thread. Queues may be used by several threads at once; their
/// destructor waits for nothing.
class queue : public detail::shared_object<queue, cleave_sycl_queue>,
              public detail::with_properties {
 public:
  // Not by another constructor: to choose among them takes long, because handlers are functions of any class.
  explicit queue(const property_list& properties = {})
      : shared_object(create(nullptr, detail::select(default_selector_v),
                             cleave_sycl_async_handler{}, properties)),
        with_properties(properties) {}
  CLEAVE_SYCL_LAZY
  explicit queue(const async_handler& handler, const property_list& properties = {})
      : queue(default_selector_v, handler, properties) {}
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit queue(const Selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit queue(const Selector& selector, const async_handler& handler,
                 const property_list& properties = {})
      : queue(device(selector), handler, properties) {}
  explicit queue(const device& its_device, const property_list& properties = {})
      : shared_object(create(nullptr, its_device, cleave_sycl_async_handler{}, properties)),
        with_properties(properties) {}
  CLEAVE_SYCL_LAZY
  explicit queue(const device& its_device, const async_handler& handler,
                 const property_list& properties = {})
      : shared_object(
            create(nullptr, its_device, detail::async_trampoline<>::make(handler), properties)),
        with_properties(properties) {}
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit queue(const context& its_context, const Selector& selector,
                 const property_list& properties = {})
      : queue(its_context, detail::select_of(its_context, selector), properties) {}
  template <class Selector, class = detail::enable_if_selector<Selector>>
  explicit queue(const context& its_context, const Selector& selector, const async_handler& handler,
                 const property_list& properties = {})
      : queue(its_context, detail::select_of(its_context, selector), handler, properties) {}
  CLEAVE_SYCL_LAZY explicit queue(const context& its_context, const device& its_device,
                                  const property_list& properties = {})
      : shared_object(create(detail::object_access::get(its_context), its_device,
                             cleave_sycl_async_handler{}, properties)),
        with_properties(properties) {}
  /// errc::invalid where the device is none of the context's, nor a part of one.
  CLEAVE_SYCL_LAZY
  explicit queue(const context& its_context, const device& its_device, const async_handler& handler,
                 const property_list& properties = {})
      : shared_object(create(detail::object_access::get(its_context), its_device,
                             detail::async_trampoline<>::make(handler), properties)),
        with_properties(properties) {}

  backend get_backend() const noexcept { return backend::opencl; }
  context get_context() const {
    return detail::object_access::share<context>(detail::api().queue_context(object()));
  }
  device get_device() const {
    return detail::object_access::share<device>(detail::api().queue_device(object()));
  }
  bool is_in_order() const { return has_property<property::queue::in_order>(); }

  template <class Parameter>
  typename Parameter::return_type get_info() const {
    if constexpr (std::is_same_v<Parameter, info::queue::context>) {
      return get_context();
    } else {
      static_assert(std::is_same_v<Parameter, info::queue::device>, "queues do not tell of this");
      return get_device();
    }
  }

  template <class Parameter>
  typename Parameter::return_type get_backend_info() const {
    return get_device().template get_backend_info<Parameter>();
  }

  /// Calls `function` with a handler, and submits the command that it asks for.
  template <class Function>
  event submit(Function function) {
    return detail::handler_access::submit(object(), function);
  }
  /// If this queue refuses the command, the other one is asked.
  template <class Function>
  event submit(Function function, const queue& secondary) {
#ifdef __cpp_exceptions
    try {
      return submit(function);
    } catch (const exception&) {
      return detail::handler_access::submit(detail::object_access::get(secondary), function);
    }
#else
    (void)secondary;
    return submit(function);
#endif
  }

  void wait() { detail::check(detail::api().wait_queue(object())); }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  /// An exception that the handler throws leaves this function.
  void throw_asynchronous() {
    detail::check(detail::api().throw_asynchronous(object()));
    detail::rethrow_of_handler();
  }

  /// Whether all commands that were submitted have ended; waits for nothing.
  bool khr_empty() const {
    std::int32_t is_empty = 0;
    detail::check(detail::api().queue_is_empty(object(), &is_empty));
    return is_empty != 0;
  }
  bool ext_oneapi_empty() const { return khr_empty(); }
  /// Starts what was submitted.
  void khr_flush() const { detail::check(detail::api().flush_queue(object())); }

  /// Commands that are submitted later begin when all before have ended, and so does the event.
  CLEAVE_SYCL_LAZY event ext_oneapi_submit_barrier() { return enqueue_barrier(nullptr, true); }
  /// The same with these events in place of the commands before; of none: without an effect.
  CLEAVE_SYCL_LAZY event ext_oneapi_submit_barrier(const std::vector<event>& dependencies) {
    return enqueue_barrier(waits(dependencies).get(), false);
  }

  // Kernels.

  template <class Name = detail::unnamed_kernel, class Functor>
  event single_task(const Functor& functor) {
    return launch<Name, detail::single_task_shape>(nullptr, detail::launch_sizes(), functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor>
  event single_task(event dependency, const Functor& functor) {
    const waits all(dependency);
    return launch<Name, detail::single_task_shape>(all.get(), detail::launch_sizes(), functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor>
  event single_task(const std::vector<event>& dependencies, const Functor& functor) {
    const waits all(dependencies);
    return launch<Name, detail::single_task_shape>(all.get(), detail::launch_sizes(), functor);
  }

  // One for each number of dimensions: a template would not take numbers and braces.
#define CLEAVE_SYCL_PARALLEL_FOR(dimensions)                                                      \
  template <class Name = detail::unnamed_kernel, class Functor>                                   \
  event parallel_for(range<dimensions> extent, const Functor& functor) {                          \
    return launch<Name, detail::range_shape<dimensions>>(nullptr, detail::launch_sizes(extent),   \
                                                         functor);                                \
  }                                                                                               \
  template <class Name = detail::unnamed_kernel, class Functor>                                   \
  event parallel_for(range<dimensions> extent, event dependency, const Functor& functor) {        \
    const waits all(dependency);                                                                  \
    return launch<Name, detail::range_shape<dimensions>>(all.get(), detail::launch_sizes(extent), \
                                                         functor);                                \
  }                                                                                               \
  template <class Name = detail::unnamed_kernel, class Functor>                                   \
  event parallel_for(range<dimensions> extent, const std::vector<event>& dependencies,            \
                     const Functor& functor) {                                                    \
    const waits all(dependencies);                                                                \
    return launch<Name, detail::range_shape<dimensions>>(all.get(), detail::launch_sizes(extent), \
                                                         functor);                                \
  }
  CLEAVE_SYCL_PARALLEL_FOR(1)
  CLEAVE_SYCL_PARALLEL_FOR(2)
  CLEAVE_SYCL_PARALLEL_FOR(3)
#undef CLEAVE_SYCL_PARALLEL_FOR

  template <class Name = detail::unnamed_kernel, class Functor, int Dimensions>
  event parallel_for(nd_range<Dimensions> extent, const Functor& functor) {
    return launch<Name, detail::nd_range_shape<Dimensions>>(nullptr, detail::launch_sizes(extent),
                                                            functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor, int Dimensions>
  event parallel_for(nd_range<Dimensions> extent, event dependency, const Functor& functor) {
    const waits all(dependency);
    return launch<Name, detail::nd_range_shape<Dimensions>>(all.get(), detail::launch_sizes(extent),
                                                            functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor, int Dimensions>
  event parallel_for(nd_range<Dimensions> extent, const std::vector<event>& dependencies,
                     const Functor& functor) {
    const waits all(dependencies);
    return launch<Name, detail::nd_range_shape<Dimensions>>(all.get(), detail::launch_sizes(extent),
                                                            functor);
  }

  // Kernels with reductions.
#define CLEAVE_SYCL_REDUCE(parameters, extent_type)                                           \
  template <class Name = detail::unnamed_kernel, parameters class First, class... Rest,       \
            std::enable_if_t<detail::is_reduction<First>::value, int> = 0>                    \
  event parallel_for(extent_type extent, const First& first, const Rest&... rest) {           \
    return submit([&](handler& group) { group.parallel_for<Name>(extent, first, rest...); }); \
  }                                                                                           \
  template <class Name = detail::unnamed_kernel, parameters class First, class... Rest,       \
            std::enable_if_t<detail::is_reduction<First>::value, int> = 0>                    \
  event parallel_for(extent_type extent, event dependency, const First& first,                \
                     const Rest&... rest) {                                                   \
    return submit([&](handler& group) {                                                       \
      group.depends_on(dependency);                                                           \
      group.parallel_for<Name>(extent, first, rest...);                                       \
    });                                                                                       \
  }                                                                                           \
  template <class Name = detail::unnamed_kernel, parameters class First, class... Rest,       \
            std::enable_if_t<detail::is_reduction<First>::value, int> = 0>                    \
  event parallel_for(extent_type extent, const std::vector<event>& dependencies,              \
                     const First& first, const Rest&... rest) {                               \
    return submit([&](handler& group) {                                                       \
      group.depends_on(dependencies);                                                         \
      group.parallel_for<Name>(extent, first, rest...);                                       \
    });                                                                                       \
  }
#define CLEAVE_SYCL_NOTHING
#define CLEAVE_SYCL_DIMENSIONS int Dimensions,
  CLEAVE_SYCL_REDUCE(CLEAVE_SYCL_NOTHING, range<1>)
  CLEAVE_SYCL_REDUCE(CLEAVE_SYCL_NOTHING, range<2>)
  CLEAVE_SYCL_REDUCE(CLEAVE_SYCL_NOTHING, range<3>)
  CLEAVE_SYCL_REDUCE(CLEAVE_SYCL_DIMENSIONS, nd_range<Dimensions>)
#undef CLEAVE_SYCL_REDUCE
#undef CLEAVE_SYCL_NOTHING
#undef CLEAVE_SYCL_DIMENSIONS

  // With properties in front of the reductions and the kernel (sycl_ext_oneapi_kernel_properties).
  template <class Name = detail::unnamed_kernel, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  event single_task(Properties properties, const Functor& functor) {
    return submit([&](handler& group) { group.single_task<Name>(properties, functor); });
  }
  template <class Name = detail::unnamed_kernel, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  event single_task(event dependency, Properties properties, const Functor& functor) {
    return submit([&](handler& group) {
      group.depends_on(dependency);
      group.single_task<Name>(properties, functor);
    });
  }
  template <class Name = detail::unnamed_kernel, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  event single_task(const std::vector<event>& dependencies, Properties properties,
                    const Functor& functor) {
    return submit([&](handler& group) {
      group.depends_on(dependencies);
      group.single_task<Name>(properties, functor);
    });
  }
#define CLEAVE_SYCL_WITH_PROPERTIES(head, extent_type)                                             \
  template <class Name = detail::unnamed_kernel, head class Properties, class... Rest,             \
            detail::enable_if_properties<Properties> = 0>                                          \
  event parallel_for(extent_type extent, Properties properties, const Rest&... rest) {             \
    return submit([&](handler& group) { group.parallel_for<Name>(extent, properties, rest...); }); \
  }                                                                                                \
  template <class Name = detail::unnamed_kernel, head class Properties, class... Rest,             \
            detail::enable_if_properties<Properties> = 0>                                          \
  event parallel_for(extent_type extent, event dependency, Properties properties,                  \
                     const Rest&... rest) {                                                        \
    return submit([&](handler& group) {                                                            \
      group.depends_on(dependency);                                                                \
      group.parallel_for<Name>(extent, properties, rest...);                                       \
    });                                                                                            \
  }                                                                                                \
  template <class Name = detail::unnamed_kernel, head class Properties, class... Rest,             \
            detail::enable_if_properties<Properties> = 0>                                          \
  event parallel_for(extent_type extent, const std::vector<event>& dependencies,                   \
                     Properties properties, const Rest&... rest) {                                 \
    return submit([&](handler& group) {                                                            \
      group.depends_on(dependencies);                                                              \
      group.parallel_for<Name>(extent, properties, rest...);                                       \
    });                                                                                            \
  }
#define CLEAVE_SYCL_NOTHING
#define CLEAVE_SYCL_DIMENSIONS int Dimensions,
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<1>)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<2>)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<3>)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_DIMENSIONS, nd_range<Dimensions>)
#undef CLEAVE_SYCL_NOTHING
#undef CLEAVE_SYCL_DIMENSIONS
#undef CLEAVE_SYCL_WITH_PROPERTIES

  // Parts of buffers, as placeholder accessors see them (see handler).
#define CLEAVE_SYCL_ACCESSOR(side)                                                     \
  class side##Type, int side##Dimensions, access_mode side##Mode, target side##Target, \
      access::placeholder side##Placeholder
#define CLEAVE_SYCL_NAME(side) \
  accessor<side##Type, side##Dimensions, side##Mode, side##Target, side##Placeholder>
  template <CLEAVE_SYCL_ACCESSOR(From), class To>
  event copy(CLEAVE_SYCL_NAME(From) from, std::shared_ptr<To> to) {
    return submit_with(from, [&](handler& group) { group.copy(from, to); });
  }
  template <class From, CLEAVE_SYCL_ACCESSOR(To)>
  event copy(std::shared_ptr<From> from, CLEAVE_SYCL_NAME(To) to) {
    return submit_with(to, [&](handler& group) { group.copy(from, to); });
  }
  template <CLEAVE_SYCL_ACCESSOR(From), class To>
  event copy(CLEAVE_SYCL_NAME(From) from, To* to) {
    return submit_with(from, [&](handler& group) { group.copy(from, to); });
  }
  template <class From, CLEAVE_SYCL_ACCESSOR(To)>
  event copy(const From* from, CLEAVE_SYCL_NAME(To) to) {
    return submit_with(to, [&](handler& group) { group.copy(from, to); });
  }
  template <CLEAVE_SYCL_ACCESSOR(From), CLEAVE_SYCL_ACCESSOR(To)>
  event copy(CLEAVE_SYCL_NAME(From) from, CLEAVE_SYCL_NAME(To) to) {
    return submit_with(from, [&](handler& group) {
      group.require(to);
      group.copy(from, to);
    });
  }
  template <CLEAVE_SYCL_ACCESSOR(Of)>
  event update_host(CLEAVE_SYCL_NAME(Of) of) {
    return submit_with(of, [&](handler& group) { group.update_host(of); });
  }
  template <CLEAVE_SYCL_ACCESSOR(To)>
  event fill(CLEAVE_SYCL_NAME(To) to, const ToType& pattern) {
    return submit_with(to, [&](handler& group) { group.fill(to, pattern); });
  }
#undef CLEAVE_SYCL_ACCESSOR
#undef CLEAVE_SYCL_NAME

  // Memory that host and devices address alike.

  CLEAVE_SYCL_LAZY event memcpy(void* to, const void* from, std::size_t bytes) {
    return copy_bytes(nullptr, to, from, bytes);
  }
  CLEAVE_SYCL_LAZY event memcpy(void* to, const void* from, std::size_t bytes, event dependency) {
    return copy_bytes(waits(dependency).get(), to, from, bytes);
  }
  CLEAVE_SYCL_LAZY
  event memcpy(void* to, const void* from, std::size_t bytes,
               const std::vector<event>& dependencies) {
    return copy_bytes(waits(dependencies).get(), to, from, bytes);
  }
  template <class Type>
  event copy(const Type* from, Type* to, std::size_t count) {
    return copy_bytes(nullptr, to, from, count * sizeof(Type));
  }
  template <class Type>
  event copy(const Type* from, Type* to, std::size_t count, event dependency) {
    return copy_bytes(waits(dependency).get(), to, from, count * sizeof(Type));
  }
  template <class Type>
  event copy(const Type* from, Type* to, std::size_t count,
             const std::vector<event>& dependencies) {
    return copy_bytes(waits(dependencies).get(), to, from, count * sizeof(Type));
  }
  CLEAVE_SYCL_LAZY event memset(void* to, int value, std::size_t bytes) {
    return fill_bytes(nullptr, to, static_cast<unsigned char>(value), bytes);
  }
  CLEAVE_SYCL_LAZY event memset(void* to, int value, std::size_t bytes, event dependency) {
    return fill_bytes(waits(dependency).get(), to, static_cast<unsigned char>(value), bytes);
  }
  CLEAVE_SYCL_LAZY
  event memset(void* to, int value, std::size_t bytes, const std::vector<event>& dependencies) {
    return fill_bytes(waits(dependencies).get(), to, static_cast<unsigned char>(value), bytes);
  }
  template <class Type>
  event fill(void* to, const Type& pattern, std::size_t count) {
    return fill_bytes(nullptr, to, pattern, count);
  }
  template <class Type>
  event fill(void* to, const Type& pattern, std::size_t count, event dependency) {
    return fill_bytes(waits(dependency).get(), to, pattern, count);
  }
  template <class Type>
  event fill(void* to, const Type& pattern, std::size_t count,
             const std::vector<event>& dependencies) {
    return fill_bytes(waits(dependencies).get(), to, pattern, count);
  }
  CLEAVE_SYCL_LAZY event prefetch(const void* memory, std::size_t bytes) {
    return fetch(nullptr, memory, bytes);
  }
  CLEAVE_SYCL_LAZY event prefetch(const void* memory, std::size_t bytes, event dependency) {
    return fetch(waits(dependency).get(), memory, bytes);
  }
  CLEAVE_SYCL_LAZY
  event prefetch(const void* memory, std::size_t bytes, const std::vector<event>& dependencies) {
    return fetch(waits(dependencies).get(), memory, bytes);
  }
  CLEAVE_SYCL_LAZY event mem_advise(const void* memory, std::size_t bytes, int advice) {
    return advise(nullptr, memory, bytes, advice);
  }
  CLEAVE_SYCL_LAZY event mem_advise(const void* memory, std::size_t bytes, int advice,
                                    event dependency) {
    return advise(waits(dependency).get(), memory, bytes, advice);
  }
  CLEAVE_SYCL_LAZY
  event mem_advise(const void* memory, std::size_t bytes, int advice,
                   const std::vector<event>& dependencies) {
    return advise(waits(dependencies).get(), memory, bytes, advice);
  }

  // Rows of memory (sycl_ext_oneapi_memcpy2d), as handler has them.
#define CLEAVE_SYCL_ROWS(head, name, parameters, arguments)                                   \
  head event name(CLEAVE_SYCL_LIST parameters, const std::vector<event>& dependencies = {}) { \
    return submit([&](handler& group) {                                                       \
      group.depends_on(dependencies);                                                         \
      group.name arguments;                                                                   \
    });                                                                                       \
  }                                                                                           \
  head event name(CLEAVE_SYCL_LIST parameters, event dependency) {                            \
    return submit([&](handler& group) {                                                       \
      group.depends_on(dependency);                                                           \
      group.name arguments;                                                                   \
    });                                                                                       \
  }
#define CLEAVE_SYCL_LIST(...) __VA_ARGS__
  CLEAVE_SYCL_ROWS(CLEAVE_SYCL_LAZY, ext_oneapi_memcpy2d,
                   (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                    std::size_t width, std::size_t height),
                   (to, to_pitch, from, from_pitch, width, height))
  CLEAVE_SYCL_ROWS(template <class Type>, ext_oneapi_copy2d,
                   (const Type* from, std::size_t from_pitch, Type* to, std::size_t to_pitch,
                    std::size_t width, std::size_t height),
                   (from, from_pitch, to, to_pitch, width, height))
  CLEAVE_SYCL_ROWS(CLEAVE_SYCL_LAZY, ext_oneapi_memset2d,
                   (void* to, std::size_t to_pitch, int value, std::size_t width,
                    std::size_t height),
                   (to, to_pitch, value, width, height))
  CLEAVE_SYCL_ROWS(template <class Type>, ext_oneapi_fill2d,
                   (void* to, std::size_t to_pitch, const Type& pattern, std::size_t width,
                    std::size_t height),
                   (to, to_pitch, pattern, width, height))
#undef CLEAVE_SYCL_LIST
#undef CLEAVE_SYCL_ROWS

 private:
  friend struct detail::object_access;
  using shared_object::shared_object;
  queue(detail::reference<cleave_sycl_queue> made, const property_list& properties)
      : shared_object(std::move(made)), with_properties(properties) {}

  /// A group that waits for events alone; it lives to the end of the expression.
  class waits {
   public:
    explicit waits(const event& one) : one_(detail::object_access::get(one)) {
      group_ = {sizeof group_, &one_, 1, nullptr, 0};
    }
    CLEAVE_SYCL_LAZY explicit waits(const std::vector<event>& all)
        : many_(new cleave_sycl_event*[all.size()]) {
      std::size_t count = 0;
      for (const event& each : all) many_[count++] = detail::object_access::get(each);
      group_ = {sizeof group_, many_, count, nullptr, 0};
    }
    ~waits() { delete[] many_; }
    waits(const waits&) = delete;
    waits& operator=(const waits&) = delete;
    const cleave_sycl_group* get() const { return &group_; }

   private:
    cleave_sycl_event* one_ = nullptr;
    cleave_sycl_event** many_ = nullptr;
    cleave_sycl_group group_{};
  };

  static unsigned flags_of(const property_list& properties) {
    namespace own = ext::oneapi::property::queue;
    detail::check_properties<property::queue::in_order, property::queue::enable_profiling,
                             own::priority_normal, own::priority_low, own::priority_high,
                             own::discard_events>(properties);
    using list = detail::property_access;
    const std::uint32_t mask = list::mask(properties);
    const std::uint32_t priorities =
        mask & (list::bit<own::priority_normal> | list::bit<own::priority_low> |
                list::bit<own::priority_high>);
    if ((priorities & (priorities - 1)) != 0) {
      detail::raise(errc::invalid, "queue: the properties name several priorities");
    }
    const unsigned flags =
        (mask & list::bit<property::queue::in_order> ? CLEAVE_SYCL_QUEUE_IN_ORDER : 0u) |
        (mask & list::bit<property::queue::enable_profiling> ? CLEAVE_SYCL_QUEUE_PROFILING : 0u) |
        (mask & list::bit<own::priority_low> ? CLEAVE_SYCL_QUEUE_LOW_PRIORITY : 0u) |
        (mask & list::bit<own::priority_high> ? CLEAVE_SYCL_QUEUE_HIGH_PRIORITY : 0u) |
        (mask & list::bit<own::discard_events> ? CLEAVE_SYCL_QUEUE_DISCARDS_EVENTS : 0u);
    constexpr unsigned both = CLEAVE_SYCL_QUEUE_PROFILING | CLEAVE_SYCL_QUEUE_DISCARDS_EVENTS;
    if ((flags & both) == both) {
      detail::raise(errc::invalid,
                    "queue: events that are discarded tell no times: discard_events "
                    "and enable_profiling exclude each other");
    }
    return flags;
  }

  static detail::reference<cleave_sycl_queue> create(cleave_sycl_context* its_context,
                                                     const device& its_device,
                                                     const cleave_sycl_async_handler& trampoline,
                                                     const property_list& properties) {
    const cleave_sycl_queue_request request{sizeof request, flags_of(properties), its_context,
                                            detail::object_access::get(its_device), trampoline};
    cleave_sycl_queue* made = nullptr;
    if (cleave_sycl_error* error = detail::api().create_queue(&request, &made)) {
      if (trampoline.call != nullptr) trampoline.box.destroy(trampoline.box.state);
      detail::raise(error);
    }
    return detail::reference<cleave_sycl_queue>::take(made);
  }

  template <class Accessor, class Function>
  event submit_with(const Accessor& used, const Function& function) {
    return submit([&](handler& group) {
      group.require(used);
      function(group);
    });
  }

  static event made_event(cleave_sycl_error* error, cleave_sycl_event*& made) {
    detail::check(error);
    return detail::object_access::take<event>(made);
  }

  template <class Name, class Shape, class Functor>
  event launch(const cleave_sycl_group* group, const detail::launch_sizes& sizes,
               const Functor& functor) {
    static_assert(std::is_class_v<Functor>, "a kernel is a lambda or another function object");
    const char* const symbol =
        detail::kernel_symbol<detail::kernel_name_t<Name, Functor>, Shape, Functor>();
    detail::kernel_object copy;
    cleave_sycl_box keeper{};
    cleave_sycl_launch request =
        detail::make_launch(&cleave_sycl_this_unit, symbol, sizes, &functor, sizeof functor, 0);
    if constexpr (Shape::template with_handler<Functor> || !std::is_trivially_copyable_v<Functor>) {
      copy.copy_kernel<Shape>(functor);
      request.object = copy.data();
      request.object_bytes = copy.bytes();
      if (const cleave_sycl_box* its_keeper = copy.keeper()) {
        keeper = *its_keeper;
        request.keeper = &keeper;
        copy.forget();
      }
    }
    cleave_sycl_event* made = nullptr;
    return made_event(detail::api().launch(object(), group, &request, &made), made);
  }

  CLEAVE_SYCL_LAZY event enqueue_barrier(const cleave_sycl_group* group, bool waits_for_all) {
    cleave_sycl_event* made = nullptr;
    return made_event(detail::api().barrier(object(), group, waits_for_all ? 1 : 0, &made), made);
  }
  CLEAVE_SYCL_LAZY event copy_bytes(const cleave_sycl_group* group, void* to, const void* from,
                                    std::size_t bytes) {
    cleave_sycl_event* made = nullptr;
    return made_event(detail::api().copy_memory(object(), group, to, from, bytes, &made), made);
  }
  template <class Type>
  event fill_bytes(const cleave_sycl_group* group, void* to, const Type& pattern,
                   std::size_t count) {
    static_assert(is_device_copyable_v<Type>, "the pattern is copied byte by byte");
    cleave_sycl_event* made = nullptr;
    return made_event(
        detail::api().fill_memory(object(), group, to, &pattern, sizeof pattern, count, &made),
        made);
  }
  CLEAVE_SYCL_LAZY event fetch(const cleave_sycl_group* group, const void* memory,
                               std::size_t bytes) {
    cleave_sycl_event* made = nullptr;
    return made_event(detail::api().prefetch(object(), group, memory, bytes, &made), made);
  }
  CLEAVE_SYCL_LAZY event advise(const cleave_sycl_group* group, const void* memory,
                                std::size_t bytes, int advice) {
    cleave_sycl_event* made = nullptr;
    return made_event(detail::api().advise(object(), group, memory, bytes, advice, &made), made);
  }
};

}  // namespace _v1
}  // namespace sycl

template <>
struct std::hash<sycl::queue> : sycl::detail::hash_of_object<sycl::queue> {};
