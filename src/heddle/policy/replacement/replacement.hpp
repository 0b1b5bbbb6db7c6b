// A replacement policy chooses the line of a full set that is evicted for a new line. Each cache
// has a policy object of its own. The policy sees the numbers of sets and ways, but no addresses.
// Empty ways are filled first, without a call of the policy. An answer that the comments do not
// allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
//
// The access that brings a line calls filled() and not hit(). A later access that finds the line
// calls hit(), even if the data of the line have not arrived yet. In a cache in which a line gets
// its way only when its data arrive, an access that waits for the data does not call hit().
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
      "which line of a full set a cache evicts; each cache has its own: l1.replacement=NAME";
  /// The replacement of a cache whose section of the machine file names no replacement.
  static constexpr std::string_view kDefault = "lru";
  /// Each cache of a machine has its own parameter for the policy, such as "l1.replacement".
  static constexpr bool kChosenByUnits = true;
  /// A cache applies the default policy by itself: a run with it has no policy of this kind.
  static constexpr bool kIdleByDefault = true;

  struct Cache {
    std::uint32_t sets = 1, ways = 1;
    std::uint64_t seed = 0;  ///< seed for the random numbers of this cache; independent of the
                             ///< other units of the machine
  };

  virtual ~Replacement() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Whether the policy has to know when lines are needed again. Only a replay has this
  /// information.
  virtual bool needs_future() const { return false; }
  /// Called once, after describe() and before all other functions. All ways are empty. Throws Error
  /// if the policy cannot serve this cache.
  virtual void begin(const Cache& cache) = 0;
  /// Notes that a new line fills the way. The previous line of the way, if any, is evicted.
  virtual void filled(std::uint32_t set, std::uint32_t way) = 0;
  /// Notes that an access has found the way's line.
  virtual void hit(std::uint32_t set, std::uint32_t way) = 0;
  /// Notes that the way's line has left the cache and that the way is empty.
  virtual void emptied(std::uint32_t /*set*/, std::uint32_t /*way*/) {}
  /// Called after filled() and hit() if needs_future(). `access` is the number of the next access
  /// to the way's line, in the order of accesses; kNeverNeeded: there is no such access.
  virtual void needed_at(std::uint32_t /*set*/, std::uint32_t /*way*/, std::uint64_t /*access*/) {}
  static constexpr std::uint64_t kNeverNeeded = ~std::uint64_t{0};
  /// Returns one of `ways`, the way of the victim. `ways` lists the ways whose lines may be
  /// evicted, at least one, in ascending order. No way of the set is empty. The cache calls
  /// victim() whenever an access tries to get a way. The access may fail and try again. So a line
  /// counts as evicted only when filled() is called.
  virtual std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const = 0;
};

}  // namespace heddle::policy
