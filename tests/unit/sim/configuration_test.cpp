#include "heddle/sim/settings/configuration.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/policies_together.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ConfigurationTest : public testing::Test {
 protected:
  static Configuration with(std::vector<std::string> assignments) {
    ConfigurationRequest request;
    request.assignments = std::move(assignments);
    return Configuration::resolve(request);
  }
  static std::string refusal(std::vector<std::string> assignments) {
    return error_of([&] { with(std::move(assignments)); });
  }

  MachineFolder machines_;
  TemporaryFolder folder_;
};

TEST_F(ConfigurationTest, DefaultIsTheGtx480) {
  const Configuration configuration = Configuration::resolve({});
  EXPECT_EQ(configuration.machine.sm.count, 15u);
  EXPECT_EQ(configuration.machine.device.memory_bytes, 1536ull << 20);
  EXPECT_EQ(configuration.run.timing, Timing::full);
}

TEST_F(ConfigurationTest, WhatChangesNothingIsRefused) {
  EXPECT_THAT(refusal({"preemption=inplace"}), HasSubstr("no SM gets a signal"));
  EXPECT_THAT(refusal({"context_switch.interval=10"}), HasSubstr("no SM gets a signal"));
  const std::string trigger = "preemption_trigger=periodic";
  EXPECT_THAT(refusal({trigger, "context_switch.age_limit=10"}),
              HasSubstr("add --set context_switch.priority=low"));
  EXPECT_THAT(
      refusal({trigger, "context_switch.age_limit=10", "context_switch.priority=alternate"}),
      HasSubstr("add --set context_switch.priority=low"));
  with({trigger, "context_switch.age_limit=10", "context_switch.priority=low"});
  const std::string registers = "preemption_trigger.periodic.incoming_registers=10";
  EXPECT_THAT(refusal({trigger, registers}), HasSubstr("incoming_blocks is 0"));
  with({trigger, registers, "preemption_trigger.periodic.incoming_blocks=1", "preemption=inplace"});
  EXPECT_THAT(refusal({trigger, "preemption=progress", "preemption.progress.drain_above=0.1"}),
              HasSubstr("flush_below (0.2) is above drain_above (0.1)"));
}

TEST_F(ConfigurationTest, ParametersThatNothingReadsAreRefused) {
  const auto idle = [](const char* key, const char* value) {
    return HasSubstr(fmt::format("has no effect: nothing reads it while {} is {}", key, value));
  };
  const std::string duet = "residency=gpuduet", fixed = "residency.gpuduet.mode=static";
  for (const std::string key : {"period=2000", "warm_up=2", "classify=each", "l1_idle=0.1"})
    EXPECT_THAT(refusal({duet, fixed, "residency.gpuduet." + key}),
                idle("residency.gpuduet.mode", "static"))
        << key;
  EXPECT_THAT(refusal({duet, "residency.gpuduet.take_l1=never", "residency.gpuduet.l1_idle=0.1"}),
              idle("residency.gpuduet.take_l1", "never"));
  with({duet, "residency.gpuduet.period=2000", "residency.gpuduet.l1_idle=0.1"});
  const std::string trigger = "preemption_trigger=periodic";
  const std::string blocks = "preemption_trigger.periodic.incoming_blocks=2";
  EXPECT_THAT(refusal({trigger, blocks}), idle("preemption", "occup"));
  with({trigger, blocks, "preemption=inplace"});
  EXPECT_THAT(refusal({trigger, "preemption=flush", "context_switch.priority=low"}),
              idle("preemption", "flush"));
  EXPECT_THAT(refusal({trigger, "preemption=live", "context_switch.pattern_bytes=0"}),
              idle("preemption", "live"));
  with({trigger, "preemption=live_cp", "context_switch.pattern_bytes=0"});
  EXPECT_THAT(refusal({"organisation=temporal", "organisation.temporal.chaining=false",
                       "organisation.temporal.waits_for=operands"}),
              idle("organisation.temporal.chaining", "false"));
  with({"organisation=temporal", "organisation.temporal.waits_for=operands"});
}

// A warp has one pipeline, or one lane, which takes one instruction after the other.
TEST_F(ConfigurationTest, LanesThatSequenceInstructionsIssueOneInACycle) {
  const std::string two = "sm.issue_width=2";
  EXPECT_THAT(refusal({"organisation.spatial.sequential=true", two}),
              AllOf(HasSubstr("--set sm.issue_width=1 (it is 2)"),
                    HasSubstr("or --set organisation.spatial.sequential=false")));
  for (const std::string organisation : {"temporal", "spatio_temporal"}) {
    const std::string refused = refusal({"organisation=" + organisation, two});
    EXPECT_THAT(refused, HasSubstr("organisation " + organisation + " has lanes"));
    EXPECT_THAT(refused, HasSubstr("--set sm.issue_width=1 (it is 2)"));
    EXPECT_THAT(refused, Not(HasSubstr("sequential=false")));
  }
  with({"organisation.spatial.sequential=true"});
  with({two});
}

TEST_F(ConfigurationTest, ContextsWithoutSlotsNeedWholeWarpsAndNoFewerThanSlots) {
  for (const std::string residency : {"residency=virtual_thread", "residency=gpuduet"}) {
    EXPECT_THAT(refusal({residency, "organisation=dwf", "sm.issue_discipline=one_at_a_time"}),
                HasSubstr("--set organisation=spatial"))
        << residency;
    EXPECT_THAT(refusal({residency, "organisation=spatio_temporal"}),
                HasSubstr("--set organisation=spatial"))
        << residency;
  }
  const auto fewer = [](const char* of, const char* count) {
    return HasSubstr(
        fmt::format("residency.{} ({}) counts contexts with and without slots", of, count));
  };
  EXPECT_THAT(refusal({"residency=gpuduet", "residency.gpuduet.max_warps=8"}),
              fewer("gpuduet.max_warps", "8"));
  EXPECT_THAT(refusal({"residency=gpuduet", "residency.gpuduet.max_blocks=7"}),
              fewer("gpuduet.max_blocks", "7"));
  EXPECT_THAT(refusal({"residency=virtual_thread", "residency.virtual_thread.max_blocks=1"}),
              fewer("virtual_thread.max_blocks", "1"));
  with({"residency=gpuduet", "residency.gpuduet.max_warps=48", "residency.gpuduet.max_blocks=8"});
}

TEST_F(ConfigurationTest, WhereNothingRunsItIsTaken) {
  ConfigurationRequest request;
  request.assignments = {"preemption=inplace"};
  request.runs = false;
  EXPECT_EQ(Configuration::resolve(request).policies.chosen("preemption"), "inplace");
}

TEST_F(ConfigurationTest, MachineByName) {
  ConfigurationRequest request;
  request.machine = "v100";
  const Configuration configuration = Configuration::resolve(request);
  EXPECT_EQ(configuration.machine.sm.count, 80u);
  EXPECT_EQ(configuration.machine.sm.schedulers, 4u);
}

/// Settings under which threads of several warps form warps, or warps are cut into parts.
const std::vector<std::vector<std::string>> kOtherWarps = {
    {"organisation=dwf", "sm.issue_discipline=one_at_a_time", "warp_scheduler=majority"},
    {"organisation=tbc", "sm.issue_discipline=one_at_a_time"},
    {"organisation=variable_warp", "sm.schedulers=1", "fetch.buffer_entries=2"},
    {"organisation.spatial.width=8"}};

// Since Volta, each thread of a warp is scheduled by itself, if the warp is in one piece.
TEST_F(ConfigurationTest, ThreadSchedulingIsThatOfTheMachine) {
  const auto yield_after = [](const char* machine, std::vector<std::string> assignments = {}) {
    ConfigurationRequest request;
    request.machine = machine;
    request.assignments = std::move(assignments);
    return Configuration::resolve(request).yield_after();
  };
  for (const char* machine : {"v100", "t4", "a100"}) {
    EXPECT_NE(yield_after(machine), 0u) << machine;
    EXPECT_EQ(yield_after(machine, {"sm.thread_scheduling=stack"}), 0u) << machine;
    EXPECT_EQ(yield_after(machine, {"sm.yield_after=3"}), 3u) << machine;
  }
  for (const char* machine : {"gtx480", "stsimt", "ccws", "vws", "maxwell-gpuduet", "cke-ccbp"})
    EXPECT_EQ(yield_after(machine), 0u) << machine;
  EXPECT_NE(yield_after("gtx480", {"sm.thread_scheduling=independent"}), 0u);
  for (const std::vector<std::string>& organisation : kOtherWarps)
    EXPECT_EQ(yield_after("v100", organisation), 0u) << organisation[0];
  EXPECT_EQ(yield_after("v100", {"compiler.scalars=all", "compiler.registers=classes"}), 0u);
  EXPECT_EQ(yield_after("v100", {"run.check_scalars=true"}), 0u);
}

TEST_F(ConfigurationTest, ThreadSchedulingWithoutEffectIsRefused) {
  const std::string independent = "sm.thread_scheduling=independent";
  for (std::vector<std::string> settings : kOtherWarps) {
    settings.push_back(independent);
    EXPECT_THAT(refusal(settings), testing::AllOf(HasSubstr("has no effect: organisation "),
                                                  HasSubstr("cuts warps or forms them"),
                                                  HasSubstr("--set organisation=spatial")));
  }
  EXPECT_THAT(refusal({independent, "compiler.scalars=all", "compiler.registers=classes"}),
              HasSubstr("--set compiler.scalars=off"));
  EXPECT_THAT(refusal({independent, "run.check_scalars=true"}),
              HasSubstr("--set run.check_scalars=false"));
  EXPECT_THAT(refusal({"sm.yield_after=4"}),
              HasSubstr("nothing reads it while sm.thread_scheduling is stack"));
  with({independent, "sm.yield_after=4"});
}

TEST_F(ConfigurationTest, AssignmentsWin) {
  const Configuration configuration =
      with({"sm.count=4", "l1.bytes=32KiB", "dram.clock_mhz=1000", "l1.sectored=true",
            "execution.special.unit=sp", "warp_scheduler=lrr", "device.name=my device"});
  EXPECT_EQ(configuration.machine.sm.count, 4u);
  EXPECT_EQ(configuration.machine.l1.bytes, 32768u);
  EXPECT_EQ(configuration.machine.dram.clock_mhz, 1000);
  EXPECT_TRUE(configuration.machine.l1.sectored);
  EXPECT_EQ(configuration.machine.execution.timing(isa::OpClass::special).unit, core::UnitKind::sp);
  EXPECT_EQ(configuration.policies.chosen("warp_scheduler"), "lrr");
  EXPECT_EQ(configuration.machine.device.name, "my device");
}

TEST_F(ConfigurationTest, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(
      refusal({"sm.cuont=4"}),
      HasSubstr(
          "unknown key 'sm.cuont'; did you mean 'sm.count'? (heddle list parameters shows them)"));
  EXPECT_THAT(refusal({"warp_sheduler=gto"}), HasSubstr("did you mean 'warp_scheduler'?"));
  EXPECT_THAT(refusal({"sm=4"}), HasSubstr("unknown key 'sm'"));
}

TEST_F(ConfigurationTest, WrongTypesAndRangesSayWhatFits) {
  EXPECT_THAT(refusal({"sm.count=many"}),
              HasSubstr("sm.count = \"many\": expected a whole number"));
  EXPECT_THAT(refusal({"sm.count=0"}), HasSubstr("1 to 1024"));
  EXPECT_THAT(refusal({"sm.count=2.5"}), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal({"sm.count=-3"}), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal({"sm.count=true"}), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal({"l1.bytes=16KB"}), HasSubstr("KiB, MiB, GiB"));
  EXPECT_THAT(refusal({"l1.hit_latency=0"}), HasSubstr("1 to 2000 cycles"));
  EXPECT_THAT(refusal({"dram.clock_mhz=fast"}), HasSubstr("expected a number, 1 to 10000 MHz"));
  EXPECT_THAT(refusal({"l1.sectored=1"}), HasSubstr("expected true or false"));
  EXPECT_THAT(refusal({"execution.special.unit=sfo"}), HasSubstr("did you mean 'sfu'?"));
  EXPECT_THAT(refusal({"execution.special.unit=matrix"}),
              HasSubstr("execution.special.unit is matrix, which only multiplies matrices"));
  EXPECT_THAT(refusal({"sm.count"}), HasSubstr("expected key=value"));
}

TEST_F(ConfigurationTest, ComputeCapabilitiesHaveOneDigitAfterThePoint) {
  EXPECT_EQ(with({"device.compute_capability=8.0"}).compiler_options().capability, 80u);
  EXPECT_THAT(refusal({"device.compute_capability=7.55"}), HasSubstr("one digit after the point"));
}

TEST_F(ConfigurationTest, AddressesHave32Or64Bits) {
  EXPECT_EQ(with({"device.address_bits=32"}).machine.device.address_bits, 32u);
  EXPECT_THAT(refusal({"device.address_bits=48"}), HasSubstr("an address has 32 or 64 bits"));
  // Below 4 GiB lie the windows of the other spaces, too: 3840 MiB are left.
  EXPECT_THAT(refusal({"device.address_bits=32", "device.memory_bytes=4GiB"}),
              HasSubstr("leaves room for 3840 MiB of device memory"));
}

TEST_F(ConfigurationTest, PassesOfTheCompilerAreParameters) {
  EXPECT_FALSE(with({}).compiler.schedule);
  EXPECT_TRUE(with({"compiler.schedule=true"}).compiler.schedule);
  EXPECT_THAT(refusal({"compiler.shedule=true"}), HasSubstr("compiler.schedule"));
}

TEST_F(ConfigurationTest, UnknownPolicyListsThoseThatExist) {
  const std::string message = refusal({"warp_scheduler=gtoo"});
  EXPECT_THAT(message, HasSubstr("no warp_scheduler is called 'gtoo'; did you mean 'gto'?"));
  EXPECT_THAT(message, HasSubstr("gto, lpc, lrr"));
}

TEST_F(ConfigurationTest, UnknownMachineListsThoseThatExist) {
  ConfigurationRequest request;
  request.machine = "gtx48";
  const std::string message = error_of([&] { Configuration::resolve(request); });
  EXPECT_THAT(message, HasSubstr("unknown machine 'gtx48'; did you mean 'gtx480'?"));
  EXPECT_THAT(message, testing::AllOf(HasSubstr("gtx480,"), HasSubstr("v100")));
  request.machine = "./nowhere.toml";
  EXPECT_THAT(error_of([&] { Configuration::resolve(request); }), HasSubstr("no machine file"));
}

TEST_F(ConfigurationTest, FilesInheritAndSayWhereTheyAreWrong) {
  folder_.write("parent.toml", "base = \"gtx480\"\n[sm]\ncount = 7\nwarps = 32\n");
  ConfigurationRequest request;
  request.machine =
      folder_.write("child.toml", "base = \"parent\"\nwarp_scheduler = \"lrr\"\n[sm]\nwarps = 16\n")
          .string();
  const Configuration configuration = Configuration::resolve(request);
  EXPECT_EQ(configuration.machine.sm.count, 7u);
  EXPECT_EQ(configuration.machine.sm.warps, 16u);
  EXPECT_EQ(configuration.machine.sm.registers, 32768u);
  EXPECT_EQ(configuration.policies.chosen("warp_scheduler"), "lrr");

  request.machine = folder_.write("wrong.toml", "base = \"gtx480\"\n[sm]\n\ncoutn = 7\n").string();
  EXPECT_THAT(error_of([&] { Configuration::resolve(request); }),
              HasSubstr("wrong.toml:4: unknown"));
  request.machine = folder_.write("broken.toml", "[sm\n").string();
  EXPECT_THAT(error_of([&] { Configuration::resolve(request); }), HasSubstr("broken.toml:1:"));
  request.machine = folder_.write("list.toml", "[sm]\ncount = [1, 2]\n").string();
  EXPECT_THAT(error_of([&] { Configuration::resolve(request); }),
              HasSubstr("list.toml:2:9: 'sm.count' takes"));
}

TEST_F(ConfigurationTest, AMachineWithoutABaseMustBeComplete) {
  ConfigurationRequest request;
  request.machine = folder_.write("half.toml", "[sm]\ncount = 2\n").string();
  const std::string message = error_of([&] { Configuration::resolve(request); });
  EXPECT_THAT(message, HasSubstr("half.toml"));
  EXPECT_THAT(message, HasSubstr("'device.name'"));
  EXPECT_THAT(message, HasSubstr("base = \"gtx480\""));
  folder_.write("half.toml", "base = \"v100\"\n[sm]\ncount = 2\n");
  EXPECT_EQ(Configuration::resolve(request).machine.sm.schedulers, 4u);
}

TEST_F(ConfigurationTest, SizesHaveLimits) {
  gpu::MachineSpec spec;
  ParameterRows rows;
  spec.describe(rows);
  for (const ParameterRow& row : rows.rows) {
    EXPECT_TRUE(row.unit != "B" || std::isfinite(row.maximum)) << row.key;
    if (row.unit == "B") {
      EXPECT_THAT(refusal({row.key + "=2TiB"}), HasSubstr("expected a whole number")) << row.key;
    }
  }
  EXPECT_THAT(refusal({"run.skip=-1"}), HasSubstr("0 or more launches"));
}

TEST_F(ConfigurationTest, BaseInACircleIsRefused) {
  folder_.write("a.toml", "base = \"b\"\n");
  ConfigurationRequest request;
  request.machine = folder_.write("b.toml", "base = \"a\"\n").string();
  EXPECT_THAT(error_of([&] { Configuration::resolve(request); }), HasSubstr("circle"));
}

TEST_F(ConfigurationTest, ConfigurationFileLiesOverTheMachine) {
  ConfigurationRequest request;
  request.machine = "v100";
  request.files = {folder_.write("mine.toml", "[sm]\ncount = 8\n")};
  request.assignments = {"sm.warps=32"};
  const Configuration configuration = Configuration::resolve(request);
  EXPECT_EQ(configuration.machine.sm.count, 8u);
  EXPECT_EQ(configuration.machine.sm.warps, 32u);
  EXPECT_EQ(configuration.machine.sm.schedulers, 4u);
}

TEST_F(ConfigurationTest, ContradictionsOfTheMachineAreRefused) {
  EXPECT_THAT(refusal({"control.quantum=32"}), HasSubstr("control.control_latency"));
}

TEST_F(ConfigurationTest, ContradictionsNameTheLinesOfTheirValues) {
  const auto refused = [&](const std::string& text, std::vector<std::string> assignments = {}) {
    ConfigurationRequest request;
    request.machine = folder_.write("bad.toml", "base = \"gtx480\"\n" + text).string();
    request.assignments = std::move(assignments);
    return error_of([&] { Configuration::resolve(request); });
  };
  // gtx480 has 16 banks and sets of 4 lines; other values of a contradiction are in its file.
  EXPECT_THAT(refused("[dram]\nbank_groups = 3\n"),
              AllOf(HasSubstr("bad.toml:3: dram.bank_groups (3) must divide dram.banks"),
                    HasSubstr("(dram.banks is set in "), HasSubstr("gtx480.toml:")));
  EXPECT_THAT(refused("[dram]\nbanks = 16\nbank_groups = 3\n"),
              AllOf(HasSubstr("bad.toml:4: dram.bank_groups (3)"),
                    HasSubstr("dram.banks is set in "), HasSubstr("bad.toml:3)")));
  EXPECT_THAT(refused("[l1]\nassociativity = 3\n"),
              AllOf(HasSubstr("bad.toml:3: l1.bytes (16384) must be whole sets"),
                    HasSubstr("(l1.bytes is set in "), HasSubstr("gtx480.toml:")));
  EXPECT_THAT(refused("[dram]\nbanks = 16\n", {"dram.bank_groups=3"}),
              testing::StartsWith("--set: dram.bank_groups (3)"));
  // Policies check values too, and may say a parameter's name alone.
  EXPECT_THAT(refused("[policies]\norganisation = \"temporal\"\n[organisation.temporal]\n"
                      "warp_size = 6\n"),
              HasSubstr("bad.toml:5: organisation: warp_size (6) must be"));
}

TEST_F(ConfigurationTest, ContradictionsOfTheOrganisationAreRefused) {
  EXPECT_THAT(refusal({"organisation.spatial.width=5"}),
              HasSubstr("organisation.spatial.width (5) must be 4, 8, 16 or 32"));
  const std::string spatio_temporal = "organisation=spatio_temporal";
  EXPECT_THAT(refusal({spatio_temporal, "organisation.spatio_temporal.k=3"}),
              HasSubstr("k (3), the threads of a lane, must be a power of two"));
  EXPECT_THAT(refusal({spatio_temporal, "organisation.spatio_temporal.units=8",
                       "organisation.spatio_temporal.k=16"}),
              HasSubstr("divides units (8)"));
  EXPECT_THAT(refusal({"organisation=temporal", "organisation.temporal.warp_size=6"}),
              HasSubstr("warp_size (6) must be 4, 8, 16 or 32"));
  EXPECT_THAT(refusal({"organisation=temporal", "organisation.temporal.control_by_threads=true",
                       "organisation.temporal.control_cycles=0"}),
              HasSubstr("control_by_threads multiplies control_cycles, which is 0"));
  EXPECT_THAT(refusal({"organisation=temporal", "execution.scalar.count=1"}),
              HasSubstr("execution.scalar.count (1): the lanes of organisation=temporal"));
  EXPECT_THAT(refusal({"organisation.spatial.width=4", "sm.warps=128"}),
              HasSubstr("sm.warps (128) of 8 parts each are more than"));
  EXPECT_EQ(with({"organisation.spatial.width=8"}).policies.chosen("organisation"), "spatial");
}

TEST_F(ConfigurationTest, ADuelNeedsItsSms) {
  const std::string warpman = "residency=warpman", dueling = "residency.warpman.mode=dueling";
  EXPECT_THAT(refusal({warpman, dueling, "sm.count=1"}), HasSubstr("a duel needs two SMs"));
  EXPECT_THAT(refusal({warpman, dueling, "residency.warpman.duel_leader_temp=15"}),
              HasSubstr("0 and 15 are not two of 15"));
  EXPECT_EQ(with({warpman, "sm.count=1"}).policies.chosen("residency"), "warpman");
}

TEST_F(ConfigurationTest, SmsOfTheTimelineMustBeThere) {
  EXPECT_THAT(refusal({"run.timeline_sms=0-15"}), HasSubstr("= \"0-15\": there are SMs 0 to 14"));
  EXPECT_THAT(refusal({"sm.count=4", "run.timeline_sms=4"}), HasSubstr("SMs 0 to 3"));
  for (const char* list : {"x", "1,", "2-1", "1-", "0 1"}) {
    EXPECT_THAT(refusal({std::string("run.timeline_sms=") + list}),
                HasSubstr("expected numbers and ranges as in 0,2-4"))
        << list;
  }
  EXPECT_THAT(with({"run.timeline_sms=0,2-14"}).to_toml(), HasSubstr("timeline_sms = \"0,2-14\""));
}

/// Policies that the GPU would refuse when it is made: found before a program starts.
TEST_F(ConfigurationTest, PoliciesThatCannotWorkTogetherAreRefused) {
  using Texts = std::vector<std::string>;
  const Texts tbc = {"sm.count=1", "organisation=tbc", "sm.issue_discipline=one_at_a_time",
                     "fetch.buffer_entries=0"};
  const Texts signals = {"preemption_trigger=periodic", "preemption=occup"};
  const auto refused = [](const Texts& first, const Texts& second) {
    Texts both = first;
    both.insert(both.end(), second.begin(), second.end());
    return error_of([&] { check_policies_together(with(both)); });
  };
  EXPECT_EQ(refused(tbc, {}), "");
  EXPECT_EQ(refused({"sm.count=1"}, signals), "");
  EXPECT_THAT(refused(tbc, signals), HasSubstr("a block cannot leave an SM before its end"));
  EXPECT_THAT(refused(tbc, {"residency=warpman"}), HasSubstr("residency warpman starts warps"));
  for (const std::string scheduler : {"pro", "two_level", "fetch_groups"})
    EXPECT_THAT(refused(tbc, {"warp_scheduler=" + scheduler}),
                HasSubstr("warp_scheduler " + scheduler + " needs warps that keep their threads"));
  for (const std::string throttle : {"swl", "daws"})
    EXPECT_THAT(refused(tbc, {"throttle=" + throttle}),
                HasSubstr("throttle " + throttle + " needs warps that keep their threads"));
  for (const std::string residency : {"gpuduet", "virtual_thread"})
    EXPECT_THAT(refused({"residency=" + residency}, signals),
                HasSubstr("warps are without a slot (residency is " + residency));
  EXPECT_THAT(
      refused({"organisation=temporal"}, {"preemption_trigger=periodic", "preemption=inplace"}),
      HasSubstr("needs residency=block and an organisation that is not divided into lanes"));
}

TEST_F(ConfigurationTest, ASharingPolicyNeedsTenants) {
  EXPECT_THAT(error_of([] { with({"corun=smk"}).check_tenants(); }),
              HasSubstr("corun=smk shares the GPU among tenants, and the launches of a program are "
                        "of none: say corun.by=stream"));
  EXPECT_NO_THROW(with({"corun=smk", "corun.by=stream"}).check_tenants());
  EXPECT_NO_THROW(with({}).check_tenants());
}

TEST_F(ConfigurationTest, ResolvedConfigurationReadsBackAsItself) {
  Configuration configuration =
      with({"sm.count=3", "warp_scheduler=lrr", "dram.clock_mhz=923.7", "run.kernels=a\\\\b\"c",
            "run.stop_after_cycles=1e6", "device.name=a \"quoted\" name", "run.timing=none"});
  const std::string text = configuration.to_toml();
  ConfigurationRequest request;
  request.machine = folder_.write("config.toml", text).string();
  const Configuration again = Configuration::resolve(request);
  EXPECT_EQ(again.to_toml(), text);
  EXPECT_EQ(again.machine.dram.clock_mhz, 923.7);
  EXPECT_EQ(again.run.stop_after_cycles, 1000000u);
  EXPECT_EQ(again.run.kernels, "a\\\\b\"c");
  EXPECT_EQ(again.machine.device.name, "a \"quoted\" name");
  EXPECT_EQ(again.run.timing, Timing::none);
}

TEST_F(ConfigurationTest, ProcessesFindTheirConfigurationInTheEnvironment) {
  folder_.write(kResolvedFile, with({"sm.count=5"}).to_toml());
  setenv(kRunFolderVariable, folder_.path().c_str(), 1);
  const Configuration configuration = Configuration::from_environment();
  unsetenv(kRunFolderVariable);
  EXPECT_EQ(configuration.machine.sm.count, 5u);
  EXPECT_EQ(configuration.run_folder, folder_.path());
  EXPECT_TRUE(Configuration::from_environment().run_folder.empty());
  EXPECT_EQ(Configuration::from_environment().machine.sm.count, 15u);
}

TEST_F(ConfigurationTest, EveryParameterSaysWhatItIs) {
  for (const ParameterRow& row : all_parameters()) {
    EXPECT_FALSE(row.doc.empty()) << row.key;
    EXPECT_FALSE(row.range().empty()) << row.key;
  }
}

TEST_F(ConfigurationTest, MachineFilesSetEveryParameterOfTheMachine) {
  gpu::MachineSpec spec;
  ParameterRows rows;
  spec.describe(rows);
  for (const char* name : {"gtx480", "v100"}) {
    const Settings settings = read_settings(std::string(HEDDLE_MACHINES) + "/" + name + ".toml");
    for (const ParameterRow& row : rows.rows) {
      // Classes without a unit, and what a machine is asked to do better than it can.
      const bool is_no_fact = row.key.starts_with("control.") ||
                              row.key.starts_with("execution.") || row.key.starts_with("ideal.");
      EXPECT_TRUE(is_no_fact || settings.contains(row.key)) << name << ": " << row.key;
    }
  }
}

}  // namespace
}  // namespace heddle::sim
