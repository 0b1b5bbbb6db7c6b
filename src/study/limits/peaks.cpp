#include "study/limits/peaks.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "study/limits/facts.hpp"

namespace heddle::study {
namespace {

constexpr double kLanesOfWarp = 32;
constexpr double kMegabytesOfGigabyte = 1000;

std::vector<UnitPeak> unit_peaks(const sim::Settings& settings, double sms, double issue) {
  std::vector<UnitPeak> peaks;
  for (const char* unit : {"sp", "integer", "dp", "sfu", "memory"}) {
    const std::string key = fmt::format("execution.{}", unit);
    const double lanes = number_of(settings, key + ".lanes") * number_of(settings, key + ".count");
    // The integer pipelines are idle if the machine sends integer instructions to another unit.
    const bool is_used =
        unit != std::string_view("integer") || word_of(settings, "execution.integer.unit") == unit;
    const double peak = sms * lanes / kLanesOfWarp;
    if (is_used && peak > 0 && peak < issue) peaks.push_back({unit, peak});
  }
  return peaks;
}

}  // namespace

Peaks peaks_of(const sim::Settings& settings) {
  const auto number = [&](const char* key) { return number_of(settings, key); };
  Peaks peaks;
  peaks.sms = number("sm.count");
  peaks.warps = number("sm.warps");
  peaks.core_mhz = number("device.core_clock_mhz");
  peaks.issue = peaks.sms * number("sm.schedulers") * number("sm.issue_width");
  peaks.units = unit_peaks(settings, peaks.sms, peaks.issue);
  peaks.dram_gb_s = number("dram.clock_mhz") * number("dram.channels") *
                    number("dram.bytes_per_cycle") / kMegabytesOfGigabyte;
  peaks.dram_sustainable_gb_s = peaks.dram_gb_s * number("accounting.dram_sustainable");
  const double slices = number("dram.channels") * number("l2.slices_per_channel");
  peaks.reply_gb_s = number("interconnect.clock_mhz") * std::min(peaks.sms, slices) *
                     number("interconnect.flit_bytes") / kMegabytesOfGigabyte;
  peaks.l1_gb_s = peaks.sms * number("l1.line_bytes") * peaks.core_mhz / kMegabytesOfGigabyte;
  return peaks;
}

}  // namespace heddle::study
