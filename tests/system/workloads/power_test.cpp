// Power of whole cards: a program that does all at once stays within what the card is made for.

#include <filesystem>

#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

struct Card {
  const char* machine;
  const char* blocks;  ///< that fill it
  double design_power;
};

class Power : public testing::TestWithParam<Card> {
 protected:
  /// Statistics of the whole run.
  nlohmann::json run(const std::string& turns) {
    const fs::path source = fs::path(WORKLOAD_FOLDER) / "microbenchmark/power_virus.cu";
    if (!fs::exists(folder_.path("power_virus"))) {
      const Finished built = folder_.heddle({"cc", source.string(), "-o", "power_virus"});
      EXPECT_EQ(built.exit_code, 0) << built.err;
    }
    const Finished finished =
        folder_.heddle({"run", "--overwrite", "--out", "out", "--machine", GetParam().machine, "--",
                        folder_.path("power_virus").string(), GetParam().blocks, "256", turns});
    EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
    EXPECT_NE(finished.err.find("average power"), std::string::npos) << finished.err;
    return folder_.json("out/stats.json").at("total").at("statistics");
  }

  Playground folder_;
};

TEST_P(Power, OfAVirusIsBetweenHalfOfTheDesignPowerAndAllOfIt) {
  const auto statistics = run("8");
  const double watts = value(statistics, "energy.average_power");
  EXPECT_LE(watts, GetParam().design_power);
  EXPECT_GE(watts, GetParam().design_power / 2);
  const auto twice = run("16");
  EXPECT_GT(value(twice, "energy.total"), 1.5 * value(statistics, "energy.total"));
  EXPECT_LE(value(twice, "energy.average_power"), GetParam().design_power);
}

std::string name_of_card(const testing::TestParamInfo<Card>& parameter) {
  return parameter.param.machine;
}

INSTANTIATE_TEST_SUITE_P(Cards, Power, testing::Values(Card{"gtx480", "60", 250}), name_of_card);
INSTANTIATE_TEST_SUITE_P(WholeCards, Power, testing::Values(Card{"v100", "640", 250}),
                         name_of_card);

}  // namespace
}  // namespace heddle::test
