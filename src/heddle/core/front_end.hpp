// The front end of an SM: brings entities their next instructions. It asks the fetch unit, sends
// requests for the lines of code that the instruction cache lacks, and schedules the cycle in which
// an entity's instruction is there.
#pragma once

#include "heddle/core/contexts.hpp"
#include "heddle/core/fetch_unit.hpp"
#include "heddle/core/load_store_unit.hpp"
#include "heddle/core/request_port.hpp"
#include "heddle/core/sm_event.hpp"
#include "heddle/core/specs.hpp"

namespace heddle::core {

class FrontEnd {
 public:
  /// Origin of requests for code.
  static constexpr std::uint32_t kInstructionLine = LoadStoreUnit::kInstructionLine;

  FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
           SmCounters& counters, RequestPort& port, SmEvents& events);
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  /// The entity's next instruction is in its buffer.
  bool has_instruction(unsigned entity) const { return fetch_.buffered(entity) != 0; }
  /// The entity has issued an instruction. The next one follows it, or is elsewhere.
  void issued(unsigned entity, bool follows) { fetch_.issued(entity, follows); }
  /// A warp is launched in the entity's context: the buffer is empty.
  void launch(unsigned entity) { fetch_.issued(entity, false); }
  /// The entity's next instruction is to issue `delay` cycles from `now` at the earliest. Schedules
  /// the cycle in which it may, or waits for a line of code.
  void want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// Sends the requests for code that are due, as far as the port has room.
  void tick(Cycle now) {
    if (!fetch_.wanted_lines().empty()) send_requests(now);
  }
  /// A line of code has arrived.
  void fill(Addr line, Cycle now);
  /// The next cycle in which tick has something to do.
  Cycle next(Cycle now) const;

 private:
  void send_requests(Cycle now);

  std::uint32_t miss_latency_;  ///< cycles from a request to its departure
  std::uint16_t sm_;
  const Contexts& contexts_;
  SmCounters& counters_;
  RequestPort& port_;
  SmEvents& events_;
  FetchUnit fetch_;
};

}  // namespace heddle::core
