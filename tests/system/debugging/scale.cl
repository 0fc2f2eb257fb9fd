float square(float v) {
  float w = v * v;
  return w + 1.0f;
}

kernel void scale(global const float* in, global float* out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0.0f;
  for (int j = 0; j <= i % 7; ++j) {
    sum += square(in[j + i]);
  }
  out[i] = sum;
}

kernel void pass_on(global const float* in, global float* out, int n) {
  local float shared[64];
  int l = get_local_id(0);
  float mine = in[l] + 1.0f;
  shared[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  float other = shared[63 - l];
  out[l] = mine * other;
}
