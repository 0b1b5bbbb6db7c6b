// The times of a DRAM channel in ticks. The names are those of DramSpec, which has the times in
// cycles of the command clock.
#pragma once

#include <algorithm>
#include <array>

#include "heddle/memory/clock.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::memory {

struct DramTicks {
  DramTicks(const DramSpec& spec, double core_mhz)
      : cycle(period(core_mhz, spec.clock_mhz)),
        burst(cycle * ((spec.burst_bytes + spec.bytes_per_cycle - 1) / spec.bytes_per_cycle)),
        spacing(std::max(burst, cycle * spec.t_ccd)),
        command_spacing(std::max(cycle, cycle * spec.t_ccd)),
        lead{cycle * spec.t_cl, cycle * spec.t_wl},
        turnaround(cycle * spec.bus_turnaround),
        rp(cycle * spec.t_rp),
        rcd(cycle * spec.t_rcd),
        ras(cycle * spec.t_ras),
        rc(cycle * spec.t_rc),
        rrd(cycle * spec.t_rrd),
        ccd_l(cycle * spec.t_ccd_l),
        cdlr(cycle * spec.t_cdlr),
        wr(cycle * spec.t_wr),
        rtp(cycle * spec.t_rtp),
        refi(cycle * spec.t_refi),
        rfc(cycle * spec.t_rfc) {}

  Tick cycle;                ///< a cycle of the command clock
  Tick burst;                ///< the data of a burst on the bus
  Tick spacing;              ///< between the column commands of one request
  Tick command_spacing;      ///< from a column command until the command bus takes the next one
  std::array<Tick, 2> lead;  ///< from a column command to its data: of a read, of a write
  Tick turnaround;
  Tick rp, rcd, ras, rc, rrd, ccd_l, cdlr, wr, rtp;
  Tick refi, rfc;
};

}  // namespace heddle::memory
