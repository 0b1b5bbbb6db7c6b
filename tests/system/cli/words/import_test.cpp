// `heddle import`, and `heddle run --print-as`, as users type them.
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kTwoSms =
    "-gpgpu_ptx_force_max_capability 20\n-gpgpu_n_clusters 2\n-gpgpu_n_cores_per_cluster 1\n"
    "-gpgpu_clock_domains 700.0:700.0:700.0:924.0\n-gpgpu_shader_core_pipeline 1536:32\n"
    "-gpgpu_shader_registers 32768\n-gpgpu_shmem_size 49152\n"
    "-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:64:8,8\n"
    "-gpgpu_mem_addr_mapping dramid@8;RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS\n-network_mode 2\n";

/// The number after "NAME = " in the lines of GPGPU-Sim, the last one.
double printed(const std::string& lines, const std::string& name) {
  std::istringstream text(lines);
  double number = -1;
  for (std::string line; std::getline(text, line);) {
    const std::size_t begin = line.find_first_not_of('\t');
    if (begin == std::string::npos || !line.substr(begin).starts_with(name + " ")) continue;
    number = std::stod(line.substr(line.find('=') + 1));
  }
  return number;
}

class ImportCommand : public testing::Test {
 protected:
  Playground folder_;
};

TEST_F(ImportCommand, WritesAMachineThatRuns) {
  folder_.write("gpgpusim.config", kTwoSms);
  const Finished import = folder_.heddle({"import", "gpgpusim.config", "-o", "two.toml"});
  ASSERT_EQ(import.exit_code, 0) << import.err;
  EXPECT_THAT(import.out, HasSubstr("10 options: "));
  EXPECT_EQ(folder_.heddle({"check", "two.toml"}).exit_code, 0);

  folder_.write("k.ptx", kScale);
  const Finished run = folder_.heddle({"run", "--machine", "two.toml", "--print-as", "gpgpusim",
                                       "--out", "out", "--grid", "4", "--block", "64", "--arg",
                                       "buffer:1024", "--arg", "u32:3", "k.ptx"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto total = folder_.json("out/stats.json").at("total").at("statistics");
  EXPECT_THAT(run.out, HasSubstr("kernel_name = scale \nkernel_launch_uid = 1 \n"));
  // Each of the 4 x 64 threads loads and stores a word; each of the 8 warps touches one line.
  EXPECT_EQ(printed(run.out, "gpgpu_n_load_insn"), 256);
  EXPECT_EQ(printed(run.out, "gpgpu_n_store_insn"), 256);
  EXPECT_EQ(printed(run.out, "L1D_total_cache_accesses"), 16);
  EXPECT_EQ(printed(run.out, "gpu_tot_issued_cta"), 4);
  EXPECT_EQ(printed(run.out, "gpu_sim_cycle"), value(total, "cycles"));
  EXPECT_EQ(printed(run.out, "gpu_sim_insn"), value(total, "thread_instructions"));
  EXPECT_NEAR(printed(run.out, "gpu_ipc"),
              value(total, "thread_instructions") / value(total, "cycles"), 0.0001);
  EXPECT_EQ(printed(run.out, "total dram reads"), value(total, "dram.read_bursts"));
  EXPECT_THAT(run.out, HasSubstr("\nGPGPU-Sim: *** exit detected ***\n"));
}

TEST_F(ImportCommand, KeepsFilesAndLeavesNoHalfOnes) {
  folder_.write("gpgpusim.config", kTwoSms);
  folder_.write("two.toml", "mine");
  const Finished kept = folder_.heddle({"import", "gpgpusim.config", "-o", "two.toml"});
  EXPECT_EQ(kept.exit_code, 1);
  EXPECT_THAT(kept.err, HasSubstr("--out two.toml: the file exists already; --force replaces it"));
  EXPECT_EQ(folder_.read("two.toml"), "mine");
  EXPECT_EQ(folder_.heddle({"import", "gpgpusim.config", "-o", "two.toml", "--force"}).exit_code,
            0);
  EXPECT_THAT(folder_.read("two.toml"), HasSubstr("base = \"gtx480\""));

  folder_.write("bad.config", std::string(kTwoSms) + "-gpgpu_n_mem 0\n");
  const Finished bad = folder_.heddle({"import", "bad.config", "-o", "bad.toml"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.config:11:1: -gpgpu_n_mem 0 would be dram.channels = 0"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("bad.toml")));
  EXPECT_THAT(folder_.heddle({"import", "none.config", "-o", "x.toml"}).err,
              HasSubstr("none.config"));
}

TEST_F(ImportCommand, PrintsTheMachineAndNamesUnknownOptions) {
  folder_.write("gpgpusim.config", std::string(kTwoSms) + "-gpgpu_n_memm 3\n");
  const Finished shown = folder_.heddle({"import", "gpgpusim.config", "-o", "-"});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.out, HasSubstr("count = 2 "));
  EXPECT_THAT(shown.err, HasSubstr("gpgpusim.config:11: unknown option -gpgpu_n_memm; did you mean "
                                   "'-gpgpu_n_mem'?"));
  EXPECT_EQ(folder_.heddle({"import", "gpgpusim.config", "-o", "-", "--strict"}).exit_code, 1);
}

TEST_F(ImportCommand, PrintAsRefusesWhatItCannotPrint) {
  folder_.write("k.ptx", kScale);
  const auto refusal = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words = {"run", "--print-as"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--arg", "buffer:1024", "--arg", "u32:3", "k.ptx"});
    return folder_.heddle(words).err;
  };
  EXPECT_THAT(refusal({"simgpu"}), HasSubstr("there is: gpgpusim"));
  EXPECT_THAT(refusal({"gpgpusim", "--stats", "kernel"}), HasSubstr("leave out --stats"));
}

}  // namespace
}  // namespace heddle::test
