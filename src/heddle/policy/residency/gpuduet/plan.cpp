#include "heddle/policy/residency/gpuduet/plan.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace heddle::policy::gpuduet {
namespace {

constexpr std::uint64_t kUnit = 128;  ///< size of a warp's vector register, in bytes

std::uint64_t units(std::uint64_t bytes) { return (bytes + kUnit - 1) / kUnit; }

/// Computes how many blocks of a kernel fit on an SM. All sizes are in units of kUnit bytes.
class Fit {
 public:
  Fit(const Rules& rules, const model::BlockDemand& demand, const model::Resources& sm,
      std::uint64_t l1_bytes)
      : rules_(rules),
        warps_(demand.warps),
        full_(units(demand.registers_of_warp(0) * kBytesPerRegister)),
        reduced_(full_),
        slot_(units(rules.slots.slot_bytes)),
        shared_(units(demand.shared_bytes)),
        register_units_(units(sm.registers * kBytesPerRegister)),
        shared_units_(units(sm.shared_bytes)),
        l1_units_(l1_bytes / kUnit),
        native_(demand.warps == 0 ? 0 : demand.quota / demand.warps) {
    std::uint32_t waiting = rules.waiting_registers;
    if (waiting == 0)
      waiting = rules.compress ? demand.waiting_compressed : demand.waiting_registers;
    if (waiting != 0) reduced_ = std::min<std::uint64_t>(full_, waiting);
    const std::uint64_t next = native_ + 1;
    const bool lacks_registers = next * warps_ * full_ > register_units_;
    const bool lacks_shared = next * shared_ > shared_units_;
    if (native_ == 0 || (lacks_registers && lacks_shared)) return;
    const bool by_block = lacks_shared || rules.levels == Levels::block;
    level_ = by_block ? Level::block : Level::warp;
  }

  Level level() const { return level_; }
  std::uint32_t registers() const { return static_cast<std::uint32_t>(full_); }
  std::uint32_t kept() const { return static_cast<std::uint32_t>(reduced_); }
  std::uint64_t native() const { return native_; }
  /// The maximum number of blocks beyond the native blocks.
  std::uint64_t extra() const {
    if (level_ == Level::off) return 0;
    const std::uint64_t contexts =
        std::min<std::uint64_t>(rules_.slots.warps / warps_, rules_.slots.blocks);
    std::uint64_t extra = 0;
    while (native_ + extra < contexts && fits(extra + 1)) ++extra;
    return extra;
  }
  /// Returns whether absent contexts move their registers, because the registers of all blocks
  /// exceed the register file if there are `extra` extra blocks. moves_shared() is the same test
  /// for shared memory.
  bool moves_registers(std::uint64_t extra) const {
    return (native_ + extra) * warps_ * full_ > register_units_;
  }
  bool moves_shared(std::uint64_t extra) const {
    return (native_ + extra) * shared_ > shared_units_;
  }
  /// Returns the number of bytes that move when a warp leaves its slot.
  std::uint64_t warp_bytes(std::uint64_t extra) const {
    return rules_.slots.slot_bytes + (moves_registers(extra) ? reduced_ * kUnit : 0);
  }
  std::uint64_t block_bytes(std::uint64_t extra, std::uint64_t shared_bytes) const {
    return warps_ * warp_bytes(extra) + (moves_shared(extra) ? shared_bytes : 0);
  }
  /// Returns how many absent warps, or absent blocks, have room for their contexts beside the
  /// native blocks, if there are `extra` extra blocks.
  std::uint64_t absent(std::uint64_t extra) const {
    if (level_ == Level::warp) return absent_warps(extra);
    if (!moves_shared(extra)) return absent_warps(extra) / warps_;
    const Free free = left(extra);
    return std::min(free.pieces(shared_), free.all() / (shared_ + warps_ * slot_));
  }

 private:
  static constexpr std::uint64_t kBytesPerRegister = 4;

  /// The free units of each memory while the native blocks run and before any absent context is
  /// stored.
  struct Free {
    std::uint64_t registers = 0, shared = 0, l1 = 0;

    std::uint64_t all() const { return registers + shared + l1; }
    /// Returns the number of pieces of `size` units that fit. A piece does not extend over two
    /// memories.
    std::uint64_t pieces(std::uint64_t size) const {
      return registers / size + shared / size + l1 / size;
    }
  };
  Free left(std::uint64_t extra) const {
    const std::uint64_t registers =
        (moves_registers(extra) ? native_ : native_ + extra) * warps_ * full_;
    const std::uint64_t shared = (moves_shared(extra) ? native_ : native_ + extra) * shared_;
    return {register_units_ - registers, shared_units_ - shared, l1_units_};
  }

  std::uint64_t absent_warps(std::uint64_t extra) const {
    const Free free = left(extra);
    if (!moves_registers(extra)) return free.all() / slot_;
    Free places = free;
    if (rules_.capacity == Capacity::elsewhere) places.registers = 0;
    return std::min(places.pieces(reduced_), free.all() / (reduced_ + slot_));
  }

  /// Returns whether this number of extra blocks fits. If single warps leave, shared memory cannot
  /// move. If whole blocks leave, registers can move or shared memory can move, but not both (the
  /// fourth bound of section 3.6.4).
  bool fits(std::uint64_t extra) const {
    if (moves_shared(extra) && (level_ == Level::warp || moves_registers(extra))) return false;
    if (rules_.capacity == Capacity::together) return fits_together(extra);
    if (moves_shared(extra)) return absent(extra) >= extra;
    return absent_warps(extra) >= extra * warps_;
  }
  /// Returns whether all contexts fit by the formula of section 3.6.4. An extra block takes the
  /// registers that waiting warps keep, or all its registers if registers do not move.
  bool fits_together(std::uint64_t extra) const {
    const std::uint64_t kept = level_ == Level::block && !moves_registers(extra) ? full_ : reduced_;
    return native_ * warps_ * full_ + extra * warps_ * (kept + slot_) +
               (native_ + extra) * shared_ <=
           register_units_ + shared_units_ + l1_units_;
  }
  const Rules& rules_;
  std::uint64_t warps_;  ///< number of warps of a block
  /// Size of the registers of a running warp, and of the registers that a waiting warp keeps.
  std::uint64_t full_, reduced_;
  std::uint64_t slot_;    ///< size of the state of a warp slot
  std::uint64_t shared_;  ///< size of the shared memory of a block
  std::uint64_t register_units_, shared_units_, l1_units_;
  std::uint64_t native_;
  Level level_ = Level::off;
};

}  // namespace

Plan plan_of(const Rules& rules, const model::BlockDemand& demand, const model::Resources& sm,
             std::uint64_t l1_bytes) {
  const Fit fit(rules, demand, sm, l1_bytes);
  const std::uint64_t extra = std::min<std::uint64_t>(fit.extra(), rules.extra_blocks);
  Plan plan{.native = static_cast<std::uint32_t>(fit.native()),
            .extra = static_cast<std::uint32_t>(extra),
            .registers = fit.registers(),
            .kept = fit.kept()};
  if (extra == 0) return plan;
  plan.level = fit.level();
  const bool warps = plan.level == Level::warp;
  plan.bytes = warps ? fit.warp_bytes(extra) : fit.block_bytes(extra, demand.shared_bytes);
  plan.fresh_bytes = (warps ? 1 : std::uint64_t{demand.warps}) * rules.slots.slot_bytes;
  plan.absent = fit.absent(extra);
  return plan;
}

std::string in_words(const Plan& plan) {
  constexpr std::array<std::string_view, 3> kWho = {"nothing leaves", "warps leave",
                                                    "blocks leave"};
  return fmt::format("{}, {} blocks fit, {} more at most, {} of {} registers kept",
                     kWho[static_cast<std::size_t>(plan.level)], plan.native, plan.extra, plan.kept,
                     plan.registers);
}

}  // namespace heddle::policy::gpuduet
