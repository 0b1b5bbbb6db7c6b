#include "heddle/gpu/clock/thread_team.hpp"

#include <chrono>
#include <set>

#include <gtest/gtest.h>

namespace heddle::gpu {
namespace {

TEST(ThreadTeam, EveryShareOfEveryPhaseIsDoneOnce) {
  for (const unsigned members : {1u, 2u, 3u, 8u}) {
    ThreadTeam team(members);
    ASSERT_EQ(team.size(), members);
    std::vector<unsigned> done(members, 0);  // each written by whoever has the share
    for (unsigned phase = 1; phase <= 20'000; ++phase) {
      team.run([&](unsigned member) { ++done[member]; });
      for (const unsigned count : done) ASSERT_EQ(count, phase);
    }
  }
}

TEST(ThreadTeam, MembersWorkAtTheSameTime) {
  ThreadTeam team(2);
  std::set<std::thread::id> threads[2];
  // A share of a second leaves the other member time to begin.
  team.run([&](unsigned member) {
    threads[member].insert(std::this_thread::get_id());
    std::this_thread::sleep_for(std::chrono::seconds(member == 0 ? 1 : 0));
  });
  EXPECT_EQ(*threads[0].begin(), std::this_thread::get_id());
  EXPECT_NE(*threads[1].begin(), std::this_thread::get_id());
}

TEST(ThreadTeam, SharesOfMembersThatDoNotRunAreTheCallers) {
  // So many that most cannot run while the caller does.
  ThreadTeam team(64);
  std::atomic<unsigned> by_caller{0};
  const std::thread::id caller = std::this_thread::get_id();
  for (unsigned phase = 0; phase < 100; ++phase) {
    team.run([&](unsigned) { by_caller += std::this_thread::get_id() == caller ? 1 : 0; });
  }
  EXPECT_GT(by_caller, 100u);  // its own and some of the others'
}

}  // namespace
}  // namespace heddle::gpu
