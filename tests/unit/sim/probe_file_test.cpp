#include "heddle/sim/records/probe_file.hpp"

#include <gtest/gtest.h>

#include "heddle/base/files/input_file.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

/// Leaves a row for each launch, or a line at the end, and has a warning.
class Warning final : public probe::Probe {
 public:
  explicit Warning(probe::Growth growth) : growth_(growth) {}
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::Output output() const override { return {.file = "rows.csv", .growth = growth_}; }
  std::string heading() const override { return "launch\n"; }
  std::string rows_of(const probe::Launch& launch) override {
    return std::to_string(launch.number) + "\n";
  }
  void write(const probe::WriteText& write) override { write("line\n"); }
  std::vector<std::string> warnings() const override { return {"a row is missing"}; }

 private:
  probe::Growth growth_;
};

class FinishedProbeFile : public testing::TestWithParam<probe::Growth> {};

TEST_P(FinishedProbeFile, WarnsOnceAndIsWhole) {
  const TemporaryFolder folder;
  Warning probe(GetParam());
  ProbeFile file(probe, folder.path() / "rows.csv");
  probe::Launch launch;
  launch.number = 7;
  file.ended(launch);
  testing::internal::CaptureStderr();
  file.finish();
  file.finish();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: warning: a row is missing\n");
  const char* const expected[] = {"launch\n7\n", "launch\nline\n", "line\n", "line\n"};
  EXPECT_EQ(read_file(folder.path() / "rows.csv", file_kinds::kLog),
            expected[static_cast<std::size_t>(GetParam())]);
}

INSTANTIATE_TEST_SUITE_P(Growths, FinishedProbeFile,
                         testing::Values(probe::Growth::by_launch, probe::Growth::as_it_comes,
                                         probe::Growth::at_end, probe::Growth::replaced));

}  // namespace
}  // namespace heddle::sim
