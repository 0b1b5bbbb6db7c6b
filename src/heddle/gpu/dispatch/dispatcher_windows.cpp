// Ends the windows of time of the residency policy and the sharing policy. At the end of a window
// the policy sees each SM's work and can send directives to the SMs.

#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

void Dispatcher::set_issued(std::span<const std::uint64_t> thread_instructions) {
  for (std::size_t sm = 0; sm < sms_.size(); ++sm) windows_.set_issued(sm, thread_instructions[sm]);
}

void Dispatcher::end_windows(Cycle until) {
  if (windows_.end() > until) return;
  for (std::size_t sm = 0; sm < sms_.size(); ++sm)
    windows_.set_resident(sm, ledgers_[sm].has_blocks());
  if (policies_.meters_kernels()) {
    std::vector<policy::KernelWindow> kernels;
    for (const GridRun* run : order_) {
      if (!run->launched) continue;
      if (const auto meters = accounts_.meter(run->slot, windows_.end()))
        kernels.push_back({run->number, run->demand, *meters});
    }
    if (policies_.kernels_metered(kernels, windows_.end())) dispatch_blocks(windows_.end());
  }
  const auto directive = policies_.window_elapsed(windows_.windows(), windows_.end());
  const Cycle when = windows_.end() + machine_.control.control_latency;
  windows_.next();
  if (!directive) return;
  for (auto& sm : sms_) sm->schedule(when, core::SmEvent::of_directive(*directive));
}

void Dispatcher::skip_windows(Cycle now) {
  while (windows_.end() <= now) {
    for (std::size_t sm = 0; sm < sms_.size(); ++sm)
      windows_.set_issued(sm, sms_[sm]->counters().thread_instructions());
    end_windows(windows_.end());
  }
}

}  // namespace heddle::gpu
