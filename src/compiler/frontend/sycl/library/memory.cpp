// Defines the functions of <cstring> that the standard library's headers call, and those of C++ that
// clang calls for large copies.
#include "opencl.h"

namespace {

int compare(const char* x, const char* y, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const auto of_x = static_cast<unsigned char>(x[i]);
    const auto of_y = static_cast<unsigned char>(y[i]);
    if (of_x != of_y) return of_x < of_y ? -1 : 1;
  }
  return 0;
}

size_t length(const char* text) {
  size_t count = 0;
  while (text[count] != 0) ++count;
  return count;
}

}  // namespace

CLEAVE_DEVICE void* memcpy(void* to, const void* from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}

CLEAVE_DEVICE void* memmove(void* to, const void* from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}

CLEAVE_DEVICE void* memset(void* to, int value, size_t count) {
  __builtin_memset(to, value, count);
  return to;
}

CLEAVE_DEVICE int memcmp(const void* x, const void* y, size_t count) {
  return compare(static_cast<const char*>(x), static_cast<const char*>(y), count);
}

CLEAVE_DEVICE int bcmp(const void* x, const void* y, size_t count) {
  return compare(static_cast<const char*>(x), static_cast<const char*>(y), count);
}

CLEAVE_DEVICE void* memchr(const void* in, int wanted, size_t count) {
  const auto* bytes = static_cast<const unsigned char*>(in);
  for (size_t i = 0; i < count; ++i) {
    if (bytes[i] == static_cast<unsigned char>(wanted))
      return const_cast<unsigned char*>(bytes + i);
  }
  return nullptr;
}

CLEAVE_DEVICE size_t strlen(const char* text) {
  return length(text);
}

CLEAVE_DEVICE int strcmp(const char* x, const char* y) {
  return compare(x, y, length(x) + 1);
}

CLEAVE_DEVICE int strncmp(const char* x, const char* y, size_t most) {
  size_t count = 0;  // up to the end of x, which may have none within `most`
  while (count < most && x[count] != 0) ++count;
  return compare(x, y, count < most ? count + 1 : most);
}
