// Defines <complex> for float and double: what clang makes of products and quotients of complex
// numbers, and the functions of C that the standard library's headers call (C11, 7.3 and annex G).
#include "opencl.h"

// The types of C's complex numbers are no templates, so that work is done on pairs.
template <class T>
struct Pair {
  T re;
  T im;
};

#define CLEAVE_CALLS(type, letter)                                 \
  CLEAVE_OPENCL(type, sqrt, "_Z4sqrt" letter, type)                \
  CLEAVE_OPENCL(type, fabs, "_Z4fabs" letter, type)                \
  CLEAVE_OPENCL(type, exp, "_Z3exp" letter, type)                  \
  CLEAVE_OPENCL(type, log, "_Z3log" letter, type)                  \
  CLEAVE_OPENCL(type, log1p, "_Z5log1p" letter, type)              \
  CLEAVE_OPENCL(type, sin, "_Z3sin" letter, type)                  \
  CLEAVE_OPENCL(type, cos, "_Z3cos" letter, type)                  \
  CLEAVE_OPENCL(type, tan, "_Z3tan" letter, type)                  \
  CLEAVE_OPENCL(type, sinh, "_Z4sinh" letter, type)                \
  CLEAVE_OPENCL(type, cosh, "_Z4cosh" letter, type)                \
  CLEAVE_OPENCL(type, asinh, "_Z5asinh" letter, type)              \
  CLEAVE_OPENCL(type, atan, "_Z4atan" letter, type)                \
  CLEAVE_OPENCL(type, fmax, "_Z4fmax" letter letter, type, type)   \
  CLEAVE_OPENCL(type, ldexp, "_Z5ldexp" letter "i", type, int)     \
  CLEAVE_OPENCL(type, logb, "_Z4logb" letter, type)                \
  CLEAVE_OPENCL(type, hypot, "_Z5hypot" letter letter, type, type) \
  CLEAVE_OPENCL(type, atan2, "_Z5atan2" letter letter, type, type) \
  CLEAVE_OPENCL(type, copysign, "_Z8copysign" letter letter, type, type)

namespace cl {
CLEAVE_CALLS(float, "f")
CLEAVE_CALLS(double, "d")
}  // namespace cl

namespace {

template <class T>
constexpr T infinity = static_cast<T>(__builtin_inff());

template <class T>
bool is_nan(T x) {
  return __builtin_isnan(x);
}
template <class T>
bool is_infinite(T x) {
  return __builtin_isinf(x);
}
template <class T>
bool is_finite(T x) {
  return __builtin_isfinite(x);
}

/// An infinity becomes one with its sign, all else a zero with its.
template <class T>
T box(T x) {
  return cl::copysign(is_infinite(x) ? T(1) : T(0), x);
}
template <class T>
T zero_if_nan(T x) {
  return is_nan(x) ? cl::copysign(T(0), x) : x;
}

template <class T>
Pair<T> product(Pair<T> x, Pair<T> y) {
  const Pair<T> plain = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
  if (!is_nan(plain.re) || !is_nan(plain.im)) return plain;
  // Annex G.5.1: a product with an infinity is one.
  bool recalculates = false;
  if (is_infinite(x.re) || is_infinite(x.im)) {
    x = {box(x.re), box(x.im)};
    y = {zero_if_nan(y.re), zero_if_nan(y.im)};
    recalculates = true;
  }
  if (is_infinite(y.re) || is_infinite(y.im)) {
    y = {box(y.re), box(y.im)};
    x = {zero_if_nan(x.re), zero_if_nan(x.im)};
    recalculates = true;
  }
  if (!recalculates && (is_infinite(x.re * y.re) || is_infinite(x.im * y.im) ||
                        is_infinite(x.re * y.im) || is_infinite(x.im * y.re))) {
    x = {zero_if_nan(x.re), zero_if_nan(x.im)};
    y = {zero_if_nan(y.re), zero_if_nan(y.im)};
    recalculates = true;
  }
  if (!recalculates) return plain;
  return {infinity<T> * (x.re * y.re - x.im * y.im), infinity<T> * (x.re * y.im + x.im * y.re)};
}

template <class T>
Pair<T> quotient(Pair<T> x, Pair<T> y) {
  int scale = 0;
  const T exponent = cl::logb(cl::fmax(cl::fabs(y.re), cl::fabs(y.im)));
  Pair<T> divisor = y;
  if (is_finite(exponent)) {
    scale = static_cast<int>(exponent);
    divisor = {cl::ldexp(y.re, -scale), cl::ldexp(y.im, -scale)};
  }
  const T norm = divisor.re * divisor.re + divisor.im * divisor.im;
  const Pair<T> plain = {cl::ldexp((x.re * divisor.re + x.im * divisor.im) / norm, -scale),
                         cl::ldexp((x.im * divisor.re - x.re * divisor.im) / norm, -scale)};
  if (!is_nan(plain.re) || !is_nan(plain.im)) return plain;
  if (norm == 0 && (!is_nan(x.re) || !is_nan(x.im))) {
    const T large = cl::copysign(infinity<T>, y.re);
    return {large * x.re, large * x.im};
  }
  if ((is_infinite(x.re) || is_infinite(x.im)) && is_finite(y.re) && is_finite(y.im)) {
    x = {box(x.re), box(x.im)};
    return {infinity<T> * (x.re * y.re + x.im * y.im), infinity<T> * (x.im * y.re - x.re * y.im)};
  }
  if (is_infinite(exponent) && exponent > 0 && is_finite(x.re) && is_finite(x.im)) {
    y = {box(y.re), box(y.im)};
    return {T(0) * (x.re * y.re + x.im * y.im), T(0) * (x.im * y.re - x.re * y.im)};
  }
  return plain;
}

template <class T>
Pair<T> conjugate(Pair<T> z) {
  return {z.re, -z.im};
}
/// The number times i.
template <class T>
Pair<T> turn(Pair<T> z) {
  return {-z.im, z.re};
}
/// The number divided by i.
template <class T>
Pair<T> turn_back(Pair<T> z) {
  return {z.im, -z.re};
}

template <class T>
Pair<T> root(Pair<T> z) {
  if (z.re == 0 && z.im == 0) return {T(0), z.im};
  if (is_infinite(z.im)) return {infinity<T>, z.im};
  if (is_infinite(z.re)) {
    const T rest = is_nan(z.im) ? z.im : T(0);
    return z.re > 0 ? Pair<T>{z.re, cl::copysign(rest, z.im)}
                    : Pair<T>{rest, cl::copysign(infinity<T>, z.im)};
  }
  // By sixteenths, whose absolute value is always finite.
  const Pair<T> part = {z.re * T(0.0625), z.im * T(0.0625)};
  const bool is_small = part.re * part.re + part.im * part.im < T(1e-30);
  const Pair<T> used = is_small ? z : part;
  const T half = cl::sqrt((cl::fabs(used.re) + cl::hypot(used.re, used.im)) * T(0.5));
  const T large = is_small ? half : half * T(4);
  const T small = cl::fabs(z.im) / (large * T(2));
  return z.re >= 0 ? Pair<T>{large, cl::copysign(small, z.im)}
                   : Pair<T>{small, cl::copysign(large, z.im)};
}

template <class T>
Pair<T> exponential(Pair<T> z) {
  if (z.im == 0) return {cl::exp(z.re), z.im};
  if (is_infinite(z.re) && !is_finite(z.im)) {
    return z.re < 0 ? Pair<T>{T(0), cl::copysign(T(0), z.im)} : Pair<T>{z.re, z.im - z.im};
  }
  const T length = cl::exp(z.re);
  return {length * cl::cos(z.im), length * cl::sin(z.im)};
}

template <class T>
Pair<T> logarithm(Pair<T> z) {
  const T angle = cl::atan2(z.im, z.re);
  const T length = cl::hypot(z.re, z.im);
  if (length > T(0.5) && length < T(2)) {  // the logarithm of a length near 1 loses digits
    const T large = cl::fmax(cl::fabs(z.re), cl::fabs(z.im));
    const T other = large == cl::fabs(z.re) ? z.im : z.re;
    return {T(0.5) * cl::log1p((large - 1) * (large + 1) + other * other), angle};
  }
  return {cl::log(length), angle};
}

template <class T>
Pair<T> power(Pair<T> x, Pair<T> y) {
  if (x.re == 0 && x.im == 0) {
    return y.re == 0 && y.im == 0 ? Pair<T>{T(1), T(0)} : Pair<T>{T(0), T(0)};
  }
  return exponential(product(y, logarithm(x)));
}

template <class T>
Pair<T> hyperbolic_sine(Pair<T> z) {
  if (z.im == 0) return {cl::sinh(z.re), z.im};
  return {cl::sinh(z.re) * cl::cos(z.im), cl::cosh(z.re) * cl::sin(z.im)};
}

template <class T>
Pair<T> hyperbolic_cosine(Pair<T> z) {
  if (z.im == 0) return {cl::cosh(z.re), z.im * cl::copysign(T(1), z.re)};
  return {cl::cosh(z.re) * cl::cos(z.im), cl::sinh(z.re) * cl::sin(z.im)};
}

template <class T>
Pair<T> hyperbolic_tangent(Pair<T> z) {
  constexpr T far = T(20);  // the squares of the sine and the cosine are equal there
  if (cl::fabs(z.re) > far) {
    const T rest = T(4) * cl::sin(z.im) * cl::cos(z.im) * cl::exp(-2 * cl::fabs(z.re));
    return {cl::copysign(T(1), z.re), is_infinite(z.re) ? cl::copysign(T(0), z.im) : rest};
  }
  const T tangent = cl::tan(z.im);
  const T sine = cl::sinh(z.re);
  const T scale = 1 + tangent * tangent;
  const T divisor = 1 + scale * sine * sine;
  return {scale * cl::sqrt(1 + sine * sine) * sine / divisor, tangent / divisor};
}

// These are Kahan's: "Branch cuts for complex elementary functions", 1987.
template <class T>
Pair<T> arc_sine(Pair<T> z) {
  const Pair<T> minus = root(Pair<T>{1 - z.re, -z.im});
  const Pair<T> plus = root(Pair<T>{1 + z.re, z.im});
  return {cl::atan2(z.re, minus.re * plus.re - minus.im * plus.im),
          cl::asinh(minus.re * plus.im - minus.im * plus.re)};
}

template <class T>
Pair<T> arc_cosine(Pair<T> z) {
  const Pair<T> minus = root(Pair<T>{1 - z.re, -z.im});
  const Pair<T> plus = root(Pair<T>{1 + z.re, z.im});
  return {2 * cl::atan2(minus.re, plus.re), cl::asinh(plus.re * minus.im - plus.im * minus.re)};
}

template <class T>
Pair<T> area_cosine(Pair<T> z) {
  const Pair<T> minus = root(Pair<T>{z.re - 1, z.im});
  const Pair<T> plus = root(Pair<T>{z.re + 1, z.im});
  return {cl::asinh(minus.re * plus.re + minus.im * plus.im), 2 * cl::atan2(minus.im, plus.re)};
}

template <class T>
Pair<T> area_tangent(Pair<T> z) {
  const T rest = 1 - z.re;
  const T square = z.im * z.im;
  return {T(0.25) * cl::log1p(4 * z.re / (rest * rest + square)),
          T(0.5) * cl::atan2(2 * z.im, rest * (1 + z.re) - square)};
}

template <class T>
Pair<T> projection(Pair<T> z) {
  if (!is_infinite(z.re) && !is_infinite(z.im)) return z;
  return {infinity<T>, cl::copysign(T(0), z.im)};
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names.

/// Defines a function from a complex number to one.
#define CLEAVE_COMPLEX(type, name, expression)         \
  CLEAVE_DEVICE type _Complex name(type _Complex of) { \
    const Pair<type> z = {__real__ of, __imag__ of};   \
    const Pair<type> result = expression;              \
    type _Complex made;                                \
    __real__ made = result.re;                         \
    __imag__ made = result.im;                         \
    return made;                                       \
  }
#define CLEAVE_COMPLEX_OF_PARTS(type, name, expression)                          \
  CLEAVE_DEVICE type _Complex name(type x_re, type x_im, type y_re, type y_im) { \
    const Pair<type> x = {x_re, x_im};                                           \
    const Pair<type> y = {y_re, y_im};                                           \
    const Pair<type> result = expression;                                        \
    type _Complex made;                                                          \
    __real__ made = result.re;                                                   \
    __imag__ made = result.im;                                                   \
    return made;                                                                 \
  }

#define CLEAVE_ALL(type, f, letter)                                                    \
  CLEAVE_COMPLEX_OF_PARTS(type, __mul##letter##c3, product(x, y))                      \
  CLEAVE_COMPLEX_OF_PARTS(type, __div##letter##c3, quotient(x, y))                     \
  CLEAVE_DEVICE type cabs##f(type _Complex z) {                                        \
    return cl::hypot(__real__ z, __imag__ z);                                          \
  }                                                                                    \
  CLEAVE_DEVICE type carg##f(type _Complex z) {                                        \
    return cl::atan2(__imag__ z, __real__ z);                                          \
  }                                                                                    \
  CLEAVE_DEVICE type creal##f(type _Complex z) {                                       \
    return __real__ z;                                                                 \
  }                                                                                    \
  CLEAVE_DEVICE type cimag##f(type _Complex z) {                                       \
    return __imag__ z;                                                                 \
  }                                                                                    \
  CLEAVE_COMPLEX(type, conj##f, conjugate(z))                                          \
  CLEAVE_COMPLEX(type, cproj##f, projection(z))                                        \
  CLEAVE_COMPLEX(type, csqrt##f, root(z))                                              \
  CLEAVE_COMPLEX(type, cexp##f, exponential(z))                                        \
  CLEAVE_COMPLEX(type, clog##f, logarithm(z))                                          \
  CLEAVE_COMPLEX(type, csinh##f, hyperbolic_sine(z))                                   \
  CLEAVE_COMPLEX(type, ccosh##f, hyperbolic_cosine(z))                                 \
  CLEAVE_COMPLEX(type, ctanh##f, hyperbolic_tangent(z))                                \
  CLEAVE_COMPLEX(type, csin##f, turn_back(hyperbolic_sine(turn(z))))                   \
  CLEAVE_COMPLEX(type, ccos##f, hyperbolic_cosine(turn(z)))                            \
  CLEAVE_COMPLEX(type, ctan##f, turn_back(hyperbolic_tangent(turn(z))))                \
  CLEAVE_COMPLEX(type, casin##f, arc_sine(z))                                          \
  CLEAVE_COMPLEX(type, cacos##f, arc_cosine(z))                                        \
  CLEAVE_COMPLEX(type, catan##f, turn_back(area_tangent(turn(z))))                     \
  CLEAVE_COMPLEX(type, casinh##f, turn_back(arc_sine(turn(z))))                        \
  CLEAVE_COMPLEX(type, cacosh##f, area_cosine(z))                                      \
  CLEAVE_COMPLEX(type, catanh##f, area_tangent(z))                                     \
  CLEAVE_DEVICE type _Complex cpow##f(type _Complex base, type _Complex exponent) {    \
    const Pair<type> result = power(Pair<type>{__real__ base, __imag__ base},          \
                                    Pair<type>{__real__ exponent, __imag__ exponent}); \
    type _Complex made;                                                                \
    __real__ made = result.re;                                                         \
    __imag__ made = result.im;                                                         \
    return made;                                                                       \
  }

CLEAVE_ALL(float, f, s)
CLEAVE_ALL(double, , d)

// NOLINTEND(bugprone-macro-parentheses)
