// What a load costs on its way: sums of the machine's parameters, and pointer chases that measure
// it. All clocks are the core's, so that the sums are exact.
#pragma once

#include <string>

#include "rig.hpp"

namespace heddle::test {

inline gpu::MachineSpec one_slice() {
  auto machine = small_machine();
  machine.sm.register_banks = 64;  // operands on different banks
  machine.dram.clock_mhz = machine.device.core_clock_mhz;
  machine.dram.channels = 1;
  machine.dram.row_bytes = 4096;
  machine.l2.slices_per_channel = 1;
  machine.l2.slice.bytes = 64 * 1024;
  machine.l2.address_hash = false;
  return machine;
}

inline std::uint32_t flits(const gpu::MachineSpec& machine, std::uint32_t payload) {
  const std::uint32_t bytes = payload + machine.interconnect.header_bytes;
  return (bytes + machine.interconnect.flit_bytes - 1) / machine.interconnect.flit_bytes;
}

/// Issue of a load to the issue of who uses its value, when it misses in a cache with such lines.
inline std::uint32_t l2_latency(const gpu::MachineSpec& machine, std::uint32_t line_bytes = 128) {
  return machine.l1.miss_latency + flits(machine, 0) + 2 * machine.interconnect.latency +
         machine.l2.slice.hit_latency + flits(machine, line_bytes);
}

/// The same when the L2 misses as well and the row is open.
inline std::uint32_t row_hit_latency(const gpu::MachineSpec& machine) {
  return l2_latency(machine) + machine.dram.t_cl + 128 / machine.dram.bytes_per_cycle +
         machine.dram.latency;
}

/// Cycles a load of `time(loads)`, the duration of a chase that goes round `elements` elements, in
/// the second round and later.
template <typename Time>
double cycles_a_load(std::uint64_t elements, Time&& time) {
  const auto cycles = [&](std::uint64_t rounds) {
    return static_cast<double>(time(rounds * elements));
  };
  return (cycles(3) - cycles(1)) / (2.0 * static_cast<double>(elements));
}

/// The same of one lane that follows a ring of pointers through `bytes`, `stride` apart.
inline double chase(const gpu::MachineSpec& machine, std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t elements = bytes / stride;
  return cycles_a_load(elements, [&](std::uint64_t loads) {
    Rig rig(machine);
    for (std::uint64_t i = 0; i < elements; ++i) {
      const Addr next = rig.buffer() + (i + 1) % elements * stride;
      rig.image().write(rig.buffer() + i * stride, &next, sizeof next);
    }
    return duration(rig.run_body(fmt::format(R"(
  mov.u32 %r1, {};
L:
  ld.global.u64 %rd1, [%rd1];
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
  st.global.u64 [%rd1], %rd1;
)",
                                             loads),
                                 {}, {1}));
  });
}

}  // namespace heddle::test
