// The accesses of lanes that execute one instruction after the other, until the load-store unit or
// the banks of shared memory have taken them. An access occupies its lane until then.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/address_latches.hpp"
#include "heddle/core/load_store/shared_ports.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/exec/step/access.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Where and when an access is made.
struct AccessOrigin {
  std::uint16_t lane_group = 0;
  std::uint16_t block_slot = 0;
  bool is_scalar = false;     ///< one address stands for all threads
  Cycle first = 0, last = 0;  ///< cycles in which the lane generates the first and the last address
};

class LaneAccesses {
 public:
  /// `ideal_banks`: see IdealSpec::banks.
  LaneAccesses(const LoadStoreSpec& spec, bool ideal_banks, const policy::Shape& shape,
               AccessTable& table);

  /// Takes an access into the lane's latch or port. `from`: the addresses of its instruction.
  void begin(std::uint32_t id, const exec::MemoryAccess& from, const AccessOrigin& origin);
  /// Runs shared memory for one cycle. Schedules the answers of accesses that are fully served.
  void serve_shared(Cycle now, KernelCounters* counters);
  /// Returns the access that enters the queue in this cycle; empty: none is ready.
  std::optional<std::uint32_t> take(Cycle now);
  /// Returns when the next access is ready to enter the queue; kNever: there is none.
  Cycle next_ready() const { return latches_.next(); }
  /// The next cycle in which shared memory has something to do.
  Cycle next_shared(Cycle now) const { return ports_.next(now); }
  /// Lane group of each lane that has become free. The caller clears the list.
  std::vector<std::uint16_t>& freed() { return freed_; }

 private:
  void free_lane(std::uint32_t id, std::uint16_t group);

  AccessTable& table_;
  AddressLatches latches_;
  SharedPorts ports_;
  std::vector<std::uint16_t> freed_;
};

}  // namespace heddle::core
