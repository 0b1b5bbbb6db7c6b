// The machines that come with heddle, against the tables that they are taken from. The numbers here
// are those of the tables, not of the files.

#include "heddle/sim/settings/machine_files.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/settings/configuration.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

constexpr std::uint64_t kKiB = 1024;
using Optional = std::optional<std::uint64_t>;
constexpr std::nullopt_t kUnstated = std::nullopt;

struct Sm {
  std::uint32_t count, schedulers;
  std::uint32_t warps, blocks, threads, registers;
  std::uint64_t shared_bytes;
  double lanes_times_mhz;  ///< single precision, in the table's clock
};
struct Cache {
  std::uint64_t bytes;
  Optional line_bytes, associativity;
};
struct Dram {
  std::uint32_t channels;
  double peak_mb_s;  ///< by the table's clock, width and transfers a clock, or as it says
};

/// What a table says. Warps are those of the threads where it has only one of them.
struct Table {
  const char* machine;
  const char* source;
  Sm sm;
  Cache l1;
  Cache l2;  ///< all of it
  Dram dram;
  std::vector<const char*> schedulers;  ///< any of these
};

std::ostream& operator<<(std::ostream& stream, const Table& table) {
  return stream << table.machine << ", " << table.source;
}

const Table kTables[] = {
    {"gtx480",
     "Fermi whitepaper, GTX 480 product page",
     {15, 2, 48, 8, 1536, 32768, 48 * kKiB, 32 * 1400},
     {16 * kKiB, 128, kUnstated},
     {768 * kKiB, 128, kUnstated},
     {6, 384 / 8 * 4 * 924},
     {"gto"}},
    {"v100",
     "Volta whitepaper; clocks of SM7_QV100",
     {80, 4, 64, 32, 2048, 65536, 96 * kKiB, 64 * 1132},
     {32 * kKiB, 128, kUnstated},
     {6144 * kKiB, 128, kUnstated},
     {32, 4096 / 8 * 2 * 850},
     {"lrr"}},
    {"t4",
     "Turing whitepaper, T4 data sheet, CUDA C++ Programming Guide 7.5",
     {40, 4, 32, 16, 1024, 65536, 64 * kKiB, 64 * 1590},
     {32 * kKiB, 128, kUnstated},
     {4096 * kKiB, 128, kUnstated},
     {16, 320 * 1000},
     {"lrr"}},
    {"a100",
     "A100 whitepaper, CUDA C++ Programming Guide 8.0",
     {108, 4, 64, 32, 2048, 65536, 164 * kKiB, 64 * 1410},
     {28 * kKiB, 128, kUnstated},
     {40960 * kKiB, 128, kUnstated},
     {40, 1555 * 1000},
     {"lrr"}},
    {"gtx480-warpman",
     "WarpMan, Table 1",
     {15, 2, 48, 8, 1536, 32768, 48 * kKiB, 32 * 1400},
     {16 * kKiB, 64, 8},
     {6 * 256 * kKiB, 64, 8},
     {6, 173.25 * 1024},  // 173GB/S in binary units of 1024 MB
     {"lrr"}},
    {"gtx480-pro",
     "PRO, Table I",
     {14, 2, 48, 8, 1536, 32768, 48 * kKiB, 32 * 1400},
     {16 * kKiB, kUnstated, kUnstated},
     {768 * kKiB, kUnstated, kUnstated},
     {6, 384 / 8 * 4 * 924},  // of the GTX 480
     {"gto", "lrr"}},
    {"fermi-preemption",
     "Preemption, Table 2.1",
     {15, 2, 48, 8, 1536, 128 * kKiB / 4, 48 * kKiB, 2 * 32 * 700},
     {16 * kKiB, 128, kUnstated},
     {6 * 128 * kKiB, kUnstated, kUnstated},
     {6, 0.924 * 4 * 384 / 8 * 1000},
     {"lrr"}},
    {"stsimt",
     "Spatio-temporal SIMT, Table III",
     {30, 1, 32, 16, 1024, 16384, 64 * kKiB, 8 * 1300},
     {32 * kKiB, kUnstated, kUnstated},
     {1024 * kKiB, kUnstated, kUnstated},
     {8, 8 * 64 / 8 * 2 * 800},
     {"lrr", "gto"}},
    {"ccws",
     "CCWS, Table 3.1",
     {30, 1, 32, 8, 1024, 16384, 16 * kKiB, 8 * 1300},
     {32 * kKiB, 128, 8},
     {8 * 128 * kKiB, 128, 8},
     {8, 8 * 8 * 800},
     {"gto", "lrr"}},
    {"ccws-spmv",
     "CCWS, section 5.1",
     {30, 1, 32, 8, 1024, 16384, 48 * kKiB, 8 * 1300},
     {32 * kKiB, 128, 8},
     {8 * 128 * kKiB, 128, 8},
     {8, 8 * 8 * 800},
     {"gto", "lrr"}},
    {"vws",
     "Variable warp sizing, Table 6.1",  // no clock: in those of 1000 MHz
     {1, 1, 32, 8, 1024, 32768, 48 * kKiB, 32 * 1000},
     {64 * kKiB, 128, 8},
     {128 * kKiB, 128, 8},
     {1, 32 * 1000},
     {"gto"}},
    {"vws-tbc",
     "Thread block compaction's configuration",
     {30, 1, 32, 8, 1024, 16384, 16 * kKiB, 8 * 1300},
     {32 * kKiB, 64, 8},
     {8 * 128 * kKiB, 64, 8},
     {8, 8 * 8 * 800},
     {"gto", "lrr"}},
    {"maxwell-gpuduet",
     "GPUDuet, Table 3.1",
     {16, 4, 64, 32, 2048, 256 * kKiB / 4, 96 * kKiB, 4 * 32 * 1000},
     {32 * 8 * 128, 128, 8},
     {16 * 128 * kKiB, 128, 8},
     {16, 307.2 * 1000},
     {"gto"}},
    {"cke-ccbp",
     "CCBP, Table 4.1",
     {16, 4, 64, 32, 2048, 256 * kKiB / 4, 96 * kKiB, 4 * 32 * 1800},
     {24 * kKiB, 128, 8},
     {16 * 128 * kKiB, 128, 8},
     {16, 319.0 * 1000},
     {"lrr"}},
};

class MachineFile : public testing::TestWithParam<Table> {
 protected:
  MachineFile() {
    ConfigurationRequest request;
    request.machine = GetParam().machine;
    configuration_ = Configuration::resolve(request);
  }
  static void expect(const Cache& table, const memory::CacheSpec& spec, std::uint64_t copies) {
    EXPECT_EQ(spec.bytes * copies, table.bytes);
    EXPECT_EQ(spec.line_bytes, table.line_bytes.value_or(spec.line_bytes));
    EXPECT_EQ(spec.associativity, table.associativity.value_or(spec.associativity));
    EXPECT_EQ(std::uint64_t{spec.sets()} * spec.associativity * spec.line_bytes, spec.bytes);
  }

  MachineFolder machines_;
  Configuration configuration_;
};

TEST_P(MachineFile, HasTheSmsOfItsTable) {
  const Sm& table = GetParam().sm;
  const gpu::MachineSpec& machine = configuration_.machine;
  EXPECT_EQ(machine.sm.count, table.count);
  EXPECT_EQ(machine.sm.schedulers, table.schedulers);
  EXPECT_EQ(machine.sm.warps, table.warps);
  EXPECT_EQ(machine.sm.blocks, table.blocks);
  EXPECT_EQ(machine.sm.threads, table.threads);
  EXPECT_EQ(machine.sm.registers, table.registers);
  EXPECT_EQ(machine.sm.shared_bytes, table.shared_bytes);
  EXPECT_LE(machine.device.max_shared_per_block, table.shared_bytes);
  EXPECT_THAT(GetParam().schedulers,
              testing::Contains(testing::StrEq(configuration_.policies.chosen("warp_scheduler"))));
}

// Where the modelled cycle is not the table's, the lanes make up for it.
TEST_P(MachineFile, ExecutesAsManyThreadsInASecondAsItsTable) {
  const gpu::MachineSpec& machine = configuration_.machine;
  const core::UnitSpec& sp = machine.execution.units[static_cast<unsigned>(core::UnitKind::sp)];
  const std::uint32_t lanes = std::min(sp.count * sp.lanes, machine.sm.schedulers * kWarpSize);
  EXPECT_EQ(lanes * machine.device.core_clock_mhz, GetParam().sm.lanes_times_mhz);
}

TEST_P(MachineFile, HasTheCachesOfItsTable) {
  const gpu::MachineSpec& machine = configuration_.machine;
  expect(GetParam().l1, machine.l1, 1);
  expect(GetParam().l2, machine.l2.slice, machine.dram.channels * machine.l2.slices_per_channel);
}

TEST_P(MachineFile, HasTheMemoryOfItsTable) {
  const memory::DramSpec& dram = configuration_.machine.dram;
  EXPECT_EQ(dram.channels, GetParam().dram.channels);
  const double peak = dram.channels * dram.bytes_per_cycle * dram.clock_mhz;
  EXPECT_NEAR(peak / GetParam().dram.peak_mb_s, 1, 1e-3);
  EXPECT_EQ(dram.scheduler, memory::DramScheduler::fr_fcfs);
  // The bursts follow each other without gaps, so that the peak can be had.
  EXPECT_EQ(dram.t_ccd * dram.bytes_per_cycle, dram.burst_bytes);
}

INSTANTIATE_TEST_SUITE_P(All, MachineFile, testing::ValuesIn(kTables), [](const auto& table) {
  std::string name = table.param.machine;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(MachineFiles, AllHaveATable) {
  const MachineFolder machines;
  std::vector<std::string> names;
  for (const Table& table : kTables) names.emplace_back(table.machine);
  EXPECT_THAT(machine_names(), testing::UnorderedElementsAreArray(names));
}

TEST(MachineFiles, ClocksAndTimesAreThoseOfTheirTables) {
  const MachineFolder machines;
  const auto machine = [](const char* name) {
    ConfigurationRequest request;
    request.machine = name;
    return Configuration::resolve(request).machine;
  };
  const gpu::MachineSpec stsimt = machine("stsimt");  // Table III
  EXPECT_EQ(stsimt.device.core_clock_mhz, 1300);
  EXPECT_EQ(machine("v100").device.capability(), 70u);  // CUDA C++ Programming Guide
  EXPECT_EQ(machine("t4").device.capability(), 75u);
  EXPECT_EQ(machine("a100").device.capability(), 80u);
  EXPECT_EQ(stsimt.interconnect.clock_mhz, 650);
  EXPECT_EQ(stsimt.dram.clock_mhz, 800);
  EXPECT_EQ(stsimt.fetch.cache_bytes, 4 * kKiB);
  EXPECT_EQ(stsimt.execution.units[static_cast<unsigned>(core::UnitKind::sfu)].lanes, 2u);
  const gpu::MachineSpec ccws = machine("ccws");  // Table 3.1
  EXPECT_EQ(ccws.interconnect.clock_mhz, 650);
  EXPECT_EQ(ccws.dram.clock_mhz, 800);
  EXPECT_EQ(ccws.dram.queue_entries, 32u);
  EXPECT_EQ(ccws.constant_cache.bytes, 8 * kKiB);
  EXPECT_EQ(ccws.texture_cache.bytes, 32 * kKiB);
  EXPECT_EQ(ccws.texture_cache.line_bytes, 64u);
  EXPECT_EQ(ccws.texture_cache.associativity, 16u);
  const auto& gddr3 = ccws.dram;
  EXPECT_EQ(std::tie(gddr3.t_cl, gddr3.t_rp, gddr3.t_rc, gddr3.t_ras, gddr3.t_rcd, gddr3.t_rrd),
            std::make_tuple(10u, 10u, 35u, 25u, 12u, 8u));
  const gpu::MachineSpec warpman = machine("gtx480-warpman");  // Table 1
  EXPECT_EQ(warpman.dram.clock_mhz, 924);
  EXPECT_EQ(warpman.dram.banks, 16u);
  EXPECT_EQ(std::tie(warpman.dram.t_cl, warpman.dram.t_rp, warpman.dram.t_rcd),
            std::make_tuple(12u, 12u, 12u));
  for (const char* name : {"maxwell-gpuduet", "cke-ccbp"}) {  // Tables 3.1 and 4.1
    const gpu::MachineSpec lin = machine(name);
    EXPECT_EQ(lin.l1.mshr_entries, 256u);
    EXPECT_EQ(lin.l2.slice.mshr_entries, 256u);
    EXPECT_EQ(lin.l2.slices_per_channel * lin.dram.channels, 16u);
    const double peak = 16 * lin.interconnect.flit_bytes * lin.interconnect.clock_mhz;
    EXPECT_EQ(peak, 614'400) << name;  // 614 GB/s
  }
  EXPECT_EQ(machine("maxwell-gpuduet").device.core_clock_mhz, 1000);
  EXPECT_EQ(machine("cke-ccbp").device.core_clock_mhz, 1800);
  EXPECT_EQ(machine("cke-ccbp").dram.queue_entries, 128u);
  // 64 warps of 28 registers take 88% of the register file (section 3.7.2).
  EXPECT_EQ(machine("maxwell-gpuduet").sm.register_unit, 128u);
  EXPECT_EQ(machine("cke-ccbp").sm.register_unit, 256u);
}

/// Peak rates of the data sheets: tera-operations in a second, a multiply-add being two.
TEST(MachineFiles, MatrixUnitsHaveThePeaksOfTheirTables) {
  const MachineFolder machines;
  using Elements = isa::MatrixElements;
  struct Peak {
    const char* machine;
    Elements elements;
    double tera, clock_mhz;  ///< the clock for which the table has the peak
  };
  for (const Peak& peak :
       {Peak{"v100", Elements::f16, 125, 1530},  // Volta whitepaper
        Peak{"t4", Elements::f16, 65, 1590},     // T4 data sheet
        Peak{"t4", Elements::int8, 130, 1590}, Peak{"t4", Elements::int4, 260, 1590},
        Peak{"a100", Elements::f16, 312, 1410},  // A100 whitepaper, Table 1
        Peak{"a100", Elements::bf16, 312, 1410}, Peak{"a100", Elements::tf32, 156, 1410},
        Peak{"a100", Elements::f64, 19.5, 1410}, Peak{"a100", Elements::int8, 624, 1410},
        Peak{"a100", Elements::int4, 1248, 1410}, Peak{"a100", Elements::b1, 4992, 1410}}) {
    ConfigurationRequest request;
    request.machine = peak.machine;
    const gpu::MachineSpec machine = Configuration::resolve(request).machine;
    const auto& unit = machine.execution.units[static_cast<unsigned>(core::UnitKind::matrix)];
    const double a_cycle =
        2.0 * machine.execution.matrix_rate(peak.elements) * unit.count * machine.sm.count;
    EXPECT_NEAR(a_cycle * peak.clock_mhz * 1e-6 / peak.tera, 1, 0.01)
        << peak.machine << " " << isa::name_of(peak.elements);
  }
}

/// Contexts come back as fast as the SM's port takes them: one segment on its way from the L2 for
/// each time that the port takes for one. With low priority they let pass what a load waits for if
/// nothing else is in its way: the L1's latency, the crossbar and the L2, a row that is closed and
/// another that is opened.
TEST(MachineFiles, ContextsAreBoundedByWhatTheirMemoryTakes) {
  const MachineFolder machines;
  for (const char* name : {"gtx480", "v100", "t4", "a100", "fermi-preemption"}) {
    ConfigurationRequest request;
    request.machine = name;
    const gpu::MachineSpec machine = Configuration::resolve(request).machine;
    const double core = machine.device.core_clock_mhz;
    const double crossbar = core / machine.interconnect.clock_mhz;
    const double dram = core / machine.dram.clock_mhz;
    const std::uint32_t reply = machine.interconnect.flits(128);
    const double from_l2 =
        2 * machine.interconnect.latency * crossbar + machine.l2.slice.hit_latency;
    const double segment = from_l2 + (1 + reply) * crossbar + machine.context_switch.latency + 1;
    EXPECT_NEAR(machine.context_switch.loads, segment / (reply * crossbar), 1) << name;
    const double row = machine.dram.t_rp + machine.dram.t_rcd + machine.dram.t_cl +
                       128.0 / machine.dram.bytes_per_cycle;
    const double load = machine.l1.miss_latency + from_l2 + (1 + reply) * crossbar +
                        machine.dram.latency + row * dram;
    EXPECT_NEAR(machine.context_switch.age_limit, load, 0.02 * load) << name;
  }
}

}  // namespace
}  // namespace heddle::sim
