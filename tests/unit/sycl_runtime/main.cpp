#include <gtest/gtest.h>

#include <cstdlib>

/// The tests' own driver is the only one that the loader finds.
int main(int argc, char** argv) {
  setenv("OCL_ICD_VENDORS", CLEAVE_VENDORS, 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
