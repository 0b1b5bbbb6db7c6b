// Which grid is served first: the more urgent one, and of two alike the older one.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/model/kernel_slots.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// Long enough for later grids to be launched while a block runs.
const std::string kLong = kernel(repeat(500, "  add.u32 %r1, %r1, 1;\n"));
/// Blocks of one thread that wait until two of them are there; the word counts those that have
/// come.
std::string meeting_at(unsigned word) {
  return kernel(fmt::format(R"(  add.u64 %rd2, %rd1, {};
  atom.global.add.u32 %r1, [%rd2], 1;
LOOP:
  ld.volatile.global.u32 %r1, [%rd2];
  setp.lt.u32 %p1, %r1, 2;
  @%p1 bra LOOP;
)",
                            4 * word));
}

/// The kernel slot and number of each block, in the order in which they come.
struct Arrivals final : model::Hears<model::BlockDispatched> {
  void on(const model::BlockDispatched& event) override {
    blocks.emplace_back(event.kernel, event.block);
  }
  std::vector<std::pair<unsigned, std::uint64_t>> blocks;
};
using Blocks = std::vector<std::pair<unsigned, std::uint64_t>>;

gpu::MachineSpec with_room_for(std::uint32_t blocks) {
  auto machine = small_machine();
  machine.sm.blocks = blocks;
  return machine;
}

/// A grid of that many blocks for each priority, each launched when the first block of the first
/// grid runs; in kernel slot i runs the one of the i-th priority.
Blocks order_of_blocks(const std::vector<std::int32_t>& priorities, unsigned blocks,
                       unsigned host_threads = 1) {
  Rig rig(with_room_for(1), {}, host_threads);
  Arrivals arrivals;
  rig.gpu().listen(0, arrivals);
  std::vector<std::uint64_t> grids;
  for (const std::int32_t priority : priorities) {
    grids.push_back(rig.start(kLong, {blocks}, {32}, {.priority = priority}));
    while (arrivals.blocks.empty()) rig.gpu().advance(rig.gpu().now() + 1);
  }
  for (const std::uint64_t grid : grids) rig.finish(grid);
  return arrivals.blocks;
}

TEST(Priority, AnUrgentGridGetsTheNextFreePlace) {
  for (const unsigned host_threads : {1u, 2u}) {
    EXPECT_EQ(order_of_blocks({0, -1}, 3, host_threads),
              (Blocks{{0, 0}, {1, 0}, {1, 1}, {1, 2}, {0, 1}, {0, 2}}));
  }
}

/// Of grids behind as many with blocks as there are kernel slots those have queued that are more
/// urgent.
TEST(Priority, AnUrgentGridMayWaitForAKernelSlot) {
  for (const std::int32_t priority : {0, -1}) {
    Rig rig(with_room_for(core::kKernelSlots));
    Arrivals arrivals;
    rig.gpu().listen(0, arrivals);
    std::vector<std::uint64_t> grids;
    for (unsigned i = 0; i < core::kKernelSlots; ++i)
      grids.push_back(rig.start(kLong, {1}, {32}, {.priority = 0}));
    while (arrivals.blocks.size() != core::kKernelSlots) rig.gpu().advance(rig.gpu().now() + 1);
    grids.push_back(rig.start(kLong, {1}, {32}, {.priority = priority}));
    EXPECT_FALSE(rig.gpu().status(grids.front()).waited_behind_less_urgent);
    EXPECT_EQ(rig.gpu().status(grids.back()).waited_behind_less_urgent, priority == -1);
    for (const std::uint64_t grid : grids) rig.finish(grid);
  }
}

/// One grid runs and seven have kernel slots alone: the last two of these give their slots to two
/// urgent ones, and come behind the others in their old order.
TEST(Priority, AnUrgentGridTakesTheKernelSlotOfOneWithoutBlocks) {
  for (const unsigned host_threads : {1u, 2u}) {
    Rig rig(with_room_for(1), {}, host_threads);
    Arrivals arrivals;
    rig.gpu().listen(0, arrivals);
    std::vector<std::uint64_t> grids;
    for (unsigned i = 0; i < core::kKernelSlots; ++i)
      grids.push_back(rig.start(kLong, {1}, {32}, {.priority = 0}));
    while (arrivals.blocks.empty()) rig.gpu().advance(rig.gpu().now() + 1);
    for (unsigned i = 0; i < 2; ++i) grids.push_back(rig.start(kLong, {1}, {32}, {.priority = -1}));
    for (const std::uint64_t grid : grids) EXPECT_EQ(rig.finish(grid).kernel.blocks, 1u);
    EXPECT_EQ(
        arrivals.blocks,
        (Blocks{{0, 0}, {7, 0}, {6, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {0, 0}, {7, 0}}));
    for (const std::uint64_t grid : grids)
      EXPECT_FALSE(rig.gpu().status(grid).waited_behind_less_urgent);
  }
}

TEST(Priority, GridsOfOnePriorityGoByAge) {
  const Blocks by_age{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}};
  EXPECT_EQ(order_of_blocks({0, 0}, 3), by_age);
  EXPECT_EQ(order_of_blocks({-3, -3}, 3), by_age);
  EXPECT_EQ(order_of_blocks({-3, -1}, 3), by_age) << "a later grid that is less urgent";
}

TEST(Priority, EachGridStandsBehindThoseThatAreMoreUrgent) {
  EXPECT_EQ(
      order_of_blocks({0, -1, -5, -1, 0}, 2),
      (Blocks{{0, 0}, {2, 0}, {2, 1}, {1, 0}, {1, 1}, {3, 0}, {3, 1}, {0, 1}, {4, 0}, {4, 1}}));
}

class StartsProbe final : public probe::Probe {
 public:
  struct Part final : probe::UnitHears<model::GridStarted> {
    void on(const model::GridStarted& event) override { started.push_back(event); }
    std::vector<model::GridStarted> started;
  };
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &part; }

  Part part;
};

TEST(Priority, AnUrgentGridGetsTheNextFreeKernelSlot) {
  Rig rig(with_room_for(core::kKernelSlots));
  StartsProbe probe;
  rig.gpu().attach(probe);
  Arrivals arrivals;
  rig.gpu().listen(0, arrivals);
  std::vector<std::uint64_t> grids;
  for (unsigned slot = 0; slot < model::kKernelSlots; ++slot)
    grids.push_back(rig.start(kLong, {1}, {32}));
  ASSERT_EQ(probe.part.started.size(), model::kKernelSlots);
  while (arrivals.blocks.size() != core::kKernelSlots) rig.gpu().advance(rig.gpu().now() + 1);
  for (const std::int32_t priority : {0, -1, -2, 0})
    grids.push_back(rig.start(kLong, {1}, {32}, {.priority = priority}));
  for (const std::uint64_t grid : grids) rig.finish(grid);
  std::vector<std::int32_t> priorities;
  for (std::size_t i = model::kKernelSlots; i < probe.part.started.size(); ++i)
    priorities.push_back(probe.part.started[i].priority);
  EXPECT_EQ(priorities, (std::vector<std::int32_t>{-2, -1, 0, 0}));
}

/// Two places: a long block has one, the first cooperative grid the other, and waits there for its
/// second block. The second grid would hold the place that the long block leaves for ever.
TEST(Priority, CooperativeGridsDoNotTakeEachOthersPlaces) {
  Rig rig(with_room_for(2));
  Arrivals arrivals;
  rig.gpu().listen(0, arrivals);
  std::vector<std::uint64_t> grids{rig.start(kLong, {1}, {32})};
  grids.push_back(rig.start(meeting_at(0), {2}, {1}, {.cooperative = true}));
  while (arrivals.blocks.size() < 2) rig.gpu().advance(rig.gpu().now() + 1);
  grids.push_back(rig.start(meeting_at(1), {2}, {1}, {.priority = -5, .cooperative = true}));
  for (const std::uint64_t grid : grids) rig.finish(grid);
  EXPECT_EQ(arrivals.blocks, (Blocks{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
}

}  // namespace
}  // namespace heddle::test
