// The second unit of the test of specialization constants.
#include "constants_units.h"

namespace {
constexpr sycl::specialization_id<int> unnamed(21);
struct Own {
  static constexpr sycl::specialization_id<int> member{22};
};
}  // namespace
namespace constants {
constexpr sycl::specialization_id<int> constant(23);
}
static constexpr sycl::specialization_id<int> global(24);

void OfSecondUnit::set(sycl::handler& group, int value) {
  group.set_specialization_constant<unnamed>(value);
  group.set_specialization_constant<Own::member>(value + 1);
  group.set_specialization_constant<constants::constant>(value + 2);
  group.set_specialization_constant<global>(value + 3);
}

void OfSecondUnit::launch(sycl::handler& group, int* results) {
  group.single_task([=](sycl::kernel_handler handler) {
    results[0] = handler.get_specialization_constant<common>();
    results[1] = handler.get_specialization_constant<unnamed>();
    results[2] = handler.get_specialization_constant<Own::member>();
    results[3] = handler.get_specialization_constant<constants::constant>();
    results[4] = handler.get_specialization_constant<global>();
  });
}
