// When the results of one entity's instructions in pipelines are available. The pipelines, the
// register banks and the result buses are reserved when an instruction issues, so the time of its
// result is known from then on. The scoreboard (scoreboard.hpp) knows what comes from memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "heddle/base/types.hpp"
#include "heddle/core/terms/scoreboard.hpp"

namespace heddle::core {

class ResultTimes {
 public:
  /// Notes an instruction that writes these rows and predicates at cycle `when`. `number`: number
  /// of the instruction among all instructions of the SM that have begun.
  void begin(const Dependencies& writes, Cycle when, std::uint64_t number) {
    begin_writes(writes, when);
    if (when < last_) return;
    last_ = when;
    last_number_ = number;
  }
  /// Notes an instruction that writes these rows and predicates. end() will tell when.
  void begin_heard(const Dependencies& writes) { begin_writes(writes, kNever); }
  /// Notes that the results of an instruction for which begin_heard() was called are available.
  void end(const Dependencies& writes) {
    rows_.pending &= ~writes.rows;
    predicates_.pending &= ~writes.predicates;
    if (!writes.more.empty()) [[unlikely]]
      end_more(writes);
  }
  /// Returns the first cycle from `now` on in which all of `uses` are available. kNever: it is not
  /// known.
  Cycle ready(const Dependencies& uses, Cycle now) {
    if (!uses.more.empty()) [[unlikely]]
      return ready_with_more(uses, now);
    return ready_of_first(uses, now);
  }
  /// Returns when the last result with a known time is available, which may be in the past.
  Cycle last() const { return last_; }
  /// Returns the number of the instruction with this result.
  std::uint64_t last_number() const { return last_number_; }

 private:
  /// Up to 64 rows or predicates.
  struct Group {
    /// A bit that is set may belong to a result that is available already.
    std::uint64_t pending = 0;
    std::array<Cycle, 64> times;  ///< valid where the bit is set
  };
  struct More {
    std::array<Group, kRowWords> words;
  };

  void begin_writes(const Dependencies& writes, Cycle when) {
    set(rows_, writes.rows, when);
    set(predicates_, writes.predicates, when);
    if (!writes.more.empty()) [[unlikely]]
      begin_more(writes, when);
  }
  static void set(Group& group, std::uint64_t bits, Cycle when) {
    group.pending |= bits;
    for (; bits != 0; bits &= bits - 1)
      group.times[static_cast<unsigned>(std::countr_zero(bits))] = when;
  }
  /// Returns the latest of `from` and the times of these bits.
  static Cycle latest(const Group& group, std::uint64_t bits, Cycle from) {
    for (bits &= group.pending; bits != 0; bits &= bits - 1)
      from = std::max(from, group.times[static_cast<unsigned>(std::countr_zero(bits))]);
    return from;
  }
  Cycle ready_of_first(const Dependencies& uses, Cycle now) {
    if (((rows_.pending & uses.rows) | (predicates_.pending & uses.predicates)) == 0) return now;
    const Cycle when = latest(predicates_, uses.predicates, latest(rows_, uses.rows, now));
    if (when == now) {
      rows_.pending &= ~uses.rows;
      predicates_.pending &= ~uses.predicates;
    }
    return when;
  }
  void begin_more(const Dependencies& writes, Cycle when);
  void end_more(const Dependencies& writes);
  Cycle ready_with_more(const Dependencies& uses, Cycle now);

  Cycle last_ = 0;
  std::uint64_t last_number_ = 0;
  Group rows_, predicates_;  ///< the first 64 rows; predicates
  std::unique_ptr<More>
      more_;  ///< rows from the 64th on; null: no instruction has written such rows
};

}  // namespace heddle::core
