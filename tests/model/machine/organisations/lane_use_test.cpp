// What the probe of lanes counts, where the arithmetic is easy.

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "organisation.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

gpu::MachineSpec eight_lanes() {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  machine.sm.warps = 32;
  machine.sm.threads = 1024;
  return machine;
}

/// A value of the statistics of a run of this body by a block of so many threads.
class Watched {
 public:
  Watched(const std::string& body, std::uint32_t threads) {
    const auto lanes = policy::Registry<probe::Probe>::instance().make("lane_use");
    const Values on = {{"on", 1}, {"interval", 100}};
    ValueSetter setter(on);
    lanes->describe(setter);
    Rig rig(eight_lanes(), organised("temporal", {}));
    rig.gpu().attach(*lanes);
    const gpu::GridCounters counters = rig.run_body(body, {}, {threads});
    cycles_ = duration(counters);
    StatisticList list;
    counters.describe(list);
    values_ = list.values;
    probe::Launch launch;
    launch.started = counters.started;
    rows_ = lanes->rows_of(launch);
  }
  double operator[](std::string_view name) const {
    for (const Statistic& statistic : values_)
      if (statistic.name == name) return static_cast<double>(statistic.value);
    ADD_FAILURE() << "no statistic is called " << name;
    return 0;
  }
  Cycle cycles() const { return cycles_; }
  const std::string& rows() const { return rows_; }

 private:
  std::vector<Statistic> values_;
  std::string rows_;
  Cycle cycles_ = 0;
};

const std::string kArithmetic = [] {
  std::string text = "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %tid.x;\n  mov.u32 %r3, %tid.x;\n";
  text += repeat(100, "  add.u32 %r1, %r1, 1;\n  add.u32 %r2, %r2, 3;\n  add.u32 %r3, %r3, 5;\n");
  return text +
         "  add.u32 %r1, %r1, %r2;\n  add.u32 %r1, %r1, %r3;\n  st.global.u32 [%rd1], %r1;\n";
}();

TEST(LaneUse, ThreeWarpsHaveThreeLanes) {
  const Watched run(kArithmetic, 96);
  // They begin and end a few cycles apart.
  EXPECT_NEAR(run["lane_use.resident_cycles"], 3 * run["lane_use.cycles"],
              0.002 * run["lane_use.cycles"]);
  EXPECT_LE(run["lane_use.cycles"], static_cast<double>(run.cycles()));
  EXPECT_GT(run["lane_use.cycles"], 0.5 * static_cast<double>(run.cycles()));
  // None waits for memory but for the store at the end.
  EXPECT_GT(run["lane_use.active_cycles"], 0.8 * run["lane_use.resident_cycles"]);
  EXPECT_EQ(run["lane_use.conflicts.more"], 0);
}

TEST(LaneUse, ALoneLaneNeverWaitsForTheIssue) {
  const Watched run(kArithmetic, 32);
  EXPECT_EQ(run["lane_use.conflicts.one"] + run["lane_use.conflicts.two"] +
                run["lane_use.conflicts.more"],
            0);
  EXPECT_EQ(run["lane_use.resident_cycles"], run["lane_use.cycles"]);
}

// One thread a warp, eight lanes, three independent chains: more lanes are ready than the SM
// issues.
TEST(LaneUse, LanesOfShortInstructionsWaitForTheIssue) {
  const Watched run(
      "  mov.u32 %r4, %tid.x;\n  and.b32 %r4, %r4, 31;\n  setp.ne.u32 %p1, %r4, 0;\n"
      "  @%p1 exit;\n" +
          kArithmetic,
      256);
  EXPECT_GT(run["lane_use.conflicts.one"] + run["lane_use.conflicts.two"] +
                run["lane_use.conflicts.more"],
            0.5 * run["lane_use.cycles"]);
}

TEST(LaneUse, RowsSayWhatEachLaneExecuted) {
  const Watched run(kArithmetic, 64);
  EXPECT_THAT(run.rows(), testing::HasSubstr("0,0,0,7,0\n"));  // lane 7 has no warp
  double sum = 0;
  std::istringstream lines(run.rows());
  for (std::string line; std::getline(lines, line);)
    sum += std::stod(line.substr(line.rfind(',') + 1));
  EXPECT_EQ(sum, run["thread_instructions"]);
}

}  // namespace
}  // namespace heddle::test
