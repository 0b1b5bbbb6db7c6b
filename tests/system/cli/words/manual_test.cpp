// Manual pages and completions, made from what the commands say of themselves.
#include <regex>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

class Manual : public testing::Test {
 protected:
  std::vector<std::string> complete(std::vector<std::string> words) const {
    words.insert(words.begin(), "complete");
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    std::vector<std::string> lines;
    std::istringstream text(finished.out);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }
  std::set<std::string> options_in(std::string text) const {
    text = std::regex_replace(text, std::regex(R"(\\-)"), "-");
    const std::regex option("--[a-z][a-z-]*");
    std::set<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at)
      found.insert(at->str());
    return found;
  }
  std::vector<std::string> commands() const {
    std::vector<std::string> names = complete({""});
    std::erase_if(names, [](const std::string& name) { return name.starts_with("-"); });
    return names;
  }

  Playground folder_;
};

TEST_F(Manual, HasAPageOfEachCommandWithEachOptionOfItsHelp) {
  EXPECT_THAT(commands(), IsSupersetOf({"run", "cc", "sweep", "merge", "manual"}));
  for (const std::string& command : commands()) {
    const Finished page = folder_.heddle({"manual", command});
    EXPECT_EQ(page.exit_code, 0) << page.err;
    EXPECT_THAT(page.out, HasSubstr(".SH NAME\nheddle\\-" + command));
    EXPECT_THAT(options_in(page.out),
                IsSupersetOf(options_in(folder_.heddle({command, "--help"}).out)))
        << command;
    EXPECT_THAT(folder_.heddle({"manual"}).out, HasSubstr(".BR heddle\\-" + command + " (1)"));
  }
}

TEST_F(Manual, IsWrittenToAFolder) {
  ASSERT_EQ(folder_.heddle({"manual", "--folder", "man/man1"}).exit_code, 0);
  EXPECT_EQ(folder_.read("man/man1/heddle-sweep.1"), folder_.heddle({"manual", "sweep"}).out);
  EXPECT_EQ(folder_.read("man/man1/heddle.1"), folder_.heddle({"manual"}).out);
  const Finished refused = folder_.heddle({"manual", "swep"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("there is no command 'swep'; did you mean 'sweep'?"));
}

TEST_F(Manual, PagesBeginNoLineWithWhatRoffTakesForARequest) {
  for (const std::string& command : commands()) {
    std::istringstream page(folder_.heddle({"manual", command}).out);
    for (std::string line; std::getline(page, line);) {
      if (!line.starts_with('.')) continue;
      EXPECT_TRUE(std::regex_match(line, std::regex(R"(\.(TH|SH|TP|B|BR|nf|fi)( .*)?)"))) << line;
    }
  }
}

TEST_F(Manual, CompletesCommandsOptionsAndValues) {
  EXPECT_THAT(complete({"swe"}), ElementsAre("sweep"));
  EXPECT_THAT(complete({"run", "--mac"}), ElementsAre("--machine"));
  EXPECT_THAT(complete({"run", "--machine", "gtx480-p"}), ElementsAre("gtx480-pro"));
  EXPECT_THAT(complete({"run", "--set", "warp_sched"}), Contains("warp_scheduler="));
  EXPECT_THAT(complete({"run", "--set", "l1.by"}), ElementsAre("l1.bytes="));
  EXPECT_THAT(complete({"run", "--set", "throttle=cc"}), ElementsAre("throttle=ccws"));
  EXPECT_THAT(complete({"list", "mach"}), ElementsAre("machines"));
  EXPECT_THAT(complete({"cc", "--use_fast"}), ElementsAre("--use_fast_math"));
  EXPECT_THAT(complete({"reproduce", "ccw"}), ElementsAre("ccws"));
  EXPECT_THAT(complete({"sweep", "--on", ""}), ElementsAre("slurm"));
  EXPECT_THAT(complete({"run", "--timing", ""}), ElementsAre("full", "none"));
  EXPECT_THAT(complete({"check", ""}), IsEmpty());  // files, which the shell knows
  EXPECT_THAT(complete({"run", "--out", ""}), IsEmpty());
  EXPECT_THAT(complete({"run", "--", "./program", "--m"}), IsEmpty());
  EXPECT_THAT(complete({"no_command", "--m"}), IsEmpty());
}

TEST_F(Manual, CompletesInBash) {
  folder_.write("complete.sh", R"(PATH="$(dirname "$1"):$PATH"
source <(heddle completion bash)
compopt() { :; }
ask() { COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2)); _heddle; echo "${COMPREPLY[*]}"; }
ask 'heddle swe' heddle swe
ask 'heddle run --set throttle=cc' heddle run --set throttle = cc
ask 'heddle run --set throttle=' heddle run --set throttle =
ask 'heddle run --machine ' heddle run --machine ''
)");
  const Finished asked = folder_.shell("bash complete.sh " HEDDLE_PROGRAM);
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  std::istringstream text(asked.out);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "sweep");
  std::getline(text, line);
  EXPECT_EQ(line, "ccws");
  std::getline(text, line);
  EXPECT_EQ(line, "ccws daws none swl");
  std::getline(text, line);
  EXPECT_THAT(line, HasSubstr("gtx480"));
  EXPECT_THAT(line, HasSubstr("v100"));
}

}  // namespace
}  // namespace heddle::test
