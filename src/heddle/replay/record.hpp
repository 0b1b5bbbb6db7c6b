// One entry of 16 bytes in the stream of an SM's L1 data cache: a line access, the begin of a warp,
// or a flush of the cache. docs/guide/l1-replay.md has the layout.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::replay {

enum class RecordKind : std::uint8_t {
  load,
  store,
  local_load,
  local_store,
  atomic,
  warp,   ///< a warp begins in a warp context
  flush,  ///< the cache is emptied
};

/// The outcome of a load in the timing model. Stores and atomics have `hit`.
enum class LoadOutcome : std::uint8_t { hit, miss, merged, bypassed };

/// Two words. They are the same in memory and in a file; files are little-endian.
struct Record {
  std::uint64_t head = 0, tail = 0;

  bool operator==(const Record&) const = default;
};
static_assert(sizeof(Record) == 16);

/// A line access.
struct Access {
  std::uint64_t line = 0;  ///< address divided by the line size
  LaneMask lanes = 0;
  Pc pc = 0;
  std::uint16_t entity = 0;  ///< number of the warp context
  std::uint8_t kernel = 0;   ///< kernel slot
  std::uint8_t sectors = 0;
  RecordKind kind = RecordKind::load;
  LoadOutcome outcome = LoadOutcome::hit;

  bool is_load() const { return kind == RecordKind::load || kind == RecordKind::local_load; }
};

/// The begin of a warp in a warp context.
struct WarpBegin {
  std::uint64_t block = 0;  ///< number of the block in its grid
  std::uint32_t grid = 0;   ///< number of the launch
  std::uint32_t index = 0;  ///< index of the warp in its block
  std::uint16_t entity = 0;
};

RecordKind kind_of(const Record& record);
/// Throws Error if a field does not fit into a record.
Record pack(const Access& access);
Record pack(const WarpBegin& warp);
Record flush_record();
Access access_of(const Record& record);
WarpBegin warp_of(const Record& record);

/// Returns whether an event is an access of the data cache. Blocked attempts and accesses to the
/// banks of shared memory do not count.
bool is_access(const model::L1Access& event);
Access access_of(const model::L1Access& event, unsigned line_bytes);
WarpBegin warp_of(const model::WarpLaunched& event);

}  // namespace heddle::replay
