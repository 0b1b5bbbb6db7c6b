// Lines of a launch under GPGPU-Sim's names, with values computed by hand.
#include "study/gpgpusim/statistics/statistic_lines.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../sim/temporary_folder.hpp"
#include "heddle/base/exception.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "study/formulas/formula.hpp"
#include "study/gpgpusim/statistics/statistic_table.hpp"

namespace heddle::study::gpgpusim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

double number_of(const std::string& name) { return name == "a.b" ? 6 : 2; }

TEST(Formula, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(evaluate("a.b - c - 1", number_of), 3);
  EXPECT_EQ(evaluate("a.b - c * 4 / (1 + 1)", number_of), 2);
  EXPECT_EQ(evaluate("100 * (a.b + c)", number_of), 800);
  EXPECT_THAT(names_in("x / (y_1 - z.w) * 3"), ElementsAre("x", "y_1", "z.w"));
  EXPECT_THROW(evaluate("a +", number_of), Error);
  EXPECT_THROW(evaluate("(a", number_of), Error);
  EXPECT_THROW(evaluate("a b", number_of), Error);
}

/// Each name in the table is a statistic, a parameter, or a value that the printer gives.
TEST(StatisticTable, FormulasNameWhatExists) {
  std::set<std::string> known = {"launch.number", "launch.stream", "host.seconds", "host.days",
                                 "host.hours",    "host.minutes",  "host.rest"};
  for (const Statistic& statistic : sim::all_statistics()) known.insert(statistic.name);
  for (const sim::ParameterRow& row : sim::all_parameters()) known.insert(row.key);
  for (const StatisticRow& row : statistic_rows()) {
    if (!row.needs.empty()) {
      EXPECT_TRUE(known.contains(std::string(row.needs))) << row.needs;
    }
    for (std::string formula : split_at(row.formula, ';')) {
      if (const auto at = formula.find('#'); at != std::string::npos) formula[at] = '7';
      if (formula.empty()) continue;
      for (const std::string& name : names_in(formula))
        EXPECT_TRUE(known.contains(name)) << row.name << ": " << name;
    }
  }
}

sim::LaunchRecord launch(double cycles, double instructions) {
  sim::LaunchRecord record;
  record.kernel = "_Z3addv";
  record.stream = 3;
  record.timed = record.complete = true;
  record.ended = static_cast<Cycle>(cycles);
  record.own_time = {record.ended, record.ended, record.ended};
  record.statistics = {{"cycles", cycles, "cycles", "", 0, Merge::sum, true},
                       {"thread_instructions", instructions, "", "", 0},
                       {"warp_instructions", instructions / 32, "", "", 0},
                       {"l1d.loads", 20, "", "", 0},
                       {"l1d.bypasses", 4, "", "", 0},
                       {"l1d.hits", 10, "", "", 0},
                       {"l1d.misses", 5, "", "", 0},
                       {"l1d.merges", 1, "", "", 0},
                       {"l1d.stores", 8, "", "", 0},
                       {"l1d.store_hits", 2, "", "", 0},
                       {"l2.loads", 9, "", "", 0},
                       {"l2.stores", 8, "", "", 0},
                       {"l2.store_misses", 6, "", "", 0},
                       {"l2.hits", 5, "", "", 0},
                       {"l2.misses", 11, "", "", 0},
                       {"l2.merges", 1, "", "", 0},
                       {"l2.sectors_read", 70, "", "", 0},
                       {"lanes.32", 3, "", "", 0},
                       {"lanes.7", 2, "", "", 0}};
  return record;
}

sim::Configuration machine(const std::vector<std::string>& settings = {}) {
  const sim::MachineFolder machines;
  sim::ConfigurationRequest request;
  request.machine = "gtx480";
  request.assignments = settings;
  return sim::Configuration::resolve(request);
}

TEST(StatisticLines, HaveTheValuesOfTheLaunchAndOfAllSoFar) {
  StatisticLines lines(machine());
  EXPECT_THAT(lines.add(launch(1000, 6400), 0), HasSubstr("kernel_launch_uid = 1 \n"));
  const std::string second = lines.add(launch(3000, 3200), 0);
  for (const char* line :
       {"kernel_name = _Z3addv \nkernel_launch_uid = 2 \nkernel_stream_id = 3\n",
        "gpu_sim_cycle = 3000\ngpu_sim_insn = 3200\ngpu_ipc =       1.0667\n",
        "gpu_tot_sim_cycle = 4000\ngpu_tot_sim_insn = 9600\ngpu_tot_ipc =       2.4000\n",
        // 70 sectors of 32 B in 3000 cycles of 700 MHz; 140 in 4000.
        "L2_BW  =       0.5227 GB/Sec\nL2_BW_total  =       0.7840 GB/Sec\n",
        // Twice 20 - 4 + 8, and twice 5 + 8 - 2, which is 22 / 48.
        "\tL1D_total_cache_accesses = 48\n\tL1D_total_cache_misses = 22\n"
        "\tL1D_total_cache_miss_rate = 0.4583\n\tL1D_total_cache_pending_hits = 2\n",
        "\tTotal_core_cache_stats_breakdown[GLOBAL_ACC_R][HIT] = 20\n",
        "\tTotal_core_cache_stats_breakdown[GLOBAL_ACC_R][TOTAL_ACCESS] = 32\n",
        "\tTotal_core_cache_stats_breakdown[GLOBAL_ACC_W][MISS] = 12\n",
        "gpgpu_n_tot_w_icount = 300\n", "\tW6:0\tW7:4\tW8:0", "\tW32:6\n",
        // Twice 9 + 8; 5 hits less the 8 - 6 of stores.
        "L2_total_cache_accesses = 34\nL2_total_cache_misses = 22\n",
        "\tL2_cache_stats_breakdown[GLOBAL_ACC_R][HIT] = 6\n",
        "\tL2_cache_stats_breakdown[GLOBAL_ACC_W][HIT] = 4\n"})
    EXPECT_THAT(second, HasSubstr(line));
  EXPECT_THAT(second, Not(HasSubstr("L1I_total_cache_miss_rate")));  // no fetches
  EXPECT_THAT(second, Not(HasSubstr("gpu_stall_dramfull")));         // not measured
  // 9600 instructions and 4000 cycles in 3 s; 700 MHz x 3 s / 4000 cycles.
  const std::string end = lines.end({3.9, true});
  EXPECT_THAT(end, HasSubstr("0 days, 0 hrs, 0 min, 3 sec (3 sec)\n"
                             "gpgpu_simulation_rate = 3200 (inst/sec)\n"
                             "gpgpu_simulation_rate = 1333 (cycle/sec)\n"
                             "gpgpu_silicon_slowdown = 525000x\n"
                             "GPGPU-Sim: *** exit detected ***\n"));
  EXPECT_THAT(lines.end({3.9, false}), Not(HasSubstr("exit detected")));
}

TEST(StatisticLines, LeaveOutCachesThatTheMachineLacks) {
  StatisticLines with(machine());
  EXPECT_THAT(with.add(launch(10, 32), 0), HasSubstr("L1T_cache:"));
  StatisticLines without(machine({"texture_cache.enabled=false", "constant_cache.enabled=false"}));
  const std::string text = without.add(launch(10, 32), 0);
  for (const char* name : {"L1T", "L1C", "CONST_ACC", "TEXTURE_ACC"})
    EXPECT_THAT(text, Not(HasSubstr(name)));
}

TEST(StatisticLines, LeaveOutLaunchesWithoutTime) {
  StatisticLines lines(machine());
  sim::LaunchRecord untimed = launch(0, 0);
  untimed.timed = false;
  untimed.statistics.clear();
  EXPECT_EQ(lines.add(untimed, 0), "");
  EXPECT_EQ(lines.end({1, true}), "");
  EXPECT_THAT(lines.add(launch(10, 32), 0), HasSubstr("kernel_launch_uid = 2 \n"));
}

}  // namespace
}  // namespace heddle::study::gpgpusim
