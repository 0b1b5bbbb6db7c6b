// The text with which GPGPU-Sim gives the timing of DRAM: named values,
// "nbk=16:CCD=2:RRD=6:...", or values by place, "16:2:6:12:28:12:40:12:4:5:12:4:3:2".
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace heddle::study::gpgpusim {

/// The values by name: nbk, CCD, RRD, RCD, RAS, RP, RC, CL, WL, CDLR, WR, nbkgrp, CCDL, RTPL. The
/// last three may be missing. Throws Error for an unknown or repeated name, for a missing one, and
/// for a value that is no whole number up to 100000.
std::map<std::string, std::uint64_t> parse_dram_timing(const std::string& text);

}  // namespace heddle::study::gpgpusim
