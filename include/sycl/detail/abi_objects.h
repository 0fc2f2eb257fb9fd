/* Names the objects that cross the border between headers and library, and what calls over it give and take: errors, values,
   code of the user. Plain C, as abi.h, which includes it. */
#ifndef SYCL_DETAIL_ABI_OBJECTS_H
#define SYCL_DETAIL_ABI_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cleave_sycl_platform cleave_sycl_platform;
typedef struct cleave_sycl_device cleave_sycl_device;
typedef struct cleave_sycl_context cleave_sycl_context;
typedef struct cleave_sycl_queue cleave_sycl_queue;
typedef struct cleave_sycl_event cleave_sycl_event;
typedef struct cleave_sycl_buffer cleave_sycl_buffer;
typedef struct cleave_sycl_host_access cleave_sycl_host_access;
typedef struct cleave_sycl_command_group cleave_sycl_command_group;
typedef struct cleave_sycl_kernel_id cleave_sycl_kernel_id;
typedef struct cleave_sycl_bundle cleave_sycl_bundle;
typedef struct cleave_sycl_kernel cleave_sycl_kernel;

/* An error, as sycl::exception tells of it. */
typedef struct cleave_sycl_error {
  uint32_t bytes;
  int32_t code;                 /* sycl::errc */
  int32_t opencl_code;          /* what a cl… call returned; 0: none did */
  const char* text;             /* ends with 0 */
  cleave_sycl_context* context; /* that the error belongs to, or null */
  const struct cleave_sycl_exception*
      exception; /* what the user threw, or null; it lives as long as the record */
} cleave_sycl_error;

/* Takes a value of any size: `put` is called once, with bytes that live until it returns. */
typedef struct cleave_sycl_sink {
  void* target;
  void (*put)(void* target, const void* data, size_t bytes);
} cleave_sycl_sink;

/* Something of the user that the library keeps: `destroy` is called once, when it is no longer needed, on a thread of the
   library or on one that calls it. */
typedef struct cleave_sycl_box {
  void* state;
  void (*destroy)(void* state); /* null: nothing is to be done */
} cleave_sycl_box;

/* An exception that left the user's code: a std::exception_ptr of the C++ library that this number stands for
   (sycl::detail::standard_library). Another one cannot read it. */
typedef struct cleave_sycl_exception {
  cleave_sycl_box box;
  uint32_t library;
} cleave_sycl_exception;

/* The handler of asynchronous errors, which are the library's until `call` returns. */
typedef struct cleave_sycl_async_handler {
  cleave_sycl_box box;
  void (*call)(void* state, const cleave_sycl_error* const* errors,
               size_t count); /* null: there is no handler */
} cleave_sycl_async_handler;

#endif
