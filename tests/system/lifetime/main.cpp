// lifetime_scenarios NAME: runs one scenario in this process.
#include <cstdio>
#include <cstring>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

struct Row {
  const char* name;
  int (*run)();
};

constexpr Row rows[] = {
#define CLEAVE_SCENARIO(name, exit_code, pins) {#name, name},
#include "scenarios.def"
#undef CLEAVE_SCENARIO
    // Other scenarios start this one as a program of its own.
    {"compute", [] {
       Session session;
       session.compute();
       return 0;
     }}};

int run(const char* name) {
  for (const Row& row : rows) {
    if (std::strcmp(row.name, name) == 0) return row.run();
  }
  fail("no such scenario", name);
}

}  // namespace
}  // namespace cleave::test::lifetime

int main(int count, char** arguments) {
  if (count != 2) cleave::test::fail("usage", "lifetime_scenarios NAME");
  return cleave::test::lifetime::run(arguments[1]);
}
