// The front end of an SM: brings entities their next instructions. It asks the fetch unit, sends
// requests for the lines of code that the instruction cache lacks, and schedules the cycle in which
// an entity's instruction is there.
#pragma once

#include <optional>
#include <vector>

#include "heddle/core/fetch/fetch_ahead.hpp"
#include "heddle/core/fetch/fetch_unit.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/core/terms/sm_event.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class FrontEnd {
 public:
  /// Origin of requests for code.
  static constexpr std::uint32_t kInstructionLine = LoadStoreUnit::kInstructionLine;

  FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
           SmCounters& counters, RequestPort& port, SmEvents& events);
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  // `kPlain`: the SM is plain (plain_shape.hpp).
  /// The entity's next instruction is in its buffer.
  template <bool kPlain = false>
  bool has_instruction(unsigned entity) const {
    if (!kPlain && ahead_) return ahead_->has_instruction(entity);
    return fetch_.buffered(entity) != 0;
  }
  /// The entity has issued an instruction. The next one follows it, or is elsewhere.
  template <bool kPlain = false>
  void issued(unsigned entity, bool follows) {
    if (!kPlain && ahead_) return ahead_->issued(entity, follows);
    fetch_.issued(entity, follows);
  }
  /// A warp is launched in the entity's context: the buffer is empty.
  void launch(unsigned entity) { issued(entity, false); }
  /// The entity's warp leaves the SM before its end: nothing is fetched for the entity any more.
  void leave(unsigned entity) { issued(entity, false); }

  /// The instruction buffer of a formed warp, as it passes to the warp in which some of its threads
  /// go on. The instructions are there or on their way.
  struct Buffer {
    std::uint32_t instructions = 0;
    Cycle issues_from = 0;                   ///< the first cycle in which one may issue
    std::optional<FetchUnit::Waiting> wait;  ///< the line of code that has yet to arrive
  };
  /// A formed warp has issued, and its threads all go on at the instruction at `address`. The
  /// instruction is fetched at once if it does not follow the last one or the buffer is empty. It
  /// is to issue `delay` cycles from `now` at the earliest. Only where buffers are not refilled
  /// ahead.
  void fetch_next(std::uint16_t entity, Addr address, bool follows, Cycle now, std::uint32_t delay);
  /// A formed warp disperses: returns its buffer, which is empty afterwards.
  Buffer take_buffer(std::uint16_t entity);
  /// A formed warp that has been launched gets the buffer. Its next instruction is to issue `delay`
  /// cycles from `now` at the earliest. Returns the cycles until the instruction may issue; nothing
  /// if the warp waits for a line of code.
  std::optional<std::uint32_t> give_buffer(std::uint16_t entity, Buffer buffer, Cycle now,
                                           std::uint32_t delay);

  /// The entity's next instruction is to issue `delay` cycles from `now` at the earliest. Schedules
  /// the cycle in which it may, or waits for a line of code.
  template <bool kPlain = false>
  void want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// These parts of the warp have become a gang. Those in Condition::fetch forget what their
  /// buffers have, and want their next instruction anew.
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now) {
    if (ahead_) ahead_->fetch_anew(context, parts, now);
  }
  /// The event `fetched` of the entity with this value has come. True: its next instruction may
  /// issue.
  template <bool kPlain = false>
  bool fetched(std::uint16_t entity, std::uint64_t value, Cycle now) {
    return kPlain || !ahead_ || ahead_->fetched(entity, value, now);
  }
  /// Refills buffers, and sends the requests for code that are due, as far as the port has room.
  template <bool kPlain>
  void tick(Cycle now) {
    if (!kPlain && ahead_) ahead_->tick(now);
    if (!fetch_.wanted_lines().empty()) send_requests(now);
  }
  /// A line of code has arrived.
  void fill(Addr line, Cycle now);
  /// The next cycle in which tick has something to do.
  template <bool kPlain>
  Cycle next(Cycle now) const {
    if (!kPlain && ahead_ && ahead_->next(now) != kNever) return now + 1;
    return fetch_.wanted_lines().empty() ? kNever : next_request(now);
  }

 private:
  /// When the entity's instruction at the address may issue, as FetchUnit::fetch. It is to issue
  /// `delay` cycles from `now` at the earliest.
  Cycle fetch(std::uint16_t entity, Addr address, Cycle now, std::uint32_t delay);
  void send_requests(Cycle now);
  /// The next cycle in which it may send a request, of which some are due.
  Cycle next_request(Cycle now) const;

  std::uint32_t miss_latency_;  ///< cycles from a request to its departure
  std::uint16_t sm_;
  const Contexts& contexts_;
  SmCounters& counters_;
  RequestPort& port_;
  SmEvents& events_;
  FetchUnit fetch_;
  /// By entity, for a formed warp that executes: the first cycle in which the instruction that was
  /// fetched by fetch_next() may issue; kNever: its line of code has yet to arrive.
  std::vector<Cycle> next_issues_from_;
  std::optional<FetchAhead> ahead_;  ///< nothing: buffers are refilled when they are empty
};

}  // namespace heddle::core
