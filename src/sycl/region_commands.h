// Commands on the parts of buffers that accessors see (SYCL 2020, 4.9.4.3).
#pragma once

#include "sycl/buffer.h"
#include "sycl/queue.h"

namespace cleave::sycl {

// Each puts its event out if the caller wants it.

/// Copies all elements of the source in linear order. errc::invalid where the destination has less bytes.
/// The keeper is taken over, whatever happens.
void copy_region(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_copy& copy,
                 cleave_sycl_event** event);
/// Fills with a pattern as large as an element.
void fill_region(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_region& to,
                 const void* pattern, cleave_sycl_event** event);
/// Brings the contents to the host's memory that the buffer was made with.
void update_host(Queue& queue, const cleave_sycl_group* group, Buffer& buffer,
                 cleave_sycl_event** event);

}  // namespace cleave::sycl
