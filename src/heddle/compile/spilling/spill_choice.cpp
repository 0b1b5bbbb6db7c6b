#include "heddle/compile/spilling/spill_choice.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "heddle/compile/code/bit_set.hpp"

namespace heddle::compile {
namespace {

bool contains(const LiveRange& range, Moment moment) {
  const auto after = std::ranges::upper_bound(range, moment, {}, &Stretch::begin);
  return after != range.begin() && std::prev(after)->end > moment;
}

/// For each moment, the excess: the number of live rows minus the allowed number.
class Excess {
 public:
  explicit Excess(std::size_t moments)
      : of_(moments, 0), is_above_(moments), tops_(moments / kPart + 1) {}

  void add(const LiveRange& range) { change(range, 1); }
  void remove(const LiveRange& range) { change(range, -1); }
  void allow(std::int32_t rows) {
    for (Moment moment = 0; moment < of_.size(); ++moment) set(moment, of_[moment] - rows);
  }
  void forget(Moment moment) { set(moment, 0); }

  std::int32_t at(Moment moment) const { return of_[moment]; }

  /// Returns the first moment with the largest excess.
  Moment highest() {
    Moment best = 0;
    for (std::size_t part = 0; part < tops_.size(); ++part) {
      if (!tops_[part]) tops_[part] = top_of(part);
      if (of_[*tops_[part]] > of_[best]) best = *tops_[part];
    }
    return best;
  }

  /// Returns the number of moments in the range at which too many rows are live.
  std::uint32_t moments_in(const LiveRange& range) const {
    std::uint32_t moments = 0;
    for (const Stretch& stretch : range) moments += is_above_.count(stretch.begin, stretch.end);
    return moments;
  }
  bool none_in(const LiveRange& range) const {
    return std::ranges::none_of(
        range, [&](const Stretch& stretch) { return is_above_.any(stretch.begin, stretch.end); });
  }

 private:
  static constexpr std::size_t kPart = 256;  ///< number of moments in a part; for each part, the
                                             ///< moment with the largest excess is cached

  void change(const LiveRange& range, std::int32_t rows) {
    for (const Stretch& stretch : range) {
      for (Moment moment = stretch.begin; moment < stretch.end; ++moment) {
        set(moment, of_[moment] + rows);
      }
    }
  }
  void set(Moment moment, std::int32_t excess) {
    if (excess > 0 && of_[moment] <= 0) is_above_.set(moment);
    if (excess <= 0 && of_[moment] > 0) is_above_.reset(moment);
    of_[moment] = excess;
    tops_[moment / kPart].reset();
  }
  Moment top_of(std::size_t part) const {
    const auto begin = of_.begin() + static_cast<std::ptrdiff_t>(part * kPart);
    const auto end =
        of_.begin() + static_cast<std::ptrdiff_t>(std::min((part + 1) * kPart, of_.size()));
    if (begin == end) return 0;
    return static_cast<Moment>(std::max_element(begin, end) - of_.begin());
  }

  std::vector<std::int32_t> of_;
  BitSet is_above_;  ///< by moment: too many rows are live
  std::vector<std::optional<Moment>> tops_;
};

/// The action at a moment with too many live rows at which no value is left to spill.
enum class GiveUp : std::uint8_t {
  level,   ///< allow this number of live rows everywhere, since the code needs this number here
           ///< anyway
  moment,  ///< ignore the moment, since the rows may fit after other values have been spilled
};

/// Chooses the values to spill (victims) for one moment after another. The moment with the largest
/// excess is always the next. At each moment, values with the greatest ratio of gain to cost become
/// victims. The cost is the number of accesses that the spill adds. The gain is the number of freed
/// moments with too many live rows, to the power of `reach`. With `reach` 0, the gain is the number
/// of rows that are freed at the moment itself.
class Attempt {
 public:
  Attempt(const std::vector<SpillCandidate>& candidates, Excess excess, double reach)
      : excess_(std::move(excess)), reach_(reach) {
    for (const SpillCandidate& candidate : candidates) {
      Moment begin = candidate.freed[0].front().begin, end = 0;
      for (const LiveRange& range : candidate.freed) {
        begin = std::min(begin, range.front().begin);
        end = std::max(end, range.back().end);
      }
      rest_.push_back({&candidate, begin, end});
    }
  }

  void run(GiveUp how) {
    for (Moment moment = excess_.highest(); excess_.at(moment) > 0; moment = excess_.highest()) {
      spill_at(moment);
      const std::int32_t rest = excess_.at(moment);
      if (rest <= 0) continue;
      if (how == GiveUp::level) {
        excess_.allow(rest);
        more_ += static_cast<std::uint32_t>(rest);
      } else {
        excess_.forget(moment);
      }
    }
    keep_what_fits();
  }

  /// Returns the number of rows by which the limit is still exceeded.
  std::uint32_t more() const { return more_; }
  double accesses() const {
    double sum = 0;
    for (const SpillCandidate* candidate : taken_) sum += candidate->accesses;
    return sum;
  }
  std::vector<SpilledRows> victims() const {
    std::vector<SpilledRows> list;
    for (const SpillCandidate* candidate : taken_) list.push_back(candidate->value);
    return list;
  }

 private:
  struct Weighed {
    const SpillCandidate* candidate;
    Moment begin, end;  ///< first moment, and one past the last moment, of all freed ranges
    double worth = 0;
  };

  void spill_at(Moment moment) {
    std::vector<Weighed> found;
    for (const Weighed& weighed : rest_) {
      if (moment < weighed.begin || moment >= weighed.end) continue;
      const std::size_t rows = rows_freed(*weighed.candidate, moment);
      if (rows == 0) continue;
      found.push_back(weighed);
      found.back().worth = worth(*weighed.candidate, rows);
    }
    std::ranges::stable_sort(found, std::greater(), &Weighed::worth);
    const std::size_t before = taken_.size();
    for (const Weighed& weighed : found) {
      if (excess_.at(moment) <= 0) break;
      for (const LiveRange& range : weighed.candidate->freed) excess_.remove(range);
      taken_.push_back(weighed.candidate);
    }
    std::erase_if(rest_, [&](const Weighed& weighed) {
      return std::find(taken_.begin() + static_cast<std::ptrdiff_t>(before), taken_.end(),
                       weighed.candidate) != taken_.end();
    });
  }

  static std::size_t rows_freed(const SpillCandidate& candidate, Moment moment) {
    return static_cast<std::size_t>(std::ranges::count_if(
        candidate.freed, [&](const LiveRange& range) { return contains(range, moment); }));
  }

  double worth(const SpillCandidate& candidate, std::size_t rows) const {
    if (reach_ == 0) return static_cast<double>(rows) / candidate.accesses;
    double moments = 0;
    for (const LiveRange& range : candidate.freed) moments += excess_.moments_in(range);
    return std::pow(moments, reach_) / candidate.accesses;
  }

  /// Removes victims that other victims have made unnecessary. Victims with the most accesses are
  /// tested first.
  void keep_what_fits() {
    std::ranges::stable_sort(taken_, std::greater(), &SpillCandidate::accesses);
    std::erase_if(taken_, [&](const SpillCandidate* candidate) {
      for (const LiveRange& range : candidate->freed) excess_.add(range);
      const auto fits = [&](const LiveRange& range) { return excess_.none_in(range); };
      if (std::ranges::all_of(candidate->freed, fits)) return true;
      for (const LiveRange& range : candidate->freed) excess_.remove(range);
      return false;
    });
  }

  Excess excess_;
  double reach_;
  std::vector<Weighed> rest_;
  std::vector<const SpillCandidate*> taken_;
  std::uint32_t more_ = 0;
};

/// Tries several values of `reach` and returns the choice that adds the fewest accesses, since no
/// value is best for all code.
SpillChoice best_attempt(const Routine& routine, const FlowGraph& graph,
                         const std::vector<LiveRange>& ranges, Excess excess, std::uint32_t limit,
                         GiveUp how) {
  if (excess.at(excess.highest()) <= 0) return {{}, limit};
  const std::vector<SpillCandidate> candidates = spill_candidates(routine, graph, ranges);
  SpillChoice best;
  double accesses = 0;
  for (const double reach : {1.0, 0.5, 0.0}) {
    Attempt attempt(candidates, excess, reach);
    attempt.run(how);
    if (reach < 1 && attempt.accesses() >= accesses) continue;
    accesses = attempt.accesses();
    best = {attempt.victims(), limit + attempt.more()};
  }
  return best;
}

}  // namespace

SpillChoice choose_where_live(const Routine& routine, std::uint32_t limit) {
  if (routine.rows <= limit) return {{}, limit};
  const FlowGraph graph(routine);
  const std::vector<LiveRange> ranges = live_ranges(routine, graph, Liveness(routine, graph));
  Excess excess(2 * routine.code.size() + 2);
  for (ValueId row = 0; row < routine.rows; ++row) {
    if (!is_scalar(routine, row)) excess.add(ranges[row]);
  }
  excess.allow(static_cast<std::int32_t>(limit));
  return best_attempt(routine, graph, ranges, excess, limit, GiveUp::level);
}

SpillChoice choose_where_placed(const Routine& routine, const Assignment& assignment,
                                std::uint32_t limit) {
  const FlowGraph graph(routine);
  const std::vector<LiveRange> ranges = live_ranges(routine, graph, Liveness(routine, graph));
  Excess excess(2 * routine.code.size() + 2);
  for (ValueId row = 0; row < routine.rows; ++row) {
    if (is_scalar(routine, row)) continue;
    if (assignment.register_of[row] >= limit) excess.add(ranges[row]);
  }
  return best_attempt(routine, graph, ranges, excess, limit, GiveUp::moment);
}

}  // namespace heddle::compile
