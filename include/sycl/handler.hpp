// Declares handler: what a command group asks for (SYCL 2020, 4.9.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "access.hpp"
#include "declarations.hpp"
#include "detail/buffer_uses.hpp"
#include "detail/copying.hpp"
#include "detail/kernel.hpp"
#include "detail/kernel_object.hpp"
#include "detail/launch.hpp"
#include "detail/object.hpp"
#include "detail/opencl_types.h"
#include "detail/property_launches.hpp"
#include "detail/row_commands.hpp"
#include "event.hpp"
#include "interop_handle.hpp"
#include "is_device_copyable.hpp"

namespace sycl {
inline namespace _v1 {

class queue;
class handler;
template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;

namespace CLEAVE_SYCL_HIDDEN detail {

struct handler_access;
template <class Byte = unsigned char>
class specialization_values;

/// How an argument of a kernel of OpenCL is set. Accessors say it of themselves.
template <class Argument>
struct kernel_argument {
  static_assert(is_device_copyable_v<Argument>, "arguments of kernels are device copyable");
  static void set(handler& group, std::uint32_t index, const Argument& argument);
};
template <class Type>
struct kernel_argument<Type*> {
  static void set(handler& group, std::uint32_t index, const Type* argument);
};
/// The sampler itself, beside the image of a sampled_image_accessor.
template <>
struct kernel_argument<_cl_sampler*> {
  static void set(handler& group, std::uint32_t index, _cl_sampler* argument);
};

/// Whether an argument of parallel_for is a reduction.
template <class Argument>
struct is_reduction;

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Takes one command, what it waits for, and what it accesses. A command is submitted when the
/// command group's function has returned.
class handler : public detail::property_launches<handler>, public detail::row_commands<handler> {
 public:
  handler(const handler&) = delete;
  handler& operator=(const handler&) = delete;
  ~handler() {
    if (constants_.destroy != nullptr) constants_.destroy(constants_.state);
  }

  void depends_on(const event& first) {
    detail::check(detail::api().group_wait_for(group(), detail::object_access::get(first)));
  }
  CLEAVE_SYCL_LAZY void depends_on(const std::vector<event>& all) {
    for (const event& each : all) depends_on(each);
  }

  /// Names a placeholder accessor that the command uses.
  template <class Type, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void require(const accessor<Type, Dimensions, Mode, Target, IsPlaceholder>& used);

  /// Sets the value that the kernel's kernel_handler reads.
  template <auto& Constant>
  void set_specialization_constant(detail::specialization_type<Constant> value);
  /// Returns the value that was set, or that of the constant's definition. Both are errc::invalid in a command group that uses
  /// a kernel bundle, which has values of its own.
  template <auto& Constant>
  detail::specialization_type<Constant> get_specialization_constant() const;

  // Kernels of OpenCL (sycl/backend.hpp). errc::invalid for a kernel that make_kernel has not made.

  /// Sets an argument of the kernel: a number, a structure, a pointer to USM, an accessor, or a local_accessor, which asks for
  /// its bytes of local memory.
  template <class Argument>
  void set_arg(int index, const Argument& argument) {
    detail::kernel_argument<std::decay_t<Argument>>::set(*this, static_cast<std::uint32_t>(index),
                                                         argument);
  }
  template <class... Arguments>
  void set_args(const Arguments&... arguments) {
    int index = 0;
    (set_arg(index++, arguments), ...);
  }
  CLEAVE_SYCL_LAZY void single_task(const kernel& launched) {
    add_native(detail::launch_sizes(), launched);
  }
  CLEAVE_SYCL_LAZY void parallel_for(range<1> extent, const kernel& launched) {
    add_native(detail::launch_sizes(extent), launched);
  }
  CLEAVE_SYCL_LAZY void parallel_for(range<2> extent, const kernel& launched) {
    add_native(detail::launch_sizes(extent), launched);
  }
  CLEAVE_SYCL_LAZY void parallel_for(range<3> extent, const kernel& launched) {
    add_native(detail::launch_sizes(extent), launched);
  }
  template <int Dimensions>
  void parallel_for(nd_range<Dimensions> extent, const kernel& launched) {
    add_native(detail::launch_sizes(extent), launched);
  }

  /// The kernels that the command group may run: errc::kernel_not_supported for others. errc::invalid for a bundle of another
  /// context than the queue's.
  CLEAVE_SYCL_LAZY void use_kernel_bundle(const kernel_bundle<bundle_state::executable>& bundle);

  using detail::property_launches<handler>::single_task;
  using detail::property_launches<handler>::parallel_for;
  using detail::property_launches<handler>::parallel_for_work_group;
  template <class Name = detail::unnamed_kernel, class Functor>
  void single_task(const Functor& functor) {
    add_kernel<Name, detail::single_task_shape>(detail::launch_sizes(), functor);
  }

  template <class Name = detail::unnamed_kernel, class Functor>
  void parallel_for(range<1> extent, const Functor& functor) {
    add_kernel<Name, detail::range_shape<1>>(detail::launch_sizes(extent), functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor>
  void parallel_for(range<2> extent, const Functor& functor) {
    add_kernel<Name, detail::range_shape<2>>(detail::launch_sizes(extent), functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor>
  void parallel_for(range<3> extent, const Functor& functor) {
    add_kernel<Name, detail::range_shape<3>>(detail::launch_sizes(extent), functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor, int Dimensions>
  [[deprecated("offsets of launches are deprecated in SYCL 2020")]]
  void parallel_for(range<Dimensions> extent, id<Dimensions> offset, const Functor& functor) {
    detail::launch_sizes sizes(extent);
    sizes.set_offset(offset);
    add_kernel<Name, detail::offset_shape<Dimensions>>(sizes, functor);
  }
  template <class Name = detail::unnamed_kernel, class Functor, int Dimensions>
  void parallel_for(nd_range<Dimensions> extent, const Functor& functor) {
    add_kernel<Name, detail::nd_range_shape<Dimensions>>(detail::launch_sizes(extent), functor);
  }

  // Hierarchical launches: the kernel runs once for each work-group, and says itself what its work-items do.
#define CLEAVE_SYCL_WORK_GROUPS(dimensions)                                        \
  template <class Name = detail::unnamed_kernel, class Functor>                    \
  void parallel_for_work_group(range<dimensions> groups, const Functor& functor) { \
    add_work_groups<Name, dimensions>(groups, nullptr, functor);                   \
  }                                                                                \
  template <class Name = detail::unnamed_kernel, class Functor>                    \
  void parallel_for_work_group(range<dimensions> groups, range<dimensions> local,  \
                               const Functor& functor) {                           \
    add_work_groups<Name>(groups, &local, functor);                                \
  }
  CLEAVE_SYCL_WORK_GROUPS(1)
  CLEAVE_SYCL_WORK_GROUPS(2)
  CLEAVE_SYCL_WORK_GROUPS(3)
#undef CLEAVE_SYCL_WORK_GROUPS

  // With reductions, and behind them the kernel, which takes a reducer for each (sycl/reduction.hpp).
#define CLEAVE_SYCL_REDUCE(dimensions)                                                   \
  template <class Name = detail::unnamed_kernel, class First, class... Rest,             \
            std::enable_if_t<detail::is_reduction<First>::value, int> = 0>               \
  void parallel_for(range<dimensions> extent, const First& first, const Rest&... rest) { \
    reduce_with<Name>(extent, first, rest...);                                           \
  }
  CLEAVE_SYCL_REDUCE(1)
  CLEAVE_SYCL_REDUCE(2)
  CLEAVE_SYCL_REDUCE(3)
#undef CLEAVE_SYCL_REDUCE
  template <class Name = detail::unnamed_kernel, int Dimensions, class First, class... Rest,
            std::enable_if_t<detail::is_reduction<First>::value, int> = 0>
  void parallel_for(nd_range<Dimensions> extent, const First& first, const Rest&... rest) {
    reduce_with<Name>(extent, first, rest...);
  }

  /// Runs the user's code on a thread of the library, when all that the command group waits for has ended. What the code
  /// throws becomes an asynchronous error of the queue.
  template <class Task>
  void host_task(Task&& task) {
    begin<command::host_task>();
    task_ = detail::interop_access::call<std::decay_t<Task>>;
    object_.also_keep(detail::make_box<std::decay_t<Task>>(std::forward<Task>(task)));
  }

  // Parts of buffers, as accessors of this command group see them; a destination has room for all of its source. Of the
  // host's memory, elements lie one behind the other; a shared pointer keeps it until the copy has ended.
#define CLEAVE_SYCL_ACCESSOR(side)                                                     \
  class side##Type, int side##Dimensions, access_mode side##Mode, target side##Target, \
      access::placeholder side##Placeholder
#define CLEAVE_SYCL_NAME(side) \
  accessor<side##Type, side##Dimensions, side##Mode, side##Target, side##Placeholder>
  template <CLEAVE_SYCL_ACCESSOR(From), class To>
  void copy(CLEAVE_SYCL_NAME(From) from, std::shared_ptr<To> to);
  template <class From, CLEAVE_SYCL_ACCESSOR(To)>
  void copy(std::shared_ptr<From> from, CLEAVE_SYCL_NAME(To) to);
  template <CLEAVE_SYCL_ACCESSOR(From), class To>
  void copy(CLEAVE_SYCL_NAME(From) from, To* to);
  template <class From, CLEAVE_SYCL_ACCESSOR(To)>
  void copy(const From* from, CLEAVE_SYCL_NAME(To) to);
  template <CLEAVE_SYCL_ACCESSOR(From), CLEAVE_SYCL_ACCESSOR(To)>
  void copy(CLEAVE_SYCL_NAME(From) from, CLEAVE_SYCL_NAME(To) to);
  /// Brings the contents to the host's memory that the buffer was made with.
  template <CLEAVE_SYCL_ACCESSOR(Of)>
  void update_host(CLEAVE_SYCL_NAME(Of) of);
  template <CLEAVE_SYCL_ACCESSOR(To)>
  void fill(CLEAVE_SYCL_NAME(To) to, const ToType& pattern);
#undef CLEAVE_SYCL_ACCESSOR
#undef CLEAVE_SYCL_NAME

  CLEAVE_SYCL_LAZY void memcpy(void* to, const void* from, std::size_t bytes) {
    begin<command::copy>();
    memory_ = {to, from, bytes, 0, 0};
  }
  template <class Type>
  void copy(const Type* from, Type* to, std::size_t count) {
    memcpy(to, from, count * sizeof(Type));
  }
  CLEAVE_SYCL_LAZY void memset(void* to, int value, std::size_t bytes) {
    begin<command::fill>();
    const unsigned char byte = static_cast<unsigned char>(value);
    object_.copy(byte);
    memory_ = {to, nullptr, 1, bytes, 0};
  }
  template <class Type>
  void fill(void* to, const Type& pattern, std::size_t count) {
    static_assert(is_device_copyable_v<Type>, "the pattern is copied byte by byte");
    begin<command::fill>();
    object_.copy(pattern);
    memory_ = {to, nullptr, sizeof(Type), count, 0};
  }
  CLEAVE_SYCL_LAZY void prefetch(const void* memory, std::size_t bytes) {
    begin<command::prefetch>();
    memory_ = {nullptr, memory, bytes, 0, 0};
  }
  CLEAVE_SYCL_LAZY void mem_advise(const void* memory, std::size_t bytes, int advice) {
    begin<command::advise>();
    memory_ = {nullptr, memory, bytes, 0, advice};
  }

 private:
  friend struct detail::handler_access;
  friend class detail::row_commands<handler>;
  template <class>
  friend class detail::specialization_values;

  enum class command : unsigned char {
    launch,
    copy,
    fill,
    prefetch,
    advise,
    copy_region,
    fill_region,
    update_host,
    host_task,
    launch_native,
    copy_rows,
    barrier
  };
  struct memory_command {
    void* to = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;  // of a copy, or of a pattern
    std::size_t count = 0;
    int advice = 0;
  };

  explicit handler(cleave_sycl_queue* its_queue) : queue_(its_queue) {}

  /// Returns what the command waits for and uses, as the library collects it: most groups have buffers alone, which the
  /// handler collects itself.
  cleave_sycl_command_group* group() {
    if (group_.get() == nullptr) make_group();
    return group_.get();
  }
  CLEAVE_SYCL_LAZY void make_group() {
    cleave_sycl_command_group* made = nullptr;
    detail::check(detail::api().create_group(queue_, &made));
    auto held = detail::reference<cleave_sycl_command_group>::take(made);
    uses_.move_to(made);
    group_ = std::move(held);
  }

  /// Notes a copy of parts of buffers: its structures live where a kernel's object does.
  CLEAVE_SYCL_LAZY
  void begin_copy(const cleave_sycl_region* from, const void* from_host,
                  const cleave_sycl_region* to, void* to_host) {
    begin<command::copy_region>();
    regions both{};
    if (from != nullptr) both.from = *from;
    if (to != nullptr) both.to = *to;
    object_.copy(both);
    memory_ = {to_host, from_host, 0, 0, 0};
  }
  struct regions {
    cleave_sycl_region from;  // `bytes` is 0: there is none
    cleave_sycl_region to;
  };
  template <class Type>
  struct filled_region {
    cleave_sycl_region to;
    Type pattern;
  };

  template <command Kind>
  void begin();

  template <class Kernel>
  void add_native(const detail::launch_sizes& sizes, const Kernel& launched) {
    begin<command::launch_native>();
    sizes_ = sizes;
    kernel_ = detail::reference<cleave_sycl_kernel>::share(detail::object_access::get(launched));
  }

  template <class Name, class Shape, class Functor>
  void add_kernel(const detail::launch_sizes& sizes, const Functor& functor);

  /// `chosen`: the local size; null: the library chooses it.
  template <class Name, int Dimensions, class Functor>
  void add_work_groups(const range<Dimensions>& groups, const range<Dimensions>* chosen,
                       const Functor& functor);

  template <class Name, int Dimensions, class Functor, class... Reductions>
  void reduce(const range<Dimensions>& extent, const Functor& functor,
              const Reductions&... reductions);
  template <class Name, int Dimensions, class Functor, class... Reductions>
  void reduce(const nd_range<Dimensions>& extent, const Functor& functor,
              const Reductions&... reductions);
  /// Takes the kernel, which comes last, to the front.
  template <class Name, class Extent, class... Arguments, std::size_t... Places>
  void reduce_of(const Extent& extent, const std::tuple<const Arguments&...>& all,
                 std::index_sequence<Places...>) {
    reduce<Name>(extent, std::get<sizeof...(Places)>(all), std::get<Places>(all)...);
  }
  template <class Name, class Extent, class... Arguments>
  void reduce_with(const Extent& extent, const Arguments&... arguments) {
    static_assert(sizeof...(Arguments) > 1, "the kernel comes behind the reductions");
    reduce_of<Name>(extent, std::tuple<const Arguments&...>(arguments...),
                    std::make_index_sequence<sizeof...(Arguments) - 1>());
  }

  cleave_sycl_queue* queue_;
  // Submits the command; null: there is none. A file compiles the functions of its own commands alone.
  cleave_sycl_error* (*submit_)(handler& group, const cleave_sycl_group* contents,
                                cleave_sycl_event*& made) = nullptr;
  detail::buffer_uses uses_;                            // empty where there is a group
  detail::reference<cleave_sycl_command_group> group_;  // made when it is needed
  bool has_local_arrays_ = false;
  const cleave_sycl_unit* unit_ = nullptr;
  const char* symbol_ = nullptr;
  detail::launch_sizes sizes_;
  memory_command memory_;
  detail::reference<cleave_sycl_kernel> kernel_;  // of OpenCL
  void (*task_)(void*, const cleave_sycl_interop*, cleave_sycl_exception*) = nullptr;
  detail::kernel_object object_;
  cleave_sycl_box constants_{};  // specialization_values, if one is set
  void (*send_constants_)(handler& group) = nullptr;
};

namespace CLEAVE_SYCL_HIDDEN detail {

struct handler_access {
  friend class sycl::handler;

  /// Runs a command group's function, and submits its command.
  template <class Function>
  static event submit(cleave_sycl_queue* its_queue, Function& function) {
    handler group(its_queue);
    function(group);
    return object_access::take<event>(finish(group));
  }

  /// Places an array in the dynamic local memory of work-groups, once; returns its offset.
  static std::size_t add_local(handler& group, std::size_t identity, std::size_t bytes,
                               std::size_t alignment) {
    std::size_t offset = 0;
    group.has_local_arrays_ = true;
    check(api().group_local(group.group(), identity, bytes, alignment, &offset));
    return offset;
  }

  /// Makes the memory of a stream, of which so many characters are printed at most.
  static cleave_sycl_stream* add_stream(handler& group, std::size_t most) {
    cleave_sycl_stream* made = nullptr;
    check(api().group_stream(group.group(), most, &made));
    return made;
  }

  /// Notes that the command uses a buffer, and returns where it is.
  static void* add_access(handler& group, cleave_sycl_buffer* used, std::uint32_t mode) {
    if (group.group_.get() == nullptr && !group.uses_.is_full()) {
      return group.uses_.add(group.queue_, used, mode);
    }
    void* address = nullptr;
    check(api().group_use(group.group(), used, mode, &address));
    return address;
  }
  static cleave_sycl_queue* queue_of(const handler& group) { return group.queue_; }

  /// Throws errc::invalid where the queue's device takes no sub-buffer that begins at this byte of its buffer.
  static void check_origin(handler& group, std::size_t byte) {
    if (byte != 0) check(api().group_check_origin(group.group(), byte));
  }

  /// Keeps an argument for a kernel of OpenCL.
  static void add_argument(handler& group, std::uint32_t kind, std::uint32_t index,
                           std::size_t bytes, const void* data, cleave_sycl_buffer* used) {
    const cleave_sycl_argument argument{sizeof argument, kind, index, bytes, data, used};
    check(api().group_argument(group.group(), &argument));
  }

  /// Returns where the command finds a buffer, or null if it does not use it.
  static void* address_of(const handler& group, cleave_sycl_buffer* used) {
    return group.group_.get() == nullptr ? group.uses_.address_of(used)
                                         : api().group_address(group.group_.get(), used);
  }

 private:
  static cleave_sycl_event* finish(handler& group) {
    if (group.send_constants_ != nullptr) group.send_constants_(group);
    const cleave_sycl_group* contents = nullptr;
    cleave_sycl_group buffers;
    if (cleave_sycl_command_group* const its_group = group.group_.get()) {
      contents = api().group_contents(its_group);
    } else if (!group.uses_.is_empty()) {
      buffers = group.uses_.contents();
      contents = &buffers;
    }
    cleave_sycl_event* made = nullptr;
    check(group.submit_ != nullptr ? group.submit_(group, contents, made)
                                   : api().no_command(group.queue_, contents, &made));
    return made;
  }

  /// The library takes over what the command keeps.
  static cleave_sycl_box take_keeper(handler& group) {
    const cleave_sycl_box* const kept = group.object_.keeper();
    if (kept == nullptr) return {};
    const cleave_sycl_box keeper = *kept;
    group.object_.forget();
    return keeper;
  }

  CLEAVE_SYCL_LAZY static cleave_sycl_error* submit_region(handler& group,
                                                           const cleave_sycl_group* contents,
                                                           cleave_sycl_event*& made) {
    const auto& both = *static_cast<const handler::regions*>(group.object_.data());
    cleave_sycl_box keeper = take_keeper(group);
    const cleave_sycl_copy copy{sizeof copy,        both.from.bytes == 0 ? nullptr : &both.from,
                                group.memory_.from, both.to.bytes == 0 ? nullptr : &both.to,
                                group.memory_.to,   keeper.destroy == nullptr ? nullptr : &keeper};
    return api().copy_region(group.queue_, contents, &copy, &made);
  }

  CLEAVE_SYCL_LAZY static cleave_sycl_error* submit_launch(handler& group,
                                                           const cleave_sycl_group* contents,
                                                           cleave_sycl_event*& made) {
    const std::size_t local_bytes =
        group.group_.get() == nullptr ? 0 : api().group_local_bytes(group.group_.get());
    cleave_sycl_launch launch =
        make_launch(group.unit_, group.symbol_, group.sizes_, group.object_.data(),
                    group.object_.bytes(), local_bytes);
    cleave_sycl_box keeper = take_keeper(group);
    if (keeper.destroy != nullptr) launch.keeper = &keeper;
    return api().launch(group.queue_, contents, &launch, &made);
  }

  template <handler::command Kind>
  static cleave_sycl_error* submit_command(handler& group, const cleave_sycl_group* contents,
                                           cleave_sycl_event*& made) {
    using command = handler::command;
    const auto& memory = group.memory_;
    if constexpr (Kind == command::launch) {
      return submit_launch(group, contents, made);
    } else if constexpr (Kind == command::copy) {
      return api().copy_memory(group.queue_, contents, memory.to, memory.from, memory.bytes, &made);
    } else if constexpr (Kind == command::fill) {
      return api().fill_memory(group.queue_, contents, memory.to, group.object_.data(),
                               memory.bytes, memory.count, &made);
    } else if constexpr (Kind == command::prefetch) {
      return api().prefetch(group.queue_, contents, memory.from, memory.bytes, &made);
    } else if constexpr (Kind == command::advise) {
      return api().advise(group.queue_, contents, memory.from, memory.bytes, memory.advice, &made);
    } else if constexpr (Kind == command::copy_region) {
      return submit_region(group, contents, made);
    } else if constexpr (Kind == command::fill_region) {
      return api().fill_region(
          group.queue_, contents, static_cast<const cleave_sycl_region*>(group.object_.data()),
          static_cast<const char*>(group.object_.data()) + memory.bytes, &made);
    } else if constexpr (Kind == command::update_host) {
      return api().update_host(group.queue_, contents, static_cast<cleave_sycl_buffer*>(memory.to),
                               &made);
    } else if constexpr (Kind == command::host_task) {
      const cleave_sycl_host_task task{sizeof task, take_keeper(group), group.task_};
      return api().host_task(group.queue_, contents, &task, &made);
    } else if constexpr (Kind == command::launch_native) {
      const auto& sizes = group.sizes_;
      const cleave_sycl_kernel_launch launch{sizeof launch,
                                             sizes.dimensions,
                                             group.kernel_.get(),
                                             sizes.global,
                                             sizes.has_local ? sizes.local : nullptr,
                                             sizes.has_offset ? sizes.offset : nullptr};
      return api().launch_native(group.queue_, group.group(), &launch, &made);
    } else if constexpr (Kind == command::copy_rows) {
      auto rows = *static_cast<const cleave_sycl_rows*>(group.object_.data());
      if (rows.from == nullptr) {
        rows.pattern = static_cast<const char*>(group.object_.data()) + memory.bytes;
      }
      return api().copy_rows(group.queue_, contents, &rows, &made);
    } else {
      static_assert(Kind == command::barrier);
      return api().barrier(group.queue_, contents, memory.advice, &made);
    }
  }
};

template <class Argument>
void kernel_argument<Argument>::set(handler& group, std::uint32_t index, const Argument& argument) {
  handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_VALUE, index, sizeof argument, &argument,
                               nullptr);
}
template <class Type>
void kernel_argument<Type*>::set(handler& group, std::uint32_t index, const Type* argument) {
  handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_POINTER, index, 0, argument, nullptr);
}
inline void kernel_argument<_cl_sampler*>::set(handler& group, std::uint32_t index,
                                               _cl_sampler* argument) {
  handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_VALUE, index, sizeof argument, &argument,
                               nullptr);
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <handler::command Kind>
void handler::begin() {
  if (submit_ != nullptr) {
    detail::raise(errc::invalid, "a command group has more than one command");
  }
  submit_ = &detail::handler_access::submit_command<Kind>;
}

template <class Name, class Shape, class Functor>
void handler::add_kernel(const detail::launch_sizes& sizes, const Functor& functor) {
  static_assert(std::is_class_v<Functor>, "a kernel is a lambda or another function object");
  begin<command::launch>();
  unit_ = &cleave_sycl_this_unit;
  symbol_ = detail::kernel_symbol<detail::kernel_name_t<Name, Functor>, Shape, Functor>();
  sizes_ = sizes;
  const detail::copying under_this_handler(*this);
  object_.copy_kernel<Shape>(functor);
  if (!Shape::has_work_groups && has_local_arrays_) {
    detail::raise(errc::kernel_argument,
                  "a local_accessor is for kernels with work-groups: nd_range is wanted");
  }
}

}  // namespace _v1
}  // namespace sycl

#include "detail/specialization_values.hpp"
#include "detail/work_groups.hpp"
