#include "policies/sm_hooks.hpp"

namespace heddle::python {

Heard::Heard(const OfferedObject& object, const char* base)
    : kernel_started(object.defines(base, "kernel_started")),
      block_dispatched(object.defines(base, "block_dispatched")),
      warp_launched(object.defines(base, "warp_launched")),
      warp_exited(object.defines(base, "warp_exited")),
      barrier_reached(object.defines(base, "barrier_reached")),
      barrier_released(object.defines(base, "barrier_released")),
      waits(object.defines(base, "waits")),
      instruction_issued(object.defines(base, "instruction_issued")),
      issued(object.defines(base, "issued")) {}

const char* name_of(policy::LongWait wait) {
  switch (wait) {
    case policy::LongWait::memory:
      return "memory";
    case policy::LongWait::fence:
      return "fence";
    case policy::LongWait::peers:
      return "peers";
    case policy::LongWait::host:
      return "host";
    case policy::LongWait::leaving:
      return "leaving";
    case policy::LongWait::none:
      break;
  }
  return "none";
}

}  // namespace heddle::python
