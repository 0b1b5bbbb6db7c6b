#include "heddle/policy/throttle/daws/admission.hpp"

#include <algorithm>

namespace heddle::policy {

void Admission::add_footprint(std::size_t applicant, LoopName loop, const LoadGroups& groups,
                              unsigned lanes) {
  if (!groups.any() || lanes == 0) return;
  applicants_[applicant].footprint.add(groups, lanes);
  wishes_.push_back({applicant, loop});
}

void Admission::free_oversized(double most) {
  oversized_.clear();
  for (const Wish& wish : wishes_)
    if (applicants_[wish.applicant].lines > most) oversized_.push_back(wish.loop);
  if (oversized_.empty()) return;
  for (const Wish& wish : wishes_)
    if (std::ranges::find(oversized_, wish.loop) != oversized_.end())
      applicants_[wish.applicant].lines = 0;
}

const std::vector<Admission::Applicant>& Admission::decide(const Rules& rules) {
  for (Applicant& each : applicants_) each.lines = each.footprint.lines(rules.converged_lines);
  free_oversized(rules.most);
  double taken = 0;
  for (Applicant& each : applicants_) {
    const bool fits = taken + each.lines <= rules.room;
    // A footprint that is larger than `room` is admitted if no older footprint takes room.
    // Otherwise it would never be admitted.
    each.may_load = each.lines == 0 || fits || taken == 0;
    if (each.may_load || !rules.skip_blocked) taken += each.lines;
  }
  return applicants_;
}

}  // namespace heddle::policy
