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
  /// "id: verdict" of the headlines that have one.
  static std::vector<std::string> headlines(const json& claims) {
    std::vector<std::string> all;
    for (const json& claim : claims["claims"]) {
      if (claim["headline"] != true || claim["verdict"] == "missing") continue;
      all.push_back(claim["id"].get<std::string>() + " " + claim["variant"].get<std::string>() +
                    ": " + claim["verdict"].get<std::string>());
    }
    return all;
  }

  Playground folder_;
  mutable Finished last_;
};

TEST_F(Experiments, AreReadWhole) {
  for (const char* name : {"pro", "ccws", "daws", "spmv", "warpman", "warpman_beyond", "preemption",
                           "gpuduet", "ccbp"}) {
    const Finished finished = folder_.heddle({"reproduce", name, "--list"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("claims, "));
  }
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

TEST_F(WholeExperiments, MeasureEveryClaimOfTheSparseMatrices) {
  const json found = claims("spmv", {});
  EXPECT_EQ(last_.exit_code, 0) << last_.err;
  EXPECT_EQ(found["claims"].size(), 56u);  // 14 in each of four variants
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

TEST_F(WholeExperiments, QuantumAndControlLatencyDecideNoHeadline) {
  const std::vector<std::string> settings = {"--settings", "lrr", "gto", "tl", "pro"};
  const auto usual = headlines(claims("pro", settings));
  EXPECT_EQ(usual.size(), 10u);
  std::vector<std::string> finest = settings;
  finest.insert(finest.end(), {"--set", "control.quantum=1", "--set", "control.control_latency=1"});
  EXPECT_EQ(headlines(claims("pro", finest)), usual);
}

}  // namespace
}  // namespace heddle::test
