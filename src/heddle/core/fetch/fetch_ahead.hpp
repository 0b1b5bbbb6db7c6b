// A front end that refills instruction buffers ahead: each fetch brings one instruction, of one
// entity or of a gang, and a port is taken where the instruction cache serves it. The buffers are
// those of the entities; the gangs' front end and the slices (lane groups) take turns as the
// arbiter says (Rogers 2015, section 6.2.4).
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
  /// As FrontEnd::want.
  void want(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// As FrontEnd::fetch_anew.
  void fetch_anew(unsigned context, exec::PartMask parts, Cycle now);
  /// The event `fetched` of the entity with this value. True: its next instruction may issue.
  bool fetched(std::uint16_t entity, std::uint64_t value, Cycle now);
  /// The line of code that the entity has waited for is there.
  void found(std::uint16_t entity, Cycle now);
  /// One cycle: fetches.
  void tick(Cycle now);
  Cycle next(Cycle now) const { return buffers_.wanting().any() ? now + 1 : kNever; }

 private:
  /// What an event `fetched` says of the entity's buffer, beside its filling.
  enum class Step : std::uint8_t {
    begin,   ///< the first fetch is due
    arrive,  ///< an instruction is there
    issue,   ///< the time to issue has come
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
