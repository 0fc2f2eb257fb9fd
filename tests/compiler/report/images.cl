kernel void copies(read_only image2d_t from, write_only image2d_t to, sampler_t sampler) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, sampler, at));
}
