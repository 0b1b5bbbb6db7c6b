// The observers of the L1 data caches, one of each wanted kind an SM. Those that count by kernel
// slot leave their counts in the counters of grids; recorder and load profile are read by whoever
// asked for them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/gpu/chip.hpp"
#include "heddle/observe/hit_classes.hpp"
#include "heddle/observe/loads_profile.hpp"
#include "heddle/observe/locality_losses.hpp"
#include "heddle/replay/recorder.hpp"
#include "heddle/replay/replayer.hpp"

namespace heddle::gpu {

/// What the observers counted for a kernel slot of one SM; nothing of kinds that nobody wants.
struct L1Counts {
  std::optional<observe::ReuseCounts> reuse;
  std::optional<replay::ReplayCounts> replay;
  std::optional<observe::TripCounts> trips;
  std::optional<observe::LossCounts> losses;
};

class L1Observers {
 public:
  L1Observers(const MachineSpec& machine, Sms& sms);

  /// Tells whose data hits are.
  void classify_hits();
  /// Tells what caches of other sizes and policies would have missed.
  void replay();
  /// Keeps the accesses.
  void record();
  /// Counts what each load does. Programs must carry annotations.
  void profile_loads();
  /// Tells how much locality warps lose, by victim tags. Before the first grid.
  void count_lost_locality(const policy::VictimTagSpec& tags);

  L1Counts counts(std::size_t sm, std::uint8_t slot) const;
  replay::CacheShape cache_shape() const;
  std::vector<replay::Record>& records(std::uint32_t sm) { return recorders_.at(sm)->records; }
  const std::vector<observe::KernelLoads>& loads(std::uint32_t sm) const {
    return load_profiles_.at(sm)->kernels();
  }

 private:
  const MachineSpec& machine_;
  Sms& sms_;
  // By SM; empty: nobody wants them.
  std::vector<std::unique_ptr<observe::HitClasses>> hit_classes_;
  std::vector<std::unique_ptr<replay::LiveReplay>> replays_;
  std::vector<std::unique_ptr<replay::Recorder>> recorders_;
  std::vector<std::unique_ptr<observe::LoadsProfile>> load_profiles_;
  std::vector<std::unique_ptr<observe::LocalityLosses>> locality_losses_;
};

}  // namespace heddle::gpu
