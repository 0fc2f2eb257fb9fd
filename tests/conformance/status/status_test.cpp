#include <set>

#include "calls.h"
#include "page.h"

namespace cleave::test {
namespace {

const char* const of_missing = "# What is not there yet";

std::set<std::string> entry_points() {
  return {
#define CLEAVE_ENTRY_POINT(name) #name,
#define CLEAVE_ENTRY_POINT_3_1(name, twin) #name,
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  };
}

TEST(Status, ThePageListsExactlyTheFunctionsThatAreMissing) {
  std::set<std::string> listed;
  for (const auto& [name, answer] : rows_of_page(of_missing)) listed.insert(name);
  std::set<std::string> missing;
  for (const auto& [name, call] : calls_of_missing_features()) missing.insert(name);
  EXPECT_EQ(missing, listed);
}

TEST(Status, MissingFunctionsAnswerAsThePageSays) {
  Objects objects = make_objects(OptionalObjects::all);
  const auto rows = rows_of_page(of_missing);
  for (const auto& [name, call] : calls_of_missing_features()) {
    const auto row = rows.find(name);
    const std::string answer = call(objects);
    EXPECT_EQ(row == rows.end() ? "no row" : row->second, answer) << name;
  }
}

TEST(Status, EveryOtherFunctionWorks) {
  Objects objects = make_objects(OptionalObjects::all);
  for (const auto& [name, call] : calls_that_work()) {
    EXPECT_EQ("CL_SUCCESS", call(objects)) << name;
  }
}

TEST(Status, NoFunctionIsLeftOut) {
  std::set<std::string> called;
  for (const auto& [name, call] : calls_of_missing_features()) called.insert(name);
  for (const auto& [name, call] : calls_that_work()) {
    EXPECT_TRUE(called.insert(name).second) << name << " both works and is missing";
  }
  EXPECT_EQ(entry_points(), called);
}

}  // namespace
}  // namespace cleave::test
