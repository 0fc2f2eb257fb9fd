/* Describes the device code of one unit of translation: what the compiler writes into an object file, and what the
   library is told of it when the file's code is loaded. C; shared by the compiler, the headers and the library. */
#ifndef SYCL_DETAIL_UNIT_H
#define SYCL_DETAIL_UNIT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of `version` of units that this compiler writes. */
#define CLEAVE_SYCL_UNIT_VERSION 1

struct cleave_sycl_unit {
  uint32_t version; /* CLEAVE_SYCL_UNIT_VERSION */
  uint32_t bytes;   /* of this structure: a later version may add members at its end */
  /* The device code in Cleave's container, of which --image=spirv makes the table alone; null: there is none. */
  const void* image;
  uint64_t image_bytes; /* of `image` */
  /* The units whose functions (SYCL_EXTERNAL) this one calls: each is the address of the symbol `M.device` of a function
     with the mangled name M, whose value is its unit. */
  const struct cleave_sycl_unit* const* const* wanted;
  uint64_t wanted_count;
  const void*
      spirv; /* the same code as SPIR-V, for other drivers (--image=spirv|both); null: there is none */
  uint64_t spirv_bytes;
};

/* Tells the library of a unit before any static initialiser of it runs, and after all its destructors have. Both are
   thread-safe and wait for nobody: what is running goes on. */
void __cleave_sycl_register(const struct cleave_sycl_unit* unit);
void __cleave_sycl_unregister(const struct cleave_sycl_unit* unit);

#ifdef __cplusplus
/* That of the unit which is being compiled: the compiler defines it where it is named. */
extern __attribute__((visibility("hidden"))) const struct cleave_sycl_unit cleave_sycl_this_unit;
}
#endif

#endif
