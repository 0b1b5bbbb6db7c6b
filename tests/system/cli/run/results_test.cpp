#include <filesystem>

#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Results : public testing::Test {
 protected:
  Results() { folder_.write("k.ptx", kScale); }

  Finished run(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"run",          "--out",   out,    "--grid",
                                      "64",           "--block", "256",  "--arg",
                                      "buffer:64KiB", "--arg",   "u32:3"};
    words.insert(words.end(), more.begin(), more.end());
    words.emplace_back("k.ptx");
    return folder_.heddle(words);
  }

  bool has(const std::string& file) const { return std::filesystem::exists(folder_.path(file)); }

  Playground folder_;
};

/// 24 registers of 256 threads are 6144 of gtx480's 32768: five blocks; the count is saved, said
/// and repeated from the saved configuration.
TEST_F(Results, RegistersOfAKernelCanBeSet) {
  const Finished finished = run("out", {"--set", "kernel.scale.registers=24"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("24 registers a thread for kernel scale, as set"));
  EXPECT_THAT(finished.err, Not(HasSubstr("warning")));
  const auto launch = folder_.json("out/stats.json").at("launches").at(0);
  EXPECT_EQ(launch.at("registers_per_thread"), 24);
  EXPECT_EQ(launch.at("blocks_per_sm"), 5);
  EXPECT_EQ(launch.at("limited_by"), "registers");
  EXPECT_THAT(folder_.read("out/config.toml"), HasSubstr("[kernel.scale]\nregisters = 24"));
  const Finished again =
      folder_.heddle({"run", "--machine", "out/config.toml", "--out", "again", "--grid", "64",
                      "--block", "256", "--arg", "buffer:64KiB", "--arg", "u32:3", "k.ptx"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(folder_.json("again/stats.json").at("launches").at(0).at("registers_per_thread"), 24);
}

/// 40 loads that the counted schedule starts early, and that the code which runs adds up one by
/// one: 512 threads have 32 registers each of an SM with 16384.
TEST_F(Results, RegistersThatLeaveNoRoomForABlockAreFewerWithAWarning) {
  std::string text =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry sum(.param .u64 to)\n{\n"
      ".reg .b32 %r<42>; .reg .b64 %d;\nld.param.u64 %d, [to];\nmov.u32 %r0, 0;\n";
  for (unsigned i = 0; i < 40; ++i)
    text += fmt::format("ld.global.u32 %r{0}, [%d+{1}]; add.u32 %r0, %r0, %r{0};\n", i + 1, 4 * i);
  folder_.write("s.ptx", text + "st.global.u32 [%d+160], %r0;\nret;\n}\n");
  const auto sum = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> words = {"run",
                                      "--out",
                                      out,
                                      "--grid",
                                      "1",
                                      "--block",
                                      "512",
                                      "--arg",
                                      "buffer:4KiB",
                                      "--set",
                                      "sm.registers=16384"};
    words.insert(words.end(), more.begin(), more.end());
    words.emplace_back("s.ptx");
    return folder_.heddle(words);
  };
  const Finished finished = sum("out", {});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto kernel = folder_.json("out/stats.json").at("kernels").at(0);
  EXPECT_EQ(kernel.at("registers_per_thread"), 32);
  EXPECT_GT(kernel.at("counted_registers_per_thread"), 32);
  EXPECT_THAT(finished.err, HasSubstr("warning: no block fits on an SM with the registers that "
                                      "are counted"));
  EXPECT_THAT(finished.err, HasSubstr("sum (32 of "));
  const Finished refused = sum("strict", {"--set", "kernel.sum.registers=40"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("needs more registers"));
}

/// What characterises a kernel stands with its kernel, whose data the hits are only if asked for.
TEST_F(Results, KernelsAreCharacterised) {
  ASSERT_EQ(run("out", {"--set", "kernel.scale.registers=24"}).exit_code, 0);
  ASSERT_EQ(run("asked", {"--set", "run.hit_classes=true"}).exit_code, 0);
  const auto json = folder_.json("out/stats.json");
  const auto kernel = json.at("kernels").at(0);
  EXPECT_EQ(kernel.at("limited_by"), "registers");
  EXPECT_EQ(kernel.at("utilization_class"), "underutilized");  // 64 blocks of one access each
  const auto& values = kernel.at("statistics");
  EXPECT_EQ(value(values, "block.x"), 256);
  EXPECT_EQ(value(values, "block.warps"), 8);
  EXPECT_EQ(value(values, "block.registers"), 24);
  EXPECT_EQ(value(values, "occupancy.blocks"), 5);
  EXPECT_EQ(value(values, "occupancy.limit.registers"), 1);
  EXPECT_EQ(value(values, "occupancy.limit.warps"), 0);
  EXPECT_NEAR(value(values, "occupancy.registers_unallocated"), 2048.0 / 32768, 1e-12);
  EXPECT_EQ(value(values, "utilization_class.underutilized"), 1);
  EXPECT_FALSE(json.at("statistics").contains("l1d.hit_class.inter_warp"));
  const auto asked = folder_.json("asked/stats.json");
  const auto& all = asked.at("total").at("statistics");
  double hits = 0;
  for (const char* reuse : {"intra_thread", "inter_thread", "inter_warp"})
    hits += double{all.at("l1d.hit_class." + std::string(reuse))};
  EXPECT_EQ(hits, all.at("l1d.hits"));
  EXPECT_EQ(asked.at("statistics").at("l1d.hit_class.inter_warp").at("unit"), "accesses");
}

TEST_F(Results, RegistersOfAKernelThatDoesNotRunAreWarnedAbout) {
  const Finished finished = run("out", {"--set", "kernel.scala.registers=24"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("warning: kernel.scala.registers = 24 had no effect: the "
                                      "kernels that ran are scale"));
}

TEST_F(Results, RegistersThatNoThreadCanHaveAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"kernel.scale.registers=0", "expected a whole number, 1 to 65535"},
      {"kernel.scale.registers=256", "allows 255 (device.max_registers_per_thread)"},
      {"kernel.scale.registers=many", "expected a whole number"},
      {"kernel.scale.register=24", "did you mean 'kernel.scale.registers'"},
      {"kernel.a::b.registers=24", "a kernel is named by its function's name alone"},
      {"kernel.registers=24", "a kernel is named by its function's name alone"},
  };
  for (const auto& [setting, message] : cases) {
    const Finished finished = run("out", {"--set", setting});
    EXPECT_NE(finished.exit_code, 0) << setting;
    EXPECT_THAT(finished.err, HasSubstr(message)) << setting;
  }
}

TEST_F(Results, RegistersThatTheMachineKeepsAreNoThreads) {
  const auto with = [&](const char* registers) {
    return run("out", {"--set", "device.reserved_registers=3", "--set", registers});
  };
  EXPECT_EQ(with("kernel.scale.registers=4").exit_code, 0);
  const Finished refused = with("kernel.scale.registers=3");
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("keeps 3 of a thread's registers for itself "
                                     "(device.reserved_registers)"));
}

TEST_F(Results, FilesHoldWhatWasMeasured) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  EXPECT_EQ(stats.at("status"), "complete");
  EXPECT_EQ(stats.at("schema_version"), 3);
  EXPECT_EQ(stats.at("exit_code"), 0);
  ASSERT_EQ(stats.at("launches").size(), 1u);
  const auto& launch = stats.at("launches").at(0);
  EXPECT_EQ(launch.at("kernel"), "scale");
  EXPECT_EQ(launch.at("grid"), nlohmann::json::array({64, 1, 1}));
  EXPECT_TRUE(launch.at("timed"));
  for (const auto& [name, number] : launch.at("statistics").items()) {
    EXPECT_NE(number, 0) << name;
    EXPECT_FALSE(stats.at("statistics").at(name).at("description").empty()) << name;
    EXPECT_TRUE(stats.at("statistics").at(name).contains("unit")) << name;
  }
  EXPECT_EQ(stats.at("total").at("statistics").size(), stats.at("statistics").size());
  ASSERT_EQ(stats.at("kernels").size(), 1u);
  for (const char* same : {"statistics", "grid", "block", "registers_per_thread",
                           "shared_bytes_per_block", "blocks_per_sm", "limited_by"}) {
    EXPECT_EQ(stats.at("kernels").at(0).at(same), launch.at(same)) << same;
  }
  EXPECT_EQ(value(launch.at("statistics"), "blocks"), 64);
  EXPECT_EQ(value(launch.at("statistics"), "cycles"),
            value(stats.at("total").at("statistics"), "cycles"));
  const auto manifest = folder_.json("out/manifest.json");
  EXPECT_EQ(manifest.at("machine"), "gtx480");
  EXPECT_EQ(manifest.at("status"), "complete");
  EXPECT_THAT(folder_.read("out/config.toml"), HasSubstr("[dram]"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("out"))) {
    EXPECT_THAT(entry.path().filename().string(),
                testing::AnyOf("stats.json", "manifest.json", "config.toml"));
  }
}

TEST_F(Results, HostTimeIsSplitOverPhases) {
  ASSERT_EQ(run("timed").exit_code, 0);
  const auto timed = folder_.json("timed/stats.json").at("host");
  double sum = 0;
  for (const char* phase : {"sm", "memory", "bookkeeping"}) {
    EXPECT_GT(timed.at("phases").at(phase), 0) << phase;
    sum += timed.at("phases").at(phase).get<double>();
  }
  EXPECT_NEAR(timed.at("simulation_seconds"), sum, 1e-9);
  EXPECT_LT(timed.at("simulation_seconds"), timed.at("wall_seconds"));
  EXPECT_EQ(timed.at("functional_seconds"), 0);

  ASSERT_EQ(run("functional", {"--timing", "none"}).exit_code, 0);
  const auto functional = folder_.json("functional/stats.json").at("host");
  EXPECT_EQ(functional.at("simulation_seconds"), 0);
  EXPECT_GT(functional.at("functional_seconds"), 0);
  EXPECT_LT(functional.at("functional_seconds"), functional.at("wall_seconds"));
}

TEST_F(Results, StallReasonsOfAllSlotsSumUp) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto statistics = folder_.json("out/stats.json").at("launches").at(0).at("statistics");
  double slots = 0;
  for (const auto& [name, number] : statistics.items()) {
    if (name.starts_with("stall.")) slots += number.get<double>();
  }
  EXPECT_EQ(slots, value(statistics, "cycles") * 15 * 2);  // gtx480: 15 SMs of 2 schedulers
}

TEST_F(Results, TwoRunsAgreeInAllButTheHost) {
  ASSERT_EQ(run("one").exit_code, 0);
  ASSERT_EQ(run("two").exit_code, 0);
  for (const char* file : {"stats.json", "manifest.json"}) {
    auto one = folder_.json("one/" + std::string(file));
    auto two = folder_.json("two/" + std::string(file));
    EXPECT_TRUE(one.contains("host"));
    one.erase("host");
    two.erase("host");
    EXPECT_EQ(one, two);
  }
  EXPECT_EQ(folder_.read("one/config.toml"), folder_.read("two/config.toml"));
}

TEST_F(Results, TheResolvedConfigurationRepeatsTheRun) {
  ASSERT_EQ(run("one", {"--set", "sm.count=3", "--set", "warp_scheduler=lrr"}).exit_code, 0);
  ASSERT_EQ(run("two", {"--machine", "one/config.toml"}).exit_code, 0);
  EXPECT_EQ(folder_.json("one/stats.json").at("launches"),
            folder_.json("two/stats.json").at("launches"));
  EXPECT_EQ(folder_.read("one/config.toml"), folder_.read("two/config.toml"));
}

TEST_F(Results, AUsedFolderIsRefusedUnlessToldOtherwise) {
  ASSERT_EQ(run("out").exit_code, 0);
  folder_.write("out/notes.txt", "mine");
  const Finished refused = run("out");
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("--overwrite"));
  EXPECT_EQ(run("out", {"--overwrite"}).exit_code, 0);
  EXPECT_EQ(folder_.read("out/notes.txt"), "mine");
  EXPECT_EQ(folder_.json("out/stats.json").at("status"), "complete");
}

/// What would only come out as the program starts is refused before.
TEST_F(Results, PoliciesThatCannotWorkLeaveNoFolder) {
  const Finished profile =
      run("out", {"--set", "throttle=daws", "--set", "throttle.daws.profile=none.csv"});
  EXPECT_NE(profile.exit_code, 0);
  EXPECT_THAT(profile.err, HasSubstr("throttle.daws.profile: cannot read 'none.csv'"));
  const Finished tags =
      run("out", {"--set", "throttle=ccws", "--set", "throttle.ccws.vta_entries=12"});
  EXPECT_NE(tags.exit_code, 0);
  EXPECT_THAT(tags.err, HasSubstr("--set throttle.ccws.vta_entries=8"));
  const Finished sets =
      run("out", {"--set", "throttle=daws", "--set", "throttle.daws.repetition_entries=12"});
  EXPECT_NE(sets.exit_code, 0);
  EXPECT_THAT(sets.err, HasSubstr("--set throttle.daws.repetition_ways=12"));
  EXPECT_FALSE(has("out"));
}

TEST_F(Results, OverwritingRemovesWhatTheEarlierRunObserved) {
  const std::vector<std::string> observed = {"--overwrite",
                                             "--sample",
                                             "100",
                                             "--set",
                                             "run.loads=true",
                                             "--set",
                                             "run.warps=true",
                                             "--set",
                                             "run.blocks=true",
                                             "--set",
                                             "run.l1_stream=true"};
  ASSERT_EQ(run("out", observed).exit_code, 0);
  folder_.write("out/loads-of-mine.csv", "mine");
  ASSERT_EQ(run("out", observed).exit_code, 0);
  for (const char* name : {"samples", "loads", "warps", "blocks"}) {
    EXPECT_TRUE(has(fmt::format("out/{}.csv", name))) << name;
    EXPECT_FALSE(has(fmt::format("out/{}-1.csv", name))) << name;
  }
  EXPECT_FALSE(has("out/l1_stream-1.bin"));
  ASSERT_EQ(run("out", {"--overwrite"}).exit_code, 0);
  EXPECT_FALSE(has("out/loads.csv"));
  EXPECT_FALSE(has("out/l1_stream.bin"));
  EXPECT_EQ(folder_.read("out/loads-of-mine.csv"), "mine");
}

TEST_F(Results, StopAfterCyclesKeepsWhatWasMeasured) {
  ASSERT_EQ(run("out", {"--stop-after", "cycles=900"}).exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  EXPECT_EQ(stats.at("status"), "incomplete");
  EXPECT_THAT(stats.at("reason").get<std::string>(), HasSubstr("cycles=900"));
  ASSERT_EQ(stats.at("launches").size(), 1u);
  EXPECT_FALSE(stats.at("launches").at(0).at("complete"));
  EXPECT_EQ(stats.at("launches").at(0).at("ended_cycle"), 900);
  EXPECT_GT(value(stats.at("total").at("statistics"), "warp_instructions"), 0);
}

TEST_F(Results, StopAfterInstructionsEndsSoonAfterThem) {
  ASSERT_EQ(run("out", {"--stop-after", "instructions=1000"}).exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  const double executed = value(stats.at("total").at("statistics"), "warp_instructions");
  EXPECT_GE(executed, 1000);
  EXPECT_LE(executed, 1000 + 16 * 30);  // one quantum of the whole machine
  EXPECT_EQ(stats.at("status"), "incomplete");
}

TEST_F(Results, TheLevelBoundsTheFile) {
  ASSERT_EQ(run("launch").exit_code, 0);
  ASSERT_EQ(run("kernel", {"--stats", "kernel"}).exit_code, 0);
  ASSERT_EQ(run("total", {"--set", "run.stats=total"}).exit_code, 0);
  const auto launch = folder_.json("launch/stats.json"), kernel = folder_.json("kernel/stats.json"),
             total = folder_.json("total/stats.json");
  EXPECT_FALSE(kernel.contains("launches"));
  EXPECT_EQ(kernel.at("kernels"), launch.at("kernels"));
  EXPECT_FALSE(total.contains("launches"));
  EXPECT_FALSE(total.contains("kernels"));
  EXPECT_EQ(total.at("total"), launch.at("total"));
  EXPECT_EQ(folder_.heddle({"compare", "launch", "total"}).exit_code, 0);
  EXPECT_THAT(run("more", {"--stats", "all"}).err, HasSubstr("launch, kernel, total"));
}

TEST_F(Results, AFolderInUseIsRefused) {
  const int folder = open(folder_.path("tmp").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(folder, LOCK_EX), 0);
  const Finished refused = run("tmp", {"--overwrite"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("another run is using this folder"));
  close(folder);
  EXPECT_EQ(run("tmp", {"--overwrite"}).exit_code, 0);
}

TEST_F(Results, CompareTellsFoldersOfOneNameApart) {
  ASSERT_EQ(run("x/out").exit_code, 0);
  ASSERT_EQ(run("y/out").exit_code, 0);
  EXPECT_THAT(folder_.heddle({"compare", "x/out/", "./y/out"}).out,
              testing::ContainsRegex("x/out +y/out"));
}

TEST_F(Results, CompareRefusesAnotherVersionOfTheFormat) {
  ASSERT_EQ(run("a").exit_code, 0);
  auto stats = folder_.json("a/stats.json");
  stats["schema_version"] = 1;
  folder_.write("a/stats.json", stats.dump());
  EXPECT_THAT(folder_.heddle({"compare", "a"}).err, HasSubstr("version 1 of the format"));
}

TEST_F(Results, CompareShowsRunsSideBySide) {
  ASSERT_EQ(run("a", {"--set", "warp_scheduler=lrr"}).exit_code, 0);
  ASSERT_EQ(run("b", {"--set", "warp_scheduler=gto"}).exit_code, 0);
  const Finished finished = folder_.heddle({"compare", "a", "b"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("policies.warp_scheduler +lrr +gto"));
  EXPECT_THAT(finished.out, HasSubstr("cycles"));
  EXPECT_NE(folder_.heddle({"compare", "a", "nowhere"}).exit_code, 0);
}

}  // namespace
}  // namespace heddle::test
