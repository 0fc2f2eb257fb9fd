#include <gtest/gtest.h>

#include <cstdlib>

/// Run by hand, the tests find the driver of the build tree too.
int main(int argc, char** argv) {
  setenv("OCL_ICD_VENDORS", CLEAVE_VENDORS, 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
