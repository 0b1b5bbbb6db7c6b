// What is told of formed warps' accesses: each access has an owner among the warps of the contexts,
// which are all that anybody has heard of.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// The warps that were launched, and the accesses that name another.
class Owners final
    : public model::Hears<model::WarpLaunched, model::InstructionIssued, model::L1Access> {
 public:
  void on(const model::WarpLaunched& event) override { launched_[event.entity] = event.index; }
  void on(const model::InstructionIssued& event) override {
    EXPECT_TRUE(launched_.contains(event.entity)) << event.entity;
  }
  void on(const model::L1Access& event) override {
    EXPECT_TRUE(launched_.contains(event.entity)) << event.entity;
    if (event.outcome == model::L1Outcome::banks) return;
    EXPECT_EQ(lane_count(event.lanes & ~lanes_of[launched_[event.entity]]), 0u);
    EXPECT_LE(lane_count(event.lanes), event.threads);
    seen |= event.lanes;
    ++accesses;
  }
  /// Lanes that access memory, by the warp's index in its block.
  std::map<unsigned, LaneMask> lanes_of;
  unsigned accesses = 0;
  LaneMask seen = 0;

 private:
  std::map<unsigned, unsigned> launched_;
};

/// The even lanes of warp 0 and the odd ones of warp 1 take a path, on which they load together
/// what neighbours load.
TEST(FormedEvents, NameTheHomeOfTheFirstLane) {
  const std::string body =
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 31;\n  shr.u32 %r3, %r1, 5;\n"
      "  add.u32 %r5, %r2, %r3;\n  and.b32 %r5, %r5, 1;\n  setp.ne.u32 %p1, %r5, 0;\n"
      "  @%p1 bra END;\n  mul.wide.u32 %rd3, %r2, 4;\n  add.u64 %rd3, %rd3, %rd1;\n"
      "  ld.global.u32 %r6, [%rd3];\n  add.u32 %r7, %r7, %r6;\n"
      "  st.global.u32 [%rd3+4096], %r7;\nEND:\n";
  for (const auto& [name, choice] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), choice);
    Owners owners;
    owners.lanes_of = {{0, 0x5555'5555}, {1, 0xAAAA'AAAA}};
    rig.gpu().listen(0, owners);
    const auto counters = rig.run_body(body, {}, {64});
    if (name == "tbc") {
      EXPECT_EQ(counters.kernel.global_transactions, 2u);  // of one warp with all lanes,
      EXPECT_EQ(owners.seen, 0x5555'5555u);                // whose first lane is of warp 0
    }
    EXPECT_GE(owners.accesses, 2u) << name;
  }
}

}  // namespace
}  // namespace heddle::test
