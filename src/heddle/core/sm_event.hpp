// What an SM has to do in a later cycle: results that are written, instructions that arrive, and
// what the GPU has sent.
#pragma once

#include <cstdint>

#include "heddle/base/event_wheel.hpp"
#include "heddle/core/decoded_program.hpp"

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
    directive       ///< the residency policy's directive arrives
  };
  Kind kind = Kind::write_back;
  std::uint8_t kernel = 0;
  std::uint16_t entity = 0;  ///< stop_block: block slot; block: number of warps that start
  union {
    std::uint64_t value = 0;                ///< blocks: their number; directive: the directive
    const DecodedInstruction* instruction;  ///< write_back: whose result it is
  };
};

using SmEvents = EventWheel<SmEvent>;

}  // namespace heddle::core
