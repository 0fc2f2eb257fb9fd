// Gives these tests their machines.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "topology/topology.h"

namespace cleave::topology::test {

/// 8 sockets of 4 nodes, each with 2 L3 caches of 4 cores with 2 threads: 512 compute units.
inline constexpr const char* large = "package:8 node:4 l3:2 l2:4 l1:1 core:1 pu:2";
/// 2 nodes, in each 2 L3 caches, in each 2 cores under one L2 and L1: 8 compute units.
inline constexpr const char* small = "node:2 l3:2 l2:1 l1:1 core:2 pu:1";
/// Every level exists, with 2 nodes of one unit each.
inline constexpr const char* every_level = "node:2 l4:1 l3:1 l2:1 l1:1 pu:1";

/// A file of tests/data/topologies.
inline std::string machine_file(const std::string& name) {
  return std::string(CLEAVE_TEST_MACHINES) + "/" + name + ".xml";
}

/// Descriptions of machines that properties are to hold on: up to 1024 units, every level, odd
/// numbers, what only files can say, and this machine.
inline std::vector<std::string> all_machines() {
  return {small,
          large,
          every_level,
          "package:16 node:2 l3:2 l2:4 l1:2 core:1 pu:2",
          "node:8 l3:4 core:4 pu:2",
          "node:2 l4:2 l3:2 l2:2 l1:2 pu:2",
          "package:3 node:1 l3:5 l2:1 core:1 pu:1",
          "package:2 [numa] l3:2 [numa] core:2 pu:1",
          "package:2 [numa(memory=1GB)] [numa(memory=2GB)] core:2 pu:1",
          "package:2 l3:1 node:3 l2:2 core:1 pu:2",
          "node:1 pu:7",
          "pu:1",
          machine_file("hybrid"),
          machine_file("holes"),
          machine_file("asymmetric"),
          machine_file("memory"),
          ""};
}

inline Machine machine_of(const std::string& description) {
  MachineOrProblem read = read_machine(description);
  EXPECT_EQ("", read.problem);
  return read.machine;
}

}  // namespace cleave::topology::test
