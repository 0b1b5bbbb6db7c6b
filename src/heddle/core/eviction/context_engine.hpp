// Moves contexts between an SM and memory. A context is a row of pieces: vector registers and
// 128-byte pieces of shared memory. One piece is read in a cycle, and goes into a buffer of one
// segment of memory; a full buffer is stored, in a cycle in which nothing else of the SM sends. On
// the way back segments are loaded, and one piece is written in a cycle once it has come. A segment
// has a place in the engine from its request until the last of its bytes has been written; without
// a free place the engine asks for nothing. Where requests alternate, a segment that had to wait
// behind another unit's request reserves the port, and leaves next. After Lin's dissertation
// "Architectural Support for Efficient GPU Multiprogramming" (NCSU), section 2.4.2.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/terms/context_transfer.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class ContextEngine {
 public:
  /// Origins of its requests: this one and the next kOrigins - 1.
  static constexpr std::uint32_t kFirstOrigin = 0xFFFF'0000;
  static constexpr std::uint32_t kOrigins = 0x1000;
  static constexpr bool is_own(std::uint32_t origin) { return origin - kFirstOrigin < kOrigins; }

  /// So many owners are told apart.
  ContextEngine(const ContextSwitchSpec& spec, std::uint16_t sm, std::uint32_t owners,
                RequestPort& port);
  ContextEngine(const ContextEngine&) = delete;
  ContextEngine& operator=(const ContextEngine&) = delete;

  /// Queues a transfer that is not empty.
  void start(ContextTransfer transfer, Cycle now);
  /// Whether all that the owner has started has been moved, and memory has acknowledged it.
  bool is_done(std::uint16_t owner) const { return open_[owner] == 0; }
  bool is_idle() const { return transfers_.empty(); }
  /// One cycle of work; `port_used`: another unit has sent in it.
  void tick(Cycle now, bool port_used);
  void receive(const model::MemoryReply& reply, Cycle now);
  /// Next cycle in which tick has something to do; kNever: not before a reply or a credit.
  Cycle next(Cycle now) const;

  // What it has done so far.
  std::uint64_t segments_out() const { return segments_out_; }
  /// Of these stores, those that memory has acknowledged.
  std::uint64_t acknowledged_out() const { return acknowledged_out_; }
  /// Cycles up to `now` in which bytes of a context were left to be read or stored, by the part of
  /// the first of them.
  ByContextPart busy_out(Cycle now) const;
  /// Cycles from the last store to the acknowledgement of all, if the last one came at `now`;
  /// else 0.
  Cycle acknowledging(Cycle now) const { return now == acknowledged_at_ ? acknowledging_ : 0; }

 private:
  struct Transfer : ContextTransfer {
    std::uint64_t total = 0;      ///< bytes
    std::uint64_t requested = 0;  ///< bytes that were stored or asked for
    std::uint64_t arrived = 0;    ///< in: bytes
    std::uint64_t moved = 0;      ///< bytes of the pieces that were read or written
    std::size_t next_piece = 0;
    std::uint32_t unanswered = 0;  ///< requests
    Cycle ready = 0;               ///< out: when the first piece may be read
    bool closed = false;           ///< it is done, and its owner knows

    bool has_pieces() const { return next_piece != pieces.size(); }
    bool is_requested() const { return requested == total; }
    bool is_leaving() const { return out && !is_requested(); }
    bool is_done() const { return is_requested() && unanswered == 0 && !has_pieces(); }
    /// In: segments all of whose bytes have been written.
    std::uint64_t written() const {
      return moved == total ? segments() : moved / kContextSegmentBytes;
    }
  };

  /// Bytes that have come and may be written from a cycle on.
  struct Landing {
    Cycle when = 0;
    std::uint32_t origin = 0;
    std::uint32_t bytes = 0;
  };

  std::uint32_t number_of(std::uint32_t origin) const {
    return (origin - kFirstOrigin + kOrigins - first_) % kOrigins;
  }
  bool can_move_piece(const Transfer& transfer, Cycle now) const;
  /// Whether it has something to request and, if it loads, a place for it.
  bool may_request(const Transfer& transfer) const {
    return !transfer.is_requested() && (transfer.out || loading_ < spec_.loads);
  }
  void move_piece(Transfer& transfer);
  /// Bytes of its next request; 0: it has none to make now.
  std::uint32_t next_request(const Transfer& transfer) const;
  /// Of the transfer with this number in the list.
  void request(std::uint32_t number, std::uint32_t bytes, Cycle now);
  void close(Cycle now);
  /// Lets the first request that may be made leave. Whether it has to wait for the port.
  bool send_first(Cycle now, bool port_used);
  /// Counts the cycles up to `now`, before something starts to leave or has left.
  void count(Cycle now);

  ContextSwitchSpec spec_;
  std::uint16_t sm_;
  model::TrafficClass traffic_;  ///< of its requests
  RequestPort& port_;
  bool alternates_;                 ///< it has the port in turn with the load-store unit
  bool others_sent_ = false;        ///< since its last request
  std::deque<Transfer> transfers_;  ///< in the order of their start
  RingQueue<Landing> landing_;
  std::uint32_t first_ = 0;          ///< number of the first one, modulo kOrigins
  std::vector<std::uint32_t> open_;  ///< by owner: transfers
  std::uint32_t loading_ = 0;        ///< segments that have places
  std::uint64_t segments_out_ = 0, acknowledged_out_ = 0;
  ByContextPart busy_out_{};
  Cycle counted_until_ = 0;    ///< cycles of busy_out_
  Cycle stored_at_ = 0;        ///< when the last store of a transfer was made
  Cycle acknowledged_at_ = 0;  ///< when a transfer out was last done
  Cycle acknowledging_ = 0;    ///< cycles between the two
  Cycle free_at_ = 0;          ///< the first cycle in which the next segment may leave
};

}  // namespace heddle::core
