// The front end of an SM brings entities their next instructions. The front end asks the fetch
// unit, sends requests for lines of code that the instruction cache lacks, and schedules the cycle
// in which an instruction may issue.
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
  /// The origin that marks requests for code.
  static constexpr std::uint32_t kInstructionLine = LoadStoreUnit::kInstructionLine;

  FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
           SmCounters& counters, RequestPort& port, SmEvents& events);
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  // `kPlain`: the SM is plain (plain_shape.hpp).
  /// Whether the entity's next instruction is in its buffer.
  template <bool kPlain = false>
  bool has_instruction(unsigned entity) const {
    if (!kPlain && ahead_) return ahead_->has_instruction(entity);
    return fetch_.buffered(entity) != 0;
  }
  /// The entity has issued an instruction. `follows`: the next instruction follows it in the
  /// program.
  template <bool kPlain = false>
  void issued(unsigned entity, bool follows) {
    if (!kPlain && ahead_) return ahead_->issued(entity, follows);
    fetch_.issued(entity, follows);
  }
  /// A warp is launched in the entity's context. Empties the buffer.
  void launch(unsigned entity) { issued(entity, false); }
  /// The entity's warp leaves the SM before its end. Empties the buffer.
  void leave(unsigned entity) { issued(entity, false); }

  /// The instruction buffer that a formed warp hands over to the warp in which some of its threads
  /// go on. The instructions are there or on their way.
  struct Buffer {
    std::uint32_t instructions = 0;
    Cycle issues_from = 0;                   ///< the first cycle in which an instruction may issue
    std::optional<FetchUnit::Waiting> wait;  ///< the line of code that has yet to arrive
  };
  /// A formed warp has issued, and all its threads go on at the instruction at `address`. Fetches
  /// the instruction at once unless it `follows` the last one and is in the buffer. The instruction
  /// may issue `delay` cycles from `now` at the earliest. Only for buffers that are not refilled
  /// ahead.
  void fetch_next(std::uint16_t entity, Addr address, bool follows, Cycle now, std::uint32_t delay);
  /// Returns the buffer of a formed warp that disperses, and ends its wait for code. The entity's
  /// count of instructions stays until the next `launch`.
  Buffer take_buffer(std::uint16_t entity);
  /// Gives the buffer to a formed warp that has been launched. The warp's next instruction may
  /// issue `delay` cycles from `now` at the earliest. Returns the cycles until the instruction may
  /// issue; nothing if the warp waits for a line of code.
  std::optional<std::uint32_t> give_buffer(std::uint16_t entity, Buffer buffer, Cycle now,
                                           std::uint32_t delay);

  /// The entity wants its next instruction, which may issue `delay` cycles from `now` at the
  /// earliest. Schedules the cycle in which the instruction may issue, or waits for a line of code.
  template <bool kPlain = false>
  void want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// These parts of the warp have become a gang. Parts in Condition::fetch drop their buffered
  /// instructions and fetch their next instruction again. Only for buffers that are refilled ahead.
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now) {
    if (ahead_) ahead_->fetch_anew(context, parts, now);
  }
  /// Handles the event `fetched` of the entity with this value. Returns true if the entity's next
  /// instruction may issue now.
  template <bool kPlain = false>
  bool fetched(std::uint16_t entity, std::uint64_t value, Cycle now) {
    return kPlain || !ahead_ || ahead_->fetched(entity, value, now);
  }
  /// Refills buffers, and sends the requests for code that are due while the port has room.
  template <bool kPlain>
  void tick(Cycle now) {
    if (!kPlain && ahead_) ahead_->tick(now);
    if (!fetch_.wanted_lines().empty()) send_requests(now);
  }
  /// A line of code has arrived.
  void fill(Addr line, Cycle now);
  /// The next cycle in which `tick` has something to do.
  template <bool kPlain>
  Cycle next(Cycle now) const {
    if (!kPlain && ahead_ && ahead_->next(now) != kNever) return now + 1;
    return fetch_.wanted_lines().empty() ? kNever : next_request(now);
  }

 private:
  /// Returns when the entity's instruction at the address may issue, as FetchUnit::fetch does. The
  /// instruction may issue `delay` cycles from `now` at the earliest.
  Cycle fetch(std::uint16_t entity, Addr address, Cycle now, std::uint32_t delay);
  void send_requests(Cycle now);
  /// The next cycle in which the front end may send a request. Some line must be wanted.
  Cycle next_request(Cycle now) const;

  std::uint32_t miss_latency_;  ///< cycles from a miss until its request leaves
  std::uint16_t sm_;
  const Contexts& contexts_;
  SmCounters& counters_;
  RequestPort& port_;
  SmEvents& events_;
  FetchUnit fetch_;
  /// By entity, for a formed warp that executes: the first cycle in which the instruction that
  /// fetch_next() fetched may issue. kNever: the line of code has not arrived yet.
  std::vector<Cycle> next_issues_from_;
  std::optional<FetchAhead> ahead_;  ///< nothing: a buffer is refilled when it is empty
};

}  // namespace heddle::core
