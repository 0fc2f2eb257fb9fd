// Every query of chapters 4 and 5: its type, its size, its value, and how it refuses.
#include "queries.h"

namespace cleave::test {

namespace {

class Queries : public Queried, public testing::WithParamInterface<Answer> {
 protected:
  cl_int ask(size_t length, void* value, size_t* returned) {
    return query_named(GetParam().query).ask(*this, GetParam().token, length, value, returned);
  }
};

TEST_P(Queries, Answer) {
  constexpr unsigned char untouched = 0x5A;
  size_t bytes = 0;
  ASSERT_EQ(CL_SUCCESS, ask(0, nullptr, &bytes));
  if (GetParam().is_list) {
    ASSERT_EQ(0U, bytes % GetParam().element);
  } else {
    ASSERT_EQ(GetParam().element, bytes);
  }
  std::vector<unsigned char> place(bytes + 1, untouched);
  if (bytes > 0) {
    const std::vector<unsigned char> before = place;
    EXPECT_EQ(CL_INVALID_VALUE, ask(bytes - 1, place.data(), nullptr)) << "a place too small";
    EXPECT_EQ(before, place);
  }
  size_t again = 0;
  ASSERT_EQ(CL_SUCCESS, ask(bytes + 1, place.data(), &again));
  EXPECT_EQ(bytes, again);
  EXPECT_EQ(untouched, place.back()) << "a byte after the value";
  EXPECT_TRUE(GetParam().holds(*this, place.data(), bytes));
}

INSTANTIATE_TEST_SUITE_P(OfDevices, Queries, testing::ValuesIn(answers_of_devices()),
                         name_of_parameter);
INSTANTIATE_TEST_SUITE_P(OfObjects, Queries, testing::ValuesIn(answers_of_objects()),
                         name_of_parameter);

class UnknownNames : public Queried, public testing::WithParamInterface<Query> {};

TEST_P(UnknownNames, AreInvalidValue) {
  for (const cl_uint name : {0U, 0x7777U, ~0U}) {
    size_t bytes = 77;
    cl_uint value[8] = {5};
    EXPECT_EQ(CL_INVALID_VALUE, GetParam().ask(*this, name, sizeof value, value, &bytes)) << name;
    EXPECT_EQ(77U, bytes);
    EXPECT_EQ(5U, value[0]);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, UnknownNames, testing::ValuesIn(queries()), name_of_parameter);

}  // namespace
}  // namespace cleave::test
