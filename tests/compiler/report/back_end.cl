// LLVM's SPIR-V back end would write something else for these operations.
kernel void widen(global const ushort* a, global const short* b, global uint* c, global int* d, global long* e,
                  global uchar* f) {
  const size_t i = get_global_id(0);
  c[i] = convert_uint(a[i]) + convert_uint(b[i]);
  d[i] = convert_int(a[i]);
  f[i] = convert_uchar_sat(e[i]);
}

#ifdef LEVELS
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
kernel void read_level(read_only image2d_t image, sampler_t sampler, global float4* texel) {
  *texel = read_imagef(image, sampler, (float2)(0.5f), 1.0f);
}
#else
kernel void type_of(read_only image2d_t image, global int* type) { *type = get_image_channel_data_type(image); }
#endif

#ifdef GROUPS
kernel void meet(global int* a) {
  const size_t i = get_global_id(0);
  a[i] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (a[i ^ 1] == 0) printf("none\n");
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
}
kernel void after(global int* a) {
  int sum[4] = {0, 1, 2, a[0]};
  a[1] = sum[a[2] & 3];
}
#endif

#ifdef OWN
// No built-in functions, by their names.
int convert_all(void);
int convert_this(int number);
kernel void use(global int* o) { *o = convert_all() + convert_this(*o); }
#endif
