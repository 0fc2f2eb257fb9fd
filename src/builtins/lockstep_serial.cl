// The functions of lane_collectives.h for the lanes that run in lockstep, where lanes run one after
// another: each runs alone.
#include "lane_collectives.h"

int __cleave_lockstep_reduce_add_i32(int x) {
  return x;
}
long __cleave_lockstep_reduce_add_i64(long x) {
  return x;
}
int __cleave_lockstep_scan_exclusive_add_i32(int x) {
  return 0;
}
long __cleave_lockstep_scan_exclusive_add_i64(long x) {
  return 0;
}
int __cleave_lockstep_join_i32(int x) {
  return x;
}
