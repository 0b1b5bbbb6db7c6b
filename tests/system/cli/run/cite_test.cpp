// heddle cite: the works that a run used.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Cite : public testing::Test {
 protected:
  void run(const std::string& out, const std::vector<std::string>& settings) {
    folder_.write("scale.ptx", kScale);
    std::vector<std::string> words = {"run", "--quiet", "--out", out};
    words.insert(words.end(), settings.begin(), settings.end());
    for (const char* word : {"--kernel", "scale", "--grid", "2", "--block", "32", "--arg",
                             "buffer:256", "--arg", "u32:3", "scale.ptx"})
      words.emplace_back(word);
    const Finished finished = folder_.heddle(words);
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }
  std::string cited(const std::string& place) {
    const Finished finished = folder_.heddle({"cite", place});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  }

  Playground folder_;
};

TEST_F(Cite, PrintsTheWorksOfTheMachineAndOfPoliciesInUse) {
  run("plain", {"--set", "warp_scheduler=lrr"});
  const std::string plain = cited("plain");
  EXPECT_THAT(plain, HasSubstr("@software{heddle,"));
  EXPECT_THAT(plain, HasSubstr("@inproceedings{bakhoda2009gpgpusim,"));
  EXPECT_THAT(plain, Not(HasSubstr("anantpur2015pro")));
  EXPECT_THAT(plain, Not(HasSubstr("rogers")));  // gang schedulers have sources, and no gangs run
  run("pro", {"--set", "warp_scheduler=pro", "--set", "throttle=ccws"});
  const std::string pro = cited("pro");
  EXPECT_THAT(pro, HasSubstr("% warp_scheduler.pro\n@inproceedings{anantpur2015pro,"));
  EXPECT_THAT(pro, HasSubstr("% throttle.ccws\n@inproceedings{rogers2012ccws,"));
}

TEST_F(Cite, CitesNobodyForWholeWarps) {
  run("whole", {"--set", "warp_scheduler=lrr"});
  run("parts", {"--set", "warp_scheduler=lrr", "--set", "organisation.spatial.width=8"});
  EXPECT_THAT(cited("whole"), Not(HasSubstr("organisation")));
  EXPECT_THAT(cited("parts"), HasSubstr("% organisation.spatial\n@phdthesis{rogers2015locality,"));
}

TEST_F(Cite, SaysThatAMachineOfTheUsersHasNoWork) {
  folder_.write("mine.toml", "base = \"v100\"\nsm.count = 2\n");
  run("mine", {"--machine", "mine.toml"});
  const std::string text = cited("mine");
  EXPECT_THAT(text, HasSubstr("% machine.mine: heddle knows no work of it"));
  EXPECT_THAT(text, HasSubstr("independent_threads"));
}

TEST_F(Cite, NamesTheRevisionThatTheManifestNames) {
  run("plain", {});
  const std::string revision = folder_.json("plain/manifest.json")["heddle_revision"];
  EXPECT_FALSE(revision.empty());
  EXPECT_THAT(cited("plain"), HasSubstr("Revision " + revision));
  EXPECT_THAT(folder_.heddle({"--version"}).out, HasSubstr("(" + revision + ")"));
}

TEST_F(Cite, RefusesWhatHoldsNoResults) {
  folder_.shell("mkdir empty; echo text > file");
  for (const char* place : {"absent", "empty", "file"}) {
    const Finished finished = folder_.heddle({"cite", place});
    EXPECT_NE(finished.exit_code, 0) << place;
    EXPECT_THAT(finished.err, HasSubstr(place));
    EXPECT_EQ(finished.out, "");
  }
}

}  // namespace
}  // namespace heddle::test
