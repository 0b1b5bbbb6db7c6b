// Which revision measures, in a small source tree under git: clean, changed, moved on, unknown.
#include "study/sources/revision.hpp"

#include <gmock/gmock.h>

#include "command_runner.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

class RevisionOfATree : public testing::Test {
 protected:
  RevisionOfATree() {
    run("mkdir -p tree/scripts tree/src tree/docs tree/experiments/t programs && cd tree && "
        "cp " HEDDLE_SOURCE
        "/scripts/revision.sh scripts && git init -q && touch src/a docs/b.md "
        "experiments/t/verdicts.csv");
    commit();
    build();
  }
  void run(const std::string& line) const {
    const test::Finished finished = folder_.shell(line);
    ASSERT_EQ(finished.exit_code, 0) << line << "\n" << finished.err;
  }
  void commit() const {
    run("cd tree && git add . && git -c user.name=N -c user.email=N commit -q -m M --allow-empty");
  }
  void build() const { run("sh tree/scripts/revision.sh programs/revision"); }
  Revision now() const { return built_revision(folder_.path("programs")); }
  std::string head() const {
    return folder_.shell("git -C tree rev-parse --short=7 HEAD").out.substr(0, 7);
  }

  test::Playground folder_;
};

TEST_F(RevisionOfATree, IsGitsOfACleanTree) {
  EXPECT_EQ(now().name, head());
  EXPECT_EQ(now().problem, "");
}

TEST_F(RevisionOfATree, TextsAndRecordedVerdictsMayChange) {
  run("echo 1 >> tree/docs/b.md; echo 1 >> tree/experiments/t/verdicts.csv; echo 1 > tree/new");
  EXPECT_EQ(now().problem, "");
  build();
  EXPECT_EQ(now().name, head());
}

TEST_F(RevisionOfATree, SourcesThatChangeMarkIt) {
  run("echo 1 >> tree/src/a");
  EXPECT_EQ(now().name, head() + "+changes");
  EXPECT_THAT(now().problem, HasSubstr("run ninja"));  // built before the change
  build();
  EXPECT_EQ(now().name, head() + "+changes");
  EXPECT_THAT(now().problem, HasSubstr("not committed"));
}

TEST_F(RevisionOfATree, ANewSourceIsAChange) {
  run("echo 1 > tree/src/new");
  build();
  EXPECT_EQ(now().name, head() + "+changes");
}

TEST_F(RevisionOfATree, ATreeThatMovedOnIsNotWhatWasBuilt) {
  const std::string built = head();
  commit();
  EXPECT_EQ(now().name, built + "+changes");
  EXPECT_THAT(now().problem, HasSubstr("is at " + head()));
  build();
  EXPECT_EQ(now().name, head());
  EXPECT_EQ(now().problem, "");
}

TEST_F(RevisionOfATree, IsUnknownWithoutGit) {
  run("rm -rf tree/.git");
  EXPECT_THAT(now().problem, HasSubstr("git does not say"));
  build();
  EXPECT_EQ(now().name, "unknown");
  EXPECT_THAT(now().problem, HasSubstr("there is no file"));
}

/// A copy of the sources within another repository has that one's revision in no way.
TEST_F(RevisionOfATree, AnotherRepositoryAroundItDoesNotCount) {
  run("rm -rf tree/.git && git init -q && git add tree && git -c user.name=N -c user.email=N "
      "commit "
      "-q -m M");
  build();
  EXPECT_EQ(now().name, "unknown");
}

}  // namespace
}  // namespace heddle::study
