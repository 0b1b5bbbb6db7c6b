// The chips of the tests of DRAM channels. One DRAM cycle is one core cycle, so that times are sums
// of the data sheet's parameters. A read takes the data bus for 4 cycles.
#pragma once

#include "heddle/memory/specs.hpp"

namespace heddle::memory {

inline const DramSpec kSpec{.clock_mhz = 1000,
                            .channels = 1,
                            .bytes_per_cycle = 32,
                            .banks = 4,
                            .row_bytes = 1024,
                            .queue_entries = 16,
                            .t_cl = 11,
                            .t_rp = 13,
                            .t_rcd = 12,
                            .t_ras = 28,
                            .t_rc = 41,
                            .t_rrd = 6,
                            .t_ccd = 2,
                            .t_wl = 4,
                            .t_cdlr = 5,
                            .t_wr = 14};

}  // namespace heddle::memory
