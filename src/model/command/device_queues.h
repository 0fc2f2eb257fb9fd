// Finds queues on the device: the default one of each device of a context (5.1), and those that
// kernels get as arguments.
#pragma once

#include <optional>

#include "model/command/queue.h"
#include "model/program/kernel.h"

namespace cleave::model::command {

// Being the default keeps no queue alive: with the application's last reference a queue stops being
// the default. All functions are thread-safe, in forked children too.

/// Returns the default queue on the device, null: there is none.
[[nodiscard]] support::Ref<Queue> default_queue(const Context& context, const Device& device);
/// Returns the default queue on the device or, where it has none, that on the nearest device that
/// it is a part of; null: there is none.
[[nodiscard]] support::Ref<Queue> nearest_default_queue(const Context& context,
                                                        const Device& device);
/// Gives the default queue on the request's device: the one that there is, or a new one. The
/// application holds one reference more.
[[nodiscard]] support::Result<cl_command_queue> give_default_queue(Queue::Request request);
/// Makes the queue the default of its device, instead of the one that there may be.
void replace_default_queue(const Queue& queue);
/// Ends the queue's being a default, unless another thread has just retained it: the application
/// has let go of the queue.
void release_default_queue(const Queue& queue);
/// Ends the queue's being a default: the queue is about to go.
void remove_default_queue(const Queue& queue);

/// Returns the context's queue on the device that this is the handle of; null: it is something
/// else, or the queue is no more.
[[nodiscard]] support::Ref<Queue> find_device_queue(const void* handle, const Context& context);
/// Returns the queue on the device that the value of an argument is; null: it is no more.
[[nodiscard]] support::Ref<Queue> find_device_queue(const program::ArgumentValue& value,
                                                    const Context& context);
/// Returns the first argument that has not been set, or whose memory object or queue is no more;
/// none: the kernel is complete.
[[nodiscard]] std::optional<size_t> find_unset_argument(const program::Kernel& kernel);

}  // namespace cleave::model::command
