// The experiments that come with heddle: their files are whole, one runs with every claim
// measured, and neither the quantum nor the latency of control decides a headline.
#include <cstdlib>
#include <map>

#include <gmock/gmock.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Experiments : public testing::Test {
 protected:
  /// The build's programs serve it: what is copied now is newer than all that it is made of.
  json claims(const std::string& name, const std::vector<std::string>& options) const {
    const std::string out = name + std::to_string(options.size());
    const std::string programs = out + "/results.sqlite.work/programs";
    EXPECT_EQ(folder_
                  .shell("mkdir -p " + programs +
                         " && cd " HEDDLE_SUITE
                         " && for rule in .*.d; do name=${rule#.}; cp $rule ${name%.d} " +
                         folder_.path(programs).string() + "; done")
                  .exit_code,
              0);
    std::vector<std::string> words = {"reproduce", name, "--size", "tiny",
                                      "--out",     out,  "--json", "claims.json"};
    words.insert(words.end(), options.begin(), options.end());
    last_ = folder_.heddle(words);
    return folder_.json("claims.json");
  }
  /// What was measured of the headlines that are numbers, by id and variant.
  static std::map<std::string, double> headlines(const json& claims) {
    std::map<std::string, double> all;
    for (const json& claim : claims["claims"]) {
      if (claim["headline"] != true || !claim["measured"].is_number()) continue;
      all[claim["id"].get<std::string>() + " " + claim["variant"].get<std::string>()] =
          claim["measured"];
    }
    return all;
  }

  Playground folder_;
  mutable Finished last_;
};

TEST_F(Experiments, AreReadWhole) {
  for (const char* name : {"pro", "ccws", "daws", "spmv", "warpman", "warpman_beyond", "preemption",
                           "gpuduet", "ccbp", "silicon"}) {
    const Finished finished = folder_.heddle({"reproduce", name, "--list"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("claims, "));
  }
}

/// Values of smaller problems than the chip's: that all of them are there is what counts.
TEST_F(Experiments, SimulateEveryRowOfTheChips) {
  const json found = claims("silicon", {});
  EXPECT_EQ(last_.exit_code, 0) << last_.err;
  EXPECT_THAT(last_.out, Not(HasSubstr("missing")));
  EXPECT_GE(found["correlations"].size(), 20u);
  for (const json& claim : found["claims"]) EXPECT_EQ(claim["kind"], "measurement");
}

/// Experiments as long as they are.
class WholeExperiments : public Experiments {};

/// The first of its four variants alone, in a copy of the experiments.
TEST_F(Experiments, MeasureEveryClaimOfAVariantOfTheSparseMatrices) {
  ASSERT_EQ(folder_.shell("cp -r " HEDDLE_SOURCE "/experiments .").exit_code, 0);
  std::string matrix = folder_.read("experiments/spmv/matrix.toml");
  const std::string first = "axis = \"variant\"\nname = \"32 MSHRs\"\n";
  const std::size_t rest = matrix.find(first) + first.size(), end = matrix.find("[[matrix]]");
  ASSERT_LT(rest, end);
  folder_.write("experiments/spmv/matrix.toml", matrix.erase(rest, end - rest));
  setenv("HEDDLE_EXPERIMENTS", folder_.path("experiments").c_str(), 1);
  const json found = claims("spmv", {});
  unsetenv("HEDDLE_EXPERIMENTS");
  EXPECT_EQ(last_.exit_code, 0) << last_.err;
  EXPECT_EQ(found["claims"].size(), 14u);
  EXPECT_THAT(last_.out, Not(HasSubstr("missing")));
}

/// Table 6.2 of the dissertation, from its densities and counts: latches of 3.15 um2 for 2048 bits
/// of an L0 cache and 4096 of buffers a slice and for 128 entries of 64 bits of the gang table,
/// flip-flops of 10.8 um2 for 1800 bits of a scoreboard; 8 slices or 4. A second port of 0.108 mm2
/// and control of 0.16 a slice are the study's own. Beside this a single run.
TEST_F(Experiments, MeasureTheAreasOfVariableWarps) {
  ASSERT_EQ(folder_.shell("cp -r " HEDDLE_SOURCE "/experiments .").exit_code, 0);
  folder_.write("experiments/vws/matrix.toml",
                "[[setting]]\nname = \"ivws\"\nset = [\"organisation=variable_warp\"]\n"
                "[[matrix]]\npaper = \"vws\"\nworkloads = [\"bfs\"]\n");
  setenv("HEDDLE_EXPERIMENTS", folder_.path("experiments").c_str(), 1);
  const json found = claims("vws", {});
  unsetenv("HEDDLE_EXPERIMENTS");
  std::map<std::string, double> measured;
  for (const json& claim : found["claims"]) {
    const std::string id = claim["id"];
    if (!id.starts_with("vws.T6.2.")) continue;
    ASSERT_TRUE(claim["measured"].is_number()) << id;
    measured[id.substr(9)] = claim["measured"];
  }
  EXPECT_EQ(measured.size(), 27u);
  for (const double slices : {8.0, 4.0}) {
    const std::string width = slices == 8 ? ".w4" : ".w8";
    const std::map<std::string, double> parts = {{"l1i_dual", 0.108},
                                                 {"l0i", slices * 2048 * 3.15e-6},
                                                 {"ibuf", slices * 4096 * 3.15e-6},
                                                 {"gangtable", 128 * 64 * 3.15e-6},
                                                 {"scoreboard", slices * 1800 * 10.8e-6},
                                                 {"control", slices * 0.16}};
    double sum = 0;
    for (const auto& [part, mm2] : parts) {
      EXPECT_NEAR(measured[part + width], mm2, 1e-9) << part << width;
      sum += mm2;
    }
    EXPECT_NEAR(measured["sm" + width], sum, 1e-9);
    EXPECT_NEAR(measured["smpct" + width], 100 * sum / 16, 1e-9);
    EXPECT_NEAR(measured["gpu" + width], 15 * sum, 1e-9);
    EXPECT_NEAR(measured["gpupct" + width], 100 * sum / 35.3, 1e-9);
  }
  EXPECT_NEAR(measured["raw.l0i_256B"], 2048 * 3.15e-6, 1e-9);
  EXPECT_NEAR(measured["raw.ibuffers_4Kbit"], 4096 * 3.15e-6, 1e-9);
  EXPECT_NEAR(measured["raw.scoreboard_1800b"], 1800 * 10.8e-6, 1e-9);
  EXPECT_NEAR(measured["raw.l1i_single_port_64KB"], 65536 * 8 * 0.45e-6, 1e-9);
  EXPECT_NEAR(measured["raw.l1i_dual_port_64KB"], 65536 * 8 * 0.45e-6 + 0.108, 1e-9);
}

TEST_F(WholeExperiments, MeasureEveryClaimOfTheSparseMatrices) {
  const json found = claims("spmv", {});
  EXPECT_EQ(last_.exit_code, 0) << last_.err;
  EXPECT_EQ(found["claims"].size(), 4u * 13 + 1);  // 13 in each of four variants, and one given
  EXPECT_THAT(last_.out, Not(HasSubstr("missing")));
}

/// Blocks of 256 and 1024 threads of 32 registers on an SM of 32 Ki registers and 8 block slots,
/// which stay with one warp each; without the limit of block slots the registers are one (and not
/// the 48 warp slots, as in the study). MM's blocks of 8 warps of 768 registers; RS's of 16 warps
/// of 736, of which a third block gets 4 warps up to the threshold.
TEST_F(Experiments, CountTheResidentsOfWarpMan) {
  const json found = claims("warpman", {"--settings", "blocks*", "warps_t*"});
  std::map<std::string, json> measured;
  for (const json& claim : found["claims"]) {
    if (claim["registers"] == "published") measured[claim["id"]] = claim["measured"];
  }
  EXPECT_EQ(measured["warpman.S2.ubench256.tb_level"], 32768 / (256 * 32));
  EXPECT_EQ(measured["warpman.S2.ubench256.warpman"], 8);
  EXPECT_EQ(measured["warpman.S2.ubench256.warpman_nolimit"], 32768 / (32 * 32));
  EXPECT_EQ(measured["warpman.S2.ubench1024.tb_level"], 1);
  EXPECT_EQ(measured["warpman.S2.order.ubench1024"], "temp_spatial 8, tb_level 1");
  EXPECT_EQ(measured["warpman.S4.MM.full"], 5);
  EXPECT_EQ(measured["warpman.S4.MM.partial_warps"], (32768 - 5 * 8 * 768) / 768);
  EXPECT_EQ(measured["warpman.S42.entries"], 1);
  EXPECT_EQ(measured["warpman.S42.bits"], 40);
  EXPECT_EQ(measured["warpman.S61.threshold"], 36);
}

/// By two percent at most: at this size the order of near equals means nothing.
TEST_F(WholeExperiments, QuantumAndControlLatencyMoveNoHeadlineByMuch) {
  const std::vector<std::string> settings = {"--settings", "lrr", "gto", "tl", "pro"};
  const auto usual = headlines(claims("pro", settings));
  EXPECT_EQ(usual.size(), 8u);
  std::vector<std::string> finest = settings;
  finest.insert(finest.end(), {"--set", "control.quantum=1", "--set", "control.control_latency=1"});
  const auto found = headlines(claims("pro", finest));
  EXPECT_EQ(found.size(), usual.size());
  for (const auto& [id, value] : usual) EXPECT_NEAR(found.at(id) / value, 1, 0.02) << id;
}

}  // namespace
}  // namespace heddle::test
