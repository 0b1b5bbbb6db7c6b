// DAWS where warps issue in parts: what issues together is one warp to it. By the rules of Rogers'
// dissertation, chapter 4, for gangs as chapter 6 has them.

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "daws_sm.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kParts = 8, kWidth = 4;

/// Four warps of eight parts. The L1 has 66 lines, of which 4/5 count, 52.8.
class DawsOnGangs : public testing::Test {
 protected:
  DawsOnGangs() {
    program_.annotations = std::make_shared<isa::Annotations>(three_loops());
    program_.code.resize(60);
    sm_.set_l1(66, 128);
    sm_.set_paths(&paths_);
    gangs_.fill(0xFF);
    sm_.set_gangs(gangs_);
    const sim::Settings settings = sim::parse_settings("associativity_factor = 0.8", "test");
    sim::SettingReader(settings).read("", *throttle_);
    throttle_->attach(sm_.view());
    throttle_->kernel_started(0, program_);
    for (unsigned entity = 0; entity < 4 * kParts; ++entity) {
      sm_.launch(entity, 0, entity / kParts);
      paths_.where[entity] = {0, lanes(kWidth)};
      throttle_->warp_launched(entity);
    }
  }
  /// The first instruction of the loop at 15, of so many parts of the warp with so many lanes each.
  void trip(unsigned warp, unsigned parts, unsigned count) {
    for (unsigned part = 0; part < parts; ++part) {
      const unsigned entity = warp * kParts + part;
      paths_.where[entity] = {16, lanes(count)};
      throttle_->instruction_issued(entity, 15, lanes(count));
    }
  }
  /// A load of all parts of warp 0, which the L1 serves by lines: each event names the part with
  /// the first lane.
  void load(Pc pc, unsigned lines, model::L1Outcome outcome) {
    for (unsigned i = 0; i < lines; ++i) {
      throttle_->listener()->on(
          model::L1Access{.line = (Addr{pc} * 32 + i) * 128,
                          .pc = pc,
                          .entity = static_cast<std::uint16_t>(i * kParts / lines),
                          .index = static_cast<std::uint8_t>(i),
                          .count = static_cast<std::uint8_t>(lines),
                          .threads = 32,
                          .outcome = outcome});
    }
  }
  /// The gang of warp 0 finds what it brought.
  void learn(Pc pc = 16, unsigned lines = 32) {
    for (unsigned turn = 0; turn < 4; ++turn)
      load(pc, lines, turn == 0 ? model::L1Outcome::miss : model::L1Outcome::hit);
  }
  /// Parts of each warp that may load.
  std::map<unsigned, unsigned> loaders() {
    std::map<unsigned, unsigned> parts;
    const policy::Gate& gate = throttle_->gate();
    for (unsigned warp = 0; warp < 4; ++warp)
      parts[warp] = static_cast<unsigned>(gate.may_load.bits(warp * kParts, kParts));
    return parts;
  }
  static std::map<unsigned, unsigned> parts_of(std::array<unsigned, 4> parts) {
    return {{0, parts[0]}, {1, parts[1]}, {2, parts[2]}, {3, parts[3]}};
  }

  std::array<std::uint8_t, 4 * kParts> gangs_{};
  isa::Program program_;
  Paths paths_;
  FakeSm sm_{4, 1, kParts, kParts};
  std::unique_ptr<policy::Throttle> throttle_ =
      policy::Registry<policy::Throttle>::instance().make("daws");
};

/// Figure 4.5 with gangs of 32, 16 and 16 lanes. The third wants 64 lines with the others: all its
/// parts are held, also the first, which alone would fit with its 2 lanes.
TEST_F(DawsOnGangs, AGangIsLetInAsOne) {
  trip(0, 8, 4);
  learn();
  trip(0, 8, 4);
  trip(1, 8, 2);
  trip(2, 8, 2);
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0, 0xFF}));
  trip(0, 8, 2);
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0xFF, 0xFF}));
}

/// Of 52.8 lines 48 are taken: of parts of 2 lanes that issue alone two fit.
TEST_F(DawsOnGangs, PartsThatIssueAloneAreLetInOneByOne) {
  trip(0, 8, 4);
  learn();
  trip(0, 8, 4);
  trip(1, 8, 2);
  trip(2, 8, 2);
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0, 0xFF}));
  for (unsigned part = 0; part < kParts; ++part) gangs_[2 * kParts + part] = 0;
  throttle_->gangs_changed();
  EXPECT_TRUE(throttle_->stale());
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0x03, 0xFF}));
}

/// A gang's load of two lines is converged: with that of 32 lines, 34, as a whole warp's. Counted
/// part by part it would be 48, and with the 16 of warp 1 more than 52.8.
TEST_F(DawsOnGangs, AConvergedLoadCountsOnceAGang) {
  trip(0, 8, 4);
  learn();
  learn(17, 2);
  trip(0, 8, 4);
  trip(1, 8, 2);  // 16 + 2
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0xFF, 0xFF}));
  trip(1, 8, 3);  // 24 + 2
  EXPECT_EQ(loaders(), parts_of({0xFF, 0, 0xFF, 0xFF}));
}

/// Parts of one lane each: two of them are enough for a warp to be watched.
TEST_F(DawsOnGangs, LanesOfAGangAreThoseOfAllItsParts) {
  trip(0, 1, 1);
  learn();
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0xFF, 0xFF}));
  trip(1, 8, 4);
  trip(2, 8, 4);
  EXPECT_EQ(loaders(), parts_of({0xFF, 0xFF, 0xFF, 0xFF}));  // nothing has been learnt
  for (unsigned part = 0; part < kParts; ++part) throttle_->warp_exited(part);
  for (unsigned part = 0; part < kParts; ++part) throttle_->warp_launched(part);
  for (unsigned warp : {1u, 2u})
    for (unsigned part = 0; part < kParts; ++part) throttle_->warp_exited(warp * kParts + part);
  trip(0, 2, 1);
  learn();
  trip(0, 8, 4);
  trip(3, 8, 4);
  EXPECT_EQ(loaders()[3], 0u);
}

/// The warp is watched until its last part has left the loop.
TEST_F(DawsOnGangs, AWarpIsWatchedUntilAllItsPartsHaveLeft) {
  trip(0, 8, 4);
  for (unsigned part = 1; part < kParts; ++part) {
    paths_.where[part] = {50, lanes(kWidth)};
    throttle_->instruction_issued(part, 20, lanes(kWidth));
  }
  learn();
  trip(0, 8, 4);
  trip(1, 8, 4);
  EXPECT_EQ(loaders(), parts_of({0xFF, 0, 0xFF, 0xFF}));
}

/// Parts of four lanes that issue alone never have five lanes together, so nothing would be learnt.
TEST(DawsOnParts, ThresholdsBeyondThePartsAreRefused) {
  const auto refusal = [](const std::string& parameters, std::span<const std::uint8_t> gangs) {
    const auto throttle = policy::Registry<policy::Throttle>::instance().make("daws");
    const sim::Settings settings = sim::parse_settings(parameters, "test");
    sim::SettingReader(settings).read("", *throttle);
    FakeSm sm(4, 1, kParts, kParts);
    sm.set_gangs(gangs);
    try {
      throttle->attach(sm.view());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::array<std::uint8_t, 4 * kParts> gangs{};
  for (const std::string key : {"sampling_lanes", "divergence_lanes"}) {
    EXPECT_EQ(refusal(key + " = 4", {}), "");
    EXPECT_EQ(refusal(key + " = 5", {}),
              "throttle.daws." + key +
                  " is 5, but the organisation issues at most 4 lanes of a warp "
                  "together, so DAWS would learn nothing: --set throttle.daws." +
                  key + "=4");
    EXPECT_EQ(refusal(key + " = 5", gangs), "");
  }
}

}  // namespace
}  // namespace heddle::test
