kernel void rows(global const float* a, global float* b, int n) {
  int x = get_global_id(0);
  float factor = a[n];
  b[x] = a[x] * factor;
}

kernel void paths(global const int* a, global int* b, int n) {
  int x = get_global_id(0);
  int v = a[x];
  if (n > 3) b[0] = n;
  if (v > 0) {
    b[x] = v / n;
  }
  for (int i = 0; i < n; ++i) b[x] += a[i];
  while (v > b[x]) v = v / 3 - b[v];
}

kernel void places(global const int* a, global int* b, int n) {
  int x = get_global_id(0);
  b[a[x]] = a[2 * x] + a[2 * x + 1];
  b[x * n] = a[x * 100];
}

kernel void keeps(global int* a, int n) {
  local int shared[256];
  int l = get_local_id(0);
  int kept = a[l] * n;
  shared[l] = kept;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = kept + shared[l ^ 1];
  int table[16];
  for (int i = 0; i < 16; ++i) table[i] = a[i + l];
  a[l] = table[kept & 15];
  atomic_add(a + kept, 1);
}
