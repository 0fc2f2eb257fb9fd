// Computes erf and erfc (OpenCL C 3.0, 6.15.2) without branches.
//
// erf(x) = |x| q(|x| - c), where c is the nearest multiple of 9/16 (of 105/64 in double precision),
// whose polynomial is chosen from small tables, which are in registers. erfc(x) = exp(-x^2) u q(u -
// 1/2) for x of 0 or more, where u = k / (x + k) leads all of them between 0 and 1: one polynomial
// suffices. All polynomials are minimax in relative error (fpminimax of Sollya).
//
// Greatest errors found, in units in the last place, of 16 allowed: erf 2.1 and 5.4, erfc 6.7
// and 10.1.
#include "library.h"
#include "pairs.h"
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

static constant const double double_0[] = {0x1.20dd750429b6dp+0, 0x1.31bb47be9cf2p-1,
                                           0x1.38133a186a57ap-2, 0x1.a01a01a013f34p-3};
static constant const double double_1[] = {0x1.31d142e2468c1p-48, -0x1.44f912ef3565ep-2,
                                           -0x1.7c679ab106f98p-4, -0x1.522a43f55c68ep-5};
static constant const double double_2[] = {-0x1.812746b03928cp-2, 0x1.df18f17e2b5a8p-4,
                                           0x1.cf576d089a33p-6, 0x1.12d3845cee498p-7};
static constant const double double_3[] = {0x1.de7a6a019cf4dp-37, -0x1.a27a6e278d7fap-9,
                                           -0x1.18ca794b1c0a4p-7, -0x1.beb3a070572adp-10};
static constant const double double_4[] = {0x1.ce2f218b794ep-4, -0x1.d1c6ec0da3b01p-6,
                                           0x1.4ca963a3c7225p-9, 0x1.6b08912f879b4p-12};
static constant const double double_5[] = {0x1.2744ea91ed5d3p-28, 0x1.13c279d43b065p-6,
                                           -0x1.6ac038c49ed9ap-11, -0x1.2708e41cecb1ap-14};
static constant const double double_6[] = {-0x1.b82d0fd74ee59p-6, -0x1.eeb6582e42b81p-10,
                                           0x1.2829af51e8952p-13, 0x1.df865328f9a89p-17};
static constant const double double_7[] = {0x1.363dc6fccee05p-22, -0x1.5c14a276d34f3p-9,
                                           0x1.7ac3b2f5efef8p-19, -0x1.8597129422ff4p-19};
static constant const double double_8[] = {0x1.5643151d2eb88p-8, 0x1.6b44a932eb526p-10,
                                           -0x1.8b39ac425166cp-16, 0x1.3c1d76630023p-21};
static constant const double double_9[] = {0x1.7a66e9f54f3p-18, -0x1.4a646dd5aab6p-16,
                                           0x1.f101c43caa943p-17, -0x1.fe2793e918838p-24};
static constant const double double_10[] = {-0x1.c8c5a72b80454p-11, -0x1.c7ab99afe7dd7p-13,
                                            -0x1.704ac0b4500e4p-18, 0x1.932d497e56c51p-26};
static constant const double double_11[] = {0x1.31289dec68ebfp-15, 0x1.1424bf91f3eb8p-14,
                                            0x1.0db51f93c1f71p-20, -0x1.27982c46ed44fp-28};
static constant const double double_12[] = {0x1.eef98fd4415c7p-15, 0x1.ae6cd148b686ep-17,
                                            0x1.bbb06a0dddbbap-23, 0x1.3d750e56bd689p-31};
static constant const double double_13[] = {0x1.49ee496f00503p-14, -0x1.8b9d5f374af96p-17,
                                            -0x1.e9d87ba08bd59p-23, 0x1.5a1a37210de07p-36};
static constant const double double_14[] = {-0x1.77116850c5614p-14, 0x1.2cd4ed80e084ep-20,
                                            0x1.54198e7cc500ap-24, -0x1.7455908ab7eccp-35};
static constant const double double_15[] = {0x1.a793326b00498p-15, 0x1.2f241a767c37ap-20,
                                            -0x1.f66ed4d6177bfp-28, 0x1.770e5f871eecap-35};
static constant const double double_16[] = {-0x1.661a97dcf64c4p-16, -0x1.68de2cb75042fp-22,
                                            -0x1.85f4f397368f3p-28, -0x1.48e514bd17237p-35};
static constant const double double_17[] = {0x1.9ed7f8e0310bbp-18, -0x1.d78c427f21044p-25,
                                            0x1.51fe71850b169p-29, 0x1.07e90aa90f28dp-38};
static constant const double double_18[] = {-0x1.cad11b6850cfep-21, 0x1.1a4de2b16f45dp-25,
                                            -0x1.22e5087bc5182p-32, 0x1.ab819371b1525p-38};

double VALUE erf(double x) {
  const double magnitude = __builtin_fabs(x), rounding = 0x1.8p52;
  const double shifted = magnitude * 0x1.3813813813814p-1 + rounding;
  const ulong part = as_ulong(shifted) & 3;
  const double d = magnitude - (shifted - rounding) * 0x1.a4p+0;
  const double d_square = d * d;
  const double d_8 = d_square * d_square * (d_square * d_square);
  double q = ((double_16[part] + double_17[part] * d) + double_18[part] * d_square);
  q = septic(d, d_square, double_8[part], double_9[part], double_10[part], double_11[part],
             double_12[part], double_13[part], double_14[part], double_15[part]) +
      d_8 * q;
  q = septic(d, d_square, double_0[part], double_1[part], double_2[part], double_3[part],
             double_4[part], double_5[part], double_6[part], double_7[part]) +
      d_8 * q;
  double value = magnitude * q;
  value = value > 1 ? 1 : value;
  value = magnitude > 5.7421875 ? 1 : value;
  return __builtin_copysign(value, x);
}

// The square is a pair, since its error counts as one of the result. 2^n is multiplied in two
// steps, with 2^(n + 40) or 2^(n + 80) first, of which only the second rounds. The last
// coefficients of q are such that erfc(0) is 1 exactly.
float VALUE erfc(float x) {
  float magnitude = __builtin_fabsf(x);
  magnitude = magnitude > 10.5f ? 10.5f : magnitude;  // the result is 0 from 10.06 on
  const float u = 2 / (magnitude + 2), v = u - 0.5f;
  const float v_square = v * v;
  const float v_4 = v_square * v_square;
  float q = -0x1.e542c4p-5f;
  q = cubic(v, v_square, -0x1.6001aep-3f, -0x1.a5e9d4p-4f, 0x1.86b7b4p-4f, 0x1.8c2734p-5f) +
      v_4 * q;
  q = cubic(v, v_square, 0x1.058672p-1f, 0x1.5fd39p-1f, 0x1.1e2d5ep-1f, 0x1.2a7a5ep-3f) + v_4 * q;

  const struct Floats square = product_of(magnitude, magnitude);
  const float rounding = 0x1.8p23f + 167;
  const float shifted = square.high * -0x1.715476p+0f + rounding;
  const float n = shifted - rounding;
  const float r = (-square.high - n * 0x1.62e4p-1f) - (n * 0x1.7f7d1cp-20f + square.low);
  const float r_square = r * r;
  float e = cubic(r, r_square, 0x1.fffdfap-2f, 0x1.5557b2p-3f, 0x1.572b1p-5f, 0x1.1061aap-7f);
  const float exponential = u * as_float(as_uint(shifted) << 23) * (1 + (r + r_square * e));
  const float value = exponential * q * 0x1p-40f;
  return x < 0 ? 2 - value : value;
}

double VALUE erfc(double x) {
  double magnitude = __builtin_fabs(x);
  magnitude = magnitude > 27.5 ? 27.5 : magnitude;  // the result is 0 from 27.23 on
  const double u = 4 / (magnitude + 4), v = u - 0.5;
  const double v_square = v * v;
  const double v_4 = v_square * v_square;
  const double v_8 = v_4 * v_4;
  double q = cubic(v, v_square, -0x1.bc0178d63d71ep-7, 0x1.7ba6915c19604p-9, 0x1.c8d6e9c9a91c3p-8,
                   -0x1.8b6d85607639p-11) +
             v_4 * -0x1.fc63dd3d62e77p-10;
  q = septic(v, v_square, 0x1.908f480822a8dp-2, 0x1.269b8b5494a6ep-5, -0x1.dd289b29ee695p-4,
             -0x1.72cf95ee14ff9p-4, -0x1.e742c21a5d9c5p-9, 0x1.3c974dc163b19p-5,
             0x1.3a39e60678198p-6, -0x1.824569f695511p-7) +
      v_8 * q;
  q = septic(v, v_square, 0x1.18932bf08e155p-2, 0x1.f3fe31ecb49d7p-2, 0x1.8be202d26c606p-1,
             0x1.14eacb1acf986p+0, 0x1.52cac237153ddp+0, 0x1.645fd8a50552fp+0, 0x1.38dbd2c770102p+0,
             0x1.b00c050d12761p-1) +
      v_8 * q;

  const struct Doubles square = product_of(magnitude, magnitude);
  const double rounding = 0x1.8p52 + 1103;
  const double shifted = square.high * -0x1.71547652b82fep+0 + rounding;
  const double n = shifted - rounding;
  const double r =
      (-square.high - n * 0x1.62e42fefa0000p-1) - (n * 0x1.cf79abc9e3b3ap-40 + square.low);
  const double r_square = r * r;
  const double r_4 = r_square * r_square;
  double e = (0x1.28aeb476d5d5p-22 + 0x1.ad85b8e7c82c4p-26 * r);
  e = cubic(r, r_square, 0x1.6c16c184a9d23p-10, 0x1.a01a012aa85e6p-13, 0x1.a01998b27e743p-16,
            0x1.71df22feeb868p-19) +
      r_4 * e;
  e = cubic(r, r_square, 0x1.000000000000ap-1, 0x1.55555555554f9p-3, 0x1.5555555550629p-5,
            0x1.1111111127d0ap-7) +
      r_4 * e;
  const double exponential = u * as_double(as_ulong(shifted) << 52) * (1 + (r + r_square * e));
  const double value = exponential * q * 0x1p-80;
  return x < 0 ? 2 - value : value;
}
