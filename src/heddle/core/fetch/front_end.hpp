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

  /// What a formed warp that disperses leaves to another in which some of its threads go on: the
  /// instructions behind its last one, which are there or on their way.
  struct Legacy {
    std::uint32_t instructions = 0;
    Cycle there = 0;                         ///< when the first of them may issue
    std::optional<FetchUnit::Waiting> wait;  ///< they come with a line that has not come
  };
  // Where buffers are not refilled ahead:
  /// The formed warp executes. Its threads all go on at the instruction at `address`, which is
  /// fetched at once if `follows` is not so or the buffer is empty, to issue in `delay` cycles.
  void fetch_behind(std::uint16_t entity, Addr address, bool follows, Cycle now,
                    std::uint32_t delay);
  /// The formed warp disperses.
  Legacy bequeath(std::uint16_t entity);
  /// The formed warp, which has been launched, has the legacy. Its next instruction is to issue
  /// `delay` cycles from `now` at the earliest. Returns in how many it may; nothing if it waits for
  /// a line of code.
  std::optional<std::uint32_t> inherit(std::uint16_t entity, Legacy legacy, Cycle now,
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
  /// By entity, of formed warps that execute: when what is fetched behind may issue; kNever: a line
  /// of code has to come.
  std::vector<Cycle> behind_;
  std::optional<FetchAhead> ahead_;  ///< nothing: buffers are refilled when they are empty
};

}  // namespace heddle::core
