#include "heddle/policy/throttle/throttle.hpp"

#include <string>

namespace heddle::policy {

void Throttle::force_release() {
  const model::EntityMask entities = release_.open_gate(gate_, sm());
  valid_until_ = std::min(valid_until_, release_.next());
  if (!notes()) return;
  entities.for_each([&](unsigned entity) {
    note(sm().now, sm().warps[entity].kernel,
         "warp " + std::to_string(sm().names.warp_of(entity)) + " was ready and held for " +
             std::to_string(release_.after()) + " cycles: let go for as many");
  });
}

}  // namespace heddle::policy
