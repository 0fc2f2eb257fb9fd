// Holds names of cl_khr_semaphore 1.0.1 that are newer than the headers of the distribution, which
// have version 0.9.0 and the same functions.
#pragma once

#include <CL/cl_ext.h>

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

// Lists of properties end with 0 too: one loop reads both.
static_assert(CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR == 0);
// The types by which the functions pass values are those of version 1.0.1.
static_assert(sizeof(cl_semaphore_properties_khr) == 8 && sizeof(cl_semaphore_payload_khr) == 8);
static_assert(sizeof(cl_semaphore_type_khr) == 4 && sizeof(cl_semaphore_info_khr) == 4);
