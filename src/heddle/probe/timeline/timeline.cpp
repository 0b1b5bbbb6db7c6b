#include "heddle/probe/timeline/timeline.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/isa/listing.hpp"

namespace heddle::probe {
namespace {

constexpr std::size_t kNamed = 4;  ///< maximum number of launches that a message names

}  // namespace

void Timeline::add(const Launch& launch, const isa::Program& program) {
  TracedLaunch traced{demangled(launch.kernel), launch.grid, launch.block,
                      launch.started,           kNever,      {}};
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    traced.code.push_back(isa::listing(program.code[pc], pc, program.constants));
  launches.emplace(launch.number, std::move(traced));
}

void Timeline::ended(const Launch& launch) {
  const auto traced = launches.find(launch.number);
  if (traced != launches.end()) traced->second.ended = launch.ended;
}

Cycle Timeline::end() const {
  Cycle end = 0, cut = kNever;
  for (const TracedSm& sm : sms) {
    end = std::max(end, sm.timeline->end());
    cut = std::min(cut, sm.timeline->cut_at());
  }
  return std::min(end, cut);
}

bool Timeline::is_cut() const {
  return std::any_of(sms.begin(), sms.end(),
                     [](const TracedSm& sm) { return sm.timeline->cut_at() != kNever; });
}

std::string Timeline::why_empty() const {
  const auto kept = [](const TracedSm& sm) { return sm.timeline->end() != 0; };
  if (std::any_of(sms.begin(), sms.end(), kept)) return "";
  if (launches.empty()) return "no launch was timed";
  std::string kernels;
  std::size_t shown = 0;
  for (const auto& [number, launch] : launches) {
    if (++shown > kNamed) {
      kernels += fmt::format(" and {} more launches", launches.size() - kNamed);
      break;
    }
    kernels += fmt::format("{}{} in cycles {} to {}", shown == 1 ? "" : ", ", launch.kernel,
                           launch.started, launch.ended - 1);
  }
  return "its SMs did nothing in its cycles; there ran " + kernels;
}

}  // namespace heddle::probe
