// Commands on memory that host and devices address alike, and barriers (SYCL 2020, 4.8.3.4 and 4.9.4.3).
#pragma once

#include "sycl/queue.h"

namespace cleave::sycl {

// Each puts its event out if the caller wants it.

void copy_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* from,
                 size_t bytes, cleave_sycl_event** event);
void fill_memory(Queue& queue, const cleave_sycl_group* group, void* to, const void* pattern,
                 size_t pattern_bytes, size_t count, cleave_sycl_event** event);
void prefetch(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
              cleave_sycl_event** event);
void advise(Queue& queue, const cleave_sycl_group* group, const void* memory, size_t bytes,
            int32_t advice, cleave_sycl_event** event);
void barrier(Queue& queue, const cleave_sycl_group* group, cleave_sycl_event** event);

}  // namespace cleave::sycl
