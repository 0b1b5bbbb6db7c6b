// Decides which entities fetch in a cycle if buffers are refilled ahead. The front end of gangs
// fetches first. The slices (lane groups) then get the remaining ports in turn. Each slice serves
// its entities in loose round robin (Rogers 2015, section 6.2.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/model/entity.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

class FetchArbiter {
 public:
  /// The most fetches per cycle. `ports`: fetches that use the instruction cache, by all entities
  /// together. `gangs`: fetches of the gangs' front end. `slice`: fetches of each slice. 0 in
  /// `ports` or `slice` means no limit.
  struct Limits {
    std::uint32_t ports = 0, gangs = 0, slice = 0;
  };

  /// `places` is indexed by entity. `front_ends` is the number of slices: 1 or the number of lane
  /// groups.
  FetchArbiter(std::span<const model::EntityPlace> places, unsigned front_ends,
               const Limits& limits);

  /// Serves one cycle. `gangs` are the leaders of the gangs that need an instruction; `alone` are
  /// the entities outside gangs that need one. Calls needs_port(entity) for each entity of `alone`
  /// that is considered, and fetch(entity) for each entity that fetches.
  template <typename NeedsPort, typename Fetch>
  void serve(model::EntityMask gangs, const model::EntityMask& alone, NeedsPort&& needs_port,
             Fetch&& fetch) {
    ports_left_ = limits_.ports;
    for (std::uint32_t left = limits_.gangs; left != 0 && gangs.any() && has_port(); --left) {
      const unsigned entity = next(gangs, gangs_next_);
      gangs_next_ = entity + 1;
      take_port();
      fetch(entity);
      gangs.clear(entity);
    }
    if (alone.none()) return;
    unsigned refused = kNone;
    const auto slices = static_cast<unsigned>(slices_.size());
    for (unsigned i = 0; i < slices; ++i) {
      const unsigned slice = (first_ + i) % slices;
      const bool served =
          serve_slice(slices_[slice], alone & slices_[slice].members, needs_port, fetch);
      if (!served && refused == kNone) refused = slice;
    }
    if (refused != kNone) first_ = refused;
  }

 private:
  static constexpr unsigned kNone = ~0u;

  struct Slice {
    model::EntityMask members;
    unsigned next = 0;  ///< the entity to look at first
  };

  /// Lets the slice's entities in `wanting` fetch. Returns false if a fetch found no free port.
  template <typename NeedsPort, typename Fetch>
  bool serve_slice(Slice& slice, model::EntityMask wanting, NeedsPort&& needs_port, Fetch&& fetch) {
    for (std::uint32_t count = 0; wanting.any() && (limits_.slice == 0 || count < limits_.slice);
         ++count) {
      const unsigned entity = next(wanting, slice.next);
      if (needs_port(entity)) {
        if (!has_port()) return false;
        take_port();
      }
      slice.next = entity + 1;
      fetch(entity);
      wanting.clear(entity);
    }
    return true;
  }
  static unsigned next(const model::EntityMask& wanting, unsigned from) {
    const unsigned entity = wanting.first_from(from);
    return entity == model::kNoEntity ? wanting.first() : entity;
  }
  bool has_port() const { return limits_.ports == 0 || ports_left_ != 0; }
  void take_port() { --ports_left_; }

  Limits limits_;
  std::vector<Slice> slices_;
  std::uint32_t ports_left_ = 0;
  unsigned gangs_next_ = 0;
  unsigned first_ = 0;  ///< the slice to serve first
};

}  // namespace heddle::core
