// Computes powers of two between whole exponents, for exponentials and powers.
//
// The polynomials are minimax, found by Remez' algorithm.
#pragma once

#pragma clang fp contract(on)

// 2^r for |r| <= 1/2.
static inline float OVERLOADED two_to(float r) {
  float p = 0x1.3f9068p-13f;
  p = p * r + 0x1.5f0a66p-10f;
  p = p * r + 0x1.3b30bp-7f;
  p = p * r + 0x1.c6af78p-5f;
  p = p * r + 0x1.ebfbd8p-3f;
  p = p * r + 0x1.62e43p-1f;
  return p * r + 1;
}

// q0 + q1 r + ... + q9 r^9: the even and the odd powers do not wait for each other.
static inline double polynomial(double r, double q0, double q1, double q2, double q3, double q4,
                                double q5, double q6, double q7, double q8, double q9) {
  const double square = r * r;
  double even = q8, odd = q9;
  even = even * square + q6;
  odd = odd * square + q7;
  even = even * square + q4;
  odd = odd * square + q5;
  even = even * square + q2;
  odd = odd * square + q3;
  even = even * square + q0;
  odd = odd * square + q1;
  return odd * r + even;
}

// In double precision the polynomial is 1 + r ln(2) + r^2 q(r).
static inline double OVERLOADED two_to(double r) {
  const double q = polynomial(r, 0x1.ebfbdff82c59p-3, 0x1.c6b08d704a0c3p-5, 0x1.3b2ab6fba39abp-7,
                              0x1.5d87fe78a488fp-10, 0x1.43091303349d7p-13, 0x1.ffcbfc6ba490dp-17,
                              0x1.62bfe502e533ep-20, 0x1.b524ee762203bp-24, 0x1.e5e8f6a29526bp-28,
                              0x1.e9ea55fadbf79p-32);
  return 1 + (r * 0x1.62e42fefa39efp-1 + r * r * q);
}
