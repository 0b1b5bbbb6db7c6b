// The scoreboard of one entity. It knows which registers and predicates of the entity's frame wait
// for memory, and for which memory: in the SM or outside the SM. It does not know the results of
// pipelines (result_times.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace heddle::core {

/// One bit for each register row and predicate of a frame. Larger frames share bits, which can only
/// delay an instruction.
inline constexpr unsigned kRowWords = 7;
inline constexpr unsigned kRowBits = 64 * kRowWords;
inline constexpr unsigned kPredicateBits = 64;

/// Rows from the 64th on: row r has bit r % 64 of word r / 64.
struct RowWord {
  std::uint16_t word = 0;
  std::uint64_t bits = 0;
};

/// The rows and predicates that an instruction reads or writes. Most frames have at most 64 rows.
struct Dependencies {
  std::uint64_t rows = 0;  ///< the first 64 rows
  std::uint64_t predicates = 0;
  std::span<const RowWord> more;

  bool none() const { return rows == 0 && predicates == 0 && more.empty(); }
};

class Scoreboard {
 public:
  /// What produces a result: memory inside the SM (shared, constant), or memory behind a cache.
  enum class From : std::uint8_t { near_memory, far_memory };

  /// Notes that these rows and predicates are pending, and what will write them.
  void begin(const Dependencies& writes, From from) {
    pending_.add(writes);
    if (from == From::far_memory) far_.add(writes);
    if (!writes.more.empty()) [[unlikely]]
      begin_more(writes.more, from);
  }
  void end(const Dependencies& writes) {
    pending_.remove(writes);
    far_.remove(writes);
    if (!writes.more.empty()) [[unlikely]]
      end_more(writes.more);
  }
  /// Whether an instruction that needs all of `uses` waits for memory.
  bool waits(const Dependencies& uses) const {
    if (!uses.more.empty()) [[unlikely]]
      return waits_for_more(uses);
    return pending_.has(uses);
  }
  bool waits_for_far(const Dependencies& uses) const {
    return far_.has(uses) || (more_ != nullptr && more_->far.has(uses.more));
  }

 private:
  /// Pending bits of the first 64 rows, and of predicates.
  struct Pending {
    std::uint64_t rows = 0, predicates = 0;

    void add(const Dependencies& of) {
      rows |= of.rows;
      predicates |= of.predicates;
    }
    void remove(const Dependencies& of) {
      rows &= ~of.rows;
      predicates &= ~of.predicates;
    }
    bool has(const Dependencies& of) const {
      return ((rows & of.rows) | (predicates & of.predicates)) != 0;
    }
  };
  /// Pending bits of the rows from the 64th on, by word.
  struct PendingWords {
    std::array<std::uint64_t, kRowWords> words{};

    void add(std::span<const RowWord> of);
    void remove(std::span<const RowWord> of);
    bool has(std::span<const RowWord> of) const;
  };
  struct More {
    PendingWords pending, far;
  };

  void begin_more(std::span<const RowWord> writes, From from);
  void end_more(std::span<const RowWord> writes);
  bool waits_for_more(const Dependencies& uses) const;

  Pending pending_, far_;
  std::unique_ptr<More> more_;  ///< null: no instruction has written such rows
};

}  // namespace heddle::core
