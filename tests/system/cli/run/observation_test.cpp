// --sample, --stats-sms and heddle timeline, as users type them.

#include <algorithm>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Observe : public testing::Test {
 protected:
  Observe() { folder_.write("k.ptx", kScale); }

  Finished run(const std::string& command, std::vector<std::string> options) const {
    options.insert(options.begin(), command);
    for (const char* word : {"--quiet", "--grid", "40", "--block", "128", "--arg",
                             "buffer:20480:iota", "--arg", "u32:7", "k.ptx"}) {
      options.emplace_back(word);
    }
    return folder_.heddle(options);
  }

  Playground folder_;
};

std::vector<std::vector<std::string>> table(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

TEST_F(Observe, SamplesTileTheRunAndDoNotDependOnThreads) {
  ASSERT_EQ(run("run", {"--sample", "50", "--out", "one"}).exit_code, 0);
  const auto rows = table(folder_.read("one/samples.csv"));
  ASSERT_GT(rows.size(), 3u);
  ASSERT_EQ(rows[0][0] + "," + rows[0][1] + "," + rows[0][2], "begin,end,warp_instructions");
  const auto power =
      static_cast<std::size_t>(std::ranges::find(rows[0], "power.total") - rows[0].begin());
  ASSERT_LT(power, rows[0].size());
  double cycles = 0, instructions = 0, watt_cycles = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].size(), rows[0].size());
    if (i > 1) {
      EXPECT_EQ(rows[i][0], rows[i - 1][1]);
    }
    cycles += std::stod(rows[i][1]) - std::stod(rows[i][0]);
    instructions += std::stod(rows[i][2]);
    const double interval = std::stod(rows[i][1]) - std::stod(rows[i][0]);
    watt_cycles += interval * std::stod(rows[i][power]);
    double groups = 0;  // the columns behind it
    for (std::size_t group = power + 1; group < rows[i].size(); ++group)
      groups += std::stod(rows[i][group]);
    EXPECT_NEAR(groups / std::stod(rows[i][power]), 1, 1e-4);
  }
  const auto total = folder_.json("one/stats.json").at("total").at("statistics");
  EXPECT_EQ(cycles, value(total, "cycles"));
  EXPECT_EQ(instructions, value(total, "warp_instructions"));
  EXPECT_NEAR(watt_cycles / cycles / value(total, "energy.average_power"), 1, 1e-4);
  for (const char* threads : {"2", "3", "4"}) {
    ASSERT_EQ(run("run", {"--sample", "50", "--out", threads, "--threads", threads}).exit_code, 0);
    EXPECT_EQ(folder_.read(std::string(threads) + "/samples.csv"), folder_.read("one/samples.csv"));
  }
}

/// No more flits and bytes pass than there are ways for them, wherever a sample begins between the
/// edges of the interconnect's clock (two cycles to three of the core's) and of DRAM's.
TEST_F(Observe, NoShareOfASampleExceedsOne) {
  const std::pair<const char*, const char*> machines[] = {{"cke-ccbp", "sm.count=1"},
                                                          {"maxwell-gpuduet", "sm.count=16"}};
  for (const auto& [machine, sms] : machines) {
    double busiest = 0;
    for (const char* sample : {"1", "7", "10"}) {
      const std::string out = std::string(machine) + sample;
      ASSERT_EQ(run("run", {"--machine", machine, "--set", sms, "--sample", sample, "--out", out})
                    .exit_code,
                0);
      const auto rows = table(folder_.read(out + "/samples.csv"));
      for (std::size_t column = 0; column < rows[0].size(); ++column) {
        if (!rows[0][column].ends_with("utilization")) continue;
        for (std::size_t i = 1; i < rows.size(); ++i) {
          EXPECT_LE(std::stod(rows[i][column]), 1) << rows[0][column] << " from " << rows[i][0];
          busiest = std::max(busiest, std::stod(rows[i][column]));
        }
      }
    }
    EXPECT_GT(busiest, 0.9) << machine;
  }
}

TEST_F(Observe, SamplesNeedAFolder) {
  const Finished finished = run("run", {"--sample", "50"});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("--out"));
}

TEST_F(Observe, SmsAreToldApartOnlyWhenAskedFor) {
  ASSERT_EQ(run("run", {"--out", "plain"}).exit_code, 0);
  const auto plain = folder_.json("plain/stats.json");
  EXPECT_FALSE(plain.at("total").contains("sms"));
  ASSERT_EQ(run("run", {"--out", "sms", "--stats-sms"}).exit_code, 0);
  const auto stats = folder_.json("sms/stats.json");
  EXPECT_EQ(stats.at("total").at("statistics"), plain.at("total").at("statistics"));
  for (const auto& part : {stats.at("total"), stats.at("kernels")[0], stats.at("launches")[0]}) {
    ASSERT_EQ(part.at("sms").size(), 15u);
    double instructions = 0;
    for (const auto& sm : part.at("sms")) {
      instructions += value(sm, "warp_instructions");
      for (const auto& [name, number] : sm.items())
        EXPECT_TRUE(stats.at("sm_statistics").contains(name)) << name;
    }
    EXPECT_EQ(instructions, value(stats.at("total").at("statistics"), "warp_instructions"));
  }
  EXPECT_EQ(stats.at("streams")[0].at("statistics"), stats.at("kernels")[0].at("statistics"));
}

TEST_F(Observe, ATraceHasEveryBlockAndInstruction) {
  const Finished finished = run("timeline", {"-o", "trace.json", "--out", "out"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto trace = folder_.json("trace.json");
  unsigned blocks = 0, issues = 0;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    const unsigned track = event.at("tid");
    if (track >= 100 && track < 1000) ++blocks;
    if (track >= 1000 && event.at("args").contains("pc")) ++issues;
    EXPECT_GT(event.at("dur"), 0);
  }
  EXPECT_EQ(blocks, 40u);
  EXPECT_EQ(issues, value(folder_.json("out/stats.json").at("total").at("statistics"),
                          "warp_instructions"));
  EXPECT_FALSE(trace.at("otherData").contains("cut_at_cycle"));
}

TEST_F(Observe, ATimelineDoesNotDependOnThreads) {
  for (const char* threads : {"1", "2", "4"}) {
    const std::string name = std::string(threads) + ".txt";
    ASSERT_EQ(run("timeline", {"--text", "-o", name, "--threads", threads}).exit_code, 0);
    EXPECT_EQ(folder_.read(name), folder_.read("1.txt"));
  }
}

TEST_F(Observe, AWindowOfSomeSmsIsWhatTheWholeHasThere) {
  ASSERT_EQ(run("timeline", {"--text", "-o", "part.txt", "--sms", "1-2", "--from", "20", "--to",
                             "23", "--set", "fetch.cache_bytes=0"})
                .exit_code,
            0);
  const std::string part = folder_.read("part.txt");
  EXPECT_THAT(part, HasSubstr("\nsm 1\n"));
  EXPECT_THAT(part, HasSubstr("\nsm 2\n"));
  EXPECT_EQ(part.find("\nsm 0\n"), std::string::npos);
  for (const char* cycle : {"\n   20 ", "\n   22 "}) EXPECT_THAT(part, HasSubstr(cycle));
  EXPECT_EQ(part.find("\n   23 "), std::string::npos);
}

TEST_F(Observe, ATimelineThatIsCutSaysSo) {
  const Finished finished = run("timeline", {"-o", "cut.json", "--events", "300"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("--from"));
  const auto trace = folder_.json("cut.json");
  const unsigned cut = trace.at("otherData").at("cut_at_cycle");
  for (const auto& event : trace.at("traceEvents")) {
    if (event.contains("ts")) {
      EXPECT_LT(event.at("ts"), cut);
    }
  }
}

TEST_F(Observe, WhatCannotBeWrittenIsRefused) {
  EXPECT_THAT(run("timeline", {}).err, HasSubstr("-o"));
  EXPECT_THAT(run("timeline", {"-o", "a", "--sms", "99"}).err, HasSubstr("SMs 0 to 14"));
  EXPECT_THAT(run("timeline", {"-o", "a", "--from", "9", "--to", "9"}).err, HasSubstr("no cycle"));
}

/// The stream does not depend on host threads, and its replay is what the run itself counts.
TEST_F(Observe, TheStreamOfTheL1sIsReplayed) {
  const std::vector<std::string> wanted = {"--set", "run.l1_stream=true", "--set",
                                           "run.l1_replay=true"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), wanted.begin(), wanted.end());
    return run("run", more);
  };
  ASSERT_EQ(with({"--out", "one"}).exit_code, 0);
  ASSERT_EQ(with({"--out", "three", "--threads", "3"}).exit_code, 0);
  EXPECT_FALSE(folder_.read("one/l1_stream.bin").empty());
  EXPECT_EQ(folder_.read("one/l1_stream.bin"), folder_.read("three/l1_stream.bin"));
  const Finished replay = folder_.heddle({"replay", "--json", "one/l1_stream.bin"});
  ASSERT_EQ(replay.exit_code, 0) << replay.err;
  const auto json = nlohmann::json::parse(replay.out);
  EXPECT_EQ(json.at("launches").at(0).at("kernel"), "scale");
  const auto& total = json.at("total");
  const auto values = folder_.json("one/stats.json").at("total").at("statistics");
  EXPECT_GT(value(values, "l1_replay.accesses"), 0);
  EXPECT_EQ(total.at("accesses"), value(values, "l1_replay.accesses"));
  EXPECT_EQ(total.at("lru").at("misses"), value(values, "l1_replay.lru.misses"));
  EXPECT_EQ(total.at("belady").at("misses"), value(values, "l1_replay.belady.misses"));
  EXPECT_EQ(total.at("unbounded").at("inter_warp"),
            value(values, "l1_replay.unbounded.inter_warp"));
  ASSERT_EQ(run("run", {"--out", "none"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("none/l1_stream.bin")));
  EXPECT_FALSE(folder_.json("none/stats.json").at("statistics").contains("l1_replay.accesses"));
}

TEST_F(Observe, AReplayMayHaveAnotherCache) {
  ASSERT_EQ(run("run", {"--out", "one", "--set", "run.l1_stream=true"}).exit_code, 0);
  const auto replay = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"replay", "one/l1_stream.bin"});
    return folder_.heddle(options);
  };
  const Finished large = replay({"--bytes", "1MiB", "--line", "32", "--replacement", "lru"});
  EXPECT_EQ(large.exit_code, 0) << large.err;
  EXPECT_THAT(large.out, HasSubstr("1048576 bytes, lines of 32 bytes"));
  EXPECT_THAT(large.out, testing::Not(HasSubstr("belady")));
  EXPECT_THAT(large.out, HasSubstr("set_index fermi"));  // gtx480's, as recorded
  EXPECT_THAT(replay({"--set-index", "linear"}).out, HasSubstr("set_index linear"));
  EXPECT_THAT(
      replay({"--bytes", "10240"}).err,
      HasSubstr("20 sets are no power of two, as Fermi's index needs: say --set-index linear"));
  EXPECT_THAT(replay({"--set-index", "other"}).err, HasSubstr("--set-index"));
  const Finished named = replay({"--replacement", "srrip", "--set", "replacement.srrip.bits=3"});
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_THAT(named.out, HasSubstr("srrip"));
  EXPECT_THAT(replay({"--replacement", "srip"}).err,
              HasSubstr("--replacement srip: there is none of that name; did you mean 'srrip'?"));
  EXPECT_THAT(
      replay({"--replacement", "plru", "--assoc", "6", "--set-index", "linear", "--bytes", "6KiB"})
          .err,
      HasSubstr("replacement=plru: a tree has a power of two of ways"));
  EXPECT_THAT(replay({"--replacement", "fifo", "--set", "replacement.srrip.bits=3"}).err,
              HasSubstr("it is a parameter of 'srrip' (add --replacement srrip)"));
  EXPECT_THAT(replay({"--bytes", "1000"}).err, HasSubstr("no whole number of sets"));
  EXPECT_THAT(replay({"--line", "48"}).err, HasSubstr("32, 64, 128 or 256"));
  EXPECT_THAT(folder_.heddle({"replay", "k.ptx"}).err, HasSubstr("is no L1 stream"));
}

/// Each thread walks 16 words of its own, of which 32 are in a line: a line a lane, again in each
/// trip.
constexpr const char* kWalk = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry walk(.param .u64 p) {
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 128;
  add.u64 %rd3, %rd1, %rd2;
  mov.u32 %r2, 0;
  mov.u32 %r3, 0;
L:
  ld.global.u32 %r4, [%rd3];
  add.u32 %r3, %r3, %r4;
  add.u64 %rd3, %rd3, 4;
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, 16;
  @%p1 bra L;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

class Loads : public testing::Test {
 protected:
  Loads() { folder_.write("k.ptx", kWalk); }

  Finished run(const std::string& out, std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", "--quiet", "--grid", "1", "--block", "64", "--arg",
                                     "buffer:16KiB", "--out", out});
    options.emplace_back("k.ptx");
    return folder_.heddle(options);
  }
  Finished daws(const std::string& out, const std::string& profile) const {
    return run(out, {"--set", "throttle=daws", "--set", "throttle.daws.associativity_factor=0.3",
                     "--set", "throttle.daws.profile=" + profile});
  }

  Playground folder_;
};

TEST_F(Loads, AreWrittenByLoad) {
  ASSERT_EQ(run("one", {"--set", "run.loads=true"}).exit_code, 0);
  ASSERT_EQ(run("two", {"--set", "run.loads=true", "--threads", "2"}).exit_code, 0);
  EXPECT_EQ(folder_.read("one/loads.csv"), folder_.read("two/loads.csv"));
  const auto rows = table(folder_.read("one/loads.csv"));
  ASSERT_EQ(rows.size(), 2u);
  std::map<std::string, std::string> row;
  for (std::size_t i = 0; i < rows[0].size(); ++i) row[rows[0][i]] = rows[1].at(i);
  EXPECT_EQ(row["kernel"], "walk");
  EXPECT_EQ(row["line"], "16");
  EXPECT_EQ(row["loop_depth"], "1");
  EXPECT_EQ(row["executions"], "32");  // 2 warps, 16 trips
  EXPECT_EQ(row["lanes"], "1024");
  EXPECT_EQ(row["most_lanes"], "32");
  EXPECT_EQ(row["accesses"], "1024");
  EXPECT_EQ(row["converged"], "0");
  EXPECT_EQ(row["misses"], "64");
  EXPECT_EQ(row["own_hits"], "960");
  EXPECT_EQ(row["last_trip"], "960");
  const auto values = folder_.json("one/stats.json").at("total").at("statistics");
  EXPECT_EQ(value(values, "l1d.trip.last"), 960);
  EXPECT_GT(value(values, "stall.issued"), 0);  // names that follow are as ever
  EXPECT_EQ(value(values, "l1d.trip.this") + value(values, "l1d.trip.other"), 0);
}

TEST_F(Loads, AndStreamsNeedAFolder) {
  for (const char* setting : {"run.loads=true", "run.l1_stream=true"}) {
    const Finished finished =
        folder_.heddle({"run", "--quiet", "--set", setting, "--arg", "buffer:16KiB", "k.ptx"});
    EXPECT_NE(finished.exit_code, 0) << setting;
    EXPECT_THAT(finished.err, HasSubstr("needs a folder to go to: --out DIR"));
  }
}

/// 32 lines a warp; of gtx480's 128 (16 KiB) 0.3 count: the second warp has to wait.
TEST_F(Loads, AreAProfileForDaws) {
  ASSERT_EQ(run("profile", {"--set", "run.loads=true"}).exit_code, 0);
  const Finished finished = daws("daws", "profile/loads.csv");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto values = folder_.json("daws/stats.json").at("total").at("statistics");
  EXPECT_EQ(value(values, "l1d.loads"), 1024);
  EXPECT_GT(value(values, "stall.throttled"), 0);
}

TEST_F(Loads, AProfileOfSomethingElseIsRefused) {
  ASSERT_EQ(run("profile", {"--set", "run.loads=true"}).exit_code, 0);
  std::string text = folder_.read("profile/loads.csv");
  folder_.write("empty.csv", text.substr(0, text.find('\n') + 1));
  text.replace(text.find(",16,"), 4, ",16,,");
  folder_.write("cells.csv", text);
  for (const auto& [file, message] : std::map<std::string, std::string>{
           {"none.csv", "cannot read 'none.csv'"},
           {"k.ptx", "k.ptx:1: this is no profile of loads"},
           {"empty.csv", "the profile has no load"},
           {"cells.csv", "cells.csv:2: 24 cells, and there are 23 columns"}}) {
    const Finished finished = daws("out-" + file, file);
    EXPECT_NE(finished.exit_code, 0) << file;
    EXPECT_THAT(finished.err, HasSubstr(message)) << file;
  }
  std::string other = kWalk;
  other.replace(other.find("[%rd3]"), 6, "[%rd3+4]");
  folder_.write("k.ptx", other);
  EXPECT_THAT(daws("other", "profile/loads.csv").err,
              HasSubstr("profile/loads.csv:2: kernel walk has no load of"));
}

}  // namespace
}  // namespace heddle::test
