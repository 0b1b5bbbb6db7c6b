// Where the threads of an SM's entities are, for policies.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/core/formed_warp.hpp"
#include "heddle/exec/warp.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::core {

/// Entities are parts of the warps first, then the formed warps.
class WarpPaths final : public model::WarpPaths {
 public:
  WarpPaths(const std::vector<exec::Warp>& warps, const std::vector<FormedWarp>& formed,
            model::EntityNames names)
      : warps_(&warps), formed_(&formed), names_(names) {}

  Pc pc(unsigned entity) const override {
    if (const FormedWarp* const formed = formed_at(entity)) return formed->frame.pc;
    return warp(entity).pc(names_.part_of(entity));
  }
  LaneMask active(unsigned entity) const override {
    if (const FormedWarp* const formed = formed_at(entity)) return exec::lanes_of(formed->group);
    return done(entity) ? 0 : warp(entity).active(names_.part_of(entity));
  }
  bool any_within(unsigned entity, Pc first, Pc last) const override {
    const auto is_within = [&](const exec::StackEntry& path) {
      return path.pc >= first && path.pc <= last;
    };
    if (const FormedWarp* const formed = formed_at(entity))
      return !formed->group.empty() && is_within(formed->frame);
    if (done(entity)) return false;
    const exec::SimtStack& stack = warp(entity).parts[names_.part_of(entity)];
    return is_within(stack.top()) || std::ranges::any_of(stack.below(), is_within);
  }

 private:
  /// Null: the entity is a part of a warp.
  const FormedWarp* formed_at(unsigned entity) const {
    if (formed_->empty()) return nullptr;
    const std::size_t homes = warps_->size() * names_.parts();
    return entity < homes ? nullptr : &(*formed_)[entity - homes];
  }
  const exec::Warp& warp(unsigned entity) const { return (*warps_)[names_.warp_of(entity)]; }
  bool done(unsigned entity) const { return warp(entity).done(names_.part_of(entity)); }

  const std::vector<exec::Warp>* warps_;
  const std::vector<FormedWarp>* formed_;
  model::EntityNames names_;
};

}  // namespace heddle::core
