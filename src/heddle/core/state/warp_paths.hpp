// Tells policies where the threads of an SM's entities are.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/core/state/formed_warp.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::core {

class WarpPaths final : public model::WarpPaths {
 public:
  /// `formed`: the formed warps, whose entities have the numbers after those of the contexts'
  /// warps.
  WarpPaths(const std::vector<exec::Warp>& warps, const std::vector<FormedWarp>& formed,
            model::EntityNames names)
      : warps_(&warps), formed_(&formed), names_(names) {}

  Pc pc(unsigned entity) const override {
    if (is_formed(entity)) return formed(entity).frame.pc;
    return warp(entity).pc(names_.part_of(entity));
  }
  LaneMask active(unsigned entity) const override {
    if (is_formed(entity)) return exec::lanes_of(formed(entity).group);
    return done(entity) ? 0 : warp(entity).active(names_.part_of(entity));
  }
  std::uint32_t passed(unsigned entity) const override {
    return is_formed(entity) ? formed(entity).passed : 0;
  }
  std::uint64_t serial(unsigned entity) const override {
    return is_formed(entity) ? formed(entity).serial : 0;
  }
  bool any_within(unsigned entity, Pc first, Pc last) const override {
    const auto is_within = [&](const exec::StackEntry& path) {
      return path.pc >= first && path.pc <= last;
    };
    if (is_formed(entity)) return is_within(formed(entity).frame);
    if (done(entity)) return false;
    const exec::SimtStack& stack = warp(entity).parts[names_.part_of(entity)];
    return is_within(stack.top()) || std::ranges::any_of(stack.below(), is_within);
  }

 private:
  const exec::Warp& warp(unsigned entity) const { return (*warps_)[names_.warp_of(entity)]; }
  bool done(unsigned entity) const { return warp(entity).done(names_.part_of(entity)); }
  unsigned homes() const { return static_cast<unsigned>(warps_->size()) * names_.parts(); }
  bool is_formed(unsigned entity) const { return entity >= homes(); }
  const FormedWarp& formed(unsigned entity) const { return (*formed_)[entity - homes()]; }

  const std::vector<exec::Warp>* warps_;
  const std::vector<FormedWarp>* formed_;
  model::EntityNames names_;
};

}  // namespace heddle::core
