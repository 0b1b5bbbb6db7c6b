// The search of Maestro, window by window, where SMs have the blocks that they are to have and
// where they do not.
#include <gtest/gtest.h>

#include "sharing.hpp"

namespace heddle::corun_test {
namespace {

using BothBlocks = std::vector<std::uint64_t>;

/// How fast SMs are, as a share of what their blocks can: those that have them all, and others.
struct Paces {
  double full = 1, lacking = 0;
};

/// BP beside CFD, on 16 SMs. The more blocks of BP there are the faster it is; CFD is as fast with
/// one as with more. Dominant resource fairness gives 6 and 2; of what fits 7 and 1 are fastest.
class MaestroRig {
 public:
  explicit MaestroRig(const TextSetter::Texts& texts = {})
      : boundary_(boundary_of("maestro", with_speeds(texts))) {
    boundary_.share(std::vector{bp(0), cfd(1)}, 0);
  }

  /// A window at whose end so many SMs from `first` on lack a block of CFD.
  void window(std::size_t first = 0, std::size_t lacking = 0, const Paces& paces = {}) {
    std::vector<std::array<policy::SmTenantWindow, policy::kTenants>> sms(16);
    for (std::size_t sm = 0; sm < sms.size(); ++sm) {
      const auto& caps = boundary_.caps()[sm];
      const bool lacks = sm >= first && sm < first + lacking;
      const double done = (lacks ? paces.lacking : paces.full) * kWindow;
      sms[sm][0] = {
          .warp_instructions = static_cast<std::uint64_t>(done * static_cast<double>(caps[0]) / 2),
          .blocks = caps[0]};
      sms[sm][1] = {.warp_instructions = static_cast<std::uint64_t>(done / 2),
                    .blocks = caps[1] - (lacks ? 1 : 0)};
    }
    boundary_.window_elapsed({++windows_ * kWindow, kWindow, sms, {}});
  }
  BothBlocks on(std::size_t sm) const { return {boundary_.caps()[sm][0], boundary_.caps()[sm][1]}; }

  static constexpr Cycle kWindow = 2000;

 private:
  static TextSetter::Texts with_speeds(TextSetter::Texts texts) {
    texts.insert({{"alone_ipc", "4 0.5"}, {"window", "2000"}});
    return texts;
  }
  gpu::CorunBoundary boundary_;
  Cycle windows_ = 0;
};

/// The begin, a trial of 7 and 1 beside one of 3 and 3, and two of 6 and 2 in vain: for each a
/// window in which blocks come and go, and one that counts.
constexpr int kSteps = 4;

TEST(MaestroSearch, FindsTheFastestThatFits) {
  MaestroRig search;
  for (int i = 0; i < 2; ++i) search.window();
  EXPECT_EQ(search.on(0), (BothBlocks{7, 1}));
  EXPECT_EQ(search.on(15), (BothBlocks{3, 3}));
  for (int i = 2; i < 2 * kSteps; ++i) search.window();
  for (const std::size_t sm : {0u, 15u}) EXPECT_EQ(search.on(sm), (BothBlocks{7, 1})) << sm;
}

/// At the end of any window some SMs wait for a block that follows one that has ended. What they
/// did says nothing of the trial.
TEST(MaestroSearch, GoesOnWhereBlocksEndAtDifferentTimes) {
  MaestroRig search;
  for (int i = 0; i < 2 * kSteps; ++i) search.window(static_cast<std::size_t>(i % 2) * 8, 4);
  for (const std::size_t sm : {0u, 15u}) EXPECT_EQ(search.on(sm), (BothBlocks{7, 1})) << sm;
}

/// Grids with fewer blocks than the SMs are to have: after its patience a trial is what is there.
TEST(MaestroSearch, DoesNotWaitForEver) {
  for (const int patience : {0, 1, 4}) {
    MaestroRig search({{"patience", std::to_string(patience)}});
    const int step = patience + 2;
    const auto windows = [&](int count) {
      for (int i = 0; i < count; ++i) search.window(0, 16, {.lacking = 1});
    };
    windows(step - 1);
    EXPECT_EQ(search.on(0), (BothBlocks{6, 2})) << patience;
    windows(1);
    EXPECT_EQ(search.on(0), (BothBlocks{7, 1})) << patience;
    EXPECT_EQ(search.on(15), (BothBlocks{3, 3})) << patience;
    windows((kSteps - 1) * step);
    for (const std::size_t sm : {0u, 15u}) EXPECT_EQ(search.on(sm), (BothBlocks{7, 1})) << patience;
  }
}

/// A search that has ended begins again with another speed, and not with the same.
TEST(MaestroSearch, BeginsAgainWhenTheSpeedChanges) {
  MaestroRig search;
  for (int i = 0; i < 2 * kSteps + 4; ++i) search.window();
  EXPECT_EQ(search.on(15), (BothBlocks{7, 1}));
  for (int i = 0; i < 3; ++i) search.window(0, 0, {.full = 0.5});
  EXPECT_EQ(search.on(15), (BothBlocks{6, 2})) << "a trial";
}

}  // namespace
}  // namespace heddle::corun_test
