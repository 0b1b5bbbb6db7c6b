// When GPUDuet's controller gives a kernel how many extra blocks: section 3.6.4 of the study,
// Table 3.3.

#include <vector>

#include <gtest/gtest.h>

#include "heddle/policy/residency/gpuduet/controller.hpp"

namespace heddle::test {
namespace {

using policy::Meters;
using policy::gpuduet::Classify;
using policy::gpuduet::Controller;
using policy::gpuduet::ControllerRules;
using policy::gpuduet::load_class;
using policy::gpuduet::LoadClass;
using policy::gpuduet::OnSaturation;

constexpr Meters kUnder{.scheduler = 0.3}, kModerate{.dram = 0.6}, kSaturated{.dram = 0.75};

TEST(GpuDuetController, ClassesAreThoseOfTheTable) {
  EXPECT_EQ(load_class({}), LoadClass::underutilized);
  EXPECT_EQ(load_class({.scheduler = 0.59, .l1 = 0.59, .l2 = 0.59, .requests = 0.59, .dram = 0.49}),
            LoadClass::underutilized);
  for (const Meters& meters :
       {Meters{.scheduler = 0.7}, Meters{.l1 = 0.7}, Meters{.l2 = 0.7}, Meters{.requests = 0.8},
        Meters{.replies = 0.8}, Meters{.dram = 0.6}})
    EXPECT_EQ(load_class(meters), LoadClass::moderate);
  for (const Meters& meters :
       {Meters{.scheduler = 0.81}, Meters{.l1 = 0.81}, Meters{.l2 = 0.81}, Meters{.requests = 0.91},
        Meters{.replies = 0.91}, Meters{.dram = 0.71}})
    EXPECT_EQ(load_class(meters), LoadClass::saturated);
}

/// How many extra blocks there are after each of the windows, of 6 for which there is room.
std::vector<std::uint32_t> course(const std::vector<Meters>& windows, ControllerRules rules = {}) {
  Controller controller(rules);
  std::vector<std::uint32_t> extra;
  for (const Meters& meters : windows) {
    controller.window(7, meters, 6);
    extra.push_back(controller.extra_blocks(7));
  }
  return extra;
}

using Course = std::vector<std::uint32_t>;

// The first window is not looked at; the second says the class.
TEST(GpuDuetController, TheFirstWindowThatCountsDecides) {
  EXPECT_EQ(course({kSaturated, kUnder, kSaturated, kSaturated}), (Course{0, 6, 6, 6}));
  EXPECT_EQ(course({kUnder, kSaturated, kUnder, kUnder}), (Course{0, 0, 0, 0}));
  EXPECT_EQ(course({kUnder, kModerate, kUnder, kModerate, kModerate}), (Course{0, 0, 1, 2, 3}));
}

// MM of the study: best at three, and worse at four. SPMV: none.
TEST(GpuDuetController, BlocksAreAddedUntilSomethingIsSaturated) {
  EXPECT_EQ(course({kUnder, kModerate, kModerate, kModerate, kModerate, kModerate, kSaturated,
                    kModerate}),
            (Course{0, 0, 1, 2, 3, 4, 3, 3}));
  EXPECT_EQ(course({kUnder, kModerate, kModerate, kSaturated, kUnder}), (Course{0, 0, 1, 0, 0}));
  EXPECT_EQ(course({kUnder, kModerate, kSaturated}), (Course{0, 0, 0}));
  std::vector<Meters> long_run(12, kModerate);
  EXPECT_EQ(course(long_run).back(), 6u);
}

TEST(GpuDuetController, ParametersSayWhatTheTextLeavesOpen) {
  EXPECT_EQ(course({kUnder, kModerate, kModerate, kSaturated, kModerate},
                   {.on_saturation = OnSaturation::freeze}),
            (Course{0, 0, 1, 1, 1}));
  EXPECT_EQ(
      course({kUnder, kSaturated, kUnder, kSaturated, kModerate}, {.classify = Classify::each}),
      (Course{0, 0, 6, 5, 6}));
  EXPECT_EQ(course({kUnder, kUnder}, {.warm_up = 0}), (Course{6, 6}));
}

TEST(GpuDuetController, ALaunchBeginsAnew) {
  Controller controller({});
  controller.window(1, kUnder, 6);
  EXPECT_TRUE(controller.window(1, kUnder, 6));
  EXPECT_EQ(controller.extra_blocks(1), 6u);
  EXPECT_EQ(controller.extra_blocks(2), 0u);
  EXPECT_FALSE(controller.window(2, kUnder, 4));
  EXPECT_TRUE(controller.window(2, kUnder, 4));
  EXPECT_EQ(controller.extra_blocks(2), 4u);
}

// The L1 adds room for two blocks: an underutilized kernel gets them, a moderate one goes on from
// where it is, and a saturated one lacks nothing.
TEST(GpuDuetController, ALaunchThatTakesAllTakesMoreRoom) {
  const auto after = [](const Meters& meters) {
    Controller controller({});
    controller.window(1, kUnder, 6);
    EXPECT_FALSE(controller.lacks_room(1));
    controller.window(1, meters, 6);
    const bool lacks = controller.lacks_room(1);
    EXPECT_EQ(lacks, &meters != &kSaturated);
    if (lacks) controller.room_grew(8);
    return controller.extra_blocks(1);
  };
  EXPECT_EQ(after(kUnder), 8u);
  EXPECT_EQ(after(kModerate), 0u);
  EXPECT_EQ(after(kSaturated), 0u);
}

}  // namespace
}  // namespace heddle::test
