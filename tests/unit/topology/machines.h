// The synthetic machines of these tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "topology/topology.h"

namespace cleave::topology::test {

/// 8 sockets of 4 nodes, each with 2 L3 caches of 4 cores with 2 threads: 512 compute units.
inline constexpr const char* large = "package:8 node:4 l3:2 l2:4 l1:1 core:1 pu:2";
/// 2 nodes, in each 2 L3 caches, in each 2 cores under one L2 and L1: 8 compute units.
inline constexpr const char* small = "node:2 l3:2 l2:1 l1:1 core:2 pu:1";
/// Every level exists, with 2 nodes of one unit each.
inline constexpr const char* every_level = "node:2 l4:1 l3:1 l2:1 l1:1 pu:1";

inline Machine machine_of(const std::string& description) {
  MachineOrProblem read = read_machine(description);
  EXPECT_EQ("", read.problem);
  return read.machine;
}

}  // namespace cleave::topology::test
