// The harness's arithmetic and its output for programs.
#include <gtest/gtest.h>

#include <sstream>

#include "harness/json.h"
#include "harness/report.h"

namespace cleave::benchmark {
namespace {

TEST(Statistics, MedianOfAnEvenNumberLiesBetweenTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(summarize({4, 1, 3, 2}).median, 2.5);
}

TEST(Statistics, SpreadLeavesOutATenthAtEachEnd) {
  Summary summary = summarize({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_DOUBLE_EQ(summary.p10, 1);
  EXPECT_DOUBLE_EQ(summary.median, 5);
  EXPECT_DOUBLE_EQ(summary.p90, 9);
}

TEST(Statistics, OneSampleIsItsOwnSpread) {
  Summary summary = summarize({7});
  EXPECT_DOUBLE_EQ(summary.p10, 7);
  EXPECT_DOUBLE_EQ(summary.p90, 7);
}

TEST(Report, RatioAboveOneMeansCleaveIsFaster) {
  Row row;
  row.measurements.resize(2);
  row.measurements[0].seconds.median = 1;
  row.measurements[1].seconds.median = 3;
  EXPECT_DOUBLE_EQ(ratio(row, 1), 3);
}

TEST(Report, WrongResultsHaveNoRatio) {
  Row row;
  row.measurements.resize(2);
  row.measurements[0].seconds.median = 1;
  row.measurements[1].seconds.median = 3;
  row.measurements[1].error = "wrong results";
  EXPECT_DOUBLE_EQ(ratio(row, 1), 0);
}

TEST(Json, SeparatesAndEscapes) {
  std::ostringstream stream;
  JsonWriter json(stream);
  json.open('{').key("a\"b").value("line\n").key("list").open('[');
  json.value(1.5).value(2).open('{').close('}').close(']').key("last").value("x").close('}');
  EXPECT_EQ(stream.str(), R"({"a\"b":"line\u000a","list":[1.5,2,{}],"last":"x"})");
}

}  // namespace
}  // namespace cleave::benchmark
