// What CCBP makes of a kernel's use of bandwidth beside others: the use changes when requests take
// something else, and when there are more than the kernel is known to have alone.
#include "heddle/policy/corun/ccbp/kernel_use.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "sharing.hpp"

namespace heddle::corun_test {
namespace {

using policy::KernelUse;

/// A request each tenth of a cycle for each of two blocks takes 10 and 5 percent.
KernelUse known_use() { return {{100, 50}, {{10, 20}, {5, 10}}, {0.1, 0.2}}; }

TEST(KernelUse, FollowsWhatRequestsTake) {
  KernelUse use = known_use();
  EXPECT_FALSE(use.follow({119, 41}, 0.2));
  EXPECT_EQ(use.factors.interconnect, 100);
  EXPECT_TRUE(use.follow({119, 100}, 0.2));
  EXPECT_EQ(use.curve.interconnect, (std::vector<double>{10, 20}));
  EXPECT_EQ(use.curve.dram, (std::vector<double>{10, 20}));
  EXPECT_EQ(use.factors.dram, 100);
}

/// A kernel whose lines all were in the L2 when it was sampled.
TEST(KernelUse, FollowsFromNothing) {
  KernelUse use = known_use();
  use.factors.dram = 0;
  use.curve.dram = {0, 0};
  EXPECT_TRUE(use.follow({100, 400}, 0.2));
  EXPECT_DOUBLE_EQ(use.curve.dram[0], 40);
  EXPECT_DOUBLE_EQ(use.curve.dram[1], 80);
}

TEST(KernelUse, RisesWhereMoreIsSeenThanAlone) {
  KernelUse use = known_use();
  EXPECT_FALSE(use.raise(2, 0.23, 0.2));
  EXPECT_FALSE(use.raise(2, 0.02, 0.2)) << "others may have held it up";
  EXPECT_TRUE(use.raise(2, 0.4, 0.2));
  EXPECT_EQ(use.rates, (std::vector<double>{0.2, 0.4}));
  EXPECT_EQ(use.curve.interconnect, (std::vector<double>{20, 40}));
  EXPECT_EQ(use.curve.dram, (std::vector<double>{10, 20}));
}

/// Two kernels of the same blocks by a file that says 10 % of the interconnect for each, one
/// request in ten cycles of an SM, and nothing of DRAM. Windows say what the first does beside the
/// second.
class WrongProfile : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream file(path_);
    file << "kernel,blocks,ipc,requests,interconnect,dram\nL,1,1,20,10,0\nL,8,1,20,10,0\n";
    file.close();
    boundary_.emplace(
        boundary_of("ccbp", {{"profile", path_}, {"reconsider", "2000"}, {"drift", "0.2"}}));
    boundary_->share(std::vector{kernel_l(0), kernel_l(1)}, 0);
    ASSERT_EQ(boundary_->plan(0)->dominant, "registers");
  }
  void TearDown() override { std::remove(path_.c_str()); }

  /// `rate`: of each SM in a cycle. `interconnect` and `dram`: percent of what is sustained.
  void windows(double rate, double interconnect, double dram) {
    const policy::CorunMachine machine = gpu::corun_machine(study_machine());
    for (int i = 0; i < 2; ++i) {
      std::vector<std::array<policy::SmTenantWindow, policy::kTenants>> sms(16);
      for (std::size_t sm = 0; sm < sms.size(); ++sm)
        for (unsigned tenant = 0; tenant < 2; ++tenant)
          sms[sm][tenant] = {
              .requests = static_cast<std::uint64_t>(kLength * (tenant ? 0.1 : rate)),
              .blocks = boundary_->caps()[sm][tenant]};
      policy::CorunWindow window{++ended_ * 2000, 2000, sms, {}};
      const auto of = [&](double percent, double peak, double sustained) {
        return static_cast<std::uint64_t>(kLength * peak * sustained * percent / 100);
      };
      window.tenants[0] = {.reply_flits = of(interconnect, machine.flits, 0.60),
                           .dram_bytes = of(dram, machine.dram_bytes, 0.65)};
      window.tenants[1] = {.reply_flits = of(10, machine.flits, 0.60)};
      boundary_->window_elapsed(window);
    }
  }
  std::string dominant(unsigned tenant) const { return boundary_->plan(tenant)->dominant; }

 private:
  static constexpr double kLength = 2000;
  const std::string path_ = testing::TempDir() + "heddle_wrong_profile.csv";
  std::optional<gpu::CorunBoundary> boundary_;
  Cycle ended_ = 0;
};

TEST_F(WrongProfile, StaysWhereItIsRight) {
  windows(0.1, 10, 0);
  EXPECT_EQ(dominant(0), "registers");
}

TEST_F(WrongProfile, IsOfDramWhereItsRequestsTakeThat) {
  windows(0.1, 10, 90);
  EXPECT_EQ(dominant(0), "DRAM");
  EXPECT_EQ(dominant(1), "registers");
}

TEST_F(WrongProfile, IsOfTheInterconnectWhereItHasMoreRequests) {
  windows(0.9, 90, 0);
  EXPECT_EQ(dominant(0), "interconnect");
  EXPECT_EQ(dominant(1), "registers");
}

}  // namespace
}  // namespace heddle::corun_test
