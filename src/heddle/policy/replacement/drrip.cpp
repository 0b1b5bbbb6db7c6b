// Dynamic re-reference interval prediction (DRRIP) chooses between SRRIP and BRRIP by set dueling
// (M. K. Qureshi, A. Jaleel, Y. N. Patt, S. C. Steely Jr. and J. Emer, "Adaptive Insertion Policies
// for High Performance Caching", ISCA 2007). The leader sets of SRRIP insert lines as SRRIP does.
// Equally many leader sets of BRRIP insert lines as BRRIP does. All other sets follow the policy
// whose leaders have fewer misses.
//
// The sets are divided into constituencies, one for each leader of a policy. The first set of a
// constituency is a leader of SRRIP, and the last set is a leader of BRRIP. A miss in a leader of
// SRRIP raises the counter PSEL. A miss in a leader of BRRIP lowers PSEL. The other sets follow
// BRRIP while PSEL is in its upper half, and else SRRIP. PSEL starts just below its upper half.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"
#include "heddle/policy/replacement/sources.hpp"

namespace heddle::policy {
namespace {

class DynamicRrip final : public RripReplacement {
 public:
  void describe(ParameterVisitor& visit) override {
    RripReplacement::describe(visit);
    fills_.describe(visit);
    visit("leader_sets", leader_sets_,
          {.unit = "sets",
           .maximum = 1 << 16,
           .doc = "leader sets of each of the two policies; 0: an eighth of the cache's sets, at "
                  "least 1 and at most the papers' 32"});
    visit("psel_bits", psel_bits_,
          {.unit = "bits",
           .minimum = 1,
           .maximum = 20,
           .doc = "width of the counter PSEL, by which the other sets choose a policy"});
  }
  void begin(const Cache& cache) override {
    if (cache.sets < 2) {
      fail(
          "sets of two policies compete, and the cache has one set: take srrip or brrip, or give "
          "it less associativity");
    }
    if (2 * std::uint64_t{leader_sets_} > cache.sets) {
      fail(
          "replacement.drrip.leader_sets is {}, and the cache has {} sets, half of which may lead "
          "for each policy: say replacement.drrip.leader_sets={} or less",
          leader_sets_, cache.sets, cache.sets / 2);
    }
    RripReplacement::begin(cache);
    leads_.assign(cache.sets, Leads::none);
    const std::uint64_t leaders = leader_sets_ != 0 ? leader_sets_ : leaders_of(cache.sets);
    for (std::uint64_t i = 0; i < leaders; ++i) {
      leads_[i * cache.sets / leaders] = Leads::srrip;
      leads_[(i + 1) * cache.sets / leaders - 1] = Leads::brrip;
    }
    most_ = (1u << psel_bits_) - 1;
    psel_ = most_ / 2;
  }
  void filled(std::uint32_t set, std::uint32_t way) override {
    const Leads leads = leads_[set];
    if (leads == Leads::srrip && psel_ < most_) ++psel_;
    if (leads == Leads::brrip && psel_ > 0) --psel_;
    const bool bimodal = leads == Leads::brrip || (leads == Leads::none && psel_ > most_ / 2);
    values().fill(set, way, bimodal ? fills_.next(values()) : values().long_from_now());
  }

 private:
  enum class Leads : std::uint8_t { none, srrip, brrip };

  /// Returns the default number of leaders of a policy. The papers have 32 leaders in caches of
  /// 1024 and more sets. In a small cache, three quarters of the sets must be left to follow.
  static std::uint32_t leaders_of(std::uint32_t sets) {
    constexpr std::uint32_t kOfPapers = 32, kShare = 8;
    return std::clamp(sets / kShare, 1u, kOfPapers);
  }

  BimodalFills fills_;
  std::uint32_t leader_sets_ = 0, psel_bits_ = 10;
  std::uint32_t psel_ = 0, most_ = 0;
  std::vector<Leads> leads_;  ///< by set: the policy that the set leads, if any
};

const Register<Replacement, DynamicRrip> registration(
    "drrip", "follows srrip or brrip, whichever has fewer misses in a few leader sets",
    "The policy chooses by set dueling. In `leader_sets` sets, lines are inserted as by srrip. In "
    "equally many sets, lines are inserted as by brrip. A counter of `psel_bits` bits rises with "
    "each miss in a leader of srrip, and falls with each miss in a leader of brrip. All other sets "
    "follow the policy whose leaders have fewer misses.",
    kRripSource);

}  // namespace
}  // namespace heddle::policy
