// A unit that another one needs, and that needs something of it.
#include "device.h"

[[clang::sycl_external]] int seven() {
  return 3 + four();
}
