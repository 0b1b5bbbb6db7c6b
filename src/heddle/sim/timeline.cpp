#include "heddle/sim/timeline.hpp"

#include <algorithm>

#include "heddle/base/demangle.hpp"
#include "heddle/isa/listing.hpp"

namespace heddle::sim {

void Timeline::add(const LaunchRecord& record, const isa::Program& program) {
  TracedLaunch launch{demangled(record.kernel), record.grid_size, record.block_size, {}};
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    launch.code.push_back(isa::listing(program.code[pc], pc, program.constants));
  launches.emplace(record.grid, std::move(launch));
}

Cycle Timeline::end() const {
  Cycle end = 0, cut = kNever;
  for (const TracedSm& sm : sms) {
    end = std::max(end, sm.timeline->end());
    cut = std::min(cut, sm.timeline->cut_at());
  }
  return std::min(end, cut);
}

bool Timeline::is_cut() const {
  return std::any_of(sms.begin(), sms.end(),
                     [](const TracedSm& sm) { return sm.timeline->cut_at() != kNever; });
}

}  // namespace heddle::sim
