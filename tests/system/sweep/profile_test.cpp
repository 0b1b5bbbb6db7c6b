// Profiles: what an earlier run of a workload writes, for settings that read it.
#include <filesystem>

#include <gmock/gmock.h>

#include "small_suite.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A machine that has a throttle of its own. The earlier run must not have it, so its settings say
/// so.
constexpr const char* kMachine = R"(base = "gtx480"
[policies]
throttle = "swl"
[throttle.swl]
limit = 1
)";

constexpr const char* kProfiled = R"(workloads = "count"
machines = "throttled.toml"
sizes = ["small"]
[[setting]]
name = "profiled"
set = ["throttle=daws", "throttle.daws.profile={profile}"]
)";

class Profiles : public SmallSuite {
 protected:
  Profiles() { folder_.write("throttled.toml", kMachine); }
  Finished sweep(const std::string& text) const {
    folder_.write("sweep.toml", text);
    return folder_.heddle({"sweep", "sweep.toml"});
  }
  void refused(const std::string& profile, const char* message) const {
    const Finished finished = sweep(kProfiled + profile);
    EXPECT_EQ(finished.exit_code, 1) << profile;
    EXPECT_THAT(finished.err, HasSubstr(message)) << profile;
  }
  /// The paths below the work folder's profiles.
  std::vector<fs::path> profiles() const {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::recursive_directory_iterator(folder_.path("sweep.sqlite.work") / "profiles"))
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder_.path("")));
    return files;
  }
};

TEST_F(Profiles, AreTheFileOfARunThatTheSweepFileDescribes) {
  const Finished finished = sweep(std::string(kProfiled) +
                                  "profile = { size = \"tiny\", file = \"loads.csv\", "
                                  "set = [\"throttle=none\", \"run.loads=true\"] }\n");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const std::vector<fs::path> files = profiles();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.front().filename(), "loads.csv");

  // 64 is the argument of size tiny.
  const Finished run = folder_.heddle({"run", "--quiet", "--machine", "throttled.toml", "--set",
                                       "throttle=none", "--set", "run.loads=true", "--out", "run",
                                       "--", "sweep.sqlite.work/programs/count", "64"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(folder_.read(files.front().string()), folder_.read("run/loads.csv"));
}

TEST_F(Profiles, AreNotThereIfNoSettingWritesThem) {
  refused("profile = { size = \"tiny\", file = \"loads.csv\", set = [\"throttle=none\"] }\n",
          "profile for profiled: the run wrote no 'loads.csv'; add the setting that writes it");
}

TEST_F(Profiles, HaveASizeSettingsAndAFile) {
  refused("profile = \"tiny\"\n", "sweep.toml:7:11: profile is a table");
  refused("profile = { file = \"loads.csv\" }\n", "size is missing: the size of the earlier run");
  refused("profile = { size = \"tiny\" }\n", "file is missing: the file of the earlier run");
  refused("profile = { size = \"huge\", file = \"loads.csv\" }\n", "size: there is no 'huge'");
  refused("profile = { size = \"tiny\", file = \"../loads.csv\" }\n",
          "'../loads.csv': expected the name of a file in the output folder");
  refused("profile = { size = \"tiny\", file = \"loads.csv\", set = [\"run.loads\"] }\n",
          "'run.loads': expected key=value");
  refused(
      "profile = { size = \"tiny\", file = \"loads.csv\" }\n"
      "[[setting]]\naxis = \"other\"\nname = \"too\"\n"
      "profile = { size = \"tiny\", file = \"loads.csv\" }\n",
      "setting 'too' has a profile, and so has 'profiled' of another axis");
}

}  // namespace
}  // namespace heddle::test
