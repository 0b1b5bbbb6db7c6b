#include "heddle/replay/file_replay.hpp"

#include <array>

#include "heddle/replay/lines.hpp"

namespace heddle::replay {
namespace {

constexpr unsigned kKernelSlots = 8;  ///< number of kernel slots that a record can name

/// The replay of one SM. A recording has a flush of the cache before each launch. Therefore each
/// kernel slot belongs to one launch between two flushes.
class SmReplay {
 public:
  SmReplay(std::uint32_t sm, std::uint32_t line_bytes, const CacheShape& shape, const Modes& modes,
           CountsByLaunch& sums)
      : from_(line_bytes),
        to_(shape.line_bytes),
        replayer_(shape, kKernelSlots, modes, sm),
        sums_(sums) {}

  void take(const Record& record) {
    switch (kind_of(record)) {
      case RecordKind::warp:
        return begin(warp_of(record));
      case RecordKind::flush:
        return end_segment();
      default:
        return access(access_of(record));
    }
  }
  void end_segment() {
    replayer_.flush();
    for (unsigned slot = 0; slot < kKernelSlots; ++slot) {
      const ReplayCounts& now = replayer_.counts(slot);
      if (now.accesses == counted_[slot].accesses) continue;
      ReplayCounts since = now;
      since -= counted_[slot];
      sums_[launch_of_[slot]] += since;
      counted_[slot] = now;
    }
  }

 private:
  void begin(const WarpBegin& warp) {
    if (warp.entity >= grids_.size()) grids_.resize(warp.entity + 1u);
    grids_[warp.entity] = warp.grid;
    replayer_.begin(warp);
  }
  void access(const Access& access) {
    if (access.entity >= grids_.size()) begin({.entity = access.entity});
    launch_of_[access.kernel] = grids_[access.entity];
    if (from_ == to_) return replayer_.access(access);
    for_each_line(access, from_, to_, [&](const Access& part) { replayer_.access(part); });
  }

  std::uint32_t from_, to_;  ///< line size in bytes in the recording, and in the replay
  Replayer replayer_;
  CountsByLaunch& sums_;
  std::vector<std::uint32_t> grids_;  ///< by entity: the launch of its warp
  std::array<std::uint64_t, kKernelSlots> launch_of_{};
  std::array<ReplayCounts, kKernelSlots> counted_{};
};

}  // namespace

CountsByLaunch replay_file(StreamReader& stream, const CacheShape& shape, const Modes& modes) {
  CountsByLaunch sums;
  for (std::uint32_t sm = 0; sm < stream.sms(); ++sm) {
    SmReplay replay(sm, stream.shape().line_bytes, shape, modes, sums);
    stream.read(sm, [&](const Record& record) { replay.take(record); });
    replay.end_segment();
  }
  return sums;
}

}  // namespace heddle::replay
