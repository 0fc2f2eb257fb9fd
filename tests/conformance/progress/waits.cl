kernel void test(volatile global int* turn) {
  while (*turn != get_sub_group_id()) continue;
}
