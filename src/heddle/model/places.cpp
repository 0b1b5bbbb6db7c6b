#include "heddle/model/places.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"

namespace heddle::model {

template <typename Visit>
void Space::find_gap(Visit&& visit) const {
  std::uint64_t from = 0;
  for (const Extent& piece : taken_) {
    if (piece.first != from && visit(Extent{from, piece.first - from})) return;
    from = piece.end();
  }
  if (from != size_) visit(Extent{from, size_ - from});
}

std::optional<Extent> Space::first_fit(std::uint64_t size) const {
  if (size == 0) return Extent{};
  std::optional<Extent> fit;
  find_gap([&](const Extent& gap) {
    if (gap.size >= size) fit = {gap.first, size};
    return fit.has_value();
  });
  return fit;
}

std::uint64_t Space::largest_gap() const {
  std::uint64_t largest = 0;
  find_gap([&](const Extent& gap) {
    largest = std::max(largest, gap.size);
    return false;
  });
  return largest;
}

std::uint64_t Space::room_for(std::uint64_t size) const {
  std::uint64_t count = 0;
  find_gap([&](const Extent& gap) {
    count += gap.size / size;
    return false;
  });
  return count;
}

void Space::take(const Extent& piece) {
  if (piece.size == 0) return;
  const auto next = std::ranges::lower_bound(taken_, piece.first, {}, &Extent::first);
  const bool is_free = piece.end() <= size_ &&
                       (next == taken_.end() || piece.end() <= next->first) &&
                       (next == taken_.begin() || std::prev(next)->end() <= piece.first);
  if (!is_free)
    fail("internal: {} units from {} on are taken already, or do not exist", piece.size,
         piece.first);
  taken_.insert(next, piece);
}

void Space::give_back(const Extent& piece) {
  if (piece.size == 0) return;
  const auto found = std::ranges::find(taken_, piece);
  if (found == taken_.end())
    fail("internal: {} units from {} on are given back and were not taken", piece.size,
         piece.first);
  taken_.erase(found);
}

}  // namespace heddle::model
