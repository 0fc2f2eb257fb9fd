// A scenario is what one process does; scenarios.def lists them.
#pragma once

#define CLEAVE_SCENARIO(name, exit_code, pins) int name();
namespace cleave::test::lifetime {
#include "scenarios.def"
}
#undef CLEAVE_SCENARIO
