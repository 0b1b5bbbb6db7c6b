#include "heddle/gpu/accounts/probes.hpp"

#include <algorithm>
#include <utility>

#include "heddle/core/terms/shared_sizes.hpp"
#include "heddle/memory/clock.hpp"

namespace heddle::gpu {

void Probes::attach(probe::Probe& probe, const probe::MachineFacts& machine) {
  probe.attach(machine);
  Attached attached{.none = probe.no_counts(), .sms = {}, .others = {}};
  for (std::uint32_t i = 0; i < chip_.sms.size(); ++i) {
    core::Sm& sm = *chip_.sms[i];
    probe::UnitProbe* const part = probe.on_sm({.sm = i, .view = sm.view()});
    attached.sms.push_back(part);
    if (part != nullptr) sm.listen(*part);
  }
  for (std::uint32_t channel = 0; channel < chip_.partitions.size(); ++channel) {
    probe::UnitProbe* const part = probe.on_partition({.channel = channel});
    if (part == nullptr) continue;
    attached.others.push_back(part);
    chip_.partitions[channel]->listen(*part, channel);
  }
  if (probe::UnitProbe* const part = probe.on_dispatcher()) {
    attached.others.push_back(part);
    dispatch_.add(*part);
  }
  attached_.push_back(std::move(attached));
}

probe::CountsList Probes::of_sm(std::size_t sm, unsigned slot) const {
  probe::CountsList list;
  for (const Attached& attached : attached_) {
    probe::ProbeCounts counts = attached.none;
    if (attached.sms[sm] != nullptr) counts += attached.sms[sm]->counts(slot);
    list.add(std::move(counts));
  }
  return list;
}

probe::CountsList Probes::elsewhere(unsigned slot) const {
  probe::CountsList list;
  for (const Attached& attached : attached_) {
    probe::ProbeCounts counts = attached.none;
    for (probe::UnitProbe* const part : attached.others) counts += part->counts(slot);
    list.add(std::move(counts));
  }
  return list;
}

probe::MachineSize size_of(const MachineSpec& machine) {
  return {.sms = machine.sm.count,
          .schedulers = machine.sm.schedulers,
          .channels = machine.dram.channels,
          .l2_slices = machine.memory().slices(),
          .kernels_size_l1 = core::SharedSizes(machine.sm).chosen_by_kernels()};
}

/// Returns the largest number of whole items whose transfer can end in a span of `cycles` core
/// cycles. `ways` parallel links each move one item per `period`. A span that does not begin at a
/// clock edge can contain the end of one more item.
std::uint64_t most_in(Cycle cycles, std::uint64_t ways, memory::Tick period) {
  return (memory::to_ticks(cycles) * ways + period - 1) / period;
}

/// Returns the highest counts that are possible in `cycles` core cycles. Each channel counts whole
/// bytes, so the bytes of each channel are rounded up separately.
probe::Peak peak_in(const MachineSpec& machine, Cycle cycles) {
  const double core = machine.device.core_clock_mhz;
  const memory::Tick link = memory::period(core, machine.interconnect.clock_mhz);
  const memory::Tick pins = memory::period(core, machine.dram.clock_mhz);
  const std::uint32_t ports = std::min(machine.sm.count, machine.memory().slices());
  return {
      .flits = most_in(cycles, ports, link),
      .dram_bytes = machine.dram.channels * most_in(cycles, machine.dram.bytes_per_cycle, pins)};
}

probe::MachineFacts facts_of(const MachineSpec& machine, const energy::Model& energy) {
  const core::L1Spec& l1 = machine.l1;
  const auto peak = [machine](Cycle cycles) { return peak_in(machine, cycles); };
  return {.size = size_of(machine),
          .l1 = {.bytes = l1.bytes,
                 .line_bytes = l1.line_bytes,
                 .associativity = l1.associativity,
                 .set_index = l1.set_index,
                 .sectored = l1.sectored,
                 .write_update = machine.load_store.write_hit == core::WriteHit::update,
                 .write_allocate = l1.write_allocate,
                 .local_back = l1.local_write == core::LocalWrite::back},
          .energy = energy,
          .peak = peak};
}

}  // namespace heddle::gpu
