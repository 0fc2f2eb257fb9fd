#include "sources.h"

namespace cleave::test::fuzz::api {
namespace {

const char* const enqueuing_text = R"(
#if __OPENCL_C_VERSION__ >= 200
kernel void sow(queue_t q, global uint *p) {
  clk_event_t first, user = create_user_event();
  if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(5), 1, &user, &first, ^{
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{
          if (p) p[get_global_id(0) & 15] += 1;
        });
      }) == CLK_SUCCESS) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3), 1, &first, NULL, ^{
      if (p) p[get_global_id(0) & 15] += 3;
    });
    release_event(first);
  }
  set_user_event_status(user, get_global_id(0) == 7 ? -5 : CL_COMPLETE);
  release_event(user);
}
#else
kernel void sow(global uint *p) { if (p) p[get_global_id(0) & 15] = 1; }
#endif
)";

const char* const sources[] = {
    R"(
kernel void raise(global uint *p, uint v) { if (p) p[get_global_id(0) & 15] += v; }
)",
    R"(
kernel void mix(global const uint *a, global uint *b, uint k) {
  if (a && b) b[get_global_id(0) & 15] = a[(get_global_id(0) + 1) & 15] * k;
}
kernel void nothing() {}
)",
    R"(
kernel void share(global uint *p, local uint *t) {
  t[get_local_id(0) & 3] = (uint)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (p) p[get_global_id(0) & 15] = t[(get_local_id(0) + 1) & 3];
}
)",
    R"(
kernel void turns(global uint *p, uint n) {
  local uint t[4];
  for (uint i = 0; i < (n & 3); ++i) {
    t[get_local_id(0) & 3] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (p) p[get_global_id(0) & 15] += t[get_local_id(0) & 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
)",
    R"(
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void fours(global uint *p) {
  if (p) p[get_local_id(0)] = (uint)get_group_id(0);
}
)",
    R"(
constant uint table[4] = {1, 2, 3, 4};
kernel void look(constant uint *c, global uint *p) {
  if (p && c) p[get_global_id(0) & 15] = c[get_global_id(0) & 7] + table[get_global_id(0) & 3];
}
)",
    R"(
typedef struct { uint a; float4 b; char c[3]; } Mixed;
kernel void structure(Mixed m, global uint *p, double d, uchar3 u) {
  if (p) p[get_global_id(0) & 15] = m.a + (uint)m.b.z + m.c[2] + (uint)d + u.y;
}
)",
    R"(
kernel void tell(global uint *p) {
  if (p && p[0] == 0xdeadbeefu && p[1] == 0x12345678u && p[2] == 77u) printf("%u %s\n", p[3], "x");
}
)",
    R"(
global uint counters[4];
kernel void count(global uint *p) {
  atomic_inc((volatile global uint *)&counters[get_global_id(0) & 3]);
  if (p) p[get_global_id(0) & 15] = counters[0];
}
)",
    R"(
uint other(uint x);
kernel void call_other(global uint *p) { if (p) p[get_global_id(0) & 15] = other(p[0]); }
)",
    R"(
uint other(uint x) { return 3 * x; }
)",
    R"(
uint other(uint x) { return 4 * x; }
kernel void another(global uint *p) { if (p) p[get_global_id(0) & 15] = other(1); }
)",
    R"(
#include "folder/times.h"
kernel void times(global uint *p) { if (p) p[get_global_id(0) & 15] *= TIMES; }
)",
    "#define TIMES 5\n",
    R"(
kernel void eight(global uint *a, global uint *b, global uint *c, global uint *d, uint e, uint f,
                  local uint *g, local uint *h) {
  g[0] = e; h[0] = f;
  if (a && b && c && d) a[0] = b[1] + c[2] + d[3];
}
)",
    R"(
kernel void raise(global uint *p, uint v) { if (p) p[get_global_id(0) & 15] -= v; }
kernel void raise(global uint *p) { }
)",
    "kernel void broken(global uint *p { p[0] = 1; }",
    "#error no\n",
    "kernel void lost(global uint *p) { if (p) p[0] = nobody_has_this(1); }",
    "\n",
    "int",
    enqueuing_text,
};

}  // namespace

std::span<const char* const> shared_sources() {
  return sources;
}

const char* const enqueuing_source = enqueuing_text;

const char* const header_source = "#define TIMES 7\n";
const char* const header_name = "folder/times.h";

const char* const known_source = R"(
kernel void add(global uint *p, uint n, uint v) {
  if (get_global_id(1) == 0 && get_global_id(2) == 0 && get_global_id(0) < n)
    p[get_global_id(0)] += v;
}
kernel void scale(global const uint *a, global uint *b, uint n, uint k) {
  if (get_global_id(0) < n) b[get_global_id(0)] = a[get_global_id(0)] * k + (uint)get_global_id(0);
}
kernel void sums(global const uint *a, global uint *b, uint n, local uint *t) {
  t[get_local_id(0)] = get_global_id(0) < n ? a[get_global_id(0)] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    uint sum = 0;
    for (uint i = 0; i < get_local_size(0); ++i) sum += t[i];
    if (get_group_id(0) < n) b[get_group_id(0)] = sum;
  }
}
)";

}  // namespace cleave::test::fuzz::api
