// The way out of a throttle that holds a warp for which others spin: a warp that could issue and
// has been held for so many cycles on end may go on for as many cycles.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy {

struct Gate;

class ForcedRelease {
 public:
  /// `force_release_after`; a throttle that does not declare it never lets go.
  void describe(ParameterVisitor& visit);
  bool is_on() const { return after_ != 0; }
  std::uint32_t after() const { return after_; }
  /// In which cycle open() does something else, if nobody else is held or ceases to be.
  Cycle next() const { return next_; }

  /// These are ready and held in this cycle.
  void watch(const model::EntityMask& held, const model::SmView& sm);
  /// Opens the gate for those that are let go; returns those that this cycle lets go.
  model::EntityMask open(Gate& gate, const model::SmView& sm);

 private:
  struct Entity {
    std::uint64_t launch_order = 0;  ///< of the warp that this is of
    Cycle held_since = kNever;       ///< kNever: it is not
    Cycle free_until = 0;
  };
  void plan(Cycle now);

  std::uint32_t after_ = 0;
  Cycle next_ = kNever;
  model::EntityMask held_;
  std::vector<Entity> entities_;
};

}  // namespace heddle::policy
