// A run's folder of which files are not whole: reports and checks say so.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_text.hpp"
#include "report_page.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class DamagedResults : public testing::Test {
 protected:
  DamagedResults() {
    folder_.write("k.ptx", kScale);
    const Finished finished = folder_.heddle({"run",      "--quiet",
                                              "--out",    "out",
                                              "--sample", "20",
                                              "--set",    "run.blocks=true",
                                              "--set",    "run.source_lines=1",
                                              "--set",    "run.l1_stream=true",
                                              "--grid",   "64",
                                              "--block",  "256",
                                              "--arg",    "buffer:64KiB",
                                              "--arg",    "u32:3",
                                              "k.ptx"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
  }
  void cut(const std::string& file, std::uintmax_t by) const {
    const auto path = folder_.path(file);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - by);
  }
  Finished report() const { return folder_.heddle({"report", "out", "-o", "page.html"}); }
  /// What heddle check says is wrong.
  std::string fault(const std::string& name) const {
    const Finished checked = folder_.heddle({"check", name});
    EXPECT_EQ(checked.exit_code, 1) << checked.out;
    return checked.err;
  }
  std::string right(const std::string& name) const {
    const Finished checked = folder_.heddle({"check", name});
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    return checked.out;
  }

  Playground folder_;
};

TEST_F(DamagedResults, WithoutTheMachineAreRefused) {
  folder_.write("out/config.toml", "");
  const Finished finished = report();
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("out/config.toml' has no device.core_clock_mhz"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("page.html")));
  EXPECT_THAT(fault("out"), HasSubstr("out/config.toml' has no"));
}

/// Also where what is left of the last number is a number.
TEST_F(DamagedResults, SayWhichTablesAreCutOff) {
  for (const char* name : {"samples.csv", "blocks.csv", "source_lines.csv"}) {
    const std::string file = std::string("out/") + name, whole = folder_.read(file);
    cut(file, 2);
    ASSERT_EQ(report().exit_code, 0);
    const auto warnings = data_of_page(folder_.read("page.html")).at("runs").at(0).at("warnings");
    ASSERT_EQ(warnings.size(), 1u) << warnings;
    EXPECT_THAT(warnings.at(0).get<std::string>(),
                HasSubstr(std::string(name) + " ends within a line"));
    EXPECT_THAT(fault(file), HasSubstr(std::string(name) + "' ends within a line"));
    EXPECT_THAT(fault("out"), HasSubstr(std::string(name) + "' ends within a line"));
    folder_.write(file, whole);
  }
  EXPECT_THAT(right("out"), HasSubstr("results of a run (complete)"));
}

/// A run is complete, incomplete or failed.
TEST_F(DamagedResults, WithAnUnknownStatusAreRefused) {
  const std::string right_word = "\"status\": \"complete\"";
  for (const char* name : {"stats.json", "manifest.json"}) {
    const std::string file = std::string("out/") + name, whole = folder_.read(file);
    for (const std::string word : {"incomplete", "failed"}) {
      std::string other = whole;
      ASSERT_NE(other.find(right_word), std::string::npos) << name;
      other.replace(other.find(right_word), right_word.size(), "\"status\": \"" + word + "\"");
      folder_.write(file, other);
      right("out");
    }
    std::string unknown = whole;
    unknown.replace(unknown.find(right_word), right_word.size(), "\"status\": \"compleet\"");
    folder_.write(file, unknown);
    EXPECT_THAT(fault("out"),
                HasSubstr(std::string(name) + "': no status is called 'compleet'; did you mean "
                                              "'complete'?"));
    folder_.write(file, whole);
  }
}

TEST_F(DamagedResults, WithAnotherTextAreRefused) {
  for (const char* name : {"samples.csv", "blocks.csv", "source_lines.csv", "config.toml"}) {
    const std::string file = std::string("out/") + name, whole = folder_.read(file);
    folder_.write(file, "a,b\nc\nd,e\n");
    EXPECT_THAT(fault("out"), HasSubstr(name));
    folder_.write(file, whole);
  }
}

TEST_F(DamagedResults, AreNoneOfTheseFiles) {
  EXPECT_THAT(right("out/samples.csv"), HasSubstr("table samples of a run, "));
  EXPECT_THAT(right("out/blocks.csv"), HasSubstr("table blocks of a run, 64 lines"));
  EXPECT_THAT(right("out/source_lines.csv"), HasSubstr("table source_lines of a run, "));
  EXPECT_THAT(right("out/l1_stream.bin"), HasSubstr("accesses of 15 L1 data caches in 1 launch,"));
  EXPECT_THAT(right("out/config.toml"), HasSubstr("results of a run"));
  cut("out/l1_stream.bin", 3);
  EXPECT_THAT(fault("out/l1_stream.bin"), HasSubstr("l1_stream.bin"));
}

}  // namespace
}  // namespace heddle::test
