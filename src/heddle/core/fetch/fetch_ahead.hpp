// A front end that refills instruction buffers before they are empty. Each entity has a buffer. A
// fetch brings one instruction, to one entity or to all parts of a gang. A fetch that the
// instruction cache serves occupies a port. FetchArbiter decides in which order the gangs' front
// end and the slices (lane groups) fetch (Rogers 2015, section 6.2.4).
#pragma once

#include <vector>

#include "heddle/core/fetch/fetch_arbiter.hpp"
#include "heddle/core/fetch/fetch_unit.hpp"
#include "heddle/core/fetch/instruction_buffers.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/sm_event.hpp"

namespace heddle::core {

class FetchAhead {
 public:
  FetchAhead(const FetchSpec& spec, const Contexts& contexts, FetchUnit& fetch,
             SmCounters& counters, SmEvents& events);
  FetchAhead(const FetchAhead&) = delete;
  FetchAhead& operator=(const FetchAhead&) = delete;

  bool has_instruction(unsigned entity) const { return buffers_.has_instruction(entity); }
  void issued(unsigned entity, bool follows);
  /// See FrontEnd::want.
  void want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// See FrontEnd::fetch_anew.
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now);
  /// Handles the event `fetched` of the entity with this value. Returns true if the entity's next
  /// instruction may issue now.
  bool fetched(std::uint16_t entity, std::uint64_t value, Cycle now);
  /// Handles the arrival of the line of code that the entity waits for.
  void found(std::uint16_t entity, Cycle now);
  /// Fetches the instructions of one cycle.
  void tick(Cycle now);
  Cycle next(Cycle now) const { return buffers_.wanting().any() ? now + 1 : kNever; }

 private:
  /// What the event `fetched` does. A step is the low byte of the event's value; the other bits are
  /// InstructionBuffers::filling.
  enum class Step : std::uint8_t {
    begin,   ///< the entity begins to fetch
    arrive,  ///< an instruction has arrived
    issue,   ///< from now on the entity may issue the instruction
  };
  void schedule(Cycle when, std::uint16_t entity, Step step);
  Addr next_address(unsigned entity) const;
  void fetch(unsigned entity, Cycle now);

  std::uint32_t latency_;
  const Contexts& contexts_;
  FetchUnit& fetch_;
  SmCounters& counters_;
  SmEvents& events_;
  FetchArbiter arbiter_;
  InstructionBuffers buffers_;
};

}  // namespace heddle::core
