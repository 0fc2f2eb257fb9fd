// cl_khr_extended_bit_ops, cl_khr_integer_dot_product and cl_khr_kernel_clock: reported, with their
// macros and all functions, in every version of the language. What the functions give is
// tests/conformance/kernels' subject.
#include "support/reported.h"

namespace cleave::test {
namespace {

constexpr const char* versions[] = {"-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2",
                                    "-cl-std=CL2.0", "-cl-std=CL3.0", ""};

class ExtendedBitOps : public OnDevice {};
class IntegerDotProduct : public OnDevice {};
class KernelClockExtension : public OnDevice {};

TEST_F(ExtendedBitOps, AreReported) {
  expect_reported(device_, "cl_khr_extended_bit_ops", CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(ExtendedBitOps, AreThereForEveryTypeInEveryVersion) {
  for (const char* version : versions) {
    const Program program = build(R"(
#ifndef cl_khr_extended_bit_ops
#error its macro is not defined
#endif
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#define OF(T, S, U, N)                                          \
  kernel void of_##T##N(global T##N* t, global S##N* s, global U##N* u) { \
    t[0] = bitfield_insert(t[1], t[2], 3u, 4u);                 \
    s[0] = bitfield_extract_signed(t[3], 1u, 2u);               \
    u[0] = bitfield_extract_unsigned(t[4], 1u, 2u);             \
    t[5] = bit_reverse(t[6]);                                   \
  }
#define OF_ALL(T, S, U) OF(T, S, U, ) OF(T, S, U, 2) OF(T, S, U, 3) OF(T, S, U, 4) OF(T, S, U, 8) OF(T, S, U, 16)
OF_ALL(char, char, uchar) OF_ALL(uchar, char, uchar)
OF_ALL(short, short, ushort) OF_ALL(ushort, short, ushort)
OF_ALL(int, int, uint) OF_ALL(uint, int, uint)
OF_ALL(long, long, ulong) OF_ALL(ulong, long, ulong))",
                                  version);
  }
}

TEST_F(IntegerDotProduct, IsReported) {
  expect_reported(device_, "cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0));
}

TEST_F(IntegerDotProduct, IsThereInBothFormsInEveryVersion) {
  for (const char* version : versions) {
    const Program program = build(R"(
#if !defined cl_khr_integer_dot_product || !defined __opencl_c_integer_dot_product_input_4x8bit || \
    !defined __opencl_c_integer_dot_product_input_4x8bit_packed
#error its macros are not defined
#endif
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
kernel void k(global int* i, global uint* u, global uchar4* a, global char4* b) {
  u[0] = dot(a[0], a[1]) + dot_acc_sat(a[0], a[1], u[0]);
  i[0] = dot(b[0], b[1]) + dot_acc_sat(b[0], b[1], i[0]);
  i[1] = dot(a[0], b[1]) + dot_acc_sat(a[0], b[1], i[0]);
  i[2] = dot(b[0], a[1]) + dot_acc_sat(b[0], a[1], i[0]);
  u[3] = dot_4x8packed_uu_uint(u[1], u[2]) + dot_acc_sat_4x8packed_uu_uint(u[1], u[2], u[3]);
  i[4] = dot_4x8packed_ss_int(u[1], u[2]) + dot_acc_sat_4x8packed_ss_int(u[1], u[2], i[4]);
  i[5] = dot_4x8packed_us_int(u[1], u[2]) + dot_acc_sat_4x8packed_us_int(u[1], u[2], i[5]);
  i[6] = dot_4x8packed_su_int(u[1], u[2]) + dot_acc_sat_4x8packed_su_int(u[1], u[2], i[6]);
})",
                                  version);
  }
}

TEST_F(KernelClockExtension, IsReported) {
  expect_reported(device_, "cl_khr_kernel_clock", CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(KernelClockExtension, IsThereForEveryScopeInEveryVersion) {
  for (const char* version : versions) {
    const Program program = build(R"(
#if !defined cl_khr_kernel_clock || !defined __opencl_c_kernel_clock_scope_device || \
    !defined __opencl_c_kernel_clock_scope_work_group || !defined __opencl_c_kernel_clock_scope_sub_group
#error its macros are not defined
#endif
#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable
kernel void k(global ulong* o, global uint2* h) {
  o[0] = clock_read_device() + clock_read_work_group() + clock_read_sub_group();
  h[0] = clock_read_hilo_device() + clock_read_hilo_work_group() + clock_read_hilo_sub_group();
})",
                                  version);
  }
}

}  // namespace
}  // namespace cleave::test
