// Moves contexts between an SM and memory. A context is a sequence of pieces: vector registers, and
// 128-byte pieces of shared memory. On the way out, the engine reads one piece per cycle into a
// buffer of one memory segment. It stores a full buffer in a cycle in which no other unit of the SM
// sends a request. On the way in, the engine loads segments and writes one arrived piece per cycle.
// A loaded segment occupies an entry of the engine from its request until its last byte has been
// written; while no entry is free, the engine requests nothing. If the engine and the load-store
// unit take turns at the port, a segment that had to wait for the other unit's request reserves the
// port and leaves next. Source: Lin, "Architectural Support for Efficient GPU Multiprogramming",
// dissertation, NCSU, section 2.4.2.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/terms/context_transfer.hpp"
#include "heddle/core/terms/origin.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class ContextEngine {
 public:
  /// `owners`: the number of owners of transfers.
  ContextEngine(const ContextSwitchSpec& spec, std::uint16_t sm, std::uint32_t owners,
                RequestPort& port);
  ContextEngine(const ContextEngine&) = delete;
  ContextEngine& operator=(const ContextEngine&) = delete;

  /// Queues a transfer, which must not be empty.
  void start(ContextTransfer transfer, Cycle now);
  /// Returns whether all transfers of the owner are complete and acknowledged by memory.
  bool is_done(std::uint16_t owner) const { return open_[owner] == 0; }
  bool is_idle() const { return transfers_.empty(); }
  /// Works for one cycle. `port_used`: another unit has sent a request in this cycle.
  void tick(Cycle now, bool port_used);
  void receive(const model::MemoryReply& reply, Cycle now);
  /// Returns the next cycle in which tick() has something to do; kNever: only a reply or a credit
  /// gives it work.
  Cycle next(Cycle now) const;

  // Counts so far.
  std::uint64_t segments_out() const { return segments_out_; }
  /// The number of stored segments that memory has acknowledged.
  std::uint64_t acknowledged_out() const { return acknowledged_out_; }
  /// Cycles up to `now` in which bytes of a context waited to be read or stored, by context part.
  /// If several parts wait in a cycle, the cycle counts for the part of the first waiting transfer.
  ByContextPart busy_out(Cycle now) const;
  /// If the last acknowledgement came at `now`: the cycles from the last store until memory had
  /// acknowledged all stores. Otherwise 0.
  Cycle acknowledging(Cycle now) const { return now == acknowledged_at_ ? acknowledging_ : 0; }

 private:
  struct Transfer : ContextTransfer {
    std::uint64_t total = 0;      ///< bytes of the whole transfer
    std::uint64_t requested = 0;  ///< bytes that have been stored (out) or requested (in)
    std::uint64_t arrived = 0;    ///< in: bytes that have come from memory
    std::uint64_t moved = 0;      ///< bytes of the pieces that have been read (out) or written (in)
    std::size_t next_piece = 0;
    std::uint32_t unanswered = 0;  ///< number of requests without an answer
    Cycle ready = 0;               ///< out: when the first piece may be read
    bool closed = false;           ///< the transfer is complete, and its owner has been told

    bool has_pieces() const { return next_piece != pieces.size(); }
    bool is_requested() const { return requested == total; }
    bool is_leaving() const { return out && !is_requested(); }
    bool is_done() const { return is_requested() && unanswered == 0 && !has_pieces(); }
    /// In: returns the number of segments whose bytes have all been written to the SM.
    std::uint64_t written() const {
      return moved == total ? segments() : moved / kContextSegmentBytes;
    }
  };

  /// Bytes that have come from memory. They can be written to the SM from cycle `when` on.
  struct Landing {
    Cycle when = 0;
    Origin origin;
    std::uint32_t bytes = 0;
  };

  /// Index of the transfer in `transfers_`.
  std::uint32_t index_of(Origin origin) const {
    return (origin.number() + Origin::kNumbers - first_) % Origin::kNumbers;
  }
  bool can_move_piece(const Transfer& transfer, Cycle now) const;
  /// Returns whether the transfer has something left to request. A load also needs a free entry.
  bool may_request(const Transfer& transfer) const {
    return !transfer.is_requested() && (transfer.out || loading_ < spec_.loads);
  }
  void move_piece(Transfer& transfer);
  /// Returns the bytes of the transfer's next request; 0: no request can be made now.
  std::uint32_t next_request(const Transfer& transfer) const;
  /// Sends the next request of the transfer at index `number` of `transfers_`.
  void request(std::uint32_t number, std::uint32_t bytes, Cycle now);
  void close(Cycle now);
  /// Sends the first request that can be made. Returns true if this request has to wait for the
  /// port.
  bool send_first(Cycle now, bool port_used);
  /// Counts the cycles up to `now` in `busy_out_`. Call it before the first leaving transfer
  /// changes.
  void count(Cycle now);

  ContextSwitchSpec spec_;
  std::uint16_t sm_;
  model::TrafficClass traffic_;  ///< class of the engine's requests
  RequestPort& port_;
  bool alternates_;                 ///< the engine and the load-store unit take turns at the port
  bool others_sent_ = false;        ///< another unit has sent since the engine's last request
  std::deque<Transfer> transfers_;  ///< transfers in the order of their start
  RingQueue<Landing> landing_;
  std::uint32_t first_ = 0;          ///< number of the first transfer, modulo Origin::kNumbers
  std::vector<std::uint32_t> open_;  ///< by owner: number of unfinished transfers
  std::uint32_t loading_ = 0;  ///< number of segments being loaded, each of which occupies an entry
                               ///< of the engine
  std::uint64_t segments_out_ = 0, acknowledged_out_ = 0;
  ByContextPart busy_out_{};
  Cycle counted_until_ = 0;    ///< busy_out_ counts the cycles before this one
  Cycle stored_at_ = 0;        ///< when the last request of an outgoing transfer was sent
  Cycle acknowledged_at_ = 0;  ///< when an outgoing transfer was last finished
  Cycle acknowledging_ = 0;    ///< cycles from stored_at_ to acknowledged_at_
  Cycle free_at_ = 0;          ///< the first cycle in which the next request can be sent
};

}  // namespace heddle::core
