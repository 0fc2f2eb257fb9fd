// The examples of FIPS 180-4 and of its test vectors.
#include "support/sha256.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace cleave::support::test {
namespace {

std::string hash_of(std::string_view text) {
  std::string digits;
  for (const uint8_t byte : sha256(text)) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", byte);
    digits += two;
  }
  return digits;
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", hash_of(""));
  EXPECT_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", hash_of("abc"));
  // The padding takes a block of its own.
  EXPECT_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"));
  EXPECT_EQ("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            hash_of(std::string(1000000, 'a')));
}

}  // namespace
}  // namespace cleave::support::test
