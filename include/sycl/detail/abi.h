/* Declares the border between the headers and libcleave-sycl.so.1: functions in a table, and structures. C alone: no type
   of the standard library, no exception and no type information crosses, so that programs may use any C++ library.

   Rules of every call, unless its comment says otherwise:
   - It returns null, or an error record that the caller gives back by `release_error`; outputs are then untouched.
   - Objects are counted: an object that is put out belongs to the caller, who gives it back by `release`. Arguments stay
     the caller's.
   - It is thread-safe.
   - Functions of the user's unit that are handed over throw nothing.
   A structure begins with its size in bytes as the caller knows it; the library reads no further. */
#ifndef SYCL_DETAIL_ABI_H
#define SYCL_DETAIL_ABI_H

#include <stddef.h>
#include <stdint.h>

#include "abi_objects.h"
#include "unit.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CLEAVE_SYCL_API_VERSION 1

/* Bits of cleave_sycl_queue_request.flags. */
enum {
  CLEAVE_SYCL_QUEUE_IN_ORDER = 1,
  CLEAVE_SYCL_QUEUE_PROFILING = 2,
  CLEAVE_SYCL_QUEUE_LOW_PRIORITY = 4,
  CLEAVE_SYCL_QUEUE_HIGH_PRIORITY = 8,
  CLEAVE_SYCL_QUEUE_DISCARDS_EVENTS = 16 /* its events are for nobody: errc::invalid */
};

typedef struct cleave_sycl_queue_request {
  uint32_t bytes;
  uint32_t flags;
  cleave_sycl_context* context; /* null: the default context of the device's platform */
  cleave_sycl_device* device;
  cleave_sycl_async_handler handler; /* the library's as soon as the call succeeds */
} cleave_sycl_queue_request;

/* How a command group uses a buffer: sycl::access_mode, whether what was there is of no interest, and whether a host
   task uses it on the host. */
enum {
  CLEAVE_SYCL_ACCESS_READ = 1,
  CLEAVE_SYCL_ACCESS_WRITE = 2,
  CLEAVE_SYCL_ACCESS_NO_INIT = 4,
  CLEAVE_SYCL_ACCESS_HOST = 8
};
typedef struct cleave_sycl_access {
  cleave_sycl_buffer* buffer;
  uint32_t mode;
} cleave_sycl_access;

/* The text of a kernel's stream: memory that host and device share begins with this structure. Records lie behind it, each
   at a multiple of 8 bytes behind the one before. */
typedef struct cleave_sycl_stream {
  uint64_t
      used; /* bytes of records that kernels have asked for: more than `capacity` where some were lost */
  uint64_t end;      /* `capacity`, or where the first record would be that was lost */
  uint64_t capacity; /* bytes of records */
  uint64_t most;     /* characters that are printed at most */
} cleave_sycl_stream;

/* Kinds of records: text; numbers of 1 to 8 bytes; a double; an address; a number of sycl::stream_manipulator; the least
   width of the next value, and digits of numbers with a point, each an int32_t. */
enum {
  CLEAVE_SYCL_STREAM_TEXT,
  CLEAVE_SYCL_STREAM_SIGNED,
  CLEAVE_SYCL_STREAM_UNSIGNED,
  CLEAVE_SYCL_STREAM_DOUBLE,
  CLEAVE_SYCL_STREAM_ADDRESS,
  CLEAVE_SYCL_STREAM_MANIPULATOR,
  CLEAVE_SYCL_STREAM_WIDTH,
  CLEAVE_SYCL_STREAM_PRECISION
};
typedef struct cleave_sycl_stream_record {
  uint32_t kind;
  uint32_t size;      /* bytes of the value, which lies behind the record */
  uint64_t work_item; /* another number for each work-item of the launch */
} cleave_sycl_stream_record;

/* Says what a command waits for and touches. */
typedef struct cleave_sycl_group {
  uint32_t bytes;
  cleave_sycl_event* const* dependencies;
  size_t dependency_count;
  const cleave_sycl_access* accesses; /* each buffer once, in the order of their addresses */
  size_t access_count;
  cleave_sycl_bundle* bundle; /* whose kernels alone the command may run, or null */
  cleave_sycl_stream* const*
      streams; /* of group_stream; a launch prints them when the kernel has ended */
  size_t stream_count;
} cleave_sycl_group;

/* A launch. Sizes are in SYCL's order: the last dimension varies fastest. */
typedef struct cleave_sycl_launch {
  uint32_t bytes;
  uint32_t dimensions;                 /* 1 to 3 */
  const struct cleave_sycl_unit* unit; /* that launches: its image has the kernel */
  const char* kernel;                  /* the kernel's symbol, which lives as long as the unit */
  const void* object; /* the kernel object's bytes, which are read during the call */
  size_t object_bytes;
  size_t local_bytes;   /* dynamic local memory of a work-group */
  const size_t* global; /* `dimensions` sizes */
  const size_t* local;  /* likewise; null: the driver chooses */
  const size_t* offset; /* likewise; null: zeros */
  cleave_sycl_box*
      keeper; /* what lives until the kernel has ended, the library's from the call on; null: nothing */
} cleave_sycl_launch;

/* A part of a buffer, as an accessor sees it. Sizes are elements, in SYCL's order, of three dimensions: those that the
   accessor does not have come first, and are 1 (offsets: 0). */
typedef struct cleave_sycl_region {
  uint32_t bytes;
  cleave_sycl_buffer* buffer;
  size_t element_bytes;
  size_t first; /* the buffer's element that `memory` begins with */
  size_t memory[3];
  size_t offset[3];
  size_t extent[3];
} cleave_sycl_region;

/* A copy. Of each side one is null: the part of a buffer, or the host's memory, where elements lie one behind the other.
   All elements of `from` are copied, in linear order. */
typedef struct cleave_sycl_copy {
  uint32_t bytes;
  const cleave_sycl_region* from;
  const void* from_host;
  const cleave_sycl_region* to;
  void* to_host;
  cleave_sycl_box* keeper; /* as in cleave_sycl_launch */
} cleave_sycl_copy;

/* Rows of memory that host and devices address alike, or, to copy from or to, of the host's. All sizes are bytes. */
typedef struct cleave_sycl_rows {
  uint32_t bytes;
  void* to;
  size_t to_pitch;  /* from the first byte of a row to that of the next one */
  const void* from; /* null: the rows are filled with the pattern */
  size_t from_pitch;
  const void* pattern; /* which is read during the call */
  size_t pattern_bytes;
  size_t width; /* of a row; of patterns, a whole number */
  size_t height;
} cleave_sycl_rows;

/* The view of its command group that a host task has while it runs. */
typedef struct cleave_sycl_interop cleave_sycl_interop;

/* The objects of OpenCL of its queue. */
enum { CLEAVE_SYCL_NATIVE_QUEUE, CLEAVE_SYCL_NATIVE_DEVICE, CLEAVE_SYCL_NATIVE_CONTEXT };

/* Code of the user that runs on a thread of the library. `call` puts out what the user threw, which the library destroys. */
typedef struct cleave_sycl_host_task {
  uint32_t bytes;
  cleave_sycl_box
      box; /* the library's from the call on; it is destroyed when the command has ended */
  void (*call)(void* state, const cleave_sycl_interop* interop, cleave_sycl_exception* thrown);
} cleave_sycl_host_task;

/* Which device is wanted: one that has all aspects of one list and none of the other. */
typedef struct cleave_sycl_selection {
  uint32_t bytes;
  const int32_t* wanted; /* sycl::aspect */
  size_t wanted_count;
  const int32_t* unwanted;
  size_t unwanted_count;
} cleave_sycl_selection;

/* Numbers of sycl::usm::alloc. */
enum {
  CLEAVE_SYCL_USM_HOST = 0,
  CLEAVE_SYCL_USM_DEVICE = 1,
  CLEAVE_SYCL_USM_SHARED = 2,
  CLEAVE_SYCL_USM_UNKNOWN = 3
};

typedef struct cleave_sycl_usm_request {
  uint32_t bytes;
  uint32_t kind;
  cleave_sycl_context* context;
  cleave_sycl_device* device; /* null for host memory */
  size_t size;
  size_t alignment; /* 0: that of the largest type */
} cleave_sycl_usm_request;

/* A finished buffer's contents go there. `call` gets them once, when the last command has ended. */
typedef struct cleave_sycl_final_data {
  cleave_sycl_box box;
  void (*call)(void* state, const void* data, size_t bytes); /* null: nobody takes the contents */
} cleave_sycl_final_data;

/* A mutex of the user; both functions throw nothing, and are called on one thread for each time that it is locked. */
typedef struct cleave_sycl_mutex {
  void* state; /* null: there is none */
  void (*lock)(void* state);
  void (*unlock)(void* state);
} cleave_sycl_mutex;

typedef struct cleave_sycl_buffer_request {
  uint32_t bytes;
  size_t size;            /* in bytes */
  void* host;             /* memory that the contents come from, null: none */
  uint32_t is_constant;   /* `host` is read alone */
  uint32_t is_write_back; /* the contents go back to `host` at the end */
  cleave_sycl_box keeper; /* what keeps `host` alive; the library's as soon as the call succeeds */
  cleave_sycl_context* context; /* whose commands alone may use the buffer; null: any */
  cleave_sycl_mutex
      mutex; /* locked while the library uses `host`; it lives as long as the buffer */
} cleave_sycl_buffer_request;

/* How an image lies in memory. Sizes are texels, x first; those that the image does not have are 1. */
typedef struct cleave_sycl_image_shape {
  uint32_t bytes;
  uint32_t dimensions; /* 1 to 3 */
  uint32_t format;     /* sycl::image_format */
  uint32_t reserved;   /* 0 */
  size_t extent[3];
  size_t row_pitch;   /* bytes from a row to the next; of 1D images those of the row */
  size_t slice_pitch; /* bytes from a slice to the next; without slices those of the image */
} cleave_sycl_image_shape;

/* How devices are divided, by numbers of sycl::info::partition_property. */
typedef struct cleave_sycl_partition {
  uint32_t bytes;
  int32_t property;
  int32_t affinity_domain; /* sycl::info::partition_affinity_domain */
  const size_t* counts;    /* units of each part; of an equal division, the one count */
  size_t count_count;
} cleave_sycl_partition;

/* Kernels for devices of a context. */
typedef struct cleave_sycl_bundle_request {
  uint32_t bytes;
  uint32_t state; /* sycl::bundle_state */
  cleave_sycl_context* context;
  cleave_sycl_device* const* devices;
  size_t device_count;
  uint32_t has_kernels; /* 0: all of the program that run on one of the devices */
  cleave_sycl_kernel_id* const* kernels;
  size_t kernel_count;
} cleave_sycl_bundle_request;

/* An argument of a kernel of OpenCL. */
enum {
  CLEAVE_SYCL_ARGUMENT_VALUE,   /* `size` bytes at `data` */
  CLEAVE_SYCL_ARGUMENT_POINTER, /* `data` itself */
  CLEAVE_SYCL_ARGUMENT_BUFFER, /* the cl_mem of `buffer`, which the command group uses; null: no memory */
  CLEAVE_SYCL_ARGUMENT_LOCAL /* `size` bytes of local memory */
};
typedef struct cleave_sycl_argument {
  uint32_t bytes;
  uint32_t kind;
  uint32_t index;
  size_t size;
  const void* data; /* which is read during the call */
  cleave_sycl_buffer* buffer;
} cleave_sycl_argument;

/* A launch of a kernel of OpenCL, with sizes as those of cleave_sycl_launch. */
typedef struct cleave_sycl_kernel_launch {
  uint32_t bytes;
  uint32_t dimensions;
  cleave_sycl_kernel* kernel;
  const size_t* global;
  const size_t* local;
  const size_t* offset;
} cleave_sycl_kernel_launch;

/* Objects of OpenCL that count references. */
enum {
  CLEAVE_SYCL_COUNTED_DEVICE,
  CLEAVE_SYCL_COUNTED_CONTEXT,
  CLEAVE_SYCL_COUNTED_QUEUE,
  CLEAVE_SYCL_COUNTED_EVENT,
  CLEAVE_SYCL_COUNTED_MEMORY,
  CLEAVE_SYCL_COUNTED_PROGRAM,
  CLEAVE_SYCL_COUNTED_KERNEL
};

/* The functions. A later library adds to the end. */
typedef struct cleave_sycl_api {
  uint32_t version; /* CLEAVE_SYCL_API_VERSION of the library */
  uint32_t bytes;   /* of this table */

  void (*release_error)(cleave_sycl_error* error);
  void (*retain)(void* object); /* any object above but errors */
  void (*release)(void* object);

  /* Platforms live for ever; the sink gets an array of cleave_sycl_platform*. */
  cleave_sycl_error* (*platforms)(const cleave_sycl_sink* sink);
  /* Root devices: an array of cleave_sycl_device*, each retained for the caller. */
  cleave_sycl_error* (*platform_devices)(cleave_sycl_platform* platform,
                                         const cleave_sycl_sink* sink);
  cleave_sycl_error* (*platform_info)(cleave_sycl_platform* platform, uint32_t what,
                                      const cleave_sycl_sink* sink);

  /* The score of a device: negative if it does not fit, or has no code of the program. */
  int32_t (*score_device)(cleave_sycl_device* device, const cleave_sycl_selection* selection);
  /* The device with the best score, retained for the caller; sycl::errc::runtime if all are negative. */
  cleave_sycl_error* (*select_device)(const cleave_sycl_selection* selection,
                                      cleave_sycl_device** device);

  cleave_sycl_platform* (*device_platform)(cleave_sycl_device* device);
  cleave_sycl_error* (*device_info)(cleave_sycl_device* device, uint32_t what,
                                    const cleave_sycl_sink* sink);
  /* 1: the device has the aspect. */
  int32_t (*device_has)(cleave_sycl_device* device, uint32_t aspect);
  /* 1: every unit of the program has code for the device. */
  int32_t (*device_runs_program)(cleave_sycl_device* device);
  /* Parts of the device: an array of cleave_sycl_device*, each retained for the caller. */
  cleave_sycl_error* (*device_partition)(cleave_sycl_device* device,
                                         const cleave_sycl_partition* partition,
                                         const cleave_sycl_sink* sink);

  /* A context of devices of one platform. */
  cleave_sycl_error* (*create_context)(cleave_sycl_device* const* devices, size_t count,
                                       const cleave_sycl_async_handler* handler,
                                       cleave_sycl_context** context);
  cleave_sycl_error* (*default_context)(cleave_sycl_platform* platform,
                                        cleave_sycl_context** context);
  cleave_sycl_platform* (*context_platform)(cleave_sycl_context* context);
  /* An array of cleave_sycl_device*, each retained for the caller. */
  cleave_sycl_error* (*context_devices)(cleave_sycl_context* context, const cleave_sycl_sink* sink);

  cleave_sycl_error* (*create_queue)(const cleave_sycl_queue_request* request,
                                     cleave_sycl_queue** queue);
  cleave_sycl_device* (*queue_device)(cleave_sycl_queue* queue);   /* the queue's: retain to keep */
  cleave_sycl_context* (*queue_context)(cleave_sycl_queue* queue); /* likewise */
  cleave_sycl_error* (*wait_queue)(
      cleave_sycl_queue* queue); /* until all that was submitted has ended */
  cleave_sycl_error* (*throw_asynchronous)(
      cleave_sycl_queue* queue); /* calls the handler, if there are errors */

  /* Collects what a command group asks for, one thing after the other. Not thread-safe. */
  cleave_sycl_error* (*create_group)(cleave_sycl_queue* queue, cleave_sycl_command_group** group);
  cleave_sycl_error* (*group_wait_for)(cleave_sycl_command_group* group, cleave_sycl_event* event);
  /* Notes that the command uses the buffer, and puts out where it finds it. */
  cleave_sycl_error* (*group_use)(cleave_sycl_command_group* group, cleave_sycl_buffer* buffer,
                                  uint32_t mode, void** address);
  /* Returns where the command finds the buffer, or null if it does not use it. */
  void* (*group_address)(cleave_sycl_command_group* group, cleave_sycl_buffer* buffer);
  /* Places an array in the dynamic local memory, once for each identity; puts out its offset. */
  cleave_sycl_error* (*group_local)(cleave_sycl_command_group* group, size_t identity, size_t bytes,
                                    size_t alignment, size_t* offset);
  /* The bytes of all these arrays. */
  size_t (*group_local_bytes)(cleave_sycl_command_group* group);
  /* Returns what commands take; it lives as long as the object, and until its next change. */
  const cleave_sycl_group* (*group_contents)(cleave_sycl_command_group* group);

  /* Commands. `group` may be null: nothing is waited for or touched. `event` may be null: nobody asks. */
  cleave_sycl_error* (*launch)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                               const cleave_sycl_launch* launch, cleave_sycl_event** event);
  cleave_sycl_error* (*copy_memory)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                    void* to, const void* from, size_t bytes,
                                    cleave_sycl_event** event);
  /* A pattern of 1 to 128 bytes, a power of two, or any whole number of them, `count` times. */
  cleave_sycl_error* (*fill_memory)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                    void* to, const void* pattern, size_t pattern_bytes,
                                    size_t count, cleave_sycl_event** event);
  cleave_sycl_error* (*prefetch)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                 const void* memory, size_t bytes, cleave_sycl_event** event);
  cleave_sycl_error* (*advise)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                               const void* memory, size_t bytes, int32_t advice,
                               cleave_sycl_event** event);
  /* Ends when what the group waits for has ended. */
  cleave_sycl_error* (*no_command)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                   cleave_sycl_event** event);

  /* An event of nothing, which is complete. */
  cleave_sycl_error* (*create_event)(cleave_sycl_event** event);
  /* A wait returns when the command has ended, well or not: errors of commands go to
     their queue. */
  cleave_sycl_error* (*wait_event)(cleave_sycl_event* event);
  cleave_sycl_error* (*event_status)(cleave_sycl_event* event,
                                     int32_t* status); /* sycl::info::event_command_status */
  cleave_sycl_error* (*event_profiling)(cleave_sycl_event* event, uint32_t what,
                                        uint64_t* nanoseconds);
  cleave_sycl_error* (*event_wait_list)(cleave_sycl_event* event, const cleave_sycl_sink* sink);
  cleave_sycl_error* (*event_throw_asynchronous)(cleave_sycl_event* event);

  /* Memory that host and devices address alike. `memory` becomes null where there is none left (SYCL 2020, 4.8.3). */
  cleave_sycl_error* (*allocate)(const cleave_sycl_usm_request* request, void** memory);
  cleave_sycl_error* (*free)(cleave_sycl_context* context, void* memory);
  cleave_sycl_error* (*pointer_kind)(cleave_sycl_context* context, const void* memory,
                                     uint32_t* kind);
  /* The device of device and shared memory, retained for the caller. */
  cleave_sycl_error* (*pointer_device)(cleave_sycl_context* context, const void* memory,
                                       cleave_sycl_device** device);

  /* Buffers. Releasing the last reference waits for all commands on it and brings the contents back. */
  cleave_sycl_error* (*create_buffer)(const cleave_sycl_buffer_request* request,
                                      cleave_sycl_buffer** buffer);
  cleave_sycl_error* (*buffer_final_data)(cleave_sycl_buffer* buffer,
                                          const cleave_sycl_final_data* final_data);
  cleave_sycl_error* (*buffer_write_back)(cleave_sycl_buffer* buffer, int32_t is_on);
  /* Waits until the host may read or write, and says where; until the object is released, commands in conflict wait. */
  cleave_sycl_error* (*host_access)(cleave_sycl_buffer* buffer, uint32_t mode, void** address,
                                    cleave_sycl_host_access** access);

  /* Kernels of the program: an array of cleave_sycl_kernel_id*, each retained for the caller. There is one object for
     each kernel. */
  cleave_sycl_error* (*kernel_ids)(const cleave_sycl_sink* sink);
  /* That with this symbol; sycl::errc::invalid if there is none. */
  cleave_sycl_error* (*kernel_id)(const char* symbol, cleave_sycl_kernel_id** id);
  const char* (*kernel_id_name)(cleave_sycl_kernel_id* id); /* which lives as long as the object */
  /* 1: the device has code of the kernel. */
  int32_t (*device_runs_kernel)(cleave_sycl_device* device, cleave_sycl_kernel_id* id);

  /* Commands on parts of buffers, which the group uses. */
  cleave_sycl_error* (*copy_region)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                    const cleave_sycl_copy* copy, cleave_sycl_event** event);
  /* A pattern as large as an element. */
  cleave_sycl_error* (*fill_region)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                    const cleave_sycl_region* to, const void* pattern,
                                    cleave_sycl_event** event);
  /* Brings a buffer's contents to the memory of the host that it was made with, if there is any. */
  cleave_sycl_error* (*update_host)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                    cleave_sycl_buffer* buffer, cleave_sycl_event** event);

  /* Host tasks. */
  cleave_sycl_error* (*host_task)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                  const cleave_sycl_host_task* task, cleave_sycl_event** event);
  /* Holds the address of the contents while a host task uses the buffer; it lives as long as the buffer. */
  void* const* (*buffer_host_address)(cleave_sycl_buffer* buffer);
  /* CLEAVE_SYCL_NATIVE_*; it lives as long as the task runs. */
  void* (*interop_native)(const cleave_sycl_interop* interop, uint32_t what);
  /* The cl_mem of a buffer in the queue's context, which lives as long as the task runs; errc::invalid if the command group does not
     use it. */
  cleave_sycl_error* (*interop_memory)(const cleave_sycl_interop* interop,
                                       cleave_sycl_buffer* buffer, void** memory);

  /* Kernel bundles, and kernels of them. */
  const void* (*kernel_id_unit)(cleave_sycl_kernel_id* id); /* equal for kernels of one unit */
  cleave_sycl_error* (*create_bundle)(const cleave_sycl_bundle_request* request,
                                      cleave_sycl_bundle** bundle);
  /* 1: such a bundle could be made. */
  cleave_sycl_error* (*has_bundle)(const cleave_sycl_bundle_request* request, int32_t* found);
  /* Without devices those of the bundles. */
  cleave_sycl_error* (*join_bundles)(uint32_t state, cleave_sycl_bundle* const* bundles,
                                     size_t bundle_count, cleave_sycl_device* const* devices,
                                     size_t device_count, cleave_sycl_bundle** bundle);
  cleave_sycl_context* (*bundle_context)(
      cleave_sycl_bundle* bundle); /* the bundle's: retain to keep */
  /* Arrays of cleave_sycl_device* and cleave_sycl_kernel_id*, each retained for the caller; kernels of one unit stand
     together. */
  cleave_sycl_error* (*bundle_devices)(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
  cleave_sycl_error* (*bundle_kernels)(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
  /* 1: the bundle has the kernel; for the device, unless that is null. */
  int32_t (*bundle_has)(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                        cleave_sycl_device* device);
  cleave_sycl_error* (*bundle_kernel)(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                                      cleave_sycl_kernel** kernel);
  cleave_sycl_bundle* (*kernel_bundle)(cleave_sycl_kernel* kernel); /* the kernel's */
  /* Null for what all devices share. */
  cleave_sycl_error* (*kernel_info)(cleave_sycl_kernel* kernel, cleave_sycl_device* device,
                                    uint32_t what, const cleave_sycl_sink* sink);
  void* (*kernel_native)(cleave_sycl_kernel* kernel); /* retained for the caller, as the next */
  cleave_sycl_error* (*bundle_native)(cleave_sycl_bundle* bundle,
                                      const cleave_sycl_sink* sink); /* an array of cl_program */
  cleave_sycl_error* (*kernel_of_native)(void* native, cleave_sycl_context* context,
                                         cleave_sycl_kernel** kernel);
  cleave_sycl_error* (*bundle_of_native)(void* native, uint32_t state, cleave_sycl_context* context,
                                         cleave_sycl_bundle** bundle);

  /* Objects of OpenCL. Those that OpenCL counts are retained for the caller. */
  void* (*platform_native)(cleave_sycl_platform* platform);
  void* (*device_native)(cleave_sycl_device* device);
  void* (*context_native)(cleave_sycl_context* context);
  void* (*queue_native)(cleave_sycl_queue* queue);
  cleave_sycl_error* (*event_native)(cleave_sycl_event* event,
                                     const cleave_sycl_sink* sink); /* an array of cl_event */
  /* Objects that stand for those of OpenCL, which they retain. The handler becomes the library's as soon as the call
     succeeds. */
  cleave_sycl_error* (*platform_of_native)(void* native, cleave_sycl_platform** platform);
  cleave_sycl_error* (*device_of_native)(void* native, cleave_sycl_device** device);
  cleave_sycl_error* (*context_of_native)(void* native, const cleave_sycl_async_handler* handler,
                                          cleave_sycl_context** context);
  /* Puts out bits of CLEAVE_SYCL_QUEUE_…, too. */
  cleave_sycl_error* (*queue_of_native)(void* native, cleave_sycl_context* context,
                                        const cleave_sycl_async_handler* handler,
                                        cleave_sycl_queue** queue, uint32_t* flags);
  cleave_sycl_error* (*event_of_native)(void* const* natives, size_t count,
                                        cleave_sycl_context* context, cleave_sycl_event** event);

  /* The name by which ONEAPI_DEVICE_SELECTOR knows a root device; empty for parts of roots. It lives as long as the
     device. */
  const char* (*device_name)(cleave_sycl_device* device);
  /* Equal for devices that are equal: copies, and slices of the same units. */
  uint64_t (*device_identity)(cleave_sycl_device* device);

  /* Makes the group's command one of the bundle's kernels: of others the launch fails with errc::kernel_not_supported. */
  cleave_sycl_error* (*group_bundle)(cleave_sycl_command_group* group, cleave_sycl_bundle* bundle);
  /* Keeps an argument for the kernel of OpenCL that the group launches. */
  cleave_sycl_error* (*group_argument)(cleave_sycl_command_group* group,
                                       const cleave_sycl_argument* argument);
  /* Launches a kernel of OpenCL with the group's arguments, which leaves the application's kernel object as it is. */
  cleave_sycl_error* (*launch_native)(cleave_sycl_queue* queue, cleave_sycl_command_group* group,
                                      const cleave_sycl_kernel_launch* launch,
                                      cleave_sycl_event** event);
  /* A buffer that stands for a cl_mem of the context's cl_context, which it retains; commands wait for the event, unless
     that is null. Puts out the size in bytes. */
  cleave_sycl_error* (*buffer_of_native)(void* native, cleave_sycl_context* context,
                                         cleave_sycl_event* available, cleave_sycl_buffer** buffer,
                                         size_t* bytes);
  /* An array of cl_mem, each retained for the caller. */
  cleave_sycl_error* (*buffer_native)(cleave_sycl_buffer* buffer, const cleave_sycl_sink* sink);
  /* A bundle in executable state that shares programs of the application. */
  cleave_sycl_error* (*bundle_of_natives)(void* const* natives, size_t count,
                                          cleave_sycl_context* context,
                                          cleave_sycl_device* const* devices, size_t device_count,
                                          cleave_sycl_bundle** bundle);
  /* The reference count of an object of OpenCL, of a CLEAVE_SYCL_COUNTED_* kind. */
  cleave_sycl_error* (*native_references)(uint32_t kind, void* native, uint32_t* count);
  /* Makes a stream for the group's kernel, of which so many characters are printed at most. It lives until the kernel has
     ended, and as long as the group. */
  cleave_sycl_error* (*group_stream)(cleave_sycl_command_group* group, size_t most,
                                     cleave_sycl_stream** stream);
  /* Fails with errc::invalid where the queue's device takes no sub-buffer that begins at this byte of its buffer. */
  cleave_sycl_error* (*group_check_origin)(cleave_sycl_command_group* group, size_t byte);

  /* Specialization constants of a bundle, by sycl::detail::specialization_identity. Sets the value of one. */
  cleave_sycl_error* (*bundle_set_constant)(cleave_sycl_bundle* bundle, uint64_t identity,
                                            const void* value, size_t bytes);
  /* The bytes of a sycl::detail::specialization_table of the values that are set; no bytes: none is. */
  cleave_sycl_error* (*bundle_constants)(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
  /* 1: a kernel of the bundle reads the constant; 0 as identity stands for any. */
  int32_t (*bundle_reads_constant)(cleave_sycl_bundle* bundle, uint64_t identity);

  /* Images: buffers whose bytes are texels. Functions that put out a cl_mem of a buffer put out an image then. The request's
     size is of no interest. Pitches of 0 are those of texels without gaps; the shape gets the others. With `has_pitches`
     none is 0. */
  cleave_sycl_error* (*create_image)(const cleave_sycl_buffer_request* request,
                                     cleave_sycl_image_shape* shape, int32_t has_pitches,
                                     cleave_sycl_buffer** image);
  /* An image that stands for a cl_mem of the context's cl_context, as buffer_of_native. The shape has the dimensions that
     are wanted, and gets the rest. */
  cleave_sycl_error* (*image_of_native)(void* native, cleave_sycl_context* context,
                                        cleave_sycl_event* available,
                                        cleave_sycl_image_shape* shape, cleave_sycl_buffer** image);

  /* Puts out 1 if all commands that were submitted to the queue have ended; waits for nothing. */
  cleave_sycl_error* (*queue_is_empty)(cleave_sycl_queue* queue, int32_t* is_empty);
  /* Starts what was submitted. */
  cleave_sycl_error* (*flush_queue)(cleave_sycl_queue* queue);
  /* Commands that are submitted later begin when those before, or what the group waits for, have ended. */
  cleave_sycl_error* (*barrier)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                int32_t waits_for_all, cleave_sycl_event** event);
  /* Copies rows, or fills them. */
  cleave_sycl_error* (*copy_rows)(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                                  const cleave_sycl_rows* rows, cleave_sycl_event** event);
  /* Puts out memory of the queue's device, which the host addresses, too, and begins with a line of caches. The box gives
     it back, when no command uses it any more. */
  cleave_sycl_error* (*take_scratch)(cleave_sycl_queue* queue, size_t bytes, cleave_sycl_box* box,
                                     void** memory);
  /* Puts out where a command of the queue finds the buffer, which is retained for the caller: as group_use, without a
     group. */
  cleave_sycl_error* (*use_buffer)(cleave_sycl_queue* queue, cleave_sycl_buffer* buffer,
                                   uint32_t mode, void** address);
  /* The size of a hierarchical kernel's work-groups, of which a launch has one work-item each. `is_chosen` 0: puts out what
     the kernel requires, or ones. Fails with errc::nd_range where the device has no such work-groups, or where the kernel
     requires others, and with errc::kernel_not_supported where it requires what the device lacks. */
  cleave_sycl_error* (*choose_work_group_size)(cleave_sycl_queue* queue,
                                               const struct cleave_sycl_unit* unit,
                                               const char* kernel, uint32_t dimensions,
                                               int32_t is_chosen, size_t* local);
} cleave_sycl_api;

/* Returns the table of this version, or null if the library is older than the program. It lives for ever. */
const cleave_sycl_api* __cleave_sycl_api(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
