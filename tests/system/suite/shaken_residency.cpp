// GPUDuet and Virtual Thread, shaken: exchanges begin at random times and take random times, and a
// warp may be said to wait for what the L1 has not, whether that is so or not. Who leaves and who
// comes is up to the policy that is shaken.

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <utility>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy {
namespace {

constexpr std::uint32_t kMostDelay = 300;   ///< cycles by which an exchange begins later
constexpr std::uint32_t kMostBytes = 3000;  ///< of an exchange, one way

class ShakenPart final : public SmResidency {
 public:
  ShakenPart(std::uint32_t seed, std::unique_ptr<SmResidency> inner)
      : random_(seed), inner_(std::move(inner)) {}

  void attach(const model::SmView& view) override {
    SmResidency::attach(view);
    inner_->attach(view);
  }
  void kernel_bound(unsigned kernel, const model::BlockDemand& demand) override {
    inner_->kernel_bound(kernel, demand);
  }
  void kernel_started(unsigned kernel, const isa::Program& program) override {
    inner_->kernel_started(kernel, program);
    follow();
  }
  bool hears_last_block() const override { return true; }
  void last_block_dispatched(unsigned kernel) override {
    inner_->last_block_dispatched(kernel);
    follow();
  }
  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) override {
    inner_->block_dispatched(block_slot, kernel, warps);
    follow();
  }
  void warp_launched(unsigned entity) override {
    inner_->warp_launched(entity);
    follow();
  }
  void warp_exited(unsigned entity) override {
    inner_->warp_exited(entity);
    follow();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    inner_->waits(entity, wait);
    for_memory_.assign(entity, wait == LongWait::memory);
    if (wait == LongWait::memory && below(2) == 0) inner_->misses(entity);
    follow();
  }
  void misses(unsigned entity) override {
    inner_->misses(entity);
    follow();
  }
  std::uint32_t begin(unsigned block_slot, std::uint32_t warps, std::uint32_t free) override {
    const std::uint32_t begins = inner_->begin(block_slot, warps, free);
    follow();
    return begins;
  }
  void block_left(unsigned block_slot) override {
    inner_->block_left(block_slot);
    follow();
  }
  void directive_arrived(Directive directive, std::optional<unsigned> kernel) override {
    inner_->directive_arrived(directive, kernel);
    follow();
  }
  void l1_taken() override {
    inner_->l1_taken();
    follow();
  }

  Exchange exchange(unsigned free) override {
    if (is_delayed()) {
      request_exchange();
      return {};
    }
    inner_->answer_exchange();
    Exchange exchange = inner_->exchange(free);
    if (exchange.out.any()) exchange.bytes_out = below(kMostBytes);
    if (exchange.in.any()) exchange.bytes_in = below(kMostBytes);
    not_before_ = now() + below(kMostDelay);
    follow();
    return exchange;
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  /// Only while a result of memory will wake the SM.
  bool is_delayed() const { return now() < not_before_ && for_memory_.any(); }
  void follow() {
    if (inner_->wants_exchange()) request_exchange();
    want_l1(inner_->wants_l1());
  }

  std::mt19937 random_;
  std::unique_ptr<SmResidency> inner_;
  model::EntityMask for_memory_;  ///< that wait for it
  Cycle not_before_ = 0;
};

class Shaken : public Residency {
 public:
  explicit Shaken(std::string_view name) : inner_(Registry<Residency>::instance().make(name)) {}

  void describe(ParameterVisitor& visit) override {
    visit("seed", seed_, {.maximum = 1e9, .doc = "of what happens"});
    inner_->describe(visit);
  }
  bool needs_annotations() const override { return inner_->needs_annotations(); }
  void attach(std::uint32_t sm_count) override { inner_->attach(sm_count); }
  ContextLimits limits(const model::Resources& sm, std::uint64_t l1_bytes) override {
    return inner_->limits(sm, l1_bytes);
  }
  std::uint32_t admit(std::uint32_t sm, const Room& room,
                      const model::BlockDemand& demand) const override {
    return inner_->admit(sm, room, demand);
  }
  std::unique_ptr<SmResidency> part(std::uint32_t sm) const override {
    return std::make_unique<ShakenPart>(seed_ + sm, inner_->part(sm));
  }
  Cycle window() const override { return inner_->window(); }
  bool meters_kernels() const override { return inner_->meters_kernels(); }
  bool kernels_metered(std::span<const KernelWindow> kernels) override {
    return inner_->kernels_metered(kernels);
  }
  std::optional<Directive> window_elapsed(std::span<const SmWindow> sms) override {
    return inner_->window_elapsed(sms);
  }

 private:
  std::uint32_t seed_ = 0;
  std::unique_ptr<Residency> inner_;
};

struct ShakenDuet final : Shaken {
  ShakenDuet() : Shaken("gpuduet") {}
};
struct ShakenThread final : Shaken {
  ShakenThread() : Shaken("virtual_thread") {}
};

const Register<Residency, ShakenDuet> duet("shaken_gpuduet", "a test's: gpuduet at random times");
const Register<Residency, ShakenThread> thread("shaken_virtual_thread",
                                               "a test's: virtual_thread at random times");

}  // namespace
}  // namespace heddle::policy
