#include "heddle/core/thread_meetings.hpp"

#include <algorithm>

#include "heddle/exec/meeting.hpp"

namespace heddle::core {

void ThreadMeetings::come(const exec::PoolPlace& place, const exec::GroupMember& member) {
  std::vector<Meeting>& waiting = waiting_[member.warp];
  const auto is_there = [&](const Meeting& meeting) { return meeting.place == place; };
  const auto known = std::ranges::find_if(waiting, is_there);
  if (known == waiting.end())
    waiting.push_back({place, member});
  else
    known->member.lanes |= member.lanes;
}

LaneMask ThreadMeetings::named_by(const exec::Warp& warp, const exec::PoolPlace& place,
                                  unsigned lane) const {
  const LaneMask named =
      exec::lanes_named(warp, place.frame, lane_bit(lane));
  return (named & warp.threads & ~warp.exited) | lane_bit(lane);
}

std::vector<ThreadMeetings::Meeting> ThreadMeetings::take(unsigned context) {
  std::vector<Meeting> met;
  const exec::Warp& warp = contexts_.warps[context];
  for (Meeting& meeting : waiting_[context]) {
    LaneMask left = meeting.member.lanes;
    while (left != 0) {
      const LaneMask named = named_by(warp, meeting.place, first_lane(left));
      LaneMask group = lane_bit(first_lane(left));
      if ((named & ~meeting.member.lanes) == 0) {
        group = named;
        met.push_back({meeting.place, {static_cast<std::uint16_t>(context), group}});
        meeting.member.lanes &= ~group;
      }
      left &= ~group;
    }
  }
  std::erase_if(waiting_[context], [](const Meeting& meeting) { return meeting.member.lanes == 0; });
  return met;
}

LaneMask ThreadMeetings::waiting(unsigned context) const {
  LaneMask lanes = 0;
  for (const Meeting& meeting : waiting_[context]) lanes |= meeting.member.lanes;
  return lanes;
}

}  // namespace heddle::core
