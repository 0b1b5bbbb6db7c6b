// Notes which instructions wait for data that the L1 does not have, if a policy needs this. A warp
// that waits for an L1 hit is not noted, since it continues soon.
#pragma once

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/model/listener.hpp"

namespace heddle::core {

class MissWatch final : public model::Hears<model::L1Access> {
 public:
  MissWatch(const Contexts& contexts, EntityConditions& conditions)
      : contexts_(contexts), conditions_(conditions) {}
  MissWatch(const MissWatch&) = delete;
  MissWatch& operator=(const MissWatch&) = delete;

  void on(const model::L1Access& event) override;

 private:
  const Contexts& contexts_;
  EntityConditions& conditions_;
};

}  // namespace heddle::core
