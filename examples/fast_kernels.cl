// Pairs of kernels that compute the same, one as it is often written first, one that suits vectors.
// docs/guides/fast_kernels.md explains them, fast_kernels.py measures them.

// A pixel and its neighbours. Neighbours in dimension 0 are a row apart.
kernel void blur_apart(global const float* in, global float* out) {
  int y = get_global_id(0), x = get_global_id(1), width = get_global_size(1);
  out[y * width + x] = 0.25f * in[y * width + x] + 0.5f * in[y * width + x + 1] + 0.25f * in[y * width + x + 2];
}

// Neighbours in dimension 0 lie side by side.
kernel void blur_together(global const float* in, global float* out) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  out[y * width + x] = 0.25f * in[y * width + x] + 0.5f * in[y * width + x + 1] + 0.25f * in[y * width + x + 2];
}

// An array of structures: a vector of one member is picked out of eight vectors.
struct body {
  float x, y, z, mass, vx, vy, vz, age;
};
kernel void energies_structures(global const struct body* bodies, global float* energies) {
  int i = get_global_id(0);
  float vx = bodies[i].vx, vy = bodies[i].vy, vz = bodies[i].vz;
  energies[i] = 0.5f * bodies[i].mass * (vx * vx + vy * vy + vz * vz);
}

// An array for each member.
kernel void energies_arrays(global const float* mass, global const float* vx, global const float* vy,
                            global const float* vz, global float* energies) {
  int i = get_global_id(0);
  energies[i] = 0.5f * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
}

// The median of nine neighbours, sorted in a private array at places that the numbers choose.
kernel void medians_inserted(global const float* in, global float* out) {
  int i = get_global_id(0);
  float sorted[9];
  for (int n = 0; n < 9; ++n) {
    float number = in[i + n];
    int place = n;
    for (; place > 0 && sorted[place - 1] > number; --place) sorted[place] = sorted[place - 1];
    sorted[place] = number;
  }
  out[i] = sorted[4];
}

// Sorted by exchanges at constant places.
void order(float* a, float* b) {
  float least = fmin(*a, *b);
  *b = fmax(*a, *b);
  *a = least;
}
kernel void medians_exchanged(global const float* in, global float* out) {
  int i = get_global_id(0);
  float v[9];
  for (int n = 0; n < 9; ++n) v[n] = in[i + n];
  for (int n = 0; n < 9; n += 3) order(v + n + 1, v + n + 2), order(v + n, v + n + 1), order(v + n + 1, v + n + 2);
  v[6] = fmax(fmax(v[0], v[3]), v[6]);                                  // the greatest of the least
  order(v + 4, v + 7), order(v + 1, v + 4), v[4] = fmin(v[4], v[7]);
  v[4] = fmax(v[1], v[4]);                                              // the median of the middle ones
  v[2] = fmin(fmin(v[2], v[5]), v[8]);                                  // the least of the greatest
  order(v + 4, v + 2), v[4] = fmax(v[6], v[4]);
  out[i] = fmin(v[4], v[2]);
}

// Counts the numbers above a limit: an atomic operation for each that is.
kernel void count_each(global const float* in, global int* count, float limit) {
  if (in[get_global_id(0)] > limit) atomic_inc(count);
}

// One for each work-group.
kernel void count_groups(global const float* in, global int* count, float limit) {
  int found = work_group_reduce_add(in[get_global_id(0)] > limit ? 1 : 0);
  if (get_local_id(0) == 0) atomic_add(count, found);
}

// A logistic curve whose constants have no suffix: it is computed in double precision.
kernel void logistic_double(global const float* in, global float* out) {
  int i = get_global_id(0);
  out[i] = 1.0 / (1.0 + exp(-0.7 * in[i]));
}

// The same in single precision.
kernel void logistic_single(global const float* in, global float* out) {
  int i = get_global_id(0);
  out[i] = 1.0f / (1.0f + exp(-0.7f * in[i]));
}

// A sum of each list, of different lengths: neighbours wait for the longest. It is the order of the lists
// that suits vectors or does not.
kernel void list_sums(global const int* starts, global const float* items, global float* sums) {
  int list = get_global_id(0);
  float sum = 0;
  for (int i = starts[list]; i < starts[list + 1]; ++i) sum = sum * 0.5f + sqrt(items[i]);
  sums[list] = sum;
}
