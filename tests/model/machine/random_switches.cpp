// A residency that moves warps for no reason: any that waits may leave, any that is away may come,
// whether it can go on or not. Where nobody could come otherwise, somebody does.

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy {
namespace {

constexpr std::uint32_t kTimes = 4;  ///< contexts for each slot

class RandomPart final : public SmResidency {
 public:
  explicit RandomPart(std::uint32_t seed) : random_(seed) {}

  void warp_launched(unsigned entity) override {
    if (beginning_ == 0) return away_.set(entity);
    --beginning_;
  }
  void warp_exited(unsigned entity) override {
    waiting_.clear(entity);
    away_.clear(entity);
    request_exchange();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    const bool may_leave = wait == LongWait::memory || wait == LongWait::peers;
    waiting_.assign(entity, may_leave);
    request_exchange();
  }
  std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t warps, std::uint32_t free) override {
    beginning_ = below(std::min(warps, free) + 1);
    request_exchange();
    return beginning_;
  }
  void block_left(unsigned /*block_slot*/) override { request_exchange(); }

  Exchange exchange(unsigned free) override {
    Exchange exchange;
    const model::EntityMask stalled = waiting_.without(away_);
    if (away_.none() && (stalled.none() || below(4) != 0)) return exchange;
    // Somebody leaves if nobody could come, and sometimes anyway.
    if (stalled.any() && (free == 0 || below(3) == 0)) exchange.out.set(one_of(stalled));
    const unsigned room = free + exchange.out.count();
    for (unsigned i = 0; i < room && away_.any(); ++i) {
      if (i != 0 && below(2) == 0) break;
      const unsigned entity = one_of(away_);
      exchange.in.set(entity);
      away_.clear(entity);
    }
    away_ = away_ | exchange.out;
    exchange.bytes_out = exchange.out.any() ? below(3000) : 0;
    exchange.bytes_in = exchange.in.any() ? below(3000) : 0;
    request_exchange();
    return exchange;
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  unsigned one_of(const model::EntityMask& entities) {
    unsigned left = below(entities.count()), chosen = 0;
    entities.for_each([&](unsigned entity) {
      if (left-- == 0) chosen = entity;
    });
    return chosen;
  }

  std::mt19937 random_;
  model::EntityMask waiting_, away_;
  std::uint32_t beginning_ = 0;  ///< warps of the block that has come last, that have slots
};

class RandomSwitches final : public Residency {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("seed", seed_, {.maximum = 1e9, .doc = "of what happens"});
  }
  ContextLimits limits(const model::Resources& sm, std::uint64_t /*l1_bytes*/) override {
    return {.warps = static_cast<std::uint32_t>(kTimes * sm.warps),
            .blocks = static_cast<std::uint32_t>(kTimes * sm.blocks),
            .registers = kTimes * sm.registers,
            .shared_bytes = kTimes * sm.shared_bytes,
            .bytes_per_cycle = 128};
  }
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    return admit_whole(room, demand);
  }
  std::unique_ptr<SmResidency> part(std::uint32_t sm) const override {
    return std::make_unique<RandomPart>(seed_ + sm);
  }

 private:
  std::uint32_t seed_ = 0;
};

const Register<Residency, RandomSwitches> registration("random_switches",
                                                       "a test's: warps come and go at random");

}  // namespace
}  // namespace heddle::policy
