// Blocks per SM, against the tables in which studies list them for their kernels. The numbers here
// are those of the tables. Rows that cannot come out so say why.

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

core::SmSpec sm_of(const std::string& machine) {
  const MachineFolder folder;
  ConfigurationRequest request;
  request.machine = machine;
  return Configuration::resolve(request).machine.sm;
}

gpu::Occupancy occupancy_of(const core::SmSpec& sm, std::uint32_t warps, std::uint32_t registers,
                            std::uint64_t shared_bytes) {
  const gpu::BlockFit fit(sm);
  return fit.occupancy(fit.demand_of(warps * 32, registers, shared_bytes));
}

/// A row of Table 2 of P. Xiang, Y. Yang, H. Zhou, "Warp-Level Divergence in GPUs", HPCA 2014.
struct WarpManRow {
  const char* app;
  std::uint64_t shared_bytes;
  std::uint32_t warps, blocks;
  std::uint32_t registers;  ///< of a block
};

const WarpManRow kWarpMan[] = {
    {"MC", 0, 12, 4, 7680},     {"RS", 4096, 16, 2, 11776}, {"SN", 8192, 16, 3, 8704},
    {"HS", 3072, 8, 3, 8960},   {"SR", 4096, 16, 3, 2560},  {"ST", 0, 32, 1, 17408},
    {"RAY", 0, 6, 2, 12288},    {"MM", 2048, 8, 5, 6144},   {"BT", 0, 16, 3, 5632},
    {"HG", 4096, 16, 3, 10240}, {"CT", 0, 6, 7, 4608},      {"NN", 0, 8, 5, 6144},
    {"PF", 2048, 8, 6, 3328},
};

/// Rows that are printed otherwise: no whole number of registers a thread makes the printed sum.
struct Misprint {
  const char* app;
  std::uint32_t warps, blocks, printed, corrected;
};

const Misprint kMisprints[] = {
    {"CT", 6, 7, 3068, 4608},  // by 3068 8 blocks fit; 7 and the 1.6% unused of 3.1 ask for 4608
    {"NN", 8, 5, 6114, 6144},  // 6.3% unused (3.1) asks for 6144
    {"PF", 8, 6, 3228, 3328},  // 28 registers more than a multiple of 256
};

gpu::Occupancy occupancy_of(const core::SmSpec& sm, const WarpManRow& row) {
  return occupancy_of(sm, row.warps, row.registers / (row.warps * 32), row.shared_bytes);
}

TEST(OccupancyTables, BlocksOfWarpMan) {
  const core::SmSpec sm = sm_of("gtx480-warpman");
  for (const WarpManRow& row : kWarpMan) {
    EXPECT_EQ(row.registers % (row.warps * 32), 0u) << row.app;
    EXPECT_EQ(occupancy_of(sm, row).blocks, row.blocks) << row.app;
  }
  for (const Misprint& row : kMisprints) {
    EXPECT_NE(row.printed % (row.warps * 32), 0u) << row.app;
    EXPECT_EQ(row.corrected % (row.warps * 32), 0u) << row.app;
  }
  // By the sum that is printed, rounded to whole registers, CT would have 8.
  EXPECT_EQ(occupancy_of(sm, 6, (3068 + 191) / 192, 0).blocks, 8u);
}

TEST(OccupancyTables, RegistersThatWarpManFoundUnused) {
  const core::SmSpec sm = sm_of("gtx480-warpman");
  const std::vector<std::pair<std::string, double>> stated = {
      // section 3.1, percent
      {"RS", 28.1}, {"MM", 6.3}, {"SN", 20.3}, {"RAY", 25.0}, {"NN", 6.3}, {"CT", 1.6}};
  double logarithms = 0;
  for (const WarpManRow& row : kWarpMan) {
    const double unused = occupancy_of(sm, row).unallocated_share();
    logarithms += std::log(1 - unused);
    for (const auto& [app, percent] : stated) {
      if (app != row.app) continue;
      EXPECT_NEAR(100 * unused, percent, 0.051) << app;
    }
  }
  EXPECT_NEAR(100 * (1 - std::exp(logarithms / std::size(kWarpMan))), 29.6, 0.05);  // Figure 3
}

/// A row of Table 2.2 of Z. Lin, "Architectural Support for Efficient GPU Multiprogramming", NCSU.
struct PreemptionRow {
  const char* kernel;
  std::uint32_t warps, blocks, registers;  ///< registers of a thread
  std::uint64_t shared_bytes;
  const char* limits;
  const char* difference = nullptr;  ///< why the limit comes out otherwise
  const char* ours = nullptr;
};

const char* const kShared = "shared memory";

const PreemptionRow kPreemption[] = {
    {"BP_1", 8, 6, 13, 1128, "warps"},
    {"BP_2", 8, 6, 18, 40, "registers, warps",
     "7 blocks have registers; rounded to 20 a thread they would be 6", "warps"},
    {"BFS_1", 16, 3, 7, 44, "warps"},
    {"BFS_2", 16, 3, 4, 36, "warps"},
    {"BT_1", 8, 6, 10, 48, "warps"},
    {"BT_2", 8, 6, 9, 60, "warps"},
    {"CFD_1", 6, 8, 6, 32, "warps", "8 blocks are also all that an SM holds, as of CFD_2",
     "warps, blocks"},
    {"CFD_2", 6, 8, 8, 48, "warps, blocks"},
    {"CFD_3", 6, 4, 39, 36, "registers"},
    {"DWT_1", 8, 6, 4, 804, "warps"},
    {"DWT_2", 6, 5, 32, 8668, "registers, shared memory"},
    {"HW_1", 8, 4, 23, 11888, kShared},
    {"HS_1", 8, 4, 31, 3144, "registers"},
    {"HG_1", 3, 3, 10, 12324, kShared},
    {"KM_1", 8, 6, 9, 32, "warps"},
    {"LK_1", 6, 8, 18, 24, "warps, blocks"},
    {"LUD_1", 1, 8, 8, 2076, "blocks"},
    {"LUD_2", 1, 8, 16, 3104, "blocks"},
    {"LUD_3", 8, 6, 9, 1056, "warps"},
    {"SR_1", 16, 3, 14, 4132, "warps"},
    {"SR_2", 16, 3, 16, 128, "warps"},
    {"PF_1", 8, 6, 12, 2096, "warps"},
    {"SC_1", 16, 3, 8, 56, "warps"},
};

TEST(OccupancyTables, BlocksAndLimitsOfThePreemptionStudy) {
  const core::SmSpec sm = sm_of("fermi-preemption");
  unsigned differing = 0;
  for (const PreemptionRow& row : kPreemption) {
    const gpu::Occupancy fits = occupancy_of(sm, row.warps, row.registers, row.shared_bytes);
    EXPECT_EQ(fits.blocks, row.blocks) << row.kernel;
    if (row.difference == nullptr) {
      EXPECT_EQ(fits.limits(), row.limits) << row.kernel;
    } else {
      EXPECT_EQ(fits.limits(), row.ours) << row.kernel << ": " << row.difference;
      EXPECT_NE(fits.limits(), row.limits) << row.kernel << " comes out now";
      ++differing;
    }
  }
  EXPECT_EQ(std::size(kPreemption), 23u);
  EXPECT_EQ(differing, 2u);
  // Section 2.2.1: 8 warps of 3 KB of registers each, and 8 KB of shared memory.
  const gpu::Occupancy example = occupancy_of(sm, 8, 24, 8192);
  EXPECT_EQ(example.blocks, 5u);
  EXPECT_EQ(example.limits(), "registers");
}

// What the rounding of a machine does: 20 registers a thread, as BP_2 is listed.
TEST(OccupancyTables, RoundingDecides) {
  core::SmSpec sm = sm_of("fermi-preemption");
  sm.register_unit = 4 * 32;
  EXPECT_EQ(occupancy_of(sm, 8, 18, 40).limits(), "registers, warps");
  EXPECT_EQ(occupancy_of(sm, 8, 18, 40).blocks, 6u);
}

// Threads bind only where warps would still have room.
TEST(OccupancyTables, ThreadsBindWhereAnSmHasFewerThanItsWarpsHaveLanes) {
  core::SmSpec sm = sm_of("gtx480");
  EXPECT_EQ(occupancy_of(sm, 8, 8, 0).limits(), "warps");
  sm.threads = 1024;
  EXPECT_EQ(occupancy_of(sm, 8, 8, 0).limits(), "threads");
  EXPECT_EQ(occupancy_of(sm, 8, 8, 0).blocks, 4u);
  sm.blocks = 4;
  EXPECT_EQ(occupancy_of(sm, 8, 8, 0).limits(), "blocks, threads");
  EXPECT_EQ(occupancy_of(sm, 8, 8, 64 * 1024).blocks, 0u);
  EXPECT_EQ(occupancy_of(sm, 8, 8, 64 * 1024).limits(), "shared memory");
}

}  // namespace
}  // namespace heddle::sim
