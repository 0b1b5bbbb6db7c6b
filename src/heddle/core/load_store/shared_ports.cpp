#include "heddle/core/load_store/shared_ports.hpp"

#include <algorithm>
#include <span>

#include "heddle/base/error.hpp"

namespace heddle::core {
namespace {

/// Words of different blocks differ in the bits from this one on.
constexpr unsigned kBlockShift = 40;

}  // namespace

SharedPorts::SharedPorts(unsigned banks, unsigned groups, unsigned lanes, unsigned threads,
                         bool is_ideal)
    : banks_(banks),
      lanes_(lanes),
      is_ideal_(is_ideal),
      group_mask_(static_cast<LaneMask>((std::uint64_t{1} << threads) - 1)),
      threads_(threads),
      ports_(std::size_t{groups} * lanes) {}

void SharedPorts::begin(std::uint32_t id, const Threads& threads, const exec::MemoryAccess& access,
                        Cycle first) {
  const auto ports = std::span(ports_).subspan(std::size_t{threads.group} * lanes_, lanes_);
  const auto free = std::ranges::find_if(ports, [](const Port& port) { return !port.busy; });
  if (free == ports.end()) fail("internal: lane group {} has no lane for an access", threads.group);
  Port& port = *free;
  port.busy = true;
  port.id = id;
  port.first = first;
  port.cycles = port.waits = 0;
  port.words = std::max(1u, access.bytes / 4u);
  port.word = port.words;
  port.left = threads.lanes;
  port.presented = 0;
  for_each_lane(threads.lanes, [&](unsigned lane) {
    port.word_of[lane] = access.address[lane] / 4 | std::uint64_t{threads.block_slot}
                                                        << kBlockShift;
  });
  present_next(port);
  ++busy_;
}

bool SharedPorts::present_next(Port& port) const {
  if (++port.word < port.words) {
    port.waiting = port.presented;
    return true;
  }
  if (port.left == 0) return false;
  const unsigned group = first_lane(port.left) / threads_ * threads_;
  port.presented = port.waiting = port.left & (group_mask_ << group);
  port.left &= ~port.presented;
  port.word = 0;
  return true;
}

void SharedPorts::serve(Port& port) {
  if (is_ideal_) {
    taken_ = 1;
    port.waiting = 0;
    return;
  }
  for_each_lane(port.waiting, [&](unsigned lane) {
    const std::uint64_t word = port.word_of[lane] + port.word;
    const unsigned bank = word % banks_;
    const std::uint64_t bit = std::uint64_t{1} << bank;
    if ((taken_ & bit) != 0 && word_in_[bank] != word) return;
    taken_ |= bit;
    word_in_[bank] = word;
    port.waiting &= ~lane_bit(lane);
  });
}

void SharedPorts::tick(Cycle now) {
  if (busy_ == 0) return;
  taken_ = 0;
  const auto count = static_cast<unsigned>(ports_.size());
  auto index = static_cast<unsigned>(now % count);
  for (unsigned left = count; left != 0; --left, index = index + 1 == count ? 0 : index + 1) {
    Port& port = ports_[index];
    if (!port.busy || port.first > now) continue;
    if (taken_ == 0) ++port.cycles;
    serve(port);
    if (port.waiting != 0) ++port.waits;
    if (port.waiting != 0 || present_next(port)) continue;
    port.busy = false;
    --busy_;
    done_.push_back({port.id, static_cast<std::uint16_t>(index / lanes_), port.cycles, port.waits});
  }
}

Cycle SharedPorts::next(Cycle now) const {
  Cycle next = kNever;
  if (busy_ == 0) return next;
  for (const Port& port : ports_)
    if (port.busy) next = std::min(next, port.first);
  return std::max(next, now + 1);
}

}  // namespace heddle::core
