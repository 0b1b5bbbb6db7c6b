// When a warp touched a line before, by trips through loops.

#include <gtest/gtest.h>

#include "heddle/probe/loads/loads_profile.hpp"

namespace heddle::probe {
namespace {

/// A loop of 10 to 19 in one of 5 to 29; a function of 40 to 49 that the inner one calls. Loads at
/// 6, 12, 14 and 44.
std::shared_ptr<const isa::Program> nested_loops() {
  auto program = std::make_shared<isa::Program>();
  program->code.resize(50);
  program->functions = {{.name = "k", .entry = 0, .end = 40},
                        {.name = "f", .entry = 40, .end = 50}};
  auto notes = std::make_shared<isa::Annotations>();
  notes->loops = {
      {.begin = 5, .first = 5, .end = 29, .innermost = false, .loads = {6}},
      {.begin = 10, .first = 10, .end = 19, .parent = 0, .depth = 2, .loads = {12, 14}}};
  notes->loop_of.assign(50, isa::kNoLoop);
  for (Pc pc = 5; pc < 30; ++pc) notes->loop_of[pc] = pc >= 10 && pc < 20 ? 1 : 0;
  for (const Pc pc : {6u, 12u, 14u, 44u}) {
    program->code[pc].op_class = isa::OpClass::load;
    program->code[pc].modifiers.space = isa::Space::global;
  }
  program->annotations = notes;
  return program;
}

class Trips : public testing::Test {
 protected:
  void issue(Pc pc) { trips_.issued(*program_, pc, pc == 6 || pc == 12 || pc == 14 || pc == 44); }
  std::optional<Trip> arrive(Pc pc, Addr line) {
    trips_.arrived(pc);
    return trips_.touch(line);
  }
  std::optional<Trip> load(Pc pc, Addr line) {
    issue(pc);
    return arrive(pc, line);
  }

  std::shared_ptr<const isa::Program> program_ = nested_loops();
  LoopTrips trips_;
};

TEST_F(Trips, TellThisTripTheLastAndOthers) {
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  EXPECT_EQ(load(14, 1), Trip::now);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::last);
  EXPECT_EQ(load(14, 1), Trip::now);
  EXPECT_EQ(load(14, 2), Trip::other);
  issue(10);
  issue(10);
  EXPECT_EQ(load(12, 2), Trip::other);  // two trips ago
}

TEST_F(Trips, BeginAnewWhenTheLoopIsEnteredAgain) {
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(25);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::last);
}

TEST_F(Trips, AFunctionThatTheLoopCallsIsNotOutside) {
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(45);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::last);
  EXPECT_EQ(load(44, 1), std::nullopt);  // in no loop of its own
}

TEST_F(Trips, AreOfTheInnermostLoop) {
  issue(5);
  EXPECT_EQ(load(6, 1), Trip::other);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(5);
  EXPECT_EQ(load(6, 1), Trip::last);
}

/// A load that gets to the cache late is of the trip that it issued in.
TEST_F(Trips, AreThoseOfTheIssue) {
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(14);
  issue(10);
  issue(12);
  EXPECT_EQ(arrive(14, 1), Trip::now);
  EXPECT_EQ(arrive(12, 1), Trip::last);
}

/// A load whose lanes all went to shared memory never arrives.
TEST_F(Trips, LoadsThatWentElsewhereAreSkipped) {
  issue(10);
  issue(14);
  EXPECT_EQ(load(12, 1), Trip::other);
  issue(10);
  EXPECT_EQ(load(12, 1), Trip::last);
}

model::L1Access access(Pc pc, Addr line, model::L1Outcome outcome, std::uint16_t entity = 0,
                       unsigned index = 0, unsigned count = 1) {
  return {.line = line * 128,
          .pc = pc,
          .lanes = 0xFF,
          .entity = entity,
          .kernel = 2,
          .sectors = 15,
          .index = static_cast<std::uint8_t>(index),
          .count = static_cast<std::uint8_t>(count),
          .threads = 8,
          .new_sectors = static_cast<std::uint8_t>(outcome == model::L1Outcome::miss ? 15 : 0),
          .outcome = outcome};
}

TEST(LoadsProfile, CountsWhatALoadDoes) {
  using model::L1Outcome;
  LoadsProfile profile(8);
  const auto program = nested_loops();
  profile.on(model::KernelBound{.kernel = 2, .program = program});
  for (std::uint16_t entity = 0; entity < 2; ++entity)
    profile.on(model::WarpLaunched{.entity = entity, .index = entity});
  const auto issue = [&](Pc pc, std::uint16_t entity) {
    profile.on(model::InstructionIssued{.pc = pc, .lanes = 0xFF, .entity = entity, .kernel = 2});
  };
  issue(10, 0);
  issue(12, 0);
  for (unsigned i = 0; i < 3; ++i) profile.on(access(12, i, L1Outcome::miss, 0, i, 3));
  issue(10, 0);
  issue(12, 0);
  profile.on(access(12, 0, L1Outcome::blocked, 0, 0, 2));  // tried again
  profile.on(access(12, 0, L1Outcome::hit, 0, 0, 2));
  profile.on(access(12, 1, L1Outcome::miss, 0, 1, 2));  // it had been evicted
  issue(12, 1);
  profile.on(access(12, 2, L1Outcome::merged, 1));
  const LoadCounts& load = profile.kernels().at(0).loads[12];
  EXPECT_EQ(load.executions, 3u);
  EXPECT_EQ(load.lanes, 24u);
  EXPECT_EQ(load.most_lanes, 8u);
  EXPECT_EQ(load.accesses, 6u);
  EXPECT_EQ(load.converged, 2u);
  EXPECT_EQ(load.own_hits, 1u);
  EXPECT_EQ(load.misses, 4u);
  EXPECT_EQ(load.lost, 1u);
  EXPECT_EQ(load.other_merges, 1u);
  EXPECT_EQ(load.other_hits + load.own_merges + load.bypasses, 0u);
  EXPECT_EQ(load.trips, (std::array<std::uint64_t, kTrips>{0, 1, 0}));
  EXPECT_EQ(profile.trips(2).accesses, load.trips);
}

}  // namespace
}  // namespace heddle::probe
