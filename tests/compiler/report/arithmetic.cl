// The sum is the program's; in double precision only the library computes.
kernel void sums(global float* a, global double* b) {
  size_t x = get_global_id(0);
  a[x] = a[x] + a[x + 1];
  b[x] = tan(b[x]);
}
