// What listeners are told of an access that several instructions have made together.

#include "heddle/core/load_store/access_listeners.hpp"

#include <tuple>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

struct Told {
  unsigned entity = 0;
  Pc pc = 0;
  unsigned index = 0, count = 0, threads = 0;
  bool operator==(const Told&) const = default;
};

struct Heard final : model::Hears<model::L1Access> {
  void on(const model::L1Access& event) override {
    told.push_back({event.entity, event.pc, event.index, event.count, event.threads});
  }
  std::vector<Told> told;
};

/// Parts of four lanes, eight to a warp. In one cycle parts 0 and 1 of warp 0 have issued the load
/// at 5, part 2 of warp 0 that at 9, and part 3 of warp 1 that at 5, to five lines: by the first
/// lane two are of the first load, one of the second and two of the third.
TEST(AccessListeners, CountTheLinesOfEachInstructionByThemselves) {
  Access access;
  access.kind = exec::AccessKind::load;
  access.add({.owner = 0, .pc = 5, .lanes = 0xF});
  access.add({.owner = 1, .pc = 5, .lanes = 0x30});
  access.add({.owner = 2, .pc = 9, .lanes = 0xF00});
  access.add({.owner = 8 + 3, .pc = 5, .lanes = 0x7000});
  const LaneMask lanes[] = {0xF, 0x1000, 0x30, 0xF00, 0x6000};
  for (const LaneMask each : lanes) access.transactions[access.count++].lanes = each;
  access.local_begin = access.constant_begin = access.count;

  Heard heard;
  model::Subscribers subscribers;
  subscribers.add(heard);
  const AccessListeners listeners(8, subscribers);
  for (; access.next != access.count; ++access.next)
    listeners.tried(0, access, model::L1Outcome::hit, model::FirstLevel::data);
  const std::vector<Told> expected = {
      {0, 5, 0, 2, 6}, {11, 5, 0, 2, 3}, {1, 5, 1, 2, 6}, {2, 9, 0, 1, 4}, {11, 5, 1, 2, 3}};
  EXPECT_EQ(heard.told, expected);
}

}  // namespace
}  // namespace heddle::core
