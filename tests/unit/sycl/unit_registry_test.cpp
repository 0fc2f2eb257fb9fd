// Lists units of translation, and what they want.
#include "sycl/unit_registry.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace {

using cleave::sycl::all_units;
using cleave::sycl::checksum_of;
using cleave::sycl::units_of_program;

/// A unit of SPIR-V, which is any bytes to the registry.
struct Unit {
  std::string code;
  std::array<const cleave_sycl_unit*, 2> symbols{};  // M.device of the functions that it wants
  std::array<const cleave_sycl_unit* const*, 2> wanted{};
  cleave_sycl_unit unit{};

  explicit Unit(std::string its_code) : code(std::move(its_code)) {
    unit.version = CLEAVE_SYCL_UNIT_VERSION;
    unit.bytes = sizeof unit;
    unit.spirv = code.data();
    unit.spirv_bytes = code.size();
  }
  void want(const Unit& first, const Unit& second) {
    symbols = {&first.unit, &second.unit};
    wanted = {&symbols[0], &symbols[1]};
    unit.wanted = wanted.data();
    unit.wanted_count = wanted.size();
  }
};

TEST(UnitRegistry, FollowsWhatUnitsWantOnceEach) {
  Unit first("first");
  Unit second("second");
  Unit third("third");
  first.want(second, third);
  second.want(third, first);  // they call each other
  const std::vector<const cleave_sycl_unit*> expected{&first.unit, &second.unit, &third.unit};
  EXPECT_EQ(units_of_program(first.unit), expected);
  EXPECT_EQ(units_of_program(third.unit).size(), 1);
}

TEST(UnitRegistry, GivesEqualCodeEqualSums) {
  const Unit one("same");
  const Unit other("same");
  const Unit different("some");
  EXPECT_EQ(checksum_of(one.unit), checksum_of(other.unit));
  EXPECT_NE(checksum_of(one.unit), checksum_of(different.unit));
}

TEST(UnitRegistry, KnowsUnitsFromTheirRegistrationToTheirEnd) {
  const auto never = [](const cleave_sycl_unit&) { return false; };
  EXPECT_TRUE(all_units(never));
  const Unit unit("code");
  cleave::sycl::register_unit(unit.unit);
  EXPECT_FALSE(all_units(never));
  const uint64_t before = cleave::sycl::kernel_generation();
  cleave::sycl::unregister_unit(unit.unit);
  EXPECT_TRUE(all_units(never));
  EXPECT_GT(cleave::sycl::kernel_generation(), before);
}

}  // namespace
