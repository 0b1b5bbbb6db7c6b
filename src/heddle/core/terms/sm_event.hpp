// What an SM has to do in a later cycle: results that are written, instructions that arrive, and
// what the GPU has sent.
#pragma once

#include <cstdint>

#include "heddle/base/event_wheel.hpp"
#include "heddle/core/terms/decoded_program.hpp"
#include "heddle/policy/corun/sm_corun.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::core {

struct SmEvent {
  enum class Kind : std::uint8_t {
    write_back,     ///< the result of a pipeline is written
    fetched,        ///< the entity's next instruction is there
    last_block,     ///< the last block of the kernel arrives on an SM
    block,          ///< a block arrives
    service_end,    ///< the entity's service of the host is done
    stop_block,     ///< a block is to leave the SM
    restore_block,  ///< a saved block arrives
    signal,         ///< all blocks are to leave the SM
    directive,      ///< the residency policy's directive arrives
    sharing,        ///< the sharing policy's directive arrives
    exchange        ///< contexts arrive that have moved between slots and elsewhere
  };
  Kind kind = Kind::write_back;
  std::uint8_t kernel = 0;
  std::uint16_t entity = 0;  ///< stop_block: block slot; block: number of warps that start
  union {
    std::uint64_t value = 0;                  ///< blocks: their number; directive: the directive
    const DecodedInstruction* instruction;    ///< write_back: whose result it is
    const policy::CorunDirective* directive;  ///< sharing
  };

  /// The last block of the grid in the kernel slot arrives somewhere; said before that block.
  static SmEvent of_last_block(std::uint8_t kernel) { return {Kind::last_block, kernel, 0, 0}; }
  /// What the residency policy decided reaches its part here.
  static SmEvent of_directive(policy::Directive decided) {
    return {Kind::directive, 0, 0, decided};
  }
  /// The directive outlives the event.
  static SmEvent of_sharing(const policy::CorunDirective& decided) {
    SmEvent event{Kind::sharing, 0, 0, 0};
    event.directive = &decided;
    return event;
  }
  static SmEvent of_exchange() { return {Kind::exchange, 0, 0, 0}; }
  /// The service that the entity asked for is done, and the entity goes on.
  static SmEvent of_service_end(std::uint16_t entity) { return {Kind::service_end, 0, entity, 0}; }
};

/// Nearly all events are results of pipelines and instructions that arrive, soon.
using SmEvents = EventWheel<SmEvent, 6>;

}  // namespace heddle::core
