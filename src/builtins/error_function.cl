// Computes erf and erfc (OpenCL C 3.0, 6.15.2) without branches.
//
// erf(x) = |x| q(|x| - c), where c is the nearest multiple of 9/16, in double precision the nearest
// of four centres, 9/16 and more by 41/32 each. The polynomials are chosen from small tables, which
// are in registers. erfc(x) = exp(-x^2) u q(u - 1/2) for x of 0 or more, where u = k / (x + k)
// leads all of them between 0 and 1: one polynomial suffices. All polynomials are minimax in
// relative error (fpminimax of Sollya).
//
// Greatest errors found, in units in the last place, of 16 allowed: erf 2.3 and 10.1, erfc 7.8
// and 9.4.
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

static constant const double double_0[] = {0x1.0515eb269a872p+0, 0x1.13296eb37b84cp-1,
                                           0x1.47ad3ff3018a1p-2, 0x1.d0cb58f3510dbp-3};
static constant const double double_1[] = {-0x1.679e55f14d0b3p-2, -0x1.158dbe2366ba1p-2,
                                           -0x1.a35763ed2ef43p-4, -0x1.a5f0e17d2af7bp-5};
static constant const double double_2[] = {-0x1.957878b9a1a99p-3, 0x1.bfd062caa19cfp-4,
                                           0x1.0bd914bd584d3p-5, 0x1.7f09d7b4bba74p-7};
static constant const double double_3[] = {0x1.6262c6c4ad406p-3, -0x1.445199eadc58ap-6,
                                           -0x1.52a6a0f7063d2p-7, -0x1.5bb8a5d146684p-9};
static constant const double double_4[] = {0x1.1354bdb22e91ep-6, -0x1.aded232a58afbp-7,
                                           0x1.9a16385b0d715p-9, 0x1.3ba617d9661bdp-11};
static constant const double double_5[] = {-0x1.92fd6786e9eap-5, 0x1.a5614c8d8ac49p-7,
                                           -0x1.ac1cef2cabc08p-11, -0x1.1e7638fadf4c9p-13};
static constant const double double_6[] = {0x1.2aefe9d24c5ep-8, -0x1.0f7f1d4974fcbp-8,
                                           0x1.e8e1d61840c44p-14, 0x1.039be817dec4ap-15};
static constant const double double_7[] = {0x1.418815194d4bep-7, -0x1.4113b56a598a8p-11,
                                           0x1.9272007129c21p-15, -0x1.d38b78f3bca82p-18};
static constant const double double_8[] = {-0x1.2092c87bd687cp-9, 0x1.117c8ca823629p-10,
                                           -0x1.ab74071b4ae13p-15, 0x1.9ab6e9baa469cp-20};
static constant const double double_9[] = {-0x1.82eefbcf23925p-10, -0x1.3bdccd825c803p-12,
                                           0x1.9a33db3fc8dbcp-16, -0x1.4afd6c9a0eba6p-22};
static constant const double double_10[] = {0x1.10f74d52053fdp-11, -0x1.fc913eb5c8585p-15,
                                            -0x1.b9e46b86da693p-18, 0x1.8005ac27112fcp-25};
static constant const double double_11[] = {0x1.67ae40cfc3ce1p-13, 0x1.0f57f2d0da505p-14,
                                            0x1.32d34001a2d47p-24, 0x1.066cae29ec8e5p-28};
static constant const double double_12[] = {-0x1.7551a6f59689ap-14, -0x1.6d52915c0fcbdp-17,
                                            0x1.c8fad01ae18b4p-21, -0x1.fb4b1a0f4a55p-28};
static constant const double double_13[] = {-0x1.f804e8252aff1p-17, -0x1.7095321e8a441p-18,
                                            -0x1.b679cd3653d95p-22, 0x1.1645c1758043bp-28};
static constant const double double_14[] = {0x1.93a05f8fdd0d1p-17, 0x1.6b7ed15d65f1ep-19,
                                            0x1.37d50523a4c7cp-24, -0x1.8c5daa77afa81p-30};
static constant const double double_15[] = {0x1.bfa287a6a04d4p-21, 0x1.19a1b098a88a4p-24,
                                            0x1.71bce4c82e784p-26, 0x1.5e1e007307115p-32};
static constant const double double_16[] = {-0x1.380f5bc99dadfp-20, -0x1.1442514865c06p-22,
                                            -0x1.ca48025264b9cp-27, -0x1.1f51a7f5fd7dap-35};

double VALUE erf(double x) {
  const double magnitude = __builtin_fabs(x), rounding = 0x1.8p52;
  const double from_first = magnitude - 0x1.2p-1;
  double shifted = from_first * 0x1.8f9c18f9c18fap-1 + rounding;
  shifted = shifted > rounding + 3 ? rounding + 3 : shifted;
  const ulong part = as_ulong(shifted) & 3;
  // From 5.8125 on, where the result is 1, the product with the magnitude is greater.
  const double limited = from_first > 0x1.5p+2 ? 0x1.5p+2 : from_first;
  const double d = limited - (shifted - rounding) * 0x1.48p+0;
  const double d_square = d * d;
  const double d_8 = d_square * d_square * (d_square * d_square);
  double q = septic(d, d_square, double_8[part], double_9[part], double_10[part], double_11[part],
                    double_12[part], double_13[part], double_14[part], double_15[part]) +
             d_8 * double_16[part];
  q = septic(d, d_square, double_0[part], double_1[part], double_2[part], double_3[part],
             double_4[part], double_5[part], double_6[part], double_7[part]) +
      d_8 * q;
  double value = magnitude * q;
  value = value > 1 ? 1 : value;
  return as_double(as_ulong(value) | (as_ulong(x) & as_ulong(-0.0)));
}

// The square is a pair, since its error counts as one of the result. 2^n is multiplied in two
// steps, with 2^(n + 40) or 2^(n + 80) first, of which only the second rounds; in double precision
// the other factor stands in q. The last coefficients of q are such that erfc(0) is 1 exactly.
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
  const double u = 3.5 / (magnitude + 3.5), v = u - 0.5;
  const double v_square = v * v;
  const double v_4 = v_square * v_square;
  const double v_8 = v_4 * v_4;
  double q = cubic(v, v_square, 0x1.411b204f0ae8cp-87, -0x1.1202d79e69fd4p-88,
                   -0x1.354303ad86e1ep-88, 0x1.1eff0cfd15fdap-89) +
             v_4 * 0x1.7a27b7dd2baaap-91;
  q = septic(v, v_square, -0x1.871350f2230d6p-84, -0x1.ac234be1213a6p-84, -0x1.93395775aa0fap-87,
             0x1.66739031a316dp-85, 0x1.655d4f359d085p-86, -0x1.15e9dcebced05p-86,
             -0x1.029b3ddece4fap-86, 0x1.e958c5f46707ap-88) +
      v_8 * q;
  q = septic(v, v_square, 0x1.3e0a99a0ee913p-82, 0x1.125f977a879edp-81, 0x1.9627d82db8cddp-81,
             0x1.fd5fb892e935bp-81, 0x1.082dbe3d4c151p-80, 0x1.b02834b322906p-81,
             0x1.f08cbf3ceffadp-82, 0x1.dbe948506e5a2p-84) +
      v_8 * q;

  const struct Doubles square = product_of(magnitude, magnitude);
  const double rounding = 0x1.8p52 + 1103;
  const double shifted = square.high * -0x1.71547652b82fep+0 + rounding;
  const double n = shifted - rounding;
  const double r =
      (-square.high - n * 0x1.62e42fefa0000p-1) - (n * 0x1.cf79abc9e3b3ap-40 + square.low);
  const double r_square = r * r;
  const double r_4 = r_square * r_square;
  const double e = septic(r, r_square, 0x1.ffffffffffed2p-2, 0x1.55555555507c2p-3,
                          0x1.5555555589108p-5, 0x1.11111125b4882p-7, 0x1.6c16c0c826535p-10,
                          0x1.a0198d55ff2b4p-13, 0x1.a01b7c640a20ep-16, 0x1.72e91d9f6a1d4p-19) +
                   r_4 * r_4 * 0x1.270799bb5433fp-22;
  const double scale = u * as_double(as_ulong(shifted) << 52);
  const double value = (scale + scale * (r + r_square * e)) * q;
  return x < 0 ? 2 - value : value;
}
