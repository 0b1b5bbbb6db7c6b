#include "heddle/gpu/chip/chip.hpp"

#include <utility>

#include "heddle/policy/policy_error.hpp"

namespace heddle::gpu {
namespace {

/// Checks that all SMs have the same shape, because programs are decoded and energy is computed for
/// a single shape.
void check_alike(const policy::Shape& shape, const policy::Shape& first, std::uint32_t sm,
                 const std::string& organisation) {
  if (shape == first) return;
  policy::refuse_answer({policy::Organisation::kKind, organisation}, {.sm = sm}, "shape()",
                        "another shape than on SM 0", "one shape for all SMs");
}

}  // namespace

Chip::Chip(const MachineSpec& machine_spec, const PolicyChoice& policies, const GpuPolicies& of_gpu)
    : machine(machine_spec),
      memory_spec(machine.memory()),
      address_map(memory_spec),
      block_fit(make_block_fit(machine_spec, policies)),
      interconnect(memory_spec, machine.device.core_clock_mhz, machine.sm.count),
      wakes(machine.sm.count, kNever),
      atomics(sms) {
  check(machine);
  core::SmConfiguration configuration = machine.sm_configuration();
  configuration.limits = of_gpu.dispatch.limits();
  configuration.replacements = replacements_of(policies);
  for (std::uint32_t i = 0; i < machine.sm.count; ++i) {
    sms.push_back(std::make_unique<core::Sm>(static_cast<std::uint16_t>(i), configuration,
                                             make_sm_policies(policies, of_gpu, i),
                                             interconnect.replies.arrivals(i), wakes[i]));
    sms.back()->port().connect(interconnect.requests.credits(i));
    if (core::RequestPort* const contexts = sms.back()->context_switch().own_port())
      contexts->connect(interconnect.requests.credits(interconnect.requests.context_input(i)));
    check_alike(sms.back()->contexts().shape, sms.front()->contexts().shape, i,
                policies.organisation);
  }
  const std::uint32_t slices = machine.l2.slices_per_channel;
  for (std::uint32_t i = 0; i < machine.dram.channels; ++i) {
    std::vector<memory::Partition::Requests*> requests;
    for (std::uint32_t slice = i * slices; slice < (i + 1) * slices; ++slice)
      requests.push_back(&interconnect.requests.arrivals(slice));
    for (std::uint32_t slice = i * slices; slice < (i + 1) * slices; ++slice) {
      if (!memory_spec.contexts_give_way) break;
      const std::uint32_t output = interconnect.requests.context_output(slice);
      requests.push_back(&interconnect.requests.arrivals(output));
    }
    partitions.push_back(
        std::make_unique<memory::Partition>(memory_spec, address_map, machine.device.core_clock_mhz,
                                            atomics, requests, i, configuration.replacements));
    for (std::uint32_t slice = 0; slice < slices; ++slice)
      partitions[i]->replies(slice).connect(interconnect.replies.credits(i * slices + slice));
    for (std::uint32_t slice = 0; slice < slices; ++slice) {
      if (!memory_spec.contexts_give_way) break;
      const std::uint32_t input = interconnect.replies.context_input(i * slices + slice);
      partitions[i]->context_replies(slice).connect(interconnect.replies.credits(input));
    }
  }
}

}  // namespace heddle::gpu
