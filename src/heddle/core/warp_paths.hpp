// Where the threads of an SM's entities are, for policies.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/exec/warp.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::core {

class WarpPaths final : public model::WarpPaths {
 public:
  WarpPaths(const std::vector<exec::Warp>& warps, model::EntityNames names)
      : warps_(&warps), names_(names) {}

  Pc pc(unsigned entity) const override { return warp(entity).pc(names_.part_of(entity)); }
  LaneMask active(unsigned entity) const override {
    return done(entity) ? 0 : warp(entity).active(names_.part_of(entity));
  }
  bool any_within(unsigned entity, Pc first, Pc last) const override {
    if (done(entity)) return false;
    const auto is_within = [&](const exec::StackEntry& path) {
      return path.pc >= first && path.pc <= last;
    };
    const exec::SimtStack& stack = warp(entity).parts[names_.part_of(entity)];
    return is_within(stack.top()) || std::ranges::any_of(stack.below(), is_within);
  }

 private:
  const exec::Warp& warp(unsigned entity) const { return (*warps_)[names_.warp_of(entity)]; }
  bool done(unsigned entity) const { return warp(entity).done(names_.part_of(entity)); }

  const std::vector<exec::Warp>* warps_;
  model::EntityNames names_;
};

}  // namespace heddle::core
