// Work-item functions (OpenCL C 3.0, 6.15.1) and those of cl_khr_subgroups. A dimension of 3 or
// more answers as the specification says: sizes 1, identifiers 0.
#include "library.h"

uint VALUE get_work_dim(void) {
  return __cleave_work_dimensions();
}

size_t VALUE get_global_size(uint d) {
  return d < 3 ? __cleave_global_size(d) : 1;
}
size_t VALUE get_global_offset(uint d) {
  return d < 3 ? __cleave_global_offset(d) : 0;
}
size_t VALUE get_enqueued_local_size(uint d) {
  return d < 3 ? __cleave_enqueued_local_size(d) : 1;
}
size_t VALUE get_local_size(uint d) {
  return d < 3 ? __cleave_local_size(d) : 1;
}
size_t VALUE get_num_groups(uint d) {
  return d < 3 ? __cleave_group_count(d) : 1;
}
size_t VALUE get_group_id(uint d) {
  return d < 3 ? __cleave_group_id(d) : 0;
}
size_t VALUE get_local_id(uint d) {
  return d < 3 ? __cleave_local_id(d) : 0;
}

size_t VALUE get_global_id(uint d) {
  return d < 3 ? __cleave_global_id(d) : 0;
}

static size_t id_in_launch(uint d) {
  return __cleave_global_id(d) - __cleave_global_offset(d);
}

size_t VALUE get_global_linear_id(void) {
  return (id_in_launch(2) * __cleave_global_size(1) + id_in_launch(1)) * __cleave_global_size(0) +
         id_in_launch(0);
}

size_t VALUE get_local_linear_id(void) {
  return __cleave_local_linear_id();
}

static uint sub_groups_in(ulong work_items) {
  const uint width = __cleave_maximum_sub_group_size();
  return (uint)((work_items + width - 1) / width);
}

static ulong work_group_size(void) {
  return __cleave_local_size(0) * __cleave_local_size(1) * __cleave_local_size(2);
}

uint VALUE get_max_sub_group_size(void) {
  return __cleave_maximum_sub_group_size();
}
uint VALUE get_num_sub_groups(void) {
  return sub_groups_in(work_group_size());
}
uint VALUE get_enqueued_num_sub_groups(void) {
  return sub_groups_in(__cleave_enqueued_local_size(0) * __cleave_enqueued_local_size(1) *
                       __cleave_enqueued_local_size(2));
}
uint VALUE get_sub_group_id(void) {
  return __cleave_local_linear_id() / __cleave_maximum_sub_group_size();
}
uint VALUE get_sub_group_local_id(void) {
  return __cleave_local_linear_id() % __cleave_maximum_sub_group_size();
}
uint VALUE get_sub_group_size(void) {
  return __cleave_sub_group_size();
}
