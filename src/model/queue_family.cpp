#include "model/queue_family.h"

#include <utility>

#include "topology/slices.h"

namespace cleave::model {

std::vector<QueueFamily> queue_families(const Device& device) {
  std::vector<QueueFamily> families;
  families.push_back({"all compute units", {}});
  const Device& root = *device.root();
  auto slices = topology::slices_of(device.hardware().machine(), root.units(), device.units(),
                                    Platform::instance().slice_count(root));
  if (!slices.empty()) families.push_back({"compute slices", std::move(slices)});
  return families;
}

}  // namespace cleave::model
