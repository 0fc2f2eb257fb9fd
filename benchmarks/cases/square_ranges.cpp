// A square range of a round edge beside one of a prime edge.
#include "cases/any_range.h"

namespace cleave::benchmark {

const Case& square_ranges() {
  static const Case instance = {"square_ranges",
                                "N by N work-items, in work-groups that the driver chooses",
                                "Mitem/s",
                                {{"round", 1024}, {"prime", 1021}},
                                AnyRange<2>::million_items,
                                make_work<AnyRange<2>>};
  return instance;
}

}  // namespace cleave::benchmark
