#include "heddle/policy/sm_policy.hpp"

#include <stdexcept>
#include <string>

namespace heddle::policy {

unsigned SmPolicy::oldest(const model::EntityMask& entities) const {
  unsigned best = model::kNoEntity;
  std::uint64_t best_order = ~std::uint64_t{0};
  entities.for_each([&](unsigned entity) {
    if (const auto order = sm().warps[entity].launch_order; order < best_order) {
      best_order = order;
      best = entity;
    }
  });
  return best;
}

model::EntityMask SmPolicy::at_lowest_pc(const model::EntityMask& entities) const {
  Pc lowest = ~Pc{0};
  model::EntityMask equals;
  entities.for_each([&](unsigned entity) {
    const Pc pc = sm().paths->pc(entity);
    if (pc > lowest) return;
    if (pc < lowest) equals = {};
    lowest = pc;
    equals.set(entity);
  });
  return equals;
}

void SmPolicy::note(Cycle cycle, unsigned kernel, std::string_view text) const {
  if (kernel >= sm().grids.size())
    throw std::out_of_range("a note on kernel slot " + std::to_string(kernel) + " of " +
                            std::to_string(sm().grids.size()));
  subscribers_->tell(model::PolicyNote{cycle, sm().grids[kernel], name_, text});
}

}  // namespace heddle::policy
