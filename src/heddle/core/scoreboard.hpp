// The scoreboard of one entity: which registers and predicates of its frame are still to be
// written, which of them by memory, and which by memory outside the SM.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace heddle::core {

/// A bit for each register row and predicate of a frame. Frames that need more share bits, which
/// can only delay.
inline constexpr unsigned kRowWords = 7;
inline constexpr unsigned kRowBits = 64 * kRowWords;
inline constexpr unsigned kPredicateBits = 64;

/// Rows from the 64th on: bit (row % 64) of word row / 64.
struct RowWord {
  std::uint16_t word = 0;
  std::uint64_t bits = 0;
};

/// What an instruction reads or writes. Most frames have no more than the first 64 rows.
struct Dependencies {
  std::uint64_t rows = 0;  ///< the first 64
  std::uint64_t predicates = 0;
  std::span<const RowWord> more;

  bool none() const { return rows == 0 && predicates == 0 && more.empty(); }
};

class Scoreboard {
 public:
  enum class Wait : std::uint8_t { none, compute, memory };
  /// What writes: a pipeline, memory in the SM (shared, constant), or memory behind a cache.
  enum class From : std::uint8_t { compute, near_memory, far_memory };

  /// These are to be written.
  void begin(const Dependencies& writes, From from) {
    any_.add(writes);
    if (from == From::compute) return;
    memory_.add(writes);
    if (from == From::far_memory) far_.add(writes);
  }
  void end(const Dependencies& writes, From from) {
    any_.remove(writes);
    if (from == From::compute) return;
    memory_.remove(writes);
    far_.remove(writes);
  }
  /// What an instruction that needs all of `uses` waits for.
  Wait wait(const Dependencies& uses) const {
    if (!any_.has(uses)) return Wait::none;
    return memory_.has(uses) ? Wait::memory : Wait::compute;
  }
  bool waits_for_far(const Dependencies& uses) const { return far_.has(uses); }

 private:
  struct Pending {
    std::uint64_t rows = 0, predicates = 0;
    std::array<std::uint64_t, kRowWords> more{};  ///< by word; `rows` is the first

    void add(const Dependencies& of) {
      rows |= of.rows;
      predicates |= of.predicates;
      if (!of.more.empty()) [[unlikely]]
        add_more(of.more);
    }
    void remove(const Dependencies& of) {
      rows &= ~of.rows;
      predicates &= ~of.predicates;
      if (!of.more.empty()) [[unlikely]]
        remove_more(of.more);
    }
    bool has(const Dependencies& of) const {
      if (((rows & of.rows) | (predicates & of.predicates)) != 0) return true;
      return !of.more.empty() && has_more(of.more);
    }
    void add_more(std::span<const RowWord> words);
    void remove_more(std::span<const RowWord> words);
    bool has_more(std::span<const RowWord> words) const;
  };
  Pending any_, memory_, far_;
};

}  // namespace heddle::core
