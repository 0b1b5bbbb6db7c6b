#include "study/captures/captured_run.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/launches/functional_time.hpp"

namespace heddle::study {

CapturedRun::CapturedRun(const capture::Capture& capture, sim::Device& device)
    : capture_(capture),
      device_(device),
      target_{device.memory(), device.textures(),
              [this](const auto& load, const auto& text) { this->load(load, text); },
              [this](std::uint32_t module) {
                device_.unload(modules_.at(module));
                modules_.erase(module);
              }},
      waits_(capture.steps.size()),
      next_(capture.steps.size()) {
  capture::restore(capture_, target_);
  for (Number step = 0; step < capture_.steps.size(); ++step) {
    const std::vector<Number>& after = capture_.steps[step].after;
    waits_[step] = static_cast<Number>(after.size());
    for (const Number before : after) next_[before].push_back(step);
    if (after.empty()) ready_.insert(step);
  }
}

void CapturedRun::load(const capture::Load& load, const capture::ModuleText& text) {
  modules_[load.module] = device_.load(text.ptx, text.file, load.variables);
}

void CapturedRun::run() {
  for (;;) {
    begin_ready();
    if (running_.empty()) return;
    device_.advance(next_end());
    while (end_some()) {
    }
  }
}

void CapturedRun::begin_ready() {
  while (!ready_.empty()) {
    const Number step = *ready_.begin();
    ready_.erase(ready_.begin());
    begin(step);
  }
}

void CapturedRun::begin(Number number) {
  const capture::Step& step = capture_.steps[number];
  const bool at_once = std::holds_alternative<capture::HostCall>(step.work);
  if (at_once || std::holds_alternative<capture::Computed>(step.work)) perform_effects(step);
  if (at_once) return end(number);
  running_.push_back(running(number));
  end_some();
}

CapturedRun::Running CapturedRun::running(Number number) {
  const capture::Step& step = capture_.steps[number];
  if (const auto* launched = std::get_if<capture::Launch>(&step.work))
    return {number, true, launch(*launched), kNever};
  if (const auto* transfer = std::get_if<capture::Transfer>(&step.work))
    return {number, false, 0, end_of(*transfer)};
  if (const auto* computed = std::get_if<capture::Computed>(&step.work))
    return {number, false, 0, end_of(*computed)};
  const auto& pause = std::get<capture::Pause>(step.work);
  return {number, false, 0, device_.now() + device_.cycles(pause.seconds)};
}

sim::GridId CapturedRun::launch(const capture::Launch& launch) {
  const auto loaded = modules_.find(launch.module);
  const std::string name = demangled(launch.kernel);
  if (loaded == modules_.end())
    fail("the capture launches {} of a module that is not loaded", name);
  const auto& kernels = loaded->second->module.kernels;
  const auto kernel = std::ranges::find_if(
      kernels, [&](const auto& program) { return program->name == launch.kernel; });
  if (kernel == kernels.end()) fail("the capture launches {}, which its module has not", name);
  return device_.launch({.module = loaded->second,
                         .program = *kernel,
                         .grid = launch.grid,
                         .block = launch.block,
                         .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                         .parameters = launch.parameters,
                         .stream = launch.stream,
                         .priority = launch.priority,
                         .cooperative = launch.cooperative,
                         .cluster = launch.cluster,
                         .stack_bytes = launch.stack_bytes,
                         .preferred_shared = launch.preferred_shared});
}

Cycle CapturedRun::end_of(const capture::Transfer& transfer) {
  const Cycle duration = transfer.link == capture::Link::inside_device
                             ? device_.device_copy_cycles(transfer.bytes)
                             : device_.host_copy_cycles(transfer.bytes);
  Cycle& free = link_free_.at(static_cast<std::size_t>(transfer.link));
  free = std::max(free, device_.now()) + duration;
  return free;
}

Cycle CapturedRun::end_of(const capture::Computed& computed) const {
  return device_.now() + sim::functional_cycles(computed.warp_instructions, computed.blocks,
                                                device_.configuration().machine);
}

/// Ends the first running step whose time is over. Returns false if there is no such step.
bool CapturedRun::end_some() {
  const auto over = std::ranges::find_if(running_, [this](const Running& running) {
    return running.is_launch ? device_.finished(running.grid) : running.end <= device_.now();
  });
  if (over == running_.end()) return false;
  const Number number = over->step;
  running_.erase(over);
  const capture::Step& step = capture_.steps[number];
  if (std::holds_alternative<capture::Transfer>(step.work)) perform_effects(step);
  end(number);
  return true;
}

void CapturedRun::end(Number step) {
  for (const Number next : next_[step]) {
    if (--waits_[next] == 0) ready_.insert(next);
  }
}

void CapturedRun::perform_effects(const capture::Step& step) {
  for (const capture::Effect& effect : step.effects) capture::perform(capture_, effect, target_);
}

Cycle CapturedRun::next_end() const {
  Cycle first = kNever;
  for (const Running& running : running_) first = std::min(first, running.end);
  return first;
}

}  // namespace heddle::study
