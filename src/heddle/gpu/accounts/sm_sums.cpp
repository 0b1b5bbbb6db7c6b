#include "heddle/gpu/accounts/sm_sums.hpp"

namespace heddle::gpu {

void SmSums::begin_grid(std::uint8_t slot) {
  for (Reading& reading : slots_[slot].sms) reading.lifetimes = {};
}

void SmSums::add(std::uint8_t slot, Cycle when, GridCounters& counters) {
  Slot& of = slots_[slot];
  of.sms.resize(sms_.size());
  for (std::size_t i = 0; i < sms_.size(); ++i) {
    core::Sm& sm = *sms_[i];
    Reading& reading = of.sms[i];
    if (sm.stall_book().accounted() != reading.booked) {
      read(sm, slot, when, of, reading);
    } else if (when > reading.empty_until) {
      const Cycle empty = (when - reading.empty_until) * sm.contexts().shape.slots;
      reading.share.stalls.add(model::Stall::empty, empty);
      of.sum.stalls.add(model::Stall::empty, empty);
      reading.empty_until = when;
    }
    counters.lifetimes += reading.lifetimes;
  }
  static_cast<SmShare&>(counters) += of.sum;
}

void SmSums::read(core::Sm& sm, std::uint8_t slot, Cycle when, Slot& of, Reading& reading) {
  core::StallBook& book = sm.stall_book();
  book.account(when);
  of.sum -= reading.share;
  reading.share.kernel = sm.counters().kernels[slot];
  reading.share.scalars = sm.counters().scalars[slot];
  reading.share.residency = sm.resources().counters(slot, when);
  reading.share.exchanges = sm.counters().exchanges[slot];
  reading.share.contexts = sm.counters().contexts[slot];
  reading.share.stalls = {};
  for (unsigned issue = 0; issue < sm.contexts().shape.slots; ++issue)
    reading.share.stalls += book.of(slot, issue);
  of.sum += reading.share;
  reading.lifetimes = sm.counters().lifetimes[slot];
  // As long as an SM without blocks sleeps, it counts only empty cycles.
  reading.booked = book.has_blocks() ? kNever : book.accounted();
  reading.empty_until = book.accounted();
}

}  // namespace heddle::gpu
