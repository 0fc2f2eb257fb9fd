#include "backend/local_size.h"

#include <algorithm>

namespace cleave::backend {

namespace {

using Size = std::array<uint64_t, 3>;

uint64_t product(const Size& size) {
  return size[0] * size[1] * size[2];
}

// A size beyond the range would be one of a dimension that the launch may not have.
bool fits(const Size& local, const LocalSizeRequest& request) {
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const uint64_t size = local[dimension];
    if (size == 0 || size > request.maximum_item_sizes[dimension]) return false;
    if (size > request.global_size[dimension]) return false;
    if (request.uniform && request.global_size[dimension] % size != 0) return false;
  }
  return product(local) <= request.maximum_group_size;
}

/// Enough work-groups for all compute units.
uint64_t wanted_groups(const LocalSizeRequest& request) {
  return request.compute_units * request.preferences.groups_per_unit;
}

/// Work-items wanted in a group, at least a sub-group if the limit allows.
uint64_t wanted_group_size(const LocalSizeRequest& request) {
  const uint64_t limit = std::min(request.maximum_group_size, request.preferences.items);
  // The product of three sizes may not fit; it is only compared with small numbers.
  uint64_t items = 1;
  for (const uint64_t size : request.global_size) {
    if (__builtin_mul_overflow(items, size, &items)) return limit;
  }
  const uint64_t share = items / std::max<uint64_t>(1, wanted_groups(request));
  return std::clamp(share, std::min(request.sub_group_size, limit), limit);
}

/// The largest divisor of `size` that is at most `limit` and a multiple of `step`; 0: none.
uint64_t largest_divisor(uint64_t size, uint64_t limit, uint64_t step) {
  for (uint64_t divisor = std::min(size, limit) / step * step; divisor >= step; divisor -= step) {
    if (size % divisor == 0) return divisor;
  }
  return 0;
}

/// The smallest divisor of `size` that is more than `least` and at most `most`; 0: none. Tries
/// divisors or quotients, whichever are fewer: sizes may be 2^60, and a launch waits for this.
uint64_t smallest_divisor(uint64_t size, uint64_t least, uint64_t most) {
  if (size / least > most) {
    for (uint64_t divisor = least + 1; divisor <= most; ++divisor) {
      if (size % divisor == 0) return divisor;
    }
    return 0;
  }
  for (uint64_t groups = (size - 1) / least; groups != 0 && size / groups <= most; --groups) {
    if (size % groups == 0 && size / groups > least) return size / groups;
  }
  return 0;
}

/// Chooses a row longer than a sub-group if no divisor makes one and enough work-groups are left: a
/// stencil over 1366 by 768 takes 1.0 ns a work-item in groups of 2 by 128, 0.16 in rows of 683.
uint64_t longer_row(uint64_t size, uint64_t limit, const LocalSizeRequest& request) {
  const uint64_t most = std::min(request.maximum_group_size, request.maximum_item_sizes[0]);
  const uint64_t row = smallest_divisor(size, limit, most);
  if (row == 0) return 0;
  const Size& all = request.global_size;
  const double groups =
      static_cast<double>(size / row) * static_cast<double>(all[1]) * static_cast<double>(all[2]);
  return groups >= static_cast<double>(wanted_groups(request)) ? row : 0;
}

/// Returns the whole sub-groups of a row that ends inside one, or has no good divisor, so that what
/// is left of each row is a work-group of its own; 0: the row is too long, or there are too few. All
/// of a work-group runs under masks if its rows end inside a sub-group. 127 by 127 by 127 work-items
/// of eight iterations take 0.51 ns each in groups of 127, 0.47 in groups of 112 by 4 and of 15 by
/// 4, and 128 by 128 by 128 take 0.45; 1021 by 1021 take 0.47 in groups of 256, 0.45 in groups of 1008.
uint64_t whole_part_of_row(uint64_t size, uint64_t limit, const LocalSizeRequest& request) {
  constexpr uint64_t least_sub_groups = 3;
  const uint64_t step = request.sub_group_size;
  const uint64_t row = size / step * step;
  const uint64_t most = std::min(
      {request.preferences.longest_row, request.maximum_group_size, request.maximum_item_sizes[0]});
  if (request.has_tiles || row < least_sub_groups * step || row > most) return 0;
  const Size& all = request.global_size;
  const double rows = static_cast<double>(all[1]) * static_cast<double>(all[2]);
  const auto wanted = static_cast<double>(wanted_groups(request));
  return row <= limit || rows >= wanted ? row : 0;
}

/// Dimension 0: whole sub-groups if that divides well, since its work-items are neighbours, or if
/// the last work-group may be smaller.
uint64_t choose_first(uint64_t size, uint64_t limit, const LocalSizeRequest& request) {
  const uint64_t step = request.sub_group_size;
  const uint64_t whole = largest_divisor(size, limit, step);
  const bool divides_well = size > limit ? 4 * whole >= limit : whole == size;
  if (!request.uniform && !divides_well) {
    if (const uint64_t row = whole_part_of_row(size, limit, request); row != 0) return row;
    if (size > limit && limit >= step) return limit / step * step;
  }
  if (!request.uniform && size > limit && limit >= step) return whole;
  const uint64_t any = largest_divisor(size, limit, 1);
  if (request.uniform && any < step && size > limit) {
    if (const uint64_t row = longer_row(size, limit, request); row != 0) return row;
  }
  return 2 * whole >= any ? whole : any;
}

/// Returns the rows of a work-group of a kernel that reads images: two EPYC processors rotate a
/// picture of 2048 by 2048 texels in groups of 256 by 1 at 460 texels per microsecond, of 64 by 4
/// at 1130; they resize it at 870 and 820.
uint64_t tile_rows(const LocalSizeRequest& request, uint64_t items) {
  const uint64_t rows = request.preferences.tile_rows;
  if (items / rows < request.sub_group_size) return 1;
  const bool has_rows = request.global_size[1] >= rows && request.maximum_item_sizes[1] >= rows;
  const bool divides = !request.uniform || request.global_size[1] % rows == 0;
  return request.has_tiles && has_rows && divides ? rows : 1;
}

uint64_t choose_next(uint64_t size, uint64_t limit, const LocalSizeRequest& request) {
  const uint64_t best = largest_divisor(size, limit, 1);
  return request.uniform || 4 * best >= 3 * std::min(size, limit) ? best : std::min(size, limit);
}

}  // namespace

std::array<uint64_t, 3> choose_local_size(const LocalSizeRequest& request) {
  if (request.required[0] != 0) return request.required;
  if (fits(request.hint, request)) return request.hint;

  uint64_t left = wanted_group_size(request);
  Size local = {1, 1, 1};
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const uint64_t size = request.global_size[dimension];
    if (size == 1) continue;  // most launches have fewer than three dimensions
    const uint64_t share = dimension == 0 ? left / tile_rows(request, left) : left;
    const uint64_t limit = std::min(share, request.maximum_item_sizes[dimension]);
    local[dimension] =
        dimension == 0 ? choose_first(size, limit, request) : choose_next(size, limit, request);
    // Short rows of which a rest is left: so that the rest is no work-group of a few work-items.
    const bool leaves_rest =
        dimension == 0 && size % local[0] != 0 && left == request.preferences.items;
    if (leaves_rest) left = std::min(2 * left, request.maximum_group_size);
    left = std::max<uint64_t>(1, left / local[dimension]);
  }
  return local;
}

}  // namespace cleave::backend
