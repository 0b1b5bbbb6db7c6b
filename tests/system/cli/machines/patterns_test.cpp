// Patterns on the command line: none hangs, the dialect is described where one looks for it.
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "heddle/base/text/pattern.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

/// A kernel whose name has many letters a: with a search that tries one way after the other,
/// (a+)+b takes 2^60 steps.
constexpr const char* kLongName = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa()
{
  ret;
}
)";

TEST(Patterns, ACatastrophicOneEndsAtOnce) {
  const Playground folder;
  folder.write("k.ptx", kLongName);
  for (const char* pattern : {"(a+)+b", "(a+)+$b", "(a|aa)+$b", "(a*)*b"}) {
    const Finished finished = folder.shell("timeout 20 " HEDDLE_PROGRAM " run --quiet --kernels '" +
                                           std::string(pattern) + "' k.ptx");
    EXPECT_EQ(finished.exit_code, 0) << pattern;
    EXPECT_THAT(finished.err, HasSubstr("matches none of the kernels")) << pattern;
  }
  const Finished found =
      folder.shell("timeout 20 " HEDDLE_PROGRAM " run --quiet --kernels '(a+)+$' k.ptx");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_EQ(found.err, "");
}

TEST(Patterns, WhatIsWrongIsSaidWithItsPlace) {
  const Playground folder;
  folder.write("k.ptx", kLongName);
  EXPECT_THAT(folder.heddle({"run", "--out", "out", "--kernels", "a(b", "k.ptx"}).err,
              HasSubstr("--kernels 'a(b' is no regular expression: at character 2, '(b': the group "
                        "is not closed"));
  EXPECT_THAT(folder.heddle({"run", "--out", "out", "--set", "run.kernels=(a)\\1", "k.ptx"}).err,
              HasSubstr("at character 4, '\\1': back references"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out")));
  EXPECT_THAT(folder.heddle({"bench", "--rows", "[z-a]"}).err,
              HasSubstr("--rows '[z-a]' is no regular expression: at character 2, 'z-a]'"));
}

TEST(Patterns, TheDialectIsDescribed) {
  const Playground folder;
  const std::string dialect(kPatternDialect);
  EXPECT_THAT(folder.heddle({"run", "--help"}).out, HasSubstr(dialect));
  EXPECT_THAT(folder.heddle({"timeline", "--help"}).out, HasSubstr(dialect));
  EXPECT_THAT(folder.heddle({"bench", "--help"}).out, HasSubstr(dialect));
  EXPECT_EQ(folder.heddle({"explain", "patterns"}).out, dialect);
  EXPECT_THAT(folder.heddle({"explain", "run.kernels"}).out, HasSubstr("heddle explain patterns"));
  EXPECT_EQ(folder.heddle({"explain", "pattern"}).out, dialect);
}

}  // namespace
}  // namespace heddle::test
