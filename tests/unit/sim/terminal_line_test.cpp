#include "heddle/sim/output/terminal_line.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "heddle/sim/output/live_text.hpp"
#include "heddle/sim/output/requests.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

/// A file that stands for the terminal.
class Place : public testing::Test {
 protected:
  Place() { std::ofstream(file_).put('-'); }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.path() / "terminal";
  TerminalLine line_;
};

TEST_F(Place, IsDrawnInOnlyWhileTheProcessAllowsIt) {
  EXPECT_FALSE(line_.begin_drawing(file_.c_str()));
  line_.allow();
  EXPECT_TRUE(line_.begin_drawing(file_.c_str()));
  line_.end_drawing();
  EXPECT_TRUE(line_.is_drawn());
  line_.withdraw();
  EXPECT_FALSE(line_.is_drawn());
  EXPECT_FALSE(line_.begin_drawing(file_.c_str()));
}

TEST_F(Place, IsErasedOnlyIfSomethingWasDrawn) {
  line_.allow();
  line_.withdraw();
  EXPECT_EQ(content(), "-");
  line_.allow();
  line_.begin_drawing(file_.c_str());
  line_.end_drawing();
  line_.withdraw();
  EXPECT_EQ(content(), kEraseLine);
}

/// heddle run may be stopped while it draws: the process does not wait for ever, and who drew
/// erases.
TEST_F(Place, AnUnfinishedDrawingHoldsNobodyUp) {
  line_.allow();
  line_.begin_drawing(file_.c_str());
  line_.withdraw();
  std::ofstream(file_) << "drawn late";
  line_.end_drawing();
  EXPECT_EQ(content(), std::string(kEraseLine) + std::string("drawn late").substr(3));
  EXPECT_FALSE(line_.is_drawn());
}

TEST(LiveText, IsReadAsItWasSet) {
  LiveText text;
  EXPECT_EQ(text.get(), "");
  text.set("a longer name");
  text.set("name");
  EXPECT_EQ(text.get(), "name");
  text.set(std::string(300, 'x'));
  EXPECT_EQ(text.get(), std::string(256, 'x'));
}

TEST(Requests, TheFirstSignalThatStopsCounts) {
  Requests requests;
  EXPECT_EQ(requests.word(), 0u);
  requests.ask_for_report();
  EXPECT_NE(requests.word(), 0u);
  EXPECT_EQ(requests.stop(), 0);
  requests.ask_to_stop(2);
  requests.ask_to_stop(15);
  requests.report_given();
  EXPECT_EQ(requests.stop(), 2);
  EXPECT_TRUE(requests.defer(2));
  EXPECT_FALSE(requests.defer(2));
  EXPECT_EQ(requests.deferred(), 2);
}

}  // namespace
}  // namespace heddle::sim
