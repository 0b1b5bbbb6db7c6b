#include "heddle/gpu/chip/machine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/core/terms/shared_sizes.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/memory/dram_channel.hpp"

namespace heddle::gpu {

void HostLinkSpec::describe(ParameterVisitor& visit) {
  visit("latency_us", latency_us,
        {.unit = "us", .maximum = 1e6, .doc = "time of a copy before its first byte"});
  visit("bandwidth_gb_s", bandwidth_gb_s,
        {.unit = "GB/s",
         .minimum = 1e-3,
         .maximum = 1e6,
         .doc = "bandwidth of copies to and from the host"});
  visit("device_bandwidth_gb_s", device_bandwidth_gb_s,
        {.unit = "GB/s",
         .minimum = 1e-3,
         .maximum = 1e6,
         .doc = "bandwidth of copies and fills inside device memory"});
}

void DeviceSpec::describe(ParameterVisitor& visit) {
  visit("name", name, {.doc = "the device's name that programs see"});
  visit("compute_capability", compute_capability,
        {.minimum = 7,
         .maximum = 9,
         .doc = "the compute capability that programs see, such as 7.5. It decides which embedded "
                "PTX runs, which matrix instructions there are, and how they round"});
  visit("core_clock_mhz", core_clock_mhz,
        {.unit = "MHz", .minimum = 1, .maximum = 10000, .doc = "clock of the SMs"});
  visit("memory_bytes", memory_bytes,
        {.unit = "B", .minimum = 1 << 20, .maximum = 1ull << 40, .doc = "device memory"});
  visit("max_block_threads", max_block_threads,
        {.minimum = 32, .maximum = 1024, .doc = "most threads of a block"});
  visit("max_registers_per_thread", max_registers_per_thread,
        {.minimum = 16, .maximum = 65535, .doc = "most registers of a thread"});
  visit("reserved_registers", reserved_registers,
        {.maximum = 64,
         .doc = "registers of a thread beyond those of its code, such as the stack pointer"});
  visit(
      "address_bits", address_bits,
      {.minimum = 32,
       .maximum = 64,
       .doc = "32: addresses of accesses take one register, as with compilers of 32-bit pointers; "
              "device memory must end below 4 GiB, and host memory that kernels reach is placed "
              "below it too. 64: a pair"});
  visit("max_shared_per_block", max_shared_per_block,
        {.unit = "B", .maximum = 1 << 20, .doc = "most shared memory of a block"});
  static constexpr std::array<std::string_view, 2> kMemoryChecks = {"allocation", "page"};
  visit.choice("memory_check", memory_check, kMemoryChecks,
               {.doc = "allocation: a kernel's access must lie in one allocation, or in the "
                       "shared memory that its block asked for; page: as on a GPU, it must lie in "
                       "2 MiB pages that hold allocations, or in the most shared memory that a "
                       "block can have"});
}

void ControlSpec::describe(ParameterVisitor& visit) {
  visit("quantum", quantum,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1024,
         .doc = "cycles that the SMs run alone at a time; results depend on them only if running "
                "blocks exchange data through global memory"});
  visit("control_latency", control_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1024,
         .doc = "from an SM's report to the effect of the GPU's decision"});
  visit("launch_latency", launch_latency,
        {.unit = "cycles",
         .maximum = 1'000'000,
         .doc = "from the start of a kernel to the dispatch of its first blocks"});
  visit("watchdog_cycles", watchdog_cycles,
        {.unit = "cycles",
         .minimum = 1000,
         .doc = "cycles without progress after which a run is stopped"});
}

void DeviceRuntimeSpec::describe(ParameterVisitor& visit) {
  const auto latency = [&](const char* name, std::uint32_t& value, const char* doc) {
    visit(name, value, {.unit = "cycles", .maximum = 10'000'000, .doc = doc});
  };
  latency("stream_latency", stream_latency, "a warp's call of cudaStreamCreateWithFlags");
  latency("buffer_latency", buffer_latency,
          "a warp's call for the parameter buffers of the kernels that it launches");
  latency("buffer_latency_thread", buffer_latency_thread,
          "further cycles of this call for each thread that launches");
  latency("launch_latency", launch_latency,
          "a warp's call that launches kernels; then the kernels wait for kernel slots");
  latency("launch_latency_thread", launch_latency_thread,
          "further cycles of this call for each thread that launches");
}

void AccountingSpec::describe(ParameterVisitor& visit) {
  visit("noc_sustainable", noc_sustainable,
        {.minimum = 0.01,
         .maximum = 1,
         .doc = "share of the crossbar's peak that traffic can sustain; only statistics use it"});
  visit("dram_sustainable", dram_sustainable,
        {.minimum = 0.01,
         .maximum = 1,
         .doc = "share of DRAM's peak that traffic can sustain; only statistics use it"});
}

void MachineSpec::describe(ParameterVisitor& visit) {
  visit.group("device", device, "the device as a whole");
  visit.group("host_link", host_link, "copies");
  visit.group("control", control, "the simulation loop");
  visit.group("device_runtime", device_runtime, "calls of kernels that launch kernels");
  visit.group("sm", sm, "streaming multiprocessors");
  visit.group("execution", execution, "pipelines, and the times of each class of operations");
  visit.group("fetch", fetch, "instruction fetch and instruction caches");
  visit.group("load_store", load_store, "load-store unit and shared memory");
  visit.group("l1", l1, "L1 data cache of an SM");
  visit.group("constant_cache", constant_cache, "constant cache of an SM");
  visit.group("texture_cache", texture_cache,
              "texture cache of an SM; without it textures are read through the L1");
  visit.group("l2", l2, "L2 cache");
  visit.group("interconnect", interconnect, "crossbar between SMs and L2");
  visit.group("dram", dram, "device memory");
  visit.group("ideal", ideal, "what costs nothing, to measure what a kernel would gain");
  visit.group("context_switch", context_switch, "saving and restoring the contexts of blocks");
  visit.group("accounting", accounting, "reference values of utilization");
  visit.group("technology", technology, "the chip's technology");
  visit.group("energy", energy, "energy of events; no time depends on it");
}

core::SmConfiguration MachineSpec::sm_configuration() const {
  const double dram_mb_s = dram.clock_mhz * dram.bytes_per_cycle * dram.channels;
  return {.sm = sm,
          .execution = execution,
          .fetch = fetch,
          .load_store = load_store,
          .l1 = l1,
          .constant_cache = constant_cache,
          .texture_cache = texture_cache,
          .interconnect = interconnect,
          .context_switch = context_switch,
          .ideal = ideal,
          .core_mhz = device.core_clock_mhz,
          .memory_share = dram_mb_s / device.core_clock_mhz / sm.count};
}

memory::MemorySpec MachineSpec::memory() const {
  return {.l2 = l2,
          .interconnect = interconnect,
          .dram = dram,
          .contexts_give_way = context_switch.priority == core::ContextPriority::low,
          .context_age_limit = context_switch.age_limit,
          .ideal = ideal};
}

namespace {

void check_addresses(const DeviceSpec& device) {
  if (std::abs(device.compute_capability * 10 - device.capability()) > 1e-6) {
    fail(
        "device.compute_capability = {}: a compute capability has one digit after the point, "
        "such as 7.5",
        device.compute_capability);
  }
  if (device.address_bits != 32 && device.address_bits != 64) {
    fail("device.address_bits = {}: an address has 32 or 64 bits", device.address_bits);
  }
  constexpr std::uint64_t kRoom = (1ull << 32) - isa::kGlobalBase;
  if (device.address_bits == 32 && device.memory_bytes > kRoom) {
    fail(
        "device.address_bits = 32 leaves room for {} MiB of device memory; device.memory_bytes is "
        "{} MiB: give less, or take 64",
        kRoom >> 20, device.memory_bytes >> 20);
  }
}

void check_dram(const memory::DramSpec& dram) {
  if (dram.write_queue_entries != 0 &&
      (dram.write_high > dram.write_queue_entries || dram.write_low >= dram.write_high)) {
    fail(
        "dram.write_low ({}) must be less than dram.write_high ({}), and that at most "
        "dram.write_queue_entries ({})",
        dram.write_low, dram.write_high, dram.write_queue_entries);
  }
  if (dram.write_queue_entries == 0 && dram.queue_entries < 2) {
    fail(
        "dram.queue_entries ({}) must be at least 2 where reads and writes share the queue: a read "
        "that displaces a changed line of the L2 takes two entries; give 2, or writes a queue of "
        "their own (dram.write_queue_entries)",
        dram.queue_entries);
  }
  if (dram.banks % dram.bank_groups != 0) {
    fail("dram.bank_groups ({}) must divide dram.banks ({}): say 1 for no groups, or a divisor",
         dram.bank_groups, dram.banks);
  }
  const std::uint32_t least = memory::DramChannel::least_refresh_interval(dram);
  if (dram.t_refi != 0 && dram.t_refi < least) {
    fail(
        "dram.t_refi ({}) leaves no time for an access between refreshes: with dram.t_rfc ({}) and "
        "dram.t_rcd ({}) it must be at least {}, or 0 for no refresh",
        dram.t_refi, dram.t_rfc, dram.t_rcd, least);
  }
}

/// Where sectors may be dirty only up to a limit, one access can write back several lines.
constexpr std::uint32_t kWritesOfLimit = 16;

void check_l2(const MachineSpec& machine) {
  const memory::L2Spec& l2 = machine.l2;
  if (!std::has_single_bit(l2.fetch_bytes) || l2.fetch_bytes > l2.slice.line_bytes) {
    fail("l2.fetch_bytes ({}) must be a power of two, and at most l2.line_bytes ({})",
         l2.fetch_bytes, l2.slice.line_bytes);
  }
  const memory::DramSpec& dram = machine.dram;
  const bool shared = dram.write_queue_entries == 0;
  const std::uint32_t entries = shared ? dram.queue_entries : dram.write_queue_entries;
  if (l2.dirty_share < 1 && entries < kWritesOfLimit) {
    fail(
        "{} ({}) must be at least {} where l2.dirty_share is less than 1, since one access can "
        "write back several lines",
        shared ? "dram.queue_entries" : "dram.write_queue_entries", entries, kWritesOfLimit);
  }
}

/// The sizes that the cache can have, next to its own, such as "8192 B (16 sets) or 16384 B (32
/// sets)".
std::string near_sizes(const memory::CacheSpec& cache) {
  const std::uint32_t set = cache.associativity * cache.line_bytes;
  std::uint32_t below = cache.bytes / set, above = below + 1;
  if (!SetOfLine::takes(cache.set_index, below) || !SetOfLine::takes(cache.set_index, above)) {
    below = std::bit_floor(below);
    above = 2 * below;
  }
  return fmt::format("{} B ({} sets) or {} B ({} sets)", below * set, below, above * set, above);
}

void check_cache(const char* name, const memory::CacheSpec& cache) {
  if (!std::has_single_bit(cache.line_bytes))
    fail("{}.line_bytes ({}) must be a power of two", name, cache.line_bytes);
  if (cache.sets() == 0) {
    fail("{}.bytes ({}) must hold at least one set of {} lines of {} B", name, cache.bytes,
         cache.associativity, cache.line_bytes);
  }
  if (cache.bytes % (cache.associativity * cache.line_bytes) != 0) {
    fail("{}.bytes ({}) must be whole sets of {} lines of {} B: {}", name, cache.bytes,
         cache.associativity, cache.line_bytes, near_sizes(cache));
  }
  if (!SetOfLine::takes(cache.set_index, cache.sets())) {
    fail(
        "{}.set_index = \"fermi\" needs a power of two of sets; {} B in sets of {} lines of {} B "
        "are {} sets: {}.bytes can be {}; or say {}.set_index=linear",
        name, cache.bytes, cache.associativity, cache.line_bytes, cache.sets(), name,
        near_sizes(cache), name);
  }
}

/// Checks the L1 beside each size that shared memory can have.
void check_l1(const MachineSpec& machine) {
  check_cache("l1", machine.l1);
  const core::SharedSizes sizes(machine.sm);
  for (const std::uint64_t shared : sizes.all()) {
    core::L1Spec l1 = machine.l1;
    l1.bytes = core::l1_bytes_beside(shared, machine.sm, machine.l1);
    try {
      check_cache("l1", l1);
    } catch (const Error& error) {
      fail("sm.shared_sizes = \"{}\": beside {} KiB of shared memory, {}", machine.sm.shared_sizes,
           shared / 1024, error.what());
    }
  }
}

/// Checks that an instruction cache consists of whole sets of lines.
void check_instruction_cache(const char* name, std::uint32_t bytes, std::uint32_t line_bytes,
                             std::uint32_t associativity) {
  const std::uint32_t lines = bytes / line_bytes;
  if (bytes % line_bytes == 0 && (lines <= associativity || lines % associativity == 0)) return;
  const std::uint32_t set = line_bytes * associativity;
  const std::uint32_t unit = bytes < set ? line_bytes : set;
  fail(
      "{} ({}) must be whole lines of {} B, and these whole sets of fetch.associativity ({}), or "
      "at most one: {} B or {} B",
      name, bytes, line_bytes, associativity, bytes / unit * unit, (bytes / unit + 1) * unit);
}

void check_fetch(const core::FetchSpec& fetch, std::uint32_t l2_line_bytes) {
  if (!std::has_single_bit(fetch.line_bytes) || !std::has_single_bit(fetch.own_line_bytes) ||
      !std::has_single_bit(fetch.instruction_bytes)) {
    fail(
        "fetch.line_bytes ({}), fetch.own_line_bytes ({}) and fetch.instruction_bytes ({}) must be "
        "powers of two",
        fetch.line_bytes, fetch.own_line_bytes, fetch.instruction_bytes);
  }
  if (fetch.line_bytes > l2_line_bytes) {
    fail("fetch.line_bytes ({}) must not exceed l2.line_bytes ({})", fetch.line_bytes,
         l2_line_bytes);
  }
  check_instruction_cache("fetch.cache_bytes", fetch.cache_bytes, fetch.line_bytes,
                          fetch.associativity);
  if (fetch.own_cache_bytes == 0) return;
  if (fetch.own_line_bytes > fetch.line_bytes) {
    fail("fetch.own_line_bytes ({}) must not exceed fetch.line_bytes ({})", fetch.own_line_bytes,
         fetch.line_bytes);
  }
  check_instruction_cache("fetch.own_cache_bytes", fetch.own_cache_bytes, fetch.own_line_bytes,
                          fetch.associativity);
}

}  // namespace

/// Checks that the execution unit of each class of operations exists.
void check_units(const core::ExecutionSpec& execution) {
  for (std::size_t i = 0; i < isa::kOpClasses; ++i) {
    const auto kind = static_cast<std::size_t>(execution.operations[i].unit);
    if (kind == static_cast<std::size_t>(core::UnitKind::control)) continue;
    // A machine without a matrix unit refuses only the kernels that need the unit.
    if (i == static_cast<std::size_t>(isa::OpClass::matrix)) continue;
    const auto op_class = isa::name_of(static_cast<isa::OpClass>(i));
    const auto unit = core::kUnitNames[kind];
    if (kind == static_cast<std::size_t>(core::UnitKind::matrix))
      fail("execution.{}.unit is {}, which only multiplies matrices: set another unit", op_class,
           unit);
    if (execution.units[kind].count != 0) continue;
    fail("execution.{}.unit is {}, and execution.{}.count is 0: set another unit, or a count of 1",
         op_class, unit, unit);
  }
}

void check(const MachineSpec& machine) {
  check_addresses(machine.device);
  if (machine.control.control_latency < machine.control.quantum) {
    fail("control.control_latency ({}) must be at least control.quantum ({})",
         machine.control.control_latency, machine.control.quantum);
  }
  const double ratio = machine.device.core_clock_mhz / machine.interconnect.clock_mhz;
  if (machine.interconnect.latency * ratio < machine.control.quantum) {
    fail(
        "control.quantum ({} core cycles) must not exceed interconnect.latency ({} interconnect "
        "cycles)",
        machine.control.quantum, machine.interconnect.latency);
  }
  check_fetch(machine.fetch, machine.l2.slice.line_bytes);
  check_units(machine.execution);
  check_l1(machine);
  check_cache("l2", machine.l2.slice);
  check_cache("constant_cache", machine.constant_cache);
  check_cache("texture_cache", machine.texture_cache);
  check_dram(machine.dram);
  check_l2(machine);
  if (machine.interconnect.output_queues &&
      machine.context_switch.priority == core::ContextPriority::low) {
    fail(
        "interconnect.output_queues: contexts of low priority have queues of their own at the "
        "crossbar; set it to false, or context_switch.priority to same");
  }
  const std::uint32_t unit =
      std::max(machine.l2.slice.line_bytes, std::uint32_t{exec::StoreLog::kLineBytes});
  if (machine.l2.interleave_bytes % unit != 0)
    fail("l2.interleave_bytes ({}) must be a multiple of {}", machine.l2.interleave_bytes, unit);
  const auto check_line = [&](const char* name, std::uint32_t bytes) {
    if (bytes > machine.l2.slice.line_bytes)
      fail("{}.line_bytes ({}) must not exceed l2.line_bytes ({})", name, bytes,
           machine.l2.slice.line_bytes);
  };
  check_line("l1", machine.l1.line_bytes);
  check_line("constant_cache", machine.constant_cache.line_bytes);
  check_line("texture_cache", machine.texture_cache.line_bytes);
}

}  // namespace heddle::gpu
