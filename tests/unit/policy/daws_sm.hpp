// DAWS on an SM whose warps a test puts wherever it wants.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "three_loops.hpp"

namespace heddle::test {

/// Threads of warps wherever a test puts them.
class Paths final : public model::WarpPaths {
 public:
  Pc pc(unsigned entity) const override { return where.at(entity).first; }
  LaneMask active(unsigned entity) const override {
    return where.count(entity) != 0 ? where.at(entity).second : 0;
  }
  bool any_within(unsigned entity, Pc first, Pc last) const override {
    return where.count(entity) != 0 && pc(entity) >= first && pc(entity) <= last;
  }
  std::map<unsigned, std::pair<Pc, LaneMask>> where;
};

inline LaneMask lanes(unsigned count) {
  return count == 32 ? ~LaneMask{0} : (LaneMask{1} << count) - 1;
}

/// The L1 has 64 lines, of which 4/5 count, 51.2; warp 0 has taught that the load at 16 is
/// diverged. Loads outside of loops are at 5 and 35.
class Daws : public testing::Test {
 protected:
  void SetUp() override { start(""); }
  void start(const std::string& parameters) {
    program_.annotations = std::make_shared<isa::Annotations>(three_loops());
    program_.code.resize(60);
    for (const Pc pc : loads_) {
      program_.code[pc].op_class = isa::OpClass::load;
      program_.code[pc].modifiers.space = isa::Space::global;
    }
    sm_.set_l1(64, 128);
    sm_.set_paths(&paths_);
    const sim::Settings settings =
        sim::parse_settings("associativity_factor = 0.8\n" + parameters, "test");
    sim::SettingReader(settings).read("", *throttle_);
    throttle_->attach(sm_.view());
    throttle_->kernel_started(0, program_);
    for (unsigned entity = 0; entity < 4; ++entity) {
      sm_.launch(entity, 0, entity);
      goes_to(entity, 0, 32);
      throttle_->warp_launched(entity);
    }
    trip(0, 15, 32);
    learn();
  }
  void goes_to(unsigned entity, Pc pc, unsigned count) {
    paths_.where[entity] = {pc, lanes(count)};
  }
  /// Issues a loop's first instruction and is then behind it.
  void trip(unsigned entity, Pc pc, unsigned count) {
    goes_to(entity, pc + 1, count);
    throttle_->instruction_issued(entity, pc, lanes(count));
  }
  void leaves(unsigned entity, Pc pc) {
    goes_to(entity, pc, 32);
    throttle_->instruction_issued(entity, pc - 1, lanes(32));
  }
  /// The warp, which is watched in the load's loop, hits what it brought.
  void learn(Pc pc = 16, unsigned entity = 0) {
    for (unsigned turn = 0; turn < 4; ++turn) {
      for (unsigned i = 0; i < 32; ++i) {
        throttle_->listener()->on(
            model::L1Access{.line = (Addr{pc} * 32 + i) * 128,
                            .pc = pc,
                            .entity = static_cast<std::uint16_t>(entity),
                            .index = static_cast<std::uint8_t>(i),
                            .count = 32,
                            .threads = 32,
                            .outcome = turn == 0 ? model::L1Outcome::miss : model::L1Outcome::hit});
      }
    }
  }
  /// The load at 41 is diverged, too; then warp 3 is behind all loops.
  void teach_the_last_loop() {
    trip(3, 40, 32);
    learn(41, 3);
    leaves(3, 50);
  }
  model::EntityMask loaders() {
    const policy::Gate& gate = throttle_->gate();
    EXPECT_EQ(gate.may_issue.count(), 4u);
    return gate.may_load;
  }

  std::vector<Pc> loads_ = {5, 35};
  isa::Program program_;
  Paths paths_;
  FakeSm sm_{4, 1};
  std::unique_ptr<policy::Throttle> throttle_ =
      policy::Registry<policy::Throttle>::instance().make("daws");
};

}  // namespace heddle::test
