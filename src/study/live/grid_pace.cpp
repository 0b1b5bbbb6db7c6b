#include "study/live/grid_pace.hpp"

#include <algorithm>

namespace heddle::study {
namespace {

double seconds_between(GridPace::Clock::time_point begin, GridPace::Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

void GridPace::see(const sim::JournalWatch::Sum& sum, Clock::time_point now) {
  const bool is_new = sum.launches != launches_;
  if (runs_ && (is_new || sum.unfinished == 0)) note_end(now);
  if (is_new) {
    is_alone_ = sum.launches == launches_ + 1 && sum.unfinished <= 1;
    began_ = now;
    launches_ = sum.launches;
    known_ = {};
  }
  runs_ = sum.unfinished != 0;
  // After a launch, the counters describe the previous kernel until the next report.
  const bool is_told = runs_ && sum.blocks_total != 0 && sum.reported_launches == sum.launches;
  if (is_told) known_ = sum;
}

void GridPace::note_end(Clock::time_point now) {
  if (!is_alone_ || known_.kernel.empty()) return;
  seconds_of_block_[known_.kernel] =
      seconds_between(began_, now) / static_cast<double>(known_.blocks_total);
}

std::optional<double> GridPace::seconds_left(const sim::JournalWatch::Sum& sum,
                                             Clock::time_point now) const {
  if (sum.unfinished == 0 || known_.kernel.empty()) return std::nullopt;
  const double since = seconds_between(began_, now);
  const auto total = static_cast<double>(sum.blocks_total);
  const auto done = static_cast<double>(std::min(sum.blocks_done, sum.blocks_total));
  if (done > 0) return since * (total - done) / done;
  const auto before = seconds_of_block_.find(known_.kernel);
  if (before == seconds_of_block_.end() || before->second * total < since) return std::nullopt;
  return before->second * total - since;
}

}  // namespace heddle::study
