#include "heddle/capture/check.hpp"

#include "heddle/base/error.hpp"

namespace heddle::capture {
namespace {

void check_module(const Capture& capture, std::uint32_t module) {
  if (module >= capture.modules.size()) fail("module {} of {}", module, capture.modules.size());
}

void check_contents(const Contents& contents, std::uint64_t bytes) {
  if (contents.bytes() != bytes) fail("{} bytes for {}", contents.bytes(), bytes);
}

void check_effect(const Capture& capture, const Effect& effect) {
  if (const auto* load = std::get_if<Load>(&effect)) check_module(capture, load->module);
  if (const auto* unload = std::get_if<Unload>(&effect)) check_module(capture, unload->module);
  if (const auto* write = std::get_if<Write>(&effect))
    check_contents(write->contents, write->to.bytes());
  if (const auto* allocate = std::get_if<Allocate>(&effect))
    check_contents(allocate->allocation.contents, allocate->allocation.bytes);
}

}  // namespace

void check(const Capture& capture) {
  for (const Load& load : capture.loads) check_module(capture, load.module);
  for (const Allocation& allocation : capture.allocations)
    check_contents(allocation.contents, allocation.bytes);
  for (std::size_t i = 0; i < capture.steps.size(); ++i) {
    const Step& step = capture.steps[i];
    for (const std::uint32_t before : step.after) {
      if (before >= i) fail("step {} waits for step {}", i, before);
    }
    if (const auto* launch = std::get_if<Launch>(&step.work)) check_module(capture, launch->module);
    for (const Effect& effect : step.effects) check_effect(capture, effect);
  }
  if (capture.launches() == 0) fail("it has no launch");
}

}  // namespace heddle::capture
