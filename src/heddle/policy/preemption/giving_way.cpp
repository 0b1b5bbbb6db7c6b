#include "heddle/policy/preemption/giving_way.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::policy {
namespace {

constexpr std::size_t kStays = ~std::size_t{0};

/// A piece of the space that is in use.
struct Occupant {
  model::Extent piece;
  /// Index among the pieces that may be evicted; kStays: the piece must stay.
  std::size_t number = kStays;
};

/// Returns the pieces in use, lowest first, preceded and followed by an empty piece at the two ends
/// of the space.
std::vector<Occupant> occupants(const model::Space& space, std::span<const model::Extent> pieces) {
  std::vector<Occupant> all = {{{0, 0}}};
  for (const model::Extent& taken : space.taken()) {
    const auto found = std::ranges::find(pieces, taken);
    const bool stays = found == pieces.end();
    all.push_back({taken, stays ? kStays : static_cast<std::size_t>(found - pieces.begin())});
  }
  all.push_back({{space.size(), 0}});
  return all;
}

/// The best way to evict a given number of the occupants below an occupant that stays: the way that
/// makes room for the most new pieces.
struct Best {
  bool possible = false;     ///< whether this number of the lower occupants can be evicted
  std::uint64_t room = 0;    ///< number of new pieces that fit below the occupant that stays
  std::size_t previous = 0;  ///< the next lower occupant that stays
};
/// First index: the occupant that stays. Second index: the number of lower occupants that are
/// evicted.
using Plan = std::vector<std::vector<Best>>;

Plan plan_of(const std::vector<Occupant>& all, std::uint64_t size) {
  Plan plan(all.size(), std::vector<Best>(all.size()));
  plan.front().front().possible = true;
  for (std::size_t last = 1; last < all.size(); ++last) {
    for (std::size_t first = last; first-- != 0;) {
      const std::uint64_t room = (all[last].piece.first - all[first].piece.end()) / size;
      const std::size_t between = last - first - 1;
      for (std::size_t gone = 0; gone + between < all.size(); ++gone) {
        const Best& before = plan[first][gone];
        Best& now = plan[last][gone + between];
        if (before.possible && (!now.possible || before.room + room > now.room))
          now = {true, before.room + room, first};
      }
      // No gap can extend below a piece that must stay.
      if (all[first].number == kStays) break;
    }
  }
  return plan;
}

std::vector<bool> fewest(const model::Space& space, std::span<const model::Extent> pieces,
                         std::uint64_t size, std::uint64_t count) {
  const std::vector<Occupant> all = occupants(space, pieces);
  const Plan plan = plan_of(all, size);
  std::vector<bool> victims(pieces.size(), true);
  const auto enough = std::ranges::find_if(
      plan.back(), [&](const Best& best) { return best.possible && best.room >= count; });
  if (enough == plan.back().end()) return victims;
  auto gone = static_cast<std::size_t>(enough - plan.back().begin());
  for (std::size_t stays = all.size() - 1; stays != 0;) {
    if (all[stays].number != kStays) victims[all[stays].number] = false;
    const std::size_t previous = plan[stays][gone].previous;
    gone -= stays - previous - 1;
    stays = previous;
  }
  return victims;
}

std::vector<bool> from_the_lowest(model::Space space, std::span<const model::Extent> pieces,
                                  std::uint64_t size, std::uint64_t count) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return pieces[i].first; });
  std::vector<bool> victims(pieces.size());
  for (const std::size_t next : order) {
    if (space.room_for(size) >= count) break;
    victims[next] = true;
    space.give_back(pieces[next]);
  }
  return victims;
}

}  // namespace

bool holds_only(const model::Space& space, std::span<const model::Extent> pieces) {
  return std::ranges::all_of(space.taken(), [&](const model::Extent& taken) {
    return std::ranges::find(pieces, taken) != pieces.end();
  });
}

std::vector<bool> choose_victims(const model::Space& space, std::span<const model::Extent> pieces,
                                 std::uint64_t size, std::uint64_t count, Victims rule) {
  if (size == 0 || count == 0) return std::vector<bool>(pieces.size());
  return rule == Victims::min_count ? fewest(space, pieces, size, count)
                                    : from_the_lowest(space, pieces, size, count);
}

}  // namespace heddle::policy
