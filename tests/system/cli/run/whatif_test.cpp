// heddle whatif: what a run would gain if one thing at a time cost nothing. Kernels with one fault
// each are held against their mended twins.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "report_page.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A folder with the compiled program of kernels that have faults.
class Whatif : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    playground_ = std::make_unique<Playground>();
    const Finished compiled = playground_->heddle(
        {"cc", std::string(HEDDLE_SOURCE) + "/examples/faults/faults.cu", "-o", "faults"});
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
    program_ = "./faults";
  }
  static void TearDownTestSuite() { playground_.reset(); }

  static double run(const std::string& fault, const std::string& how,
                    const std::vector<std::string>& settings = {},
                    const std::string& machine = "v100") {
    const std::string out = fault + "-" + how;
    std::vector<std::string> words = {"run",   "--quiet", "--overwrite", "--machine", machine,
                                      "--out", out};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    words.insert(words.end(), {"--", program_, fault, how});
    const Finished run = playground_->heddle(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return value(playground_->json(out + "/stats.json")["total"]["statistics"], "cycles");
  }
  static json whatif(const std::string& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"whatif", folder, "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = playground_->heddle(words);
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, playground_->read(folder + "/whatif.json"));
    return json::parse(done.out);
  }
  static json row(const json& results, const std::string& name) {
    for (const json& each : results["rows"])
      if (each["name"] == name) return each;
    ADD_FAILURE() << "no row " << name;
    return {};
  }

  static std::unique_ptr<Playground> playground_;
  static std::string program_;
};

std::unique_ptr<Playground> Whatif::playground_;
std::string Whatif::program_;

/// What the page is to say of a seeded fault.
struct Fault {
  std::string name, rule;
  std::string machine = "v100";
  /// Whether the gain that is stated is within a quarter of what mending the fault gains. The twins
  /// of the others gain more: they have fewer instructions, or other slices of the L2.
  bool is_near = true;
};

const std::vector<Fault> kFaults = {
    {"arrays", "local_memory", "v100", false},
    {"atomics", "atomics"},
    {"banks", "bank_conflicts"},
    {"barriers", "barrier"},
    {"blocks", "few_warps_blocks", "gtx480"},
    {"coalescing", "scattered_accesses"},
    {"constants", "constant_accesses"},
    {"divergence", "divergence"},
    {"divisions", "special_units"},
    {"doubles", "double_units"},
    {"fences", "memory_order"},
    {"imbalance", "uneven_blocks"},
    {"l1", "l1_thrash"},
    {"l2", "dram_bandwidth"},
    {"launches", "launch_latency"},
    {"loads", "one_load"},
    {"partitions", "partitions", "gtx480"},
    {"registers", "few_warps_registers"},
    {"sectors", "atomics", "v100", false},
    {"shared", "few_warps_shared"},
    {"shared_atomics", "shared_atomics"},
    {"spills", "local_memory"},
    {"tail", "uneven_end"},
};

class SeededFault : public Whatif, public testing::WithParamInterface<Fault> {};

/// The page names the fault first. The gain that `heddle whatif` measures for it is near the gain
/// of the mended twin.
TEST_P(SeededFault, IsNamedWithItsGain) {
  const Fault& fault = GetParam();
  const double seeded = run(fault.name, "seeded", {}, fault.machine);
  const double mended = run(fault.name, "mended", {}, fault.machine);
  const std::string folder = fault.name + "-seeded";
  ASSERT_EQ(playground_->heddle({"report", folder, "-o", "page.html"}).exit_code, 0);
  const json limits =
      data_of_page(playground_->read("page.html"))["runs"][0]["kernels"][0]["limits"];
  ASSERT_FALSE(limits.empty());
  EXPECT_EQ(limits[0]["rule"], fault.rule);
  if (!fault.is_near) return;
  std::string names;
  for (const std::string name : limits[0]["mended_by"]) names += (names.empty() ? "" : ",") + name;
  const json results = whatif(folder, {"--only", names});
  EXPECT_EQ(results["before"]["cycles"], seeded);
  double gain = 0;
  for (const json& each : results["rows"]) {
    EXPECT_EQ(each["missing"], "") << each["name"];
    gain = std::max(gain, 1 - each["cycles"].get<double>() / seeded);
  }
  const double true_gain = 1 - mended / seeded;
  EXPECT_NEAR(gain, true_gain, 0.25 * true_gain) << names;
}

INSTANTIATE_TEST_SUITE_P(Whatif, SeededFault, testing::ValuesIn(kFaults),
                         [](const auto& of) { return of.param.name; });

/// The program has no fault that the table above leaves out.
TEST_F(Whatif, TriesAllFaults) {
  std::string names;
  for (const Fault& fault : kFaults) names += fault.name + "\n";
  const Finished list = playground_->shell(program_);
  EXPECT_EQ(list.out, names);
}

/// A row is the run with its settings.
TEST_F(Whatif, IsTheRunWithOtherSettings) {
  run("banks", "seeded");
  const json ideal = row(whatif("banks-seeded", {"--only", "banks"}), "banks");
  EXPECT_EQ(ideal["assignments"], json::array({"ideal.banks=true"}));
  EXPECT_EQ(ideal["cycles"], run("banks", "seeded", {"ideal.banks=true"}));
  const json again = row(whatif("banks-seeded", {"--only", "banks"}), "banks");
  EXPECT_EQ(again["missing"], "the run has this already");
}

TEST_F(Whatif, SaysWhyItCannot) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& why) {
    const Finished done = playground_->heddle(words);
    EXPECT_NE(done.exit_code, 0);
    EXPECT_THAT(done.err, HasSubstr(why));
  };
  run("banks", "mended");
  refused({"whatif"}, "name the output folder of a run");
  refused({"whatif", "nowhere"}, "nowhere");
  refused({"whatif", "banks-mended", "--only", "bank"}, "did you mean 'banks'");
  refused({"whatif", "banks-mended", "--jobs", "0"}, "--jobs");
  playground_->heddle({"run", "--quiet", "--timing", "none", "--out", "untimed", "--", program_,
                       "banks", "mended"});
  refused({"whatif", "untimed"}, "no timed launches");
  playground_->heddle({"run", "--quiet", "--out", "failed", "--", program_, "nothing", "mended"});
  refused({"whatif", "failed"}, "only a complete run is repeated");
  EXPECT_FALSE(std::filesystem::exists(playground_->path("failed/whatif.json")));
  EXPECT_EQ(playground_->temporaries(), std::vector<std::string>());
}

/// Kernels of PTX files and captures are repeated as well. A program may have the name of one of
/// heddle's internal commands.
TEST_F(Whatif, RepeatsWhateverHeddleRuns) {
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--quiet"});
    const Finished done = playground_->heddle(words);
    EXPECT_EQ(done.exit_code, 0) << done.err;
  };
  const auto expect_repeated = [&](const std::string& folder) {
    const json results = whatif(folder, {"--only", "l2"});
    EXPECT_EQ(results["before"]["cycles"],
              value(playground_->json(folder + "/stats.json")["total"]["statistics"], "cycles"));
    EXPECT_EQ(row(results, "l2")["missing"], "");
  };
  playground_->write("k.ptx", kScale);
  run({"--out", "of-ptx", "--kernel", "scale", "--grid", "4", "--block", "128", "--arg",
       "buffer:4096", "--arg", "u32:3", "k.ptx"});
  expect_repeated("of-ptx");
  run({"--capture", "banks.capture", "--", program_, "banks", "mended"});
  run({"--out", "of-capture", "banks.capture"});
  expect_repeated("of-capture");
  std::filesystem::copy_file(playground_->path(program_), playground_->path("kernel"));
  run({"--out", "of-program", "--", playground_->path("kernel").string(), "banks", "mended"});
  expect_repeated("of-program");
  const Finished together = playground_->heddle({"corun", "--quiet", "--out", "together", "--alone",
                                                 "none", "banks.capture", "banks.capture"});
  ASSERT_EQ(together.exit_code, 0) << together.err;
  const Finished refused = playground_->heddle({"whatif", "together"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("heddle corun"));
}

/// The page of a run shows the gains, and refuses a damaged file.
TEST_F(Whatif, IsInTheReport) {
  run("banks", "mended");
  whatif("banks-mended", {"--only", "banks,l2"});
  EXPECT_EQ(playground_->heddle({"report", "banks-mended", "-o", "page.html"}).exit_code, 0);
  EXPECT_THAT(playground_->read("page.html"), HasSubstr("no bank conflicts"));
  playground_->write("banks-mended/whatif.json", "{\"schema\": \"heddle.whatif\"}");
  const Finished damaged = playground_->heddle({"report", "banks-mended", "-o", "page.html"});
  EXPECT_NE(damaged.exit_code, 0);
  EXPECT_THAT(damaged.err, HasSubstr("whatif.json"));
}

}  // namespace
}  // namespace heddle::test
