// The front end of an SM brings entities their next instructions. It calls the fetch unit, requests
// the lines of code that the instruction cache lacks, and schedules the cycle in which an
// instruction may issue.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "heddle/core/fetch/fetch_ahead.hpp"
#include "heddle/core/fetch/fetch_unit.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/core/terms/sm_event.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class FrontEnd {
 public:
  FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
           SmCounters& counters, RequestPort& port, SmEvents& events);
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  /// Whether the entity's next instruction is in its buffer.
  template <typename Shape = GeneralShape>
  bool has_instruction(unsigned entity) const {
    if (Shape::kMayFetchAhead && ahead_) return ahead_->has_instruction(entity);
    return fetch_.buffered(entity) != 0;
  }
  /// Notes that the entity has issued an instruction. `follows`: the entity's next instruction
  /// comes right after it in the program.
  template <typename Shape = GeneralShape>
  void issued(unsigned entity, bool follows) {
    if (Shape::kMayFetchAhead && ahead_) return ahead_->issued(entity, follows);
    fetch_.issued(entity, follows);
  }
  /// Empties the entity's buffer, since a warp is launched in its context.
  void launch(unsigned entity) { issued(entity, false); }
  /// Empties the entity's buffer, since its warp leaves the SM before the warp's end.
  void leave(unsigned entity) { issued(entity, false); }

  /// An instruction buffer that passes from a formed warp to the warp in which some of its threads
  /// continue. Its instructions are in the buffer or on their way.
  struct Buffer {
    std::uint32_t instructions = 0;
    Cycle issues_from = 0;                   ///< the first cycle in which an instruction may issue
    std::optional<FetchUnit::Waiting> wait;  ///< the line of code that has yet to arrive
  };
  /// For a formed warp that has just issued and whose threads all continue at `address`: fetches
  /// the instruction there. Fetches nothing if the instruction `follows` the issued one and is in
  /// the buffer. The instruction may issue `delay` cycles after `now` at the earliest. Used only if
  /// buffers are not refilled ahead.
  void fetch_next(std::uint16_t entity, Addr address, bool follows, Cycle now, std::uint32_t delay);
  /// Returns the buffer of a formed warp that disperses, and ends the warp's wait for code. The
  /// entity's count of buffered instructions stays unchanged until the next `launch`.
  Buffer take_buffer(std::uint16_t entity);
  /// Gives the buffer to a formed warp that has been launched. The warp's next instruction may
  /// issue `delay` cycles after `now` at the earliest. Returns the number of cycles until the
  /// instruction may issue; nothing if the warp waits for a line of code.
  std::optional<std::uint32_t> give_buffer(std::uint16_t entity, Buffer buffer, Cycle now,
                                           std::uint32_t delay);

  /// Fetches the entity's next instruction, which may issue `delay` cycles after `now` at the
  /// earliest. Returns the cycle in which the instruction may issue; kNever: the event `fetched`
  /// tells the cycle.
  template <typename Shape = GeneralShape>
  Cycle want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// Handles a new gang of these parts of the warp. Parts in Condition::fetch drop their buffered
  /// instructions and fetch their next instruction again. Used only if buffers are refilled ahead.
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now) {
    if (ahead_) ahead_->fetch_anew(context, parts, now);
  }
  /// Handles the event `fetched` of the entity with this value. Returns true if the entity's next
  /// instruction may issue now.
  template <typename Shape = GeneralShape>
  bool fetched(std::uint16_t entity, std::uint64_t value, Cycle now) {
    return !Shape::kMayFetchAhead || !ahead_ || ahead_->fetched(entity, value, now);
  }
  /// Refills buffers, and sends the requests for code that are due while the port has room.
  template <typename Shape>
  void tick(Cycle now) {
    if (Shape::kMayFetchAhead && ahead_) ahead_->tick(now);
    if (wants_lines()) send_requests(now);
  }
  /// Whether a line of code is to be requested.
  bool wants_lines() const { return !fetch_.wanted_lines().empty(); }
  /// Handles the arrival of a line of code.
  void fill(Addr line, Cycle now);
  /// Returns the next cycle in which `tick` has something to do.
  template <typename Shape>
  Cycle next(Cycle now) const {
    if (Shape::kMayFetchAhead && ahead_ && ahead_->next(now) != kNever) return now + 1;
    return wants_lines() ? next_request(now) : kNever;
  }

 private:
  /// Fetches the entity's instruction at the address. Returns the cycle in which the instruction
  /// may issue, at least `delay` cycles after `now`; kNever: its line must come from the L2.
  Cycle fetch(std::uint16_t entity, Addr address, Cycle now, std::uint32_t delay);
  void send_requests(Cycle now);
  /// Returns the next cycle in which the front end can send a request. Call it only if a line is to
  /// be requested.
  Cycle next_request(Cycle now) const;

  std::uint32_t miss_latency_;  ///< cycles from a miss until its request leaves
  std::uint16_t sm_;
  const Contexts& contexts_;
  SmCounters& counters_;
  RequestPort& port_;
  SmEvents& events_;
  FetchUnit fetch_;
  /// By entity, for a formed warp that executes: the first cycle in which the instruction fetched
  /// by fetch_next() may issue. kNever: its line of code has not arrived yet.
  std::vector<Cycle> next_issues_from_;
  std::optional<FetchAhead> ahead_;  ///< not set: a buffer is refilled only when it is empty
};

inline Cycle FrontEnd::fetch(std::uint16_t entity, Addr address, Cycle now, std::uint32_t delay) {
  const Cycle wanted = now + (delay > fetch_.latency() ? delay - fetch_.latency() : 0);
  const std::uint8_t kernel = contexts_.table[entity].kernel;
  return fetch_.fetch(entity, address, wanted, counters_.kernels[kernel].fetch);
}

template <typename Shape>
Cycle FrontEnd::want(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  if (Shape::kMayFetchAhead && ahead_) {
    ahead_->want(entity, now, delay);
    return kNever;
  }
  Cycle when = now + delay;
  if (!has_instruction<Shape>(entity)) {
    const Cycle fetched = fetch(entity, contexts_.table[entity].next->address, now, delay);
    if (fetched == kNever) return kNever;
    when = std::max(when, fetched);
  }
  if (!Shape::kMayHearResults) return when;
  events_.schedule(when, {SmEvent::Kind::fetched, 0, entity, 0});
  return kNever;
}

}  // namespace heddle::core
