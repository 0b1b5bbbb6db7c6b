// The scoreboard of one entity. It knows which registers and predicates of the entity's frame are
// pending, and by what each is written: by a pipeline, by memory in the SM, or by memory outside
// the SM.
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
  /// What an instruction waits for. Comparisons use the order of these values.
  enum class Wait : std::uint8_t { none, compute, memory };
  /// What produces a result: a pipeline, memory inside the SM (shared, constant), or memory behind
  /// a cache.
  enum class From : std::uint8_t { compute, near_memory, far_memory };

  /// Notes that these rows and predicates are pending, and what will write them.
  void begin(const Dependencies& writes, From from) {
    any_.add(writes);
    if (from != From::compute) begin_memory(writes, from);
    if (!writes.more.empty()) [[unlikely]]
      begin_more(writes.more, from);
  }
  void end(const Dependencies& writes, From from) {
    any_.remove(writes);
    if (from != From::compute) {
      memory_.remove(writes);
      far_.remove(writes);
    }
    if (!writes.more.empty()) [[unlikely]]
      end_more(writes.more, from);
  }
  /// An instruction needs all of `uses`. Returns what it waits for.
  Wait wait(const Dependencies& uses) const {
    if (!uses.more.empty()) [[unlikely]]
      return wait_for_more(uses);
    // This is a sum instead of branches, since a predictor could foresee neither condition.
    const unsigned waits = any_.has(uses) ? 1 : 0, for_memory = memory_.has(uses) ? 1 : 0;
    return static_cast<Wait>(waits + (waits & for_memory));
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
    PendingWords any, memory, far;
  };

  void begin_memory(const Dependencies& writes, From from) {
    memory_.add(writes);
    if (from == From::far_memory) far_.add(writes);
  }
  void begin_more(std::span<const RowWord> writes, From from);
  void end_more(std::span<const RowWord> writes, From from);
  Wait wait_for_more(const Dependencies& uses) const;

  Pending any_, memory_, far_;
  std::unique_ptr<More> more_;  ///< null: no instruction has written such rows
};

}  // namespace heddle::core
