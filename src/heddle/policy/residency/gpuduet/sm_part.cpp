#include "heddle/policy/residency/gpuduet/sm_part.hpp"

#include <algorithm>

namespace heddle::policy::gpuduet {
namespace {

constexpr std::uint64_t kMostBlockWarps = 32;  ///< CUDA's limit of 1024 threads

std::uint64_t bytes_in(const Plan& plan, bool fresh) {
  return fresh ? plan.fresh_bytes : plan.bytes;
}

}  // namespace

/// Puts the warp into a slot if it is among the first warps of its block to which begin() has given
/// slots.
void SmPart::warp_launched(unsigned entity) {
  const std::uint32_t block_slot = sm().warps[entity].block_slot;
  waits_.launch(entity, block_slot);
  const bool in_slot = beginning_ != 0;
  if (in_slot) --beginning_;
  in_slots_.assign(entity, in_slot);
  fresh_.assign(entity, !in_slot);
  if (!in_slot) away_.set(entity);
  update_lists(entity);
}

std::uint32_t SmPart::begin(unsigned block_slot, std::uint32_t warps, std::uint32_t free) {
  Block& block = waits_.blocks()[block_slot];
  beginning_ = 0;
  if (level_of(block_slot) == Level::warp) {
    if (ready_.empty()) beginning_ = std::min({warps, free, room_for_warps(block_slot)});
  } else if (ready_blocks_.empty() && warps <= free &&
             blocks_of(block.kernel, true) < plan_of(block_slot).native) {
    block.has_slots = true;
    beginning_ = warps;
  }
  return beginning_;
}

void SmPart::take_l1_for(unsigned kernel) {
  if (plans_with_l1_[kernel].extra <= plans_[kernel].extra) return;
  l1_kernel_ = kernel;
  want_l1(true);
}

/// Updates the lists of all warps and blocks, since more warps or blocks may leave now.
void SmPart::l1_taken() {
  plans_[l1_kernel_] = plans_with_l1_[l1_kernel_];
  if (notes() && !blocks_.empty())
    note(now(), l1_kernel_, "contexts have the L1: " + in_words(plans_[l1_kernel_]));
  for (const std::uint16_t slot : blocks_) {
    update_block_lists(slot);
    if (level_of(slot) != Level::warp) continue;
    waits_.blocks()[slot].live.for_each(
        [&](unsigned entity) { update_warp_lists(static_cast<std::uint16_t>(entity)); });
  }
  request_exchange();
}

void SmPart::update_lists(unsigned entity) {
  const std::uint16_t block = waits_.block_of(entity);
  if (level_of(block) == Level::warp)
    update_warp_lists(static_cast<std::uint16_t>(entity));
  else
    update_block_lists(block);
  request_exchange();
}

void SmPart::update_warp_lists(std::uint16_t entity) {
  const Wait wait = waits_.wait_of(entity);
  const bool stalled = wait == Wait::missed || wait == Wait::peers;
  stalled_.keep(entity, stalled && in_slots_.test(entity));
  ready_.keep(entity, wait == Wait::none && away_.test(entity));
}

/// At Level::off no block leaves its slots, but a block without slots may become ready to start as
/// a whole.
void SmPart::update_block_lists(unsigned block_slot) {
  const Block& block = waits_.blocks()[block_slot];
  const auto slot = static_cast<std::uint16_t>(block_slot);
  const Level level = plans_[block.kernel].level;
  stalled_blocks_.keep(slot, level == Level::block && is_stalled(block));
  ready_blocks_.keep(slot, level != Level::warp && is_ready(block));
}

/// Returns how many more warps of the block's kernel may run. At most the warps of the native
/// blocks may run, because contexts of absent warps fill the memory that native blocks leave free.
std::uint32_t SmPart::room_for_warps(unsigned block_slot) const {
  const std::uint32_t most = plan_of(block_slot).native * waits_.blocks()[block_slot].warps;
  return most - std::min(most, in_slots_.count());
}

Exchange SmPart::exchange_warps(unsigned free) {
  const bool comes = !ready_.empty();
  const std::uint16_t in = comes ? ready_.front() : std::uint16_t{0};
  if (comes && free != 0 && room_for_warps(waits_.block_of(in)) != 0) return exchange_of({}, in);
  if (stalled_.empty()) return {};
  const std::uint16_t out = stalled_.front();
  if (comes) return exchange_of(out, in);
  return may_leave_alone(out) ? exchange_of(out, {}) : Exchange{};
}

Exchange SmPart::exchange_of(std::optional<std::uint16_t> out, std::optional<std::uint16_t> in) {
  Exchange exchange;
  if (out) {
    exchange.out.set(*out);
    exchange.bytes_out = plan_of(waits_.block_of(*out)).bytes;
    in_slots_.clear(*out);
    away_.set(*out);
    update_warp_lists(*out);
  }
  if (in) {
    exchange.in.set(*in);
    exchange.bytes_in = bytes_in(plan_of(waits_.block_of(*in)), fresh_.test(*in));
    fresh_.clear(*in);
    away_.clear(*in);
    in_slots_.set(*in);
    update_warp_lists(*in);
  }
  request_exchange();
  return exchange;
}

std::uint32_t SmPart::blocks_of(unsigned kernel, bool with_slots) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(blocks_, [&](std::uint16_t slot) {
    const Block& block = waits_.blocks()[slot];
    return block.kernel == kernel && block.has_slots == with_slots;
  }));
}

Exchange SmPart::exchange_blocks(unsigned free) {
  std::vector<Block>& blocks = waits_.blocks();
  Block* const in = ready_blocks_.empty() ? nullptr : &blocks[ready_blocks_.front()];
  if (in != nullptr && in->live.count() <= free &&
      blocks_of(in->kernel, true) < plans_[in->kernel].native)
    return exchange_of(nullptr, in);
  if (stalled_blocks_.empty()) return {};
  Block* const out = &blocks[stalled_blocks_.front()];
  if (in == nullptr) return may_leave_alone(*out) ? exchange_of(out, nullptr) : Exchange{};
  return in->live.count() <= free + out->live.count() ? exchange_of(out, in) : Exchange{};
}

Exchange SmPart::exchange_of(Block* out, Block* in) {
  const auto slot_of = [&](const Block* block) {
    return static_cast<unsigned>(block - waits_.blocks().data());
  };
  Exchange exchange;
  if (out != nullptr) {
    exchange.out = out->live;
    exchange.bytes_out = plans_[out->kernel].bytes;
    in_slots_.remove(out->live);
    away_ = away_ | out->live;
    out->has_slots = false;
    update_block_lists(slot_of(out));
  }
  if (in != nullptr) {
    exchange.in = in->live;
    exchange.bytes_in = bytes_in(plans_[in->kernel], fresh_.intersects(in->live));
    fresh_.remove(in->live);
    away_.remove(in->live);
    in_slots_ = in_slots_ | in->live;
    in->has_slots = true;
    update_block_lists(slot_of(in));
  }
  request_exchange();
  return exchange;
}

/// Returns the structures of Table 3.4 of Lin's dissertation.
std::vector<StorageItem> SmPart::storage() const {
  const std::uint64_t units = memory_.bytes() / 128;
  const std::uint64_t address = bits_of_number(units);
  return {{"allocation bitmap", units, 1},
          {"warp contexts", rules_.slots.warps, 1 + 2 + 2 * address},
          {"block contexts", rules_.slots.blocks, 1 + kMostBlockWarps + address},
          {"stalled and ready warps", 2 * 16, bits_of_number(rules_.slots.warps)},
          {"stalled and ready blocks", 2 * 8, bits_of_number(rules_.slots.blocks)}};
}

PublishedStorage SmPart::published_storage() const {
  return {{{"allocation bitmap", 3072, 1},
           {"warp contexts", 128, 27},
           {"block contexts", 32, 45},
           {"stalled and ready warps", 32, 7},
           {"stalled and ready blocks", 16, 5}},
          "Lin's dissertation, Table 3.4"};
}

}  // namespace heddle::policy::gpuduet
