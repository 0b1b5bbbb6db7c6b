// The experiments that come with heddle: their files are whole, one runs with every claim
// measured, and neither the quantum nor the latency of control decides a headline.
#include <cstdlib>

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
    std::vector<std::string> words = {"reproduce", name, "--size", "tiny",       "--no-figures",
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
  for (const char* name : {"pro", "ccws", "daws", "spmv", "warpman", "warpman_beyond"}) {
    const Finished finished = folder_.heddle({"reproduce", name, "--list"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("claims, "));
  }
}

TEST_F(Experiments, MeasureEveryClaimOfTheSparseMatrices) {
  const json found = claims("spmv", {});
  EXPECT_EQ(last_.exit_code, 0) << last_.err;
  EXPECT_EQ(found["claims"].size(), 28u);  // 14 in each of two variants
  EXPECT_THAT(last_.out, Not(HasSubstr("missing")));
}

TEST_F(Experiments, QuantumAndControlLatencyDecideNoHeadline) {
  const std::vector<std::string> settings = {"--settings", "lrr", "gto", "tl", "pro"};
  const auto usual = headlines(claims("pro", settings));
  EXPECT_EQ(usual.size(), 10u);
  std::vector<std::string> finest = settings;
  finest.insert(finest.end(), {"--set", "control.quantum=1", "--set", "control.control_latency=1"});
  EXPECT_EQ(headlines(claims("pro", finest)), usual);
}

}  // namespace
}  // namespace heddle::test
