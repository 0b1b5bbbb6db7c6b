// What DAWS knows about a kernel's loads: the program with its loops, the properties of the loads,
// and the sampler that finds these properties.
#pragma once

#include <algorithm>

#include "heddle/isa/address_base.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/policy/throttle/daws/loop_loads.hpp"
#include "heddle/policy/throttle/daws/sampler.hpp"

namespace heddle::policy {

struct KernelLoads {
  const isa::Program* program = nullptr;
  LoopLoads loads;
  LoopSampler sampler;
  bool any_at_begin = false;  ///< the first instruction of some loop is a load

  /// `profile`: the properties of the loads; null: nothing is known yet.
  void start(const isa::Program& started, const DetectionSpec& detection, const model::SmView& sm,
             const LoadProfile* profile) {
    program = &started;
    loads.start(annotations(), detection);
    sampler.start(annotations(), loads, sm.l1_line_bytes, detection, sm.names);
    any_at_begin = std::ranges::any_of(annotations().loops,
                                       [&](const isa::Loop& loop) { return is_load(loop.begin); });
    if (profile != nullptr) profile->fill(loads, started, sm.l1_line_bytes);
  }
  const isa::Annotations& annotations() const { return *program->annotations; }
  bool is_load(Pc pc) const { return isa::is_l1_load(program->code[pc]); }
};

}  // namespace heddle::policy
