// A warp of several parts arrives at a barrier of its block when its last live part arrives.
#pragma once

#include <array>
#include <optional>

#include "heddle/exec/step/warp.hpp"
#include "heddle/exec/sync/barrier.hpp"

namespace heddle::exec {

class PartArrivals {
 public:
  void start() { arrivals_ = {}; }

  /// Notes that a part has arrived. Returns the warp's arrival if all parts of `live` have now
  /// arrived.
  std::optional<BarrierArrival> arrive(unsigned part, PartMask live,
                                       const BarrierArrival& arrival) {
    Arrival& sum = arrivals_[arrival.id];
    if (sum.parts == 0) sum.whole = {.id = arrival.id};
    sum.parts |= static_cast<PartMask>(1u << part);
    sum.whole.threads = arrival.threads;
    sum.whole.votes |= arrival.votes;
    sum.whole.lanes |= arrival.lanes;
    if (arrival.kind != BarrierKind::arrive || sum.whole.lanes == arrival.lanes)
      sum.whole.kind = arrival.kind;
    return completed(sum, live);
  }
  /// Notes that a part has ended, so that only the parts of `live` remain. If the ended part was
  /// the last one missing at a barrier, returns the warp's arrival at this barrier. The caller
  /// repeats the call until it returns nothing.
  std::optional<BarrierArrival> exited(PartMask live) {
    for (Arrival& sum : arrivals_) {
      if (sum.parts == 0) continue;
      if (auto whole = completed(sum, live)) return whole;
    }
    return std::nullopt;
  }

 private:
  struct Arrival {
    PartMask parts = 0;
    BarrierArrival whole;
  };
  static std::optional<BarrierArrival> completed(Arrival& sum, PartMask live) {
    if (live == 0 || (live & ~sum.parts) != 0) return std::nullopt;
    sum.parts = 0;
    return sum.whole;
  }

  std::array<Arrival, BlockBarriers::kBarriers> arrivals_{};
};

}  // namespace heddle::exec
