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

kernel void strides(global const int* a, global int* b, int n) {
  int x = get_global_id(0);
  b[x] = a[x / 2] +
         a[x % n];
  for (int i = 0; i < n; ++i) b[x] += a[x * n + i];
  b[x] += a[x * 3] + a[x * 3 + 2], sub_group_barrier(CLK_LOCAL_MEM_FENCE);  // lanes together
}

kernel void arrays(global const int* a, global int* b, int n) {
  int x = get_global_id(0);
  int few[4];
  for (int i = 0; i < 4; ++i) few[i] = a[4 * x + i];
  b[x] = few[0] * few[3] + few[1] * few[2];
  union { int whole[8]; char part[32]; } mixed;
  for (int i = 0; i < n; ++i) mixed.whole[i] = a[x + i];
  b[x] += mixed.part[n];
}

kernel void product(global const float* a, global const float* b, global float* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

kernel void bytes(global const int* a, global int* b, global const uchar* c, uchar m) {
  uchar i = c[get_global_id(0)] * 3;
  uchar j = (i & m) + (i & 9);
  b[get_global_id(0)] = a[j];
}

kernel void rounds(global int* a, local int* x) {
  int l = get_local_id(0);
  for (int i = 0; i < a[get_group_id(0)]; ++i) {
    x[l] += x[l ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void sums(global int* a) {
  a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]);
}

__attribute__((reqd_work_group_size(4, 1, 1))) kernel void asks(global int* a) {
  a[get_global_id(0)] = 1;
}

kernel void waits(global int* a) {
  while (atomic_add(a, 0) == 0) {
  }
}

kernel void locks(global int* lock, global int* sum) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  sum[0] += 1;
  atomic_xchg(lock, 0);
}

kernel void totals(global int* sums, global const int* terms, global int* last, int n) {
  for (int k = 0; k < n; ++k) {
    sums[get_global_id(0)] += terms[k];
    last[0] = sums[k];
  }
}

kernel void total(global int* sums, global const int* terms, int n) {
  for (int k = 0; k < n; ++k) sums[get_global_id(0)] += terms[k];
}
