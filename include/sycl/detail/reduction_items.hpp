// Shares out the items of a range among the work-items of a reduction's launch.
#pragma once

#include <cstddef>

#include "../id.hpp"
#include "../range.hpp"
#include "config.hpp"
#include "group_operations.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// A work-item among those of a launch. Each sub-group has items that lie one behind the other, for caches' sake: sub-groups
/// may run one after the other.
struct reduction_place {
  std::size_t teams;  // sub-groups of the launch
  std::size_t team;
  std::size_t width;  // of a sub-group
  std::size_t lane;
};

/// Calls the function for each item that the work-item takes, by its number in linear order.
template <class Function>
void for_own_numbers(std::size_t count, const reduction_place& here, const Function& function) {
  // All work-items of the launch make these turns, so that loops keep no record of who has left.
  const std::size_t turns = count / (here.teams * here.width);
  std::size_t i = here.team * turns * here.width + here.lane;
  for (std::size_t turn = 0; turn < turns; ++turn, i += here.width) function(i);
  // No more than an item for each of them is left.
  const std::size_t last = (here.teams * turns + here.team) * here.width + here.lane;
  if (last < count) function(last);
}

/// The same by ids. Pieces of rows, of an item for each work-item of a sub-group, are shared out: ids need no division, and
/// neighbours are in one row.
template <int Dimensions, class Function>
void for_own_pieces(const range<Dimensions>& extent, const reduction_place& here,
                    const Function& function) {
  constexpr int last = Dimensions - 1;
  range<Dimensions> pieces = extent;
  pieces[last] = (extent[last] + here.width - 1) / here.width;
  const std::size_t count = pieces.size();
  const std::size_t turns = count / here.teams;
  const std::size_t rest = here.teams * turns + here.team;
  const std::size_t all_turns = turns + (count == here.teams * turns ? 0 : 1);
  bool is_there = true;
  id<Dimensions> piece = delinear(pieces, here.team * turns);
  for (std::size_t turn = 0; turn < all_turns; ++turn) {
    if (turn == turns) {
      is_there = rest < count;
      piece = delinear(pieces, rest);
    }
    id<Dimensions> at = piece;
    at[last] = piece[last] * here.width + here.lane;
    if (is_there && at[last] < extent[last]) function(at);
    ++piece[last];
    for (int i = last; i > 0; --i) {
      const bool is_over = piece[i] == pieces[i];
      piece[i] = is_over ? 0 : piece[i];
      piece[i - 1] += is_over ? 1 : 0;
    }
  }
}

/// Calls the function for the id of each item that the work-item takes.
template <int Dimensions, class Function>
void for_own_items(const range<Dimensions>& extent, const reduction_place& here,
                   const Function& function) {
  if constexpr (Dimensions > 1) {
    if (extent[Dimensions - 1] >= here.width) return for_own_pieces(extent, here, function);
  }
  for_own_numbers(extent.size(), here,
                  [&](std::size_t number) { function(delinear(extent, number)); });
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
