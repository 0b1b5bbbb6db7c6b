// heddle reproduce beside a chip: a program from a folder of the user, and the workload that stands
// for it.
#include <filesystem>

#include <gmock/gmock.h>

#include "report_page.hpp"
#include "small_experiment.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Adds 1 to 128 values, reads a file beside it, and returns 1, as some microbenchmarks do.
constexpr const char* kProgram = R"(#include <cstdio>
__global__ void add_one(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
int main() {
  std::FILE* file = std::fopen("input.txt", "r");
  if (file == nullptr) return 2;
  std::fclose(file);
  int* x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  add_one<<<2, 64>>>(x);
  cudaDeviceSynchronize();
  return 1;
}
)";

class Chip : public SmallExperiment {
 protected:
  Chip() {
    put("matrix.toml", "seconds = 60\n");
    put("claims.csv",
        "id,headline,system,baseline,metric,scope,value,unit,kind,comparison,where\n");
    put("experiment.toml", kChip);
    put("chip.csv", rows("add_one"));
    put("stand_ins.csv", "name,workload,kernel,arguments,tiny\nprogram,count,count,512,128\n");
    put("measures.sql",
        "CREATE TEMP VIEW measured_claims AS SELECT c.claim AS id, 1.0 * v.value / v.launches AS "
        "value, "
        "NULL AS holds FROM chip_counters c JOIN chip_values v USING (row) "
        "WHERE v.name = iif(c.counter = 'warps', 'warps', 'warp_instructions');\n");
  }

  static std::string rows(const std::string& kernel) {
    return "# Measured by hand.\nname,program,arguments,kernel,warps [warps],warp_instructions "
           "[instructions]\nprogram,program,," +
           kernel + ",5,40\nabsent,absent,,other,3,30\n";
  }
  void build_program() const {
    folder_.shell("mkdir -p programs && touch programs/input.txt");
    folder_.shell("mv " + folder_.compile("program", kProgram) + " programs/program");
  }
  json claim(const json& claims, const std::string& id) const {
    for (const json& one : claims.at("claims"))
      if (one.at("id") == id) return one;
    return {};
  }

  static constexpr const char* kChip = R"(title = "A card"
study = "first"
claims = "chip"
[[measurements]]
name = "card"
chip = "A card"
machine = "gtx480"
file = "chip.csv"
stand_ins = "stand_ins.csv"
set = ["device.core_clock_mhz=700"]
)";
};

/// 128 values are 4 warps, of 5 on the chip.
TEST_F(Chip, WorkloadsStandForPrograms) {
  const Finished finished = reproduce({"--json", "claims.json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("mean absolute error"));
  EXPECT_THAT(finished.out, HasSubstr("relative errors, A card"));
  const json claims = folder_.json("claims.json");
  EXPECT_EQ(claim(claims, "card.program.warps").at("measured"), 4);
  EXPECT_NEAR(claim(claims, "card.program.warps").at("error").get<double>(), -0.2, 1e-12);
  EXPECT_EQ(claim(claims, "card.absent.warps").at("verdict"), "not measurable");
  const json& correlation = claims.at("correlations").at(0);
  EXPECT_EQ(correlation.at("chip"), "A card");
  EXPECT_EQ(correlation.at("counter"), "warps");
  EXPECT_EQ(correlation.at("rows"), 1);
  EXPECT_NEAR(correlation.at("mean_absolute_error").get<double>(), 0.2, 1e-12);
}

/// The exit code 1 of the program is no failure; the program that is not there is named.
TEST_F(Chip, ProgramsOfAFolderAreRunInIt) {
  build_program();
  const Finished finished = reproduce({"--programs", "programs", "--json", "claims.json"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("programs' lacks absent; their rows are missing"));
  EXPECT_THAT(finished.err, HasSubstr("1 run: 1 ok"));
  const json claims = folder_.json("claims.json");
  EXPECT_EQ(claim(claims, "card.program.warps").at("measured"), 4);
  EXPECT_EQ(claim(claims, "card.absent.warps").at("verdict"), "missing");
  EXPECT_EQ(claims.at("options"), "--programs");
}

TEST_F(Chip, AKernelThatIsNotLaunchedIsNamedWithItsPlace) {
  build_program();
  put("chip.csv", rows("add_two"));
  const Finished finished = reproduce({"--programs", "programs"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err,
              HasSubstr("chip.csv:3: the run of 'card.program' launched no kernel 'add_two'; it "
                        "launched add_one(int*)"));
}

TEST_F(Chip, FoldersThatDoNotServeAreRefused) {
  const auto refused = [&](const std::string& folder) {
    const Finished finished = reproduce({"--programs", folder});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
    return finished.err;
  };
  EXPECT_THAT(refused("nowhere"), HasSubstr("--programs: there is no folder 'nowhere'"));
  folder_.shell("mkdir empty text && echo text > text/program");
  EXPECT_THAT(refused("empty"), HasSubstr("none of the experiment's programs, such as 'program'"));
  EXPECT_THAT(refused("text"), HasSubstr("is no executable program; build it with heddle cc"));
}

TEST_F(Chip, ThePagesHaveErrorsAndPlots) {
  put("chip.csv",
      "# Measured by hand.\nname,program,arguments,kernel,warps [warps]\n"
      "program,program,,add_one,5\nagain,program,,add_one,8\n");
  put("stand_ins.csv",
      "name,workload,kernel,arguments,tiny\nprogram,count,count,512,128\nagain,count,count,512,"
      "256\n");
  ASSERT_EQ(reproduce({}).exit_code, 0);
  EXPECT_THAT(folder_.read("out/warps.svg"), HasSubstr("simulated over measured"));
  const json page = data_of_page(folder_.read("out/report.html"));
  const json& errors = page.at("chip_tables").at(0).at("rows");
  EXPECT_EQ(errors.at(0).at(3), "mean absolute error");
  EXPECT_EQ(errors.at(1).at(3), "10.0%");
  const json& figure = page.at("figures").at(0);
  EXPECT_EQ(figure.at("kind"), "correlation");
  EXPECT_EQ(figure.at("points").at(1), json({"8", "A card", 8, nullptr, "again"}));

  put("verdicts.csv",
      "id,size,registers,variant,options,measured,verdict,runs,reason,revision,date\n"
      "card.program.warps,small,own,,,4,reproduced,,,aaaaaaa,2020-01-01\n"
      "card.again.warps,small,own,,,8,reproduced,,,aaaaaaa,2020-01-01\n");
  ASSERT_EQ(folder_.heddle({"reproduce", "--reports", "pages"}).exit_code, 0);
  const std::string text = folder_.read("pages/t.md");
  EXPECT_THAT(text, HasSubstr("## Beside the chips"));
  EXPECT_THAT(text, HasSubstr("| A card | warps | 2 | 10.0% |"));
  EXPECT_THAT(text, HasSubstr("![warps: simulated over measured](t-warps.svg)"));
  EXPECT_THAT(text, HasSubstr("- A card, `chip.csv`: Measured by hand."));
  EXPECT_THAT(folder_.read("pages/t-warps.svg"), HasSubstr("<svg"));
  EXPECT_THAT(folder_.heddle({"reproduce", "--markdown"}).out,
              HasSubstr("(a chip's counters) | 0 | - | 2 | 2 |"));
}

}  // namespace
}  // namespace heddle::test
