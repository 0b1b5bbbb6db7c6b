// What residency and block dispatch may answer, to the last warp and block.
#include "heddle/gpu/chip/dispatch_boundary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::gpu {
namespace {

using testing::HasSubstr;

class Answers final : public policy::BlockDispatch {
 public:
  explicit Answers(std::uint64_t most) : most_(most) {}
  void attach(std::uint32_t) override {}
  std::uint64_t most_on_an_sm(std::uint64_t, std::uint64_t) const override { return most_; }
  std::uint32_t choose(const std::vector<bool>&) override { return kNoSm; }

 private:
  std::uint64_t most_;
};

class Part final : public policy::SmResidency {
  std::uint64_t may_start(const policy::Room&, const model::BlockDemand&) const override {
    return 0;
  }
};

class Admits final : public policy::Residency {
 public:
  Admits(std::uint32_t warps, bool parts) : warps_(warps), parts_(parts) {}
  bool releases_warps() const override { return parts_; }
  std::uint32_t admit(std::uint32_t, const policy::Room&,
                      const model::BlockDemand&) const override {
    return warps_;
  }
  std::unique_ptr<policy::SmResidency> part(std::uint32_t) const override {
    return parts_ ? std::make_unique<Part>() : nullptr;
  }

 private:
  std::uint32_t warps_;
  bool parts_;
};

/// Fires in a cycle, and from then on in the same one again or after it.
class Fires final : public policy::PreemptionTrigger {
 public:
  explicit Fires(Cycle next, std::optional<std::uint32_t> sm = {}, Cycle step = 1)
      : next_(next), sm_(sm), step_(step) {}
  Cycle next() const override { return next_; }
  std::optional<policy::SentSignal> fire(const policy::Situation& /*situation*/) override {
    next_ += step_;
    return sm_ ? std::optional(policy::SentSignal{.sm = *sm_}) : std::nullopt;
  }

 private:
  Cycle next_;
  std::optional<std::uint32_t> sm_;
  Cycle step_;
};

MachineSpec fifteen_sms() {
  MachineSpec machine;
  machine.sm.count = 15;
  return machine;
}

DispatchBoundary boundary_of(
    std::unique_ptr<policy::BlockDispatch> dispatch, std::unique_ptr<policy::Residency> residency,
    std::unique_ptr<policy::PreemptionTrigger> trigger = std::make_unique<Fires>(kNever)) {
  return {fifteen_sms(),
          {.block_dispatch = {{policy::BlockDispatch::kKind, "toy"}, std::move(dispatch)},
           .residency = {{policy::Residency::kKind, "toy"}, std::move(residency)},
           .trigger = {{policy::PreemptionTrigger::kKind, "toy"}, std::move(trigger)}}};
}

/// "" if the limit is accepted for the grid, else the message.
std::string refusal_of_limit(std::uint64_t most, std::uint64_t blocks, bool cooperative) {
  const DispatchBoundary boundary =
      boundary_of(std::make_unique<Answers>(most), std::make_unique<Admits>(0, false));
  try {
    EXPECT_EQ(boundary.most_on_an_sm(blocks, 8, cooperative, 7), most);
  } catch (const policy::PolicyError& error) {
    return error.what();
  }
  return "";
}

TEST(DispatchBoundary, LetsAnSmHoldOneBlockAtATime) {
  EXPECT_EQ(refusal_of_limit(1, 1000, false), "");
  EXPECT_THAT(refusal_of_limit(0, 1000, false), HasSubstr("answered 0; allowed: 1 or more"));
}

TEST(DispatchBoundary, WantsAllBlocksOfACooperativeGridAtOnce) {
  EXPECT_EQ(refusal_of_limit(3, 45, true), "");  // 15 SMs x 3
  EXPECT_THAT(refusal_of_limit(2, 45, true),
              HasSubstr("most_on_an_sm(45 blocks, room for 8) answered 2; allowed: 3 or more, "
                        "since the grid is cooperative"));
  EXPECT_THAT(refusal_of_limit(3, 46, true), HasSubstr("allowed: 4 or more"));
}

/// Of blocks of 8 warps with 100 registers each and 1000 bytes of shared memory.
constexpr model::BlockDemand kDemand = {
    .warps = 8, .threads = 256, .registers = 800, .shared_bytes = 1000, .rule = {.shared = 100}};

policy::Room room(std::uint64_t warps, std::uint64_t registers, std::uint64_t shared_bytes) {
  return {.free = {.blocks = 1,
                   .warps = warps,
                   .threads = warps * 32,
                   .registers = registers,
                   .shared_bytes = shared_bytes}};
}

/// "" if so many warps may be sent to the SM, else what was allowed.
std::string refusal_of_warps(std::uint32_t warps, bool parts, const policy::Room& room) {
  DispatchBoundary boundary =
      boundary_of(std::make_unique<Answers>(1), std::make_unique<Admits>(warps, parts));
  EXPECT_EQ(boundary.part(3) != nullptr, parts);
  try {
    EXPECT_EQ(boundary.admit(3, room, kDemand, 7), warps);
  } catch (const policy::PolicyError& error) {
    const std::string message = error.what();
    const auto from = message.find("allowed: ") + 9;
    return message.substr(from, message.find(';', from) - from);
  }
  return "";
}

TEST(DispatchBoundary, AdmitsWholeBlocksThatFit) {
  for (const bool parts : {false, true}) {
    EXPECT_EQ(refusal_of_warps(0, parts, room(8, 800, 1000)), "");
    EXPECT_EQ(refusal_of_warps(8, parts, room(8, 800, 1000)), "");
    EXPECT_NE(refusal_of_warps(8, parts, room(7, 800, 1000)), "");
    EXPECT_NE(refusal_of_warps(8, parts, room(8, 799, 1000)), "");
    EXPECT_NE(refusal_of_warps(8, parts, room(8, 800, 999)), "");
    EXPECT_NE(refusal_of_warps(9, parts, room(48, 9000, 9000)), "");
  }
}

TEST(DispatchBoundary, AdmitsSomeWarpsOfABlockWhereOthersCanWait) {
  EXPECT_EQ(refusal_of_warps(5, true, room(5, 800, 1000)), "");
  EXPECT_EQ(refusal_of_warps(6, true, room(5, 800, 1000)), "0 to 5");
  EXPECT_EQ(refusal_of_warps(4, true, room(8, 400, 1000)), "");
  EXPECT_EQ(refusal_of_warps(5, true, room(8, 499, 1000)), "0 to 4");
  EXPECT_EQ(refusal_of_warps(5, true, room(8, 800, 999)), "0");
  EXPECT_EQ(refusal_of_warps(9, true, room(8, 800, 1000)), "0 to 8");
  EXPECT_EQ(refusal_of_warps(5, false, room(8, 800, 1000)), "0 or 8");
}

TEST(DispatchBoundary, AdmitsNothingBesideWarpsThatWait) {
  policy::Room beside = room(48, 9000, 9000);
  beside.partial = true;
  EXPECT_EQ(refusal_of_warps(0, true, beside), "");
  for (const std::uint32_t warps : {1u, 8u})
    EXPECT_EQ(refusal_of_warps(warps, true, beside), "0, since warps of a block wait there");
}

/// "" if the trigger's answer is accepted, else the message.
std::string refusal_of_signal(std::optional<std::uint32_t> sm, Cycle step) {
  DispatchBoundary boundary =
      boundary_of(std::make_unique<Answers>(1), std::make_unique<Admits>(0, false),
                  std::make_unique<Fires>(7, sm, step));
  std::vector<policy::SignalTarget> targets(15);
  targets[3] = {.has_blocks = true, .is_closed = false};
  targets[4] = {.has_blocks = true, .is_closed = true};
  EXPECT_EQ(boundary.next_signal(), 7u);
  try {
    const auto signal = boundary.fire({.sms = targets, .grids = {}}, 7, true);
    EXPECT_EQ(signal ? std::optional(signal->sm) : std::nullopt, sm);
  } catch (const policy::PolicyError& error) {
    return error.what();
  }
  return "";
}

TEST(DispatchBoundary, SignalsSmsThatHaveBlocksAndWorkOffNoSignal) {
  EXPECT_EQ(refusal_of_signal(3, 1), "");
  EXPECT_EQ(refusal_of_signal({}, 1), "");
  for (const std::uint32_t sm : {0u, 4u, 15u}) {
    EXPECT_THAT(refusal_of_signal(sm, 1),
                AllOf(HasSubstr("preemption_trigger toy"), HasSubstr(fmt::format("SM {}", sm)),
                      HasSubstr("an SM that has blocks and works off no signal, or none")));
  }
}

TEST(DispatchBoundary, FiresNextInALaterCycle) {
  EXPECT_THAT(refusal_of_signal(3, 0), HasSubstr("a cycle behind 7"));
}

}  // namespace
}  // namespace heddle::gpu
