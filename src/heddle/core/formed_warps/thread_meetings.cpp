#include "heddle/core/formed_warps/thread_meetings.hpp"

#include <algorithm>

#include "heddle/exec/sync/meeting.hpp"

namespace heddle::core {

void ThreadMeetings::come(const exec::PlacedThreads& threads) {
  std::vector<exec::PlacedThreads>& waiting = waiting_[threads.member.warp];
  const auto known = std::ranges::find(waiting, threads.place, &exec::PlacedThreads::place);
  if (known == waiting.end())
    waiting.push_back(threads);
  else
    known->member.lanes |= threads.member.lanes;
}

LaneMask ThreadMeetings::named_by(unsigned lane, const exec::PlacedThreads& threads) const {
  const exec::Warp& warp = contexts_.warps[threads.member.warp];
  return exec::lanes_named(warp, threads.place.frame, lane_bit(lane)) | lane_bit(lane);
}

std::vector<exec::PlacedThreads> ThreadMeetings::take(unsigned context) {
  std::vector<exec::PlacedThreads> met;
  for (exec::PlacedThreads& threads : waiting_[context]) {
    for_each_lane(threads.member.lanes, [&](unsigned lane) {
      LaneMask& waiting = threads.member.lanes;
      if ((waiting & lane_bit(lane)) == 0) return;  // a lower lane's group contained this lane
      const LaneMask named = named_by(lane, threads);
      if ((named & ~waiting) != 0) return;
      met.push_back({threads.place, {threads.member.warp, named}});
      waiting &= ~named;
    });
  }
  std::erase_if(waiting_[context], [](const auto& threads) { return threads.member.lanes == 0; });
  return met;
}

}  // namespace heddle::core
