#include "model/command/balance.h"

#include <algorithm>

namespace cleave::model::command {
namespace {

/// Returns how long a step takes one compute unit, in no unit.
double cost_of(const RecordedStep& step) {
  if (step.launch) {
    double items = 1;
    for (const size_t size : step.launch->global_size) items *= static_cast<double>(size);
    return items;
  }
  if (!step.transfer) return 0;
  double bytes = 1;
  for (const size_t size : step.transfer->extent) bytes *= static_cast<double>(size);
  return bytes / sizeof(cl_int);  // as if each work-item moved one
}

}  // namespace

std::vector<uint32_t> balance(const Recorded& recorded,
                              std::span<const support::Ref<Queue>> queues) {
  const RecordedSteps& steps = recorded.steps;
  const StepOrders& orders = recorded.orders;
  std::vector<uint32_t> queue_of(steps.size());
  std::vector<double> ends(steps.size());
  std::vector<double> free_at(queues.size());
  for (size_t step = 0; step < steps.size(); ++step) {
    double ready = 0;
    uint32_t preferred = 0;
    for (const uint32_t before : orders[step].follows) {
      if (ends[before] < ready) continue;
      ready = ends[before];
      preferred = queue_of[before];
    }
    const double cost = cost_of(*steps[step]);
    const auto end_on = [&](uint32_t queue) {
      const auto units = static_cast<double>(queues[queue]->resources().units().count());
      return std::max(ready, free_at[queue]) + cost / units;
    };
    uint32_t best = preferred;
    for (uint32_t queue = 0; queue < queues.size(); ++queue) {
      if (!steps[step]->can_run_on(*queues[queue])) continue;
      if (!steps[step]->can_run_on(*queues[best]) || end_on(queue) < end_on(best)) best = queue;
    }
    queue_of[step] = best;
    ends[step] = end_on(best);
    free_at[best] = ends[step];
  }
  return queue_of;
}

}  // namespace cleave::model::command
