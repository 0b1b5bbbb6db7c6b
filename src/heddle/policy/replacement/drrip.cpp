// Dynamic re-reference interval prediction (DRRIP). A few sets, the leaders of SRRIP, insert lines
// as SRRIP does. Equally many sets, the leaders of BRRIP, insert lines as BRRIP does. All other
// sets follow the policy whose leaders miss less (set duelling: M. K. Qureshi, A. Jaleel, Y. N.
// Patt, S. C. Steely Jr. and J. Emer, "Adaptive Insertion Policies for High Performance Caching",
// ISCA 2007).
//
// The sets are divided into as many constituencies as each policy has leaders. The first set of a
// constituency is a leader of SRRIP, and the last set is a leader of BRRIP. A miss in a leader of
// SRRIP raises the counter PSEL, and a miss in a leader of BRRIP lowers PSEL. The other sets follow
// BRRIP while PSEL is in its upper half, and else SRRIP. PSEL starts just below its upper half.

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"

namespace heddle::policy {
namespace {

class DynamicRrip final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override {
    values_.describe(visit);
    fills_.describe(visit);
    visit("leader_sets", leader_sets_,
          {.unit = "sets",
           .minimum = 1,
           .maximum = 1 << 16,
           .doc = "of each of the two policies; the paper has 32 in a cache of 2048 sets"});
    visit("psel_bits", psel_bits_,
          {.unit = "bits",
           .minimum = 1,
           .maximum = 20,
           .doc = "of the counter by which the other sets choose"});
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
    values_.begin(cache);
    leads_.assign(cache.sets, Leads::none);
    for (std::uint64_t i = 0; i < leader_sets_; ++i) {
      leads_[i * cache.sets / leader_sets_] = Leads::srrip;
      leads_[(i + 1) * cache.sets / leader_sets_ - 1] = Leads::brrip;
    }
    most_ = (1u << psel_bits_) - 1;
    psel_ = most_ / 2;
  }
  void filled(std::uint32_t set, std::uint32_t way) override {
    const Leads leads = leads_[set];
    if (leads == Leads::srrip && psel_ < most_) ++psel_;
    if (leads == Leads::brrip && psel_ > 0) --psel_;
    const bool bimodal = leads == Leads::brrip || (leads == Leads::none && psel_ > most_ / 2);
    values_.fill(set, way, bimodal ? fills_.next(values_) : values_.long_from_now());
  }
  void hit(std::uint32_t set, std::uint32_t way) override { values_.hit(set, way); }
  void emptied(std::uint32_t set, std::uint32_t way) override { values_.empty(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return values_.victim(set, ways);
  }

 private:
  enum class Leads : std::uint8_t { none, srrip, brrip };

  RripValues values_;
  BimodalFills fills_;
  std::uint32_t leader_sets_ = 4, psel_bits_ = 10;
  std::uint32_t psel_ = 0, most_ = 0;
  std::vector<Leads> leads_;  ///< by set: the policy that the set leads, if any
};

const Register<Replacement, DynamicRrip> registration(
    "drrip", "srrip or brrip, whichever misses less in a few sets that compete",
    "In `leader_sets` sets lines are replaced as by srrip, in as many as by brrip; a counter of "
    "`psel_bits` bits rises with each miss of the first and falls with each of the second. All "
    "other sets do as those that miss less.",
    "A. Jaleel, K. B. Theobald, S. C. Steely Jr., J. Emer, High Performance Cache Replacement "
    "Using Re-Reference Interval Prediction (RRIP), ISCA 2010");

}  // namespace
}  // namespace heddle::policy
