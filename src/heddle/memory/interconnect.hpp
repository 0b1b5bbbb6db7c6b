// The interconnect between SMs and L2 slices: a crossbar in each direction.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "heddle/memory/crossbar.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

using RequestPacket = Packet<model::MemoryRequest>;
using ReplyPacket = Packet<model::MemoryReply>;

/// Bytes of data in a packet, without the header. Stores and atomics carry data to memory; loads
/// and atomics carry data back.
inline std::uint32_t data_bytes(std::uint8_t sectors) {
  return model::kSectorBytes * static_cast<std::uint32_t>(std::popcount(sectors));
}
inline std::uint32_t payload_bytes(const model::MemoryRequest& request) {
  return request.kind == model::RequestKind::load ? 0 : data_bytes(request.sectors);
}
inline std::uint32_t reply_bytes(const model::MemoryRequest& request) {
  return request.kind == model::RequestKind::store ? 0 : data_bytes(request.sectors);
}

struct Interconnect {
  Interconnect(const MemorySpec& spec, double core_mhz, std::uint32_t sms)
      : requests(spec.interconnect, core_mhz,
                 {.inputs = sms,
                  .outputs = spec.slices(),
                  .places = slice_places(spec, core_mhz),
                  .has_classes = spec.contexts_give_way,
                  .age_limit = spec.context_age_limit}),
        replies(spec.interconnect, core_mhz,
                {.inputs = spec.slices(),
                 .outputs = sms,
                 .has_classes = spec.contexts_give_way,
                 .age_limit = spec.context_age_limit}) {}

  Cycle next() const { return std::min(requests.next(), replies.next()); }

  Crossbar<model::MemoryRequest> requests;  ///< from SM to slice
  Crossbar<model::MemoryReply> replies;     ///< from slice to SM

 private:
  /// Returns the number of entries of a slice's request queue. `queue_entries` entries are for
  /// waiting requests. Further entries are for the requests in the slice's pipeline, and for the
  /// time that a credit and the next request need to cross the interconnect.
  static std::uint32_t slice_places(const MemorySpec& spec, double core_mhz) {
    const Tick l2 = period(core_mhz, spec.l2.clock_mhz);
    const Tick link = period(core_mhz, spec.interconnect.clock_mhz);
    const Tick pipeline = spec.l2.slice.hit_latency * l2;
    return spec.l2.queue_entries + 2 * spec.interconnect.latency +
           static_cast<std::uint32_t>((pipeline + link - 1) / link);
  }
};

}  // namespace heddle::memory
