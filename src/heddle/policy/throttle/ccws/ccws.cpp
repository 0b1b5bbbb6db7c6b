// Cache-conscious wavefront scheduling (CCWS; Rogers, O'Connor, Aamodt, MICRO 2012, and Rogers'
// dissertation, chapter 3). A warp loses locality when it misses a line that it had in the L1 and
// that other warps evicted. The score of the warp rises with the rate of such misses. Scores are
// stacked, so a high score pushes other warps over a cutoff. Warps over the cutoff must not load
// until scores have decayed. The throttle works on top of any scheduler; the study uses gto.

#include <array>
#include <bit>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/model/listener.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/ccws/scores.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {
namespace {

/// The warps whose events and instructions determine the rate of lost-locality events: the live
/// warps, or all warps of the kernel.
enum class Totals : std::uint8_t { live_warps, kernel };

constexpr std::array<std::string_view, 2> kCutoffNames = {"start", "end"};
constexpr std::array<std::string_view, 2> kTotalsNames = {"live_warps", "kernel"};

class Ccws final : public Throttle,
                   private model::Hears<model::L1Access, model::L1Evicted, model::L1Flushed> {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("k_throttle", k_throttle_,
          {.minimum = 0, .maximum = 1024, .doc = "how much lost locality weighs"});
    visit("base_score", base_, {.minimum = 1, .maximum = 1e6, .doc = "the score of all at rest"});
    visit("decay", decay_,
          {.unit = "points/cycle",
           .minimum = 1,
           .maximum = 1e6,
           .doc = "how fast a score above the base melts"});
    tags_.describe(visit);
    visit.choice("cutoff", cutoff_, kCutoffNames,
                 {.doc = "a warp may load whose score starts, or also ends, below the cutoff"});
    visit.choice("totals", totals_, kTotalsNames,
                 {.doc = "the rate of lost locality is that of the warps here, or of the kernel"});
    visit("score_bits", score_bits_,
          {.unit = "bits",
           .maximum = 32,
           .doc = "a score is at most what they hold; 0: any (heddle cost counts the study's 10)"});
    visit("reclamp", reclamp_,
          {.doc = "in each cycle no score is above what an event would make it now, not only at "
                  "an event"});
    visit("clear_on_launch", clear_on_launch_, {.doc = "a new warp's victim tags are empty"});
  }

  void check() const override {
    tags_.check("throttle.ccws.vta_entries", "throttle.ccws.vta_ways");
    const int least = std::bit_width(base_ + 1);
    if (score_bits_ != 0 && score_bits_ < static_cast<std::uint32_t>(least)) {
      fail(
          "throttle.ccws.score_bits ({}) hold no score above throttle.ccws.base_score ({}): nobody "
          "would ever be held; use {} bits or more, or 0",
          score_bits_, base_, least);
    }
  }
  void attach(const model::SmView& view) override {
    Throttle::attach(view);
    check();
    const unsigned warps = view.entities / view.names.parts();
    locality_.start(tags_, view);
    scores_.start(warps, base_, cutoff_, decay_);
    warps_.assign(warps, {});
  }
  model::Listener* listener() override { return this; }

  void kernel_started(unsigned, const isa::Program&) override {
    ended_hits_ = ended_instructions_ = 0;
  }
  void warp_launched(unsigned entity) override {
    const unsigned warp = sm().names.warp_of(entity);
    if (warps_[warp].parts++ != 0) return;
    warps_[warp].hits = 0;
    scores_.launched(warp);
    if (clear_on_launch_) locality_.new_warp(warp);
    change();
  }
  void warp_exited(unsigned entity) override {
    const unsigned warp = sm().names.warp_of(entity);
    if (--warps_[warp].parts != 0) return;
    ended_hits_ += warps_[warp].hits;
    ended_instructions_ += instructions(warp);
    scores_.exited(warp);
    change();
  }

  void close(Gate& gate) override {
    if (reclamp_) scores_.lower_to(score_of_an_event(), sm().now);
    const LocalityScores::Stack& stack = scores_.stack(sm().now);
    hold_until(reclamp_ && stack.valid_until != kNever ? sm().now + 1 : stack.valid_until);
    gate.may_load = {};
    for (const unsigned warp : stack.may_load) {
      for (unsigned part = 0; part < sm().names.parts(); ++part)
        gate.may_load.set(sm().names.entity(warp, part));
    }
    if (gate.may_issue.none())
      for (unsigned entity = 0; entity < sm().entities; ++entity) gate.may_issue.set(entity);
  }

  std::vector<StorageItem> storage() const override {
    std::vector<StorageItem> items = tags_.storage(sm());
    items.push_back({"scores", warps_.size(), score_bits_ == 0 ? 10 : score_bits_});
    items.push_back({"may load", warps_.size(), 1});
    items.push_back({"events, instructions", 2, 32});
    return items;
  }
  PublishedStorage published_storage() const override {
    return {{{"victim tags", 512, 40}, {"owners of L1 lines", 256, 5}, {"scores", 32, 10}},
            "dissertation, section 3.4.7: 32 warps, 32 KB L1 of 128 B lines, 48-bit addresses; the "
            "scores in a max-heap; areas by CACTI at 55 nm, of the victim tags alone",
            0.026,
            0.17};
  }

 private:
  struct Warp {
    unsigned parts = 0;      ///< number of parts of the warp that have not ended
    std::uint64_t hits = 0;  ///< lost-locality events of the warp since its launch
  };

  void on(const model::L1Evicted& event) override { locality_.evicted(event); }
  void on(const model::L1Flushed&) override { locality_.flushed(); }
  void on(const model::L1Access& event) override {
    if (event.cache != model::FirstLevel::data) return;
    const unsigned warp = sm().names.warp_of(event.entity);
    if (locality_.accessed(warp, event) == LostLocality::Finding::lost) lost_locality(warp);
  }

  void lost_locality(unsigned warp) {
    if (reclamp_) scores_.lower_to(score_of_an_event(), sm().now);
    ++warps_[warp].hits;
    scores_.raise(warp, score_of_an_event(), sm().now);
    if (notes()) note_score(warp);
    change();
  }

  /// Returns the score of a warp that has a lost-locality event now, from the rate of events so
  /// far.
  std::uint64_t score_of_an_event() const {
    std::uint64_t hits = totals_ == Totals::kernel ? ended_hits_ : 0;
    std::uint64_t issued = totals_ == Totals::kernel ? ended_instructions_ : 0;
    for (unsigned each = 0; each < warps_.size(); ++each) {
      if (warps_[each].parts == 0) continue;
      hits += warps_[each].hits;
      issued += instructions(each);
    }
    if (hits == 0) return 0;
    // `issued` counts the instructions of parts, but `hits` counts the events of whole warps.
    const double rate =
        static_cast<double>(hits * sm().names.parts()) / static_cast<double>(issued);
    const auto score =
        static_cast<std::uint64_t>(rate * k_throttle_ * static_cast<double>(scores_.cutoff()));
    return score_bits_ == 0 ? score : std::min(score, (std::uint64_t{1} << score_bits_) - 1);
  }

  void note_score(unsigned warp) const {
    const std::uint64_t score = scores_.score(warp, sm().now);
    note(sm().now, sm().warps[sm().names.entity(warp, 0)].kernel,
         "warp " + std::to_string(warp) + " lost locality, score " + std::to_string(score));
  }

  std::uint64_t instructions(unsigned warp) const {
    std::uint64_t sum = 0;
    for (unsigned part = 0; part < sm().names.parts(); ++part)
      sum += sm().warps[sm().names.entity(warp, part)].warp_instructions;
    return sum;
  }

  std::uint32_t k_throttle_ = 8, base_ = 100, decay_ = 1, score_bits_ = 0;
  VictimTagSpec tags_;
  CutoffRule cutoff_ = CutoffRule::start;
  Totals totals_ = Totals::live_warps;
  bool clear_on_launch_ = false, reclamp_ = false;
  LostLocality locality_;
  LocalityScores scores_;
  std::vector<Warp> warps_;
  std::uint64_t ended_hits_ = 0, ended_instructions_ = 0;  ///< sums over the kernel's ended warps
};

const Register<Throttle, Ccws> registration(
    "ccws", "cache-conscious: warps that lose locality keep others from loading",
    "A warp that misses a line that it had and lost would have hit with fewer warps "
    "around it. Such a miss raises the warp's score. The scores of other warps are "
    "pushed over a cutoff, and those warps may not load until the scores have "
    "melted. It works on top of any warp scheduler; the original's is gto.",
    "Rogers, O'Connor and Aamodt, \"Cache-Conscious Wavefront Scheduling\", MICRO "
    "2012; Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 3");

}  // namespace
}  // namespace heddle::policy
