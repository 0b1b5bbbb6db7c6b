// Programs that check themselves, on every machine that comes with heddle and on every organisation
// of lanes for which the papers' machines are meant.

#include <filesystem>

#include <gtest/gtest.h>

#include "built_program.hpp"
#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class EveryMachine : public testing::Test {
 protected:
  /// Both programs pass their own check and execute the same instructions as everywhere.
  void passes(const std::string& machine, const Words& settings) const {
    const std::string matmul = built_program("matmul");
    const std::string bfs = built_program("bfs");
    for (const Words& program : {Words{matmul, "64"}, Words{bfs, "300", "4"}}) {
      Words words = {"run", "--quiet", "--overwrite", "--out", "out", "--machine", machine};
      for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
      words.emplace_back("--");
      words.insert(words.end(), program.begin(), program.end());
      const Finished finished = folder_.heddle(words);
      EXPECT_EQ(finished.exit_code, 0) << machine << ' ' << program.front() << '\n'
                                       << finished.out << finished.err;
      EXPECT_NE(finished.out.find("passed"), std::string::npos) << machine << finished.out;
      const auto statistics = folder_.json("out/stats.json").at("total").at("statistics");
      EXPECT_GT(value(statistics, "cycles"), 0) << machine;
    }
  }

  Playground folder_;
};

TEST_F(EveryMachine, RunsProgramsThatCheckThemselves) {
  unsigned machines = 0;
  for (const auto& file : fs::directory_iterator(MACHINE_FOLDER)) {
    if (file.path().extension() != ".toml") continue;
    passes(file.path().stem().string(), {});
    ++machines;
  }
  EXPECT_GE(machines, 12u);
}

TEST_F(EveryMachine, RunsThemOnTheOrganisationsOfItsPaper) {
  passes("stsimt", {"organisation=temporal"});
  passes("stsimt", {"organisation=temporal", "organisation.temporal.unlocked=true"});
  passes("stsimt", {"organisation.spatial.sequential=true"});
  passes("stsimt", {"organisation=temporal", "organisation.temporal.control_by_threads=true"});
  passes("stsimt", {"organisation=spatio_temporal", "organisation.spatio_temporal.overlap=true"});
  passes("stsimt", {"organisation=temporal", "organisation.temporal.warp_size=16"});
  for (const std::string k : {"2", "4"})
    passes("stsimt", {"organisation=spatio_temporal", "organisation.spatio_temporal.k=" + k});
  for (const char* machine : {"vws", "vws-tbc"}) {
    for (const std::string width : {"4", "8", "16"})
      passes(machine, {"organisation.spatial.width=" + width});
  }
}

}  // namespace
}  // namespace heddle::test
