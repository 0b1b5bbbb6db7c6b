// An event of an SM in a later cycle: a result that is written, an instruction that arrives, or
// something that the GPU has sent to the SM.
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
    fetched,        ///< the entity's next instruction has arrived
    last_block,     ///< the last block of the kernel is about to arrive on some SM
    block,          ///< a block arrives
    service_end,    ///< the host has done the service for which the entity waits
    stop_block,     ///< a block must leave the SM
    restore_block,  ///< a saved block arrives
    signal,         ///< all blocks must leave the SM
    directive,      ///< the residency policy's directive arrives
    sharing,        ///< the sharing policy's directive arrives
    exchange        ///< contexts that moved into or out of slots arrive
  };
  Kind kind = Kind::write_back;
  std::uint8_t kernel = 0;
  std::uint16_t entity = 0;  ///< stop_block: the block slot; block: the number of starting warps
  union {
    std::uint64_t value = 0;  ///< blocks: the block's number; directive: the directive
    const DecodedInstruction* instruction;    ///< write_back: the instruction with the result
    const policy::CorunDirective* directive;  ///< sharing: the directive
  };

  /// The event that announces the last block of the grid in the kernel slot. It comes before that
  /// block arrives on its SM.
  static SmEvent of_last_block(std::uint8_t kernel) { return {Kind::last_block, kernel, 0, 0}; }
  /// The event that the residency policy's directive reaches its part on this SM.
  static SmEvent of_directive(policy::Directive decided) {
    return {Kind::directive, 0, 0, decided};
  }
  /// The event that the sharing policy's directive arrives. The directive must outlive the event.
  static SmEvent of_sharing(const policy::CorunDirective& decided) {
    SmEvent event{Kind::sharing, 0, 0, 0};
    event.directive = &decided;
    return event;
  }
  static SmEvent of_exchange() { return {Kind::exchange, 0, 0, 0}; }
  /// The event that the host has completed the service requested by the entity. The entity then
  /// continues.
  static SmEvent of_service_end(std::uint16_t entity) { return {Kind::service_end, 0, entity, 0}; }
};

/// Where results of pipelines and instructions arrive as events, nearly all events are due soon.
using SmEvents = EventWheel<SmEvent, 6>;

}  // namespace heddle::core
