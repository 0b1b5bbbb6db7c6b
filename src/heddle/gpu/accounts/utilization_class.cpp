#include "heddle/gpu/accounts/utilization_class.hpp"

namespace heddle::gpu {

UtilizationClass class_of(const Utilization& utilization) {
  struct Component {
    UtilizationClass name;
    double share, threshold;
  };
  const std::array<Component, 4> components = {
      {{UtilizationClass::compute, utilization.scheduler, 0.6},
       {UtilizationClass::replies, utilization.replies, 0.6},
       {UtilizationClass::requests, utilization.requests, 0.6},
       {UtilizationClass::dram, utilization.dram, 0.5}}};
  UtilizationClass most = UtilizationClass::underutilized;
  double greatest = 0;
  for (const Component& component : components) {
    if (component.share <= component.threshold || component.share <= greatest) continue;
    greatest = component.share;
    most = component.name;
  }
  return most;
}

}  // namespace heddle::gpu
