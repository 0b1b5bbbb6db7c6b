// A hash map from cache lines to values, for about as many lines as a cache has. The map uses open
// addressing with linear probing (Knuth, The Art of Computer Programming, volume 3, section 6.4,
// algorithms L and R). It allocates memory only when it grows.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

/// Keys are the addresses of lines. The address ~0 cannot be a key.
template <typename Value>
class LineMap {
 public:
  std::size_t size() const { return size_; }

  /// Returns the line's value, or nullptr. The pointer is valid until the next change of the map.
  const Value* find(Addr line) const {
    if (size_ == 0) return nullptr;
    const std::size_t place = place_of(line);
    return lines_[place] == line ? &values_[place] : nullptr;
  }
  Value* find(Addr line) { return const_cast<Value*>(std::as_const(*this).find(line)); }

  /// Makes room for this many lines. The map then does not grow until it has more lines.
  void reserve(std::size_t lines) {
    if (2 * lines > lines_.size()) resize(std::bit_ceil(2 * lines));
  }

  Value& operator[](Addr line) {
    if (2 * (size_ + 1) > lines_.size()) resize(lines_.empty() ? 16 : 2 * lines_.size());
    const std::size_t place = place_of(line);
    if (lines_[place] != line) {
      lines_[place] = line;
      values_[place] = {};
      ++size_;
    }
    return values_[place];
  }

  void erase(Addr line) {
    if (size_ == 0) return;
    const std::size_t place = place_of(line);
    if (lines_[place] == line) erase_at(place);
  }

  template <typename Condition>
  void erase_if(const Condition& condition) {
    for (std::size_t place = 0; place < lines_.size(); ++place) {
      while (lines_[place] != kFree && condition(values_[place])) erase_at(place);
    }
  }

  void clear() {
    lines_.assign(lines_.size(), kFree);
    size_ = 0;
  }

 private:
  static constexpr Addr kFree = ~Addr{0};

  /// Returns the place at which the search for a line begins (Fibonacci hashing, Knuth, section
  /// 6.4).
  std::size_t home_of(Addr line) const { return (line * 0x9E3779B97F4A7C15) >> shift_; }
  std::size_t after(std::size_t place) const { return (place + 1) & (lines_.size() - 1); }
  /// Returns the line's place, or the free place in which the line would be stored. The search
  /// ends, because at least half of the places are free.
  std::size_t place_of(Addr line) const {
    std::size_t place = home_of(line);
    while (lines_[place] != line && lines_[place] != kFree) place = after(place);
    return place;
  }

  /// Frees the place. If the search for another line passes this place, moves that line into the
  /// place, so that no search ends too early.
  void erase_at(std::size_t place) {
    const auto distance = [&](std::size_t from, std::size_t to) {
      return (to - from) & (lines_.size() - 1);
    };
    --size_;
    for (std::size_t other = after(place); lines_[other] != kFree; other = after(other)) {
      if (distance(home_of(lines_[other]), other) < distance(place, other)) continue;
      lines_[place] = lines_[other];
      values_[place] = std::move(values_[other]);
      place = other;
    }
    lines_[place] = kFree;
  }

  void resize(std::size_t places) {
    std::vector<Addr> lines(places, kFree);
    std::vector<Value> values(places);
    lines_.swap(lines);
    values_.swap(values);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(places));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] == kFree) continue;
      const std::size_t place = place_of(lines[i]);
      lines_[place] = lines[i];
      values_[place] = std::move(values[i]);
    }
  }

  std::vector<Addr> lines_;  ///< by place, kFree if the place is free; the size is a power of two
  std::vector<Value> values_;
  std::size_t size_ = 0;
  unsigned shift_ = 64;
};

}  // namespace heddle
