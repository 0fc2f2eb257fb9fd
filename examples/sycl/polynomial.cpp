// Defines a function for kernels of other units: the ordinary linker brings it to them.
#include "polynomial.h"

float polynomial(float x) {
  return (2 * x + 3) * x + 1;
}
