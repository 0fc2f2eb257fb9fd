// A range of a round size beside one of a prime size: both divide into work-groups, one badly.
#include "cases/any_range.h"

namespace cleave::benchmark {

const Case& ranges() {
  static const Case instance = {"ranges",
                                "N work-items, in work-groups that the driver chooses",
                                "Mitem/s",
                                {{"round", size_t{1} << 20}, {"prime", 1048573}},
                                AnyRange<1>::million_items,
                                make_work<AnyRange<1>>};
  return instance;
}

}  // namespace cleave::benchmark
