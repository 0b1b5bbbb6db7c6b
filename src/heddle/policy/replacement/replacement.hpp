// Which line of a full set gives its place to another: one object a cache. It sees no addresses: a
// set has so many ways, and a way a line or none. Empty ways are filled first, without a question.
// Any other answer than the comments allow, and any exception, ends the run with a PolicyError
// (policy_error.hpp).
//
// A fill is not a hit: the access that brings a line is told as filled() alone. Whoever finds the
// line there later is told as a hit, also while its data are on their way. Where a line gets its
// place only when its data come, accesses that wait for it are no hits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

class Replacement {
 public:
  static constexpr std::string_view kKind = "replacement";
  static constexpr std::string_view kDecides =
      "which line of a full set goes, in each cache by itself: l1.replacement=NAME";
  /// What a cache has that names none.
  static constexpr std::string_view kDefault = "lru";
  /// Each cache of a machine has a choice of its own: "l1.replacement".
  static constexpr bool kChosenByUnits = true;

  struct Cache {
    std::uint32_t sets = 1, ways = 1;
    std::uint64_t seed = 0;  ///< of this cache alone, whatever else the machine has
  };

  virtual ~Replacement() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Whether it wants to know when lines are needed again, which only a replay can say.
  virtual bool needs_future() const { return false; }
  /// Called once, before anything else: all ways are empty. Throws Error if it cannot serve such a
  /// cache.
  virtual void begin(const Cache& cache) = 0;
  /// The way has a new line. If it had another, that is gone.
  virtual void filled(std::uint32_t set, std::uint32_t way) = 0;
  /// An access has found the way's line.
  virtual void hit(std::uint32_t set, std::uint32_t way) = 0;
  /// The way's line is gone, and none is in its place.
  virtual void emptied(std::uint32_t /*set*/, std::uint32_t /*way*/) {}
  /// Behind filled() or hit(), if needs_future(): the way's line is needed again by that access, in
  /// the order of accesses; kNeverNeeded: by none.
  virtual void needed_at(std::uint32_t /*set*/, std::uint32_t /*way*/, std::uint64_t /*access*/) {}
  static constexpr std::uint64_t kNeverNeeded = ~std::uint64_t{0};
  /// One of `ways`, those whose lines may go, in ascending order and at least one; no way of the
  /// set is empty. It is asked whenever an access tries to take a place, and the access may fail
  /// and try again: only filled() says that the line has gone.
  virtual std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const = 0;
};

}  // namespace heddle::policy
