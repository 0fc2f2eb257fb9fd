// Computes erf and erfc (OpenCL C 3.0, 6.15.2) without branches.
//
// erf(x) = |x| q(|x| - c), where c is the nearest multiple of 9/16 (of 27/16 in double precision),
// whose polynomial is chosen from small tables, which are in registers. erfc(x) = exp(-x^2) u q(u -
// 1/2) for x of 0 or more, where u = k / (x + k) leads all of them between 0 and 1: one polynomial
// suffices. All polynomials are minimax in relative error (fpminimax of Sollya).
//
// Greatest errors found, in units in the last place, of 16 allowed: erf 2.1 and 5.9, erfc 6.1
// and 9.1.
#include "library.h"
#include "polynomials.h"

#pragma clang fp contract(on)

static constant const float single_0[] = {0x1.20dd76p+0f, 0x1.0515ecp+0f, 0x1.9450bcp-1f,
                                          0x1.2a3f12p-1f, 0x1.c67206p-2f, 0x1.6c1044p-2f,
                                          0x1.2f6828p-2f, 0x1.04104p-2f};
static constant const float single_1[] = {-0x1.88a836p-18f, -0x1.679e32p-2f, -0x1.ad1542p-2f,
                                          -0x1.39c7p-2f,    -0x1.8d7346p-3f, -0x1.02968ap-3f,
                                          -0x1.6793ecp-4f,  -0x1.0831d6p-4f};
static constant const float single_2[] = {-0x1.80fb7ep-2f, -0x1.957b2cp-3f, 0x1.bbee36p-5f,
                                          0x1.dbc9dp-4f,   0x1.4409b2p-4f,  0x1.6c5ef4p-5f,
                                          0x1.a9f376p-6f,  0x1.0bff1ap-6f};
static constant const float single_3[] = {-0x1.0c61cp-9f,  0x1.6246d2p-3f,  0x1.8a3f1ap-4f,
                                          -0x1.0aee36p-7f, -0x1.a1f2c4p-6f, -0x1.ee710cp-7f,
                                          -0x1.f70ccp-8f,  -0x1.2351fp-8f};
static constant const float single_4[] = {0x1.002bf2p-3f,  0x1.15966cp-6f,  -0x1.f04f12p-5f,
                                          -0x1.91ddb2p-6f, 0x1.7313d2p-9f,  0x1.26e9b4p-8f,
                                          0x1.25eedcp-9f,  -0x1.4cfc78p-11f};
static constant const float single_5[] = {-0x1.21f97ep-5f,  -0x1.87fad2p-5f, -0x1.2ad99ep-10f,
                                          0x1.045826p-6f,   0x1.d778e8p-9f,  -0x1.96e108p-11f,
                                          -0x1.4114c2p-11f, -0x1.4c806p-8f};
static constant const float single_6[] = {0x1.aec1eep-7f,  0x1.b84ec2p-9f,  0x1.ba9a32p-7f,
                                          -0x1.66ea56p-9f, -0x1.5d020cp-9f, -0x1.7e1132p-12f,
                                          0x1.fef9b4p-15f, -0x1.53e3eap-8f};

float VALUE erf(float x) {
  const float magnitude = __builtin_fabsf(x), rounding = 0x1.8p23f;
  const float shifted = magnitude * 0x1.c71c72p+0f + rounding;
  const uint part = as_uint(shifted) & 7;
  const float d = magnitude - (shifted - rounding) * 0x1.2p-1f;
  float q = single_6[part];
  q = q * d + single_5[part];
  q = q * d + single_4[part];
  q = q * d + single_3[part];
  q = q * d + single_2[part];
  q = q * d + single_1[part];
  q = q * d + single_0[part];
  float value = magnitude * q;
  value = value > 1 ? 1 : value;
  value = magnitude > 3.925f ? 1 : value;  // and nothing known of the polynomials there
  return __builtin_copysignf(value, x);
}

static constant const double double_0[] = {0x1.20dd750429b6dp+0, 0x1.2a3f118acbfb7p-1,
                                           0x1.2f6827c1b08c7p-2, 0x1.948b0fcd6d35cp-3};
static constant const double double_1[] = {0x1.4a36b7a79a981p-48, -0x1.39c6f88e4910ap-2,
                                           -0x1.6793ed0a040bcp-4, -0x1.3fa39ab50c6aep-5};
static constant const double double_2[] = {-0x1.812746b0396a8p-2, 0x1.dbcb2d65fc4c3p-4,
                                           0x1.a9f5181df9bf9p-6, 0x1.f91bd1ac9e3f2p-8};
static constant const double double_3[] = {0x1.2e0478275eee3p-36, -0x1.0b4f228177126p-7,
                                           -0x1.f70a65d7c87b6p-8, -0x1.8f19239d02a7fp-10};
static constant const double double_4[] = {0x1.ce2f2183cf59cp-4, -0x1.92506b28ad96fp-6,
                                           0x1.2496775d5a17p-9, 0x1.3b563720430f3p-12};
static constant const double double_5[] = {0x1.b75f1a113ed5fp-28, 0x1.092fbb37498e6p-6,
                                           -0x1.41544bb9f5b5bp-11, -0x1.f24f140529033p-15};
static constant const double double_6[] = {-0x1.b82d2bc325cd6p-6, -0x1.5e72149c7a94ep-9,
                                           0x1.21dc0114ad397p-13, 0x1.89b80ac55ba91p-17};
static constant const double double_7[] = {0x1.141af14a59c5fp-21, -0x1.18828e10b4d15p-9,
                                           -0x1.6635219dfbfbdp-17, -0x1.370d60470975cp-19};
static constant const double double_8[] = {0x1.562b48d4bf7c3p-8, 0x1.63c248a6b60a7p-10,
                                           -0x1.b72630f77747cp-17, 0x1.eb3cdf8f4bf61p-22};
static constant const double double_9[] = {0x1.9c8f5bcd1967bp-17, -0x1.db5cdbf4b8799p-14,
                                           0x1.5589a4d26bcd1p-17, -0x1.82fe4bb4a7fcbp-24};
static constant const double double_10[] = {-0x1.d531cc8d13e6p-11, -0x1.7d4b1568203bcp-13,
                                            -0x1.25ed96307fd34p-18, 0x1.2dfb38c4bce42p-26};
static constant const double double_11[] = {0x1.a7a322b8bd7e7p-14, 0x1.2a1fbf2f0d876p-14,
                                            0x1.284672a3f8cf9p-20, -0x1.c76fd314f926bp-29};
static constant const double double_12[] = {-0x1.414e9c457b9fcp-14, 0x1.8d45612bd6d14p-18,
                                            -0x1.849af063cd87dp-27, 0x1.3174a35492244p-31};
static constant const double double_13[] = {0x1.378fab19c17ccp-12, -0x1.6a95ce285fee3p-17,
                                            -0x1.1e332636a0c0bp-23, -0x1.d0ddb00e4d24ap-35};
static constant const double double_14[] = {-0x1.767ce77c15cfp-12, 0x1.e8049c14a233p-20,
                                            0x1.127dd6b2c43d4p-24, -0x1.4d930bb4bcd32p-36};
static constant const double double_15[] = {0x1.35d70d68d93d5p-12, 0x1.c931a3aae9c7ap-21,
                                            -0x1.bb9f58d30c8cap-27, 0x1.ebced43fca9e7p-37};
static constant const double double_16[] = {-0x1.80a9674f16cc6p-13, -0x1.876bfe033d739p-22,
                                            -0x1.ebc43788ccc6cp-30, -0x1.78f972a07c8bdp-38};
static constant const double double_17[] = {0x1.4cf17f0d09fc4p-14, -0x1.2f9de57862116p-26,
                                            0x1.113bc86e0ac39p-29, 0x1.b6c7930a65a66p-39};
static constant const double double_18[] = {-0x1.610bae8379af8p-16, 0x1.0cc7668367affp-25,
                                            -0x1.b72ff80277816p-32, -0x1.578d4df52899ep-40};
static constant const double double_19[] = {0x1.58397ede67117p-19, -0x1.b4a912af5bf11p-29,
                                            -0x1.0946c1a06f311p-35, -0x1.9bf3d691b474dp-45};

double VALUE erf(double x) {
  const double magnitude = __builtin_fabs(x), rounding = 0x1.8p52;
  const double shifted = magnitude * 0x1.2f684bda12f68p-1 + rounding;
  const ulong part = as_ulong(shifted) & 3;
  const double d = magnitude - (shifted - rounding) * 0x1.bp+0;
  const double d_square = d * d;
  const double d_8 = d_square * d_square * (d_square * d_square);
  double q = cubic(d, d_square, double_16[part], double_17[part], double_18[part], double_19[part]);
  q = septic(d, d_square, double_8[part], double_9[part], double_10[part], double_11[part],
             double_12[part], double_13[part], double_14[part], double_15[part]) +
      d_8 * q;
  q = septic(d, d_square, double_0[part], double_1[part], double_2[part], double_3[part],
             double_4[part], double_5[part], double_6[part], double_7[part]) +
      d_8 * q;
  double value = magnitude * q;
  value = value > 1 ? 1 : value;
  value = magnitude > 5.90625 ? 1 : value;
  return __builtin_copysign(value, x);
}

// The square is the sum of one of half as many digits, which is exact, and of a rest. 2^n is
// multiplied in two steps: 2^(n + 40) or 2^(n + 80) is added to the exponent, which stays normal;
// then one multiplication rounds.
float VALUE erfc(float x) {
  float magnitude = __builtin_fabsf(x);
  magnitude = magnitude < 10.5f ? magnitude : 10.5f;  // the result is 0 from 10.06 on
  const float u = 3 / (magnitude + 3), v = u - 0.5f;
  const float v_square = v * v;
  const float v_4 = v_square * v_square;
  float q = (-0x1.47896ap-5f + 0x1.b89b48p-5f * v);
  q = cubic(v, v_square, 0x1.4666ecp-1f, 0x1.2528acp-2f, -0x1.b08876p-6f, -0x1.0ccaccp-3f) +
      v_4 * q;
  q = cubic(v, v_square, 0x1.6e9828p-2f, 0x1.2d883p-1f, 0x1.92edd2p-1f, 0x1.a7e3bep-1f) + v_4 * q;

  const float upper = as_float(as_int(magnitude) & 0xfffff000);
  const float square = upper * upper;
  const float square_rest = (magnitude - upper) * (magnitude + upper);
  const float rounding = 0x1.8p23f + 40;
  const float shifted = square * -0x1.715476p+0f + rounding;
  const float n = shifted - rounding;
  const float r = (-square - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f - square_rest;
  const float r_square = r * r;
  const float r_4 = r_square * r_square;
  float e = 0x1.6a234cp-10f;
  e = cubic(r, r_square, 0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558f4p-5f, 0x1.123a6cp-7f) + r_4 * e;
  const float product = u * q * (1 + (r + r_square * e));
  const float value = as_float(as_uint(product) + (as_uint(shifted) << 23)) * 0x1p-40f;
  const float result = x < 0 ? 2 - value : x == 0 ? 1 : value;
  return x == x ? result : x;
}

double VALUE erfc(double x) {
  double magnitude = __builtin_fabs(x);
  magnitude = magnitude < 27.5 ? magnitude : 27.5;  // the result is 0 from 27.23 on
  const double u = 4 / (magnitude + 4), v = u - 0.5;
  const double v_square = v * v;
  const double v_4 = v_square * v_square;
  const double v_8 = v_4 * v_4;
  double q = cubic(v, v_square, -0x1.bc0178d63d71ep-7, 0x1.7ba6915c19604p-9, 0x1.c8d6e9c9a91c3p-8,
                   -0x1.8b6d85607639p-11) +
             v_4 * -0x1.fc63e03d62e77p-10;
  q = septic(v, v_square, 0x1.908f480822a8dp-2, 0x1.269b8b5494a6ep-5, -0x1.dd289b29ee695p-4,
             -0x1.72cf95ee14ff9p-4, -0x1.e742c21a5d9c5p-9, 0x1.3c974dc163b19p-5,
             0x1.3a39e60678198p-6, -0x1.824569f695511p-7) +
      v_8 * q;
  q = septic(v, v_square, 0x1.18932bf08e155p-2, 0x1.f3fe31ecb49d7p-2, 0x1.8be202d26c606p-1,
             0x1.14eacb1acf986p+0, 0x1.52cac237153ddp+0, 0x1.645fd8a50552fp+0, 0x1.38dbd2c770102p+0,
             0x1.b00c050d12761p-1) +
      v_8 * q;

  const double upper = as_double(as_ulong(magnitude) & 0xfffffffff8000000ul);
  const double square = upper * upper;
  const double square_rest = (magnitude - upper) * (magnitude + upper);
  const double rounding = 0x1.8p52 + 80;
  const double shifted = square * -0x1.71547652b82fep+0 + rounding;
  const double n = shifted - rounding;
  const double r = (-square - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b3ap-40 - square_rest;
  const double r_square = r * r;
  const double r_4 = r_square * r_square;
  double e = (0x1.28aeb476d5d5p-22 + 0x1.ad85b8e7c82c4p-26 * r);
  e = cubic(r, r_square, 0x1.6c16c184a9d23p-10, 0x1.a01a012aa85e6p-13, 0x1.a01998b27e743p-16,
            0x1.71df22feeb868p-19) +
      r_4 * e;
  e = cubic(r, r_square, 0x1.000000000000ap-1, 0x1.55555555554f9p-3, 0x1.5555555550629p-5,
            0x1.1111111127d0ap-7) +
      r_4 * e;
  const double product = u * q * (1 + (r + r_square * e));
  const double value = as_double(as_ulong(product) + (as_ulong(shifted) << 52)) * 0x1p-80;
  const double result = x < 0 ? 2 - value : x == 0 ? 1 : value;
  return x == x ? result : x;
}
