// Names that somebody else chose, with bytes that a terminal takes for commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

const std::string kEvil = "\x1b]0;owned\x07\x1b[2J";
constexpr const char* kShown = "\\x1b]0;owned\\x07\\x1b[2J";

class VisibleNames : public testing::Test {
 protected:
  /// What heddle says has the name written out, and none of its bytes.
  void expect_visible(const std::vector<std::string>& words, int exit_code) const {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, exit_code) << words[0];
    const std::string said = finished.out + finished.err;
    EXPECT_THAT(said, HasSubstr(kShown)) << words[0];
    for (const char c : said) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
          << words[0] << ": " << said;
      if (c == '\x1b') return;
    }
  }

  Playground folder_;
};

TEST_F(VisibleNames, OfFiles) {
  folder_.write(kEvil + ".ptx", kScale);
  expect_visible({"check", kEvil + ".ptx"}, 0);
  expect_visible({"check", kEvil}, 1);
  expect_visible({"run", kEvil}, 1);
  expect_visible({"run", "--quiet", "--out", kEvil, "--kernel", "none", kEvil + ".ptx"}, 1);
  expect_visible({"disasm", kEvil + ".ptx", "--kernel", kEvil}, 1);
}

TEST_F(VisibleNames, OfSettingsAndCommands) {
  folder_.write("k.ptx", kScale);
  expect_visible({kEvil}, 1);
  expect_visible({"run", "--set", kEvil + "=1", "k.ptx"}, 1);
  expect_visible({"run", "--machine", kEvil, "k.ptx"}, 1);
  expect_visible({"explain", kEvil}, 1);
  folder_.write("m.toml",
                "base = \"gtx480\"\n[device]\nname = \"\\u001b]0;owned\\u0007\\u001b[2J\"\n");
  expect_visible({"check", "m.toml"}, 0);
}

TEST_F(VisibleNames, OfRuns) {
  folder_.write("k.ptx", kScale);
  const std::string out = "a" + kEvil;
  ASSERT_EQ(folder_
                .heddle({"run", "--quiet", "--out", out, "--kernel", "scale", "--arg", "buffer:512",
                         "--arg", "u32:7", "k.ptx"})
                .exit_code,
            0);
  expect_visible({"compare", out, out}, 0);
}

}  // namespace
}  // namespace heddle::test
