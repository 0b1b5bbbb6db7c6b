#include "study/live/live_data.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "study/live/warp_table.hpp"
#include "study/page/page_json.hpp"
#include "study/runs/kernel_name.hpp"
#include "study/runs/time_tables.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kLiveSamples = 300, kSlowWarps = 15;
constexpr std::chrono::milliseconds kAskPeriod{200};
/// How often to ask for a report while nobody reads the page. Even without a reader, a report is
/// needed for the name of the running kernel.
constexpr std::chrono::seconds kAskPeriodAlone{1};

PageJson progress_json(const sim::JournalWatch::Sum& sum, double seconds,
                       std::optional<double> seconds_left) {
  const auto cycles = static_cast<double>(sum.cycles);
  const auto instructions = static_cast<double>(sum.warp_instructions);
  const auto timed = static_cast<double>(sum.timed_warp_instructions);
  return {{"kernel", demangled(sum.kernel)},
          {"is_timed", sum.is_timed},
          {"launches", sum.launches},
          {"unfinished", sum.unfinished},
          {"blocks_done", sum.blocks_done},
          {"blocks_total", sum.blocks_total},
          {"cycles", sum.cycles},
          {"warp_instructions", sum.warp_instructions},
          {"ipc", cycles == 0 ? PageJson() : shown(timed / cycles)},
          {"instructions_per_second", seconds == 0 ? PageJson() : shown(instructions / seconds)},
          {"seconds", shown(seconds)},
          {"seconds_left", seconds_left ? shown(*seconds_left) : PageJson()},
          {"left", seconds_left ? PageJson(format_seconds(*seconds_left)) : PageJson()}};
}

PageJson warps_json(const WarpTable& table) {
  PageJson waits = PageJson::array();
  for (const auto& sm : table.waits) waits.push_back(sm);
  PageJson slowest = PageJson::array();
  for (const SlowWarp& warp : table.slowest) {
    slowest.push_back({{"sm", warp.sm},
                       {"kernel", short_name(warp.kernel, kNameOnPage)},
                       {"block", warp.block},
                       {"warp", warp.warp},
                       {"state", warp.state},
                       {"cycles", shown(warp.cycles)},
                       {"waiting", shown(warp.waiting)},
                       {"instructions", shown(warp.instructions)},
                       {"line", warp.line}});
  }
  return {{"waits", std::move(waits)}, {"slowest", std::move(slowest)}};
}

}  // namespace

LiveData::LiveData(LiveSubject subject, std::filesystem::path run_folder)
    : subject_(std::move(subject)), folder_(std::move(run_folder)), watch_(folder_) {}

void LiveData::look(bool has_reader) {
  const auto now = Clock::now();
  pace_.see(watch_.sum(), now);
  if (!has_reader && !pace_.is_unknown()) return;
  if (now - asked_ < (has_reader ? Clock::duration(kAskPeriod) : kAskPeriodAlone)) return;
  asked_ = now;
  watch_.ask_for_report();
}

std::string LiveData::text(const std::string& reason) {
  const auto now = Clock::now();
  const sim::JournalWatch::Sum sum = watch_.sum();
  pace_.see(sum, now);
  const std::chrono::duration<double> all = now - began_;
  PageJson data = {{"kind", "live"},
                   {"name", subject_.name},
                   {"machine", subject_.machine},
                   {"command", subject_.command},
                   {"ended", reason},
                   {"progress", progress_json(sum, all.count(), pace_.seconds_left(sum, now))}};
  PageJson samples;
  WarpTable warps;
  try {
    samples = samples_json(read_samples(folder_, kLiveSamples));
    warps = read_warps(folder_, kSlowWarps);
  } catch (const Error&) {
    // The run is writing the tables at this moment. The next call finds complete tables.
  }
  data["runs"] = PageJson::array({{{"name", subject_.name}, {"samples", std::move(samples)}}});
  data["warps"] = warps_json(warps);
  return page_text(data);
}

}  // namespace heddle::study
