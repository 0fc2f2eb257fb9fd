kernel void product(global const float* a, global const float* b, global float* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float even = 0, odd = 0;
  for (int k = 0; k < n; ++k) {
    even += a[2 * y * n + k] * b[2 * k * n + x], odd += a[(2 * y + 1) * n + k] * b[(2 * k + 1) * n + x];
  }
  c[y * n + x] = even + odd;
}

kernel void copies(global const float* a, global float* b, int n) {
  int x = get_global_id(0);
  for (int k = 0; k < n; ++k) b[k * n + x] = a[k * n + x];
}

kernel void chains(global float* a, float f, float g, int n) {
  float p = get_global_id(0) + get_global_id(1), q = p + 1, r = p + 2, s = p + 3, t = p + 4, u = p + 5;
  for (int k = 0; k < n; ++k)
    p = p * f + g, q = q * f + g, r = r * f + g, s = s * f + g, t = t * f + g, u = u * f + g;
  a[get_global_id(1) * n + get_global_id(0)] = p + q + r + s + t + u;
}

kernel void lists(global const int* places, global const float* a, global float* b, int n) {
  int x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[places[k * n + x]];
  b[x] = sum;
}

kernel void counts(global const int* bins, global int* counts, int n) {
  int x = get_global_id(0);
  for (int k = 0; k < n; ++k) atomic_inc(&counts[bins[k * n + x]]);
}

kernel void rounds(global float* a, local float* tile, int n) {
  int l = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[l] = a[k * n + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; ++i) sum += tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = sum;
}

kernel void waits(global int* a) {
  while (atomic_add(a, 0) == 0) {
  }
}

kernel void one_chain(global float* a, float f, float g, int n) {
  float p = get_global_id(0);
  for (int k = 0; k < n; ++k) p = p * f + g;
  a[get_global_id(0)] = p;
}
