#include "heddle/core/eviction/context_engine.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {
namespace {

std::uint8_t sectors_of(std::uint32_t bytes) {
  const std::uint32_t sectors = (bytes + model::kSectorBytes - 1) / model::kSectorBytes;
  return static_cast<std::uint8_t>((1u << sectors) - 1);
}

}  // namespace

ContextEngine::ContextEngine(const ContextSwitchSpec& spec, std::uint16_t sm, std::uint32_t owners,
                             RequestPort& port)
    : spec_(spec),
      sm_(sm),
      traffic_(spec.priority == ContextPriority::low ? model::TrafficClass::context
                                                     : model::TrafficClass::demand),
      port_(port),
      alternates_(spec.priority == ContextPriority::alternate),
      open_(owners) {}

ByContextPart ContextEngine::busy_out(Cycle now) const {
  ByContextPart busy = busy_out_;
  const auto first = std::ranges::find_if(transfers_, &Transfer::is_leaving);
  if (first != transfers_.end())
    busy[static_cast<std::size_t>(first->part)] += now - counted_until_;
  return busy;
}

void ContextEngine::count(Cycle now) {
  busy_out_ = busy_out(now);
  counted_until_ = now;
}

void ContextEngine::start(ContextTransfer transfer, Cycle now) {
  count(now);
  Transfer& started = transfers_.emplace_back();
  static_cast<ContextTransfer&>(started) = std::move(transfer);
  started.total = started.bytes();
  started.ready = now + 1;
  ++open_[started.owner];
}

bool ContextEngine::can_move_piece(const Transfer& transfer, Cycle now) const {
  if (!transfer.has_pieces() || transfer.ready > now) return false;
  const std::uint64_t then = transfer.moved + transfer.pieces[transfer.next_piece];
  // On the way out, the buffer may hold the next segment to be stored and a part of the segment
  // after it.
  return transfer.out ? then <= transfer.requested + 2 * kContextSegmentBytes - 1
                      : then <= transfer.arrived;
}

std::uint32_t ContextEngine::next_request(const Transfer& transfer) const {
  const std::uint64_t left = transfer.total - transfer.requested;
  const auto bytes =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(left, kContextSegmentBytes));
  if (!transfer.out) return bytes;
  return transfer.moved >= transfer.requested + bytes ? bytes : 0;
}

/// Sends the first request that can be made, in the order of the transfers. Returns true if a
/// request has to wait for the port.
bool ContextEngine::send_first(Cycle now, bool port_used) {
  const auto asks = std::find_if(transfers_.begin(), transfers_.end(),
                                 [&](const Transfer& each) { return may_request(each); });
  if (asks == transfers_.end() || free_at_ > now) return false;
  const std::uint32_t bytes = next_request(*asks);
  if (bytes == 0) return false;
  if (port_used || !port_.can_send(now)) return true;
  request(static_cast<std::uint32_t>(asks - transfers_.begin()), bytes, now);
  return false;
}

/// Works for one cycle: sends a request, then moves one piece in each direction. The piece belongs
/// to the direction's first transfer that still has pieces to move.
void ContextEngine::tick(Cycle now, bool port_used) {
  for (; !landing_.empty() && landing_.front().when <= now; landing_.pop())
    transfers_[index_of(landing_.front().origin)].arrived += landing_.front().bytes;
  others_sent_ = others_sent_ || port_used;
  const bool waits = send_first(now, port_used);
  if (alternates_) port_.reserve(waits && others_sent_);
  for (const bool out : {true, false}) {
    const auto moves =
        std::find_if(transfers_.begin(), transfers_.end(),
                     [&](const Transfer& each) { return each.out == out && each.has_pieces(); });
    if (moves == transfers_.end() || !can_move_piece(*moves, now)) continue;
    move_piece(*moves);
  }
  close(now);
}

void ContextEngine::move_piece(Transfer& transfer) {
  const std::uint64_t before = transfer.written();
  transfer.moved += transfer.pieces[transfer.next_piece++];
  if (!transfer.out) loading_ -= static_cast<std::uint32_t>(transfer.written() - before);
}

void ContextEngine::request(std::uint32_t number, std::uint32_t bytes, Cycle now) {
  Transfer& transfer = transfers_[number];
  const std::uint8_t sectors = sectors_of(bytes);
  const model::MemoryRequest segment{
      .line = transfer.address + transfer.requested,
      .origin = Origin::of_transfer((first_ + number) % Origin::kNumbers).word(),
      .sm = sm_,
      .sectors = sectors,
      .kernel = model::kContextTraffic,
      .kind = transfer.out ? model::RequestKind::store : model::RequestKind::load,
      .partial_write = transfer.out && bytes % model::kSectorBytes != 0,
      .traffic = traffic_};
  port_.send(now, 0, segment);
  others_sent_ = false;
  free_at_ = now + std::max(port_.cycles(segment), spec_.interval);
  const bool is_last = transfer.out && transfer.requested + bytes == transfer.total;
  if (is_last) count(now);
  transfer.requested += bytes;
  ++transfer.unanswered;
  loading_ += transfer.out ? 0 : 1;
  segments_out_ += transfer.out ? 1 : 0;
  if (is_last) stored_at_ = now;
}

void ContextEngine::receive(const model::MemoryReply& reply, Cycle now) {
  const Origin origin(reply.origin);
  Transfer& transfer = transfers_[index_of(origin)];
  --transfer.unanswered;
  acknowledged_out_ += transfer.out ? 1 : 0;
  if (transfer.out) return;
  const std::uint64_t left = transfer.address + transfer.total - reply.line;
  landing_.push({now + spec_.latency, origin,
                 static_cast<std::uint32_t>(std::min<std::uint64_t>(kContextSegmentBytes, left))});
}

/// Informs the owners of transfers that have finished. Removes finished transfers from the front of
/// the list.
void ContextEngine::close(Cycle now) {
  for (Transfer& transfer : transfers_) {
    if (transfer.closed || !transfer.is_done()) continue;
    if (transfer.out) {
      acknowledged_at_ = now;
      acknowledging_ = now - stored_at_;
    }
    transfer.closed = true;
    --open_[transfer.owner];
  }
  while (!transfers_.empty() && transfers_.front().closed) {
    transfers_.pop_front();
    first_ = (first_ + 1) % Origin::kNumbers;
  }
}

Cycle ContextEngine::next(Cycle now) const {
  Cycle next = landing_.empty() ? kNever : std::max(now + 1, landing_.front().when);
  for (const Transfer& transfer : transfers_) {
    if (may_request(transfer) && next_request(transfer) != 0)
      next = std::min(next, std::max(port_.can_send(now) ? now + 1 : port_.next(now), free_at_));
    if (can_move_piece(transfer, kNever - 1))
      next = std::min(next, std::max(now + 1, transfer.ready));
  }
  return next;
}

}  // namespace heddle::core
