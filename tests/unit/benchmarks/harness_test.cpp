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

Row row_of(const Case& benchmark, std::string_view label, double ours, double theirs) {
  Row row{&benchmark, {label, 1}, {}};
  row.measurements.resize(2);
  row.measurements[0].seconds.median = ours;
  row.measurements[1].driver = "Peer";
  row.measurements[1].seconds.median = theirs;
  return row;
}

TEST(Report, ComparisonTakesTheGeometricMeanAndNamesTheWorstRow) {
  const Case benchmark = {"case", "", "", {}, nullptr, nullptr};
  const std::vector<Row> rows = {row_of(benchmark, "small", 1, 8),
                                 row_of(benchmark, "memory", 2, 1)};
  const std::vector<Comparison> comparisons = compare(rows);
  ASSERT_EQ(comparisons.size(), 1u);
  EXPECT_EQ(comparisons[0].driver, "Peer");
  EXPECT_EQ(comparisons[0].rows, 2u);
  EXPECT_DOUBLE_EQ(comparisons[0].geometric_mean, 2);
  EXPECT_DOUBLE_EQ(comparisons[0].worst, 0.5);
  EXPECT_EQ(comparisons[0].worst_row, &rows[1]);
}

TEST(Report, ComparisonKeepsKernelsApartFromTheRuntime) {
  const Case kernel = {"kernel", "", "", {}, nullptr, nullptr};
  const Case launch = {"launch", "", "", {}, nullptr, nullptr, Kind::runtime};
  const std::vector<Row> rows = {row_of(kernel, "small", 1, 3), row_of(launch, "each", 1, 2)};
  const std::vector<Comparison> comparisons = compare(rows);
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_DOUBLE_EQ(comparisons[0].geometric_mean, 3);
  EXPECT_DOUBLE_EQ(comparisons[1].geometric_mean, 2);
}

TEST(Report, ComparisonWithNativeCodeKeepsCasesOfTheListApartFromOthers) {
  const Case listed = {"triad", "", "", {}, nullptr, nullptr};
  const Case other = {"of no list", "", "", {}, nullptr, nullptr};
  std::vector<Row> rows = {row_of(listed, "small", 1, 3), row_of(other, "small", 1, 2)};
  for (Row& row : rows) row.measurements[1].is_native = true;
  const std::vector<Comparison> comparisons = compare(rows);
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_EQ(comparisons[0].list, "listed");
  EXPECT_DOUBLE_EQ(comparisons[0].geometric_mean, 3);
  EXPECT_EQ(comparisons[1].list, "");
  std::ostringstream stream;
  print_comparisons(stream, rows);
  EXPECT_NE(stream.str().find("Cleave against Peer, listed kernels: geometric mean 3.00"),
            std::string::npos);
}

TEST(Report, WhatADriverDoesNotOfferHasNoRatioAndIsNoError) {
  const Case benchmark = {"case", "", "GB/s", {}, nullptr, nullptr};
  std::vector<Row> rows = {row_of(benchmark, "small", 1, 3)};
  rows[0].measurements[1].missing = "sub-groups";
  EXPECT_DOUBLE_EQ(ratio(rows[0], 1), 0);
  EXPECT_TRUE(compare(rows).empty());
  std::ostringstream stream;
  print_row(stream, rows[0]);
  EXPECT_NE(stream.str().find("not supported: sub-groups"), std::string::npos);
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
