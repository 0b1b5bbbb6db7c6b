// Records the events of one SM in a window of cycles, for traces and golden tests. The number of
// events is limited. From the cycle in which the limit is reached, no event is recorded.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

/// The window: cycles `from` to `to` - 1, and the maximum number of events of an SM.
struct TimelineWindow {
  Cycle from = 0, to = kNever;
  std::uint64_t most_events = 1'000'000;
};

/// The stay of a block or warp on the SM. `end` is kNever while the block or warp is on the SM.
struct BlockSpan {
  model::BlockDispatched block;
  Cycle end = kNever;
};
struct WarpSpan {
  model::WarpLaunched warp;
  std::uint64_t grid = 0, block = 0;
  Cycle end = kNever;  ///< first cycle after the warp's last thread ended
};

/// A span of cycles in which an entity or an issue slot did the same thing.
struct Segment {
  Cycle begin = 0, end = 0;
  /// What the entity or issue slot did. For an entity, `issued` with a null `issue` means that the
  /// entity was ready but not chosen.
  model::Stall state = model::Stall::empty;
  const model::InstructionIssued* issue = nullptr;  ///< the issued instruction; null if nothing was
                                                    ///< issued
};

class SmTimeline final
    : public UnitHears<model::BlockDispatched, model::BlockFinished, model::WarpLaunched,
                       model::WarpExited, model::WarpStateChanged, model::InstructionIssued,
                       model::SlotStalled, model::WriteBack, model::L1Access, model::QueueDepths> {
 public:
  explicit SmTimeline(const TimelineWindow& window) : window_(window) {}
  /// Sets the window. Must be called before the first event.
  void set_window(const TimelineWindow& window) { window_ = window; }

  void on(const model::BlockDispatched& event) override;
  void on(const model::BlockFinished& event) override;
  void on(const model::WarpLaunched& event) override;
  void on(const model::WarpExited& event) override;
  void on(const model::WarpStateChanged& event) override;
  void on(const model::InstructionIssued& event) override;
  void on(const model::SlotStalled& event) override;
  void on(const model::WriteBack& event) override;
  void on(const model::L1Access& event) override;
  void on(const model::QueueDepths& event) override;

  /// Returns the first cycle whose events are missing because the limit was reached, or kNever if
  /// no events are missing.
  Cycle cut_at() const { return cut_at_; }
  /// First cycle after the last event.
  Cycle end() const { return end_; }

  const std::vector<BlockSpan>& blocks() const { return blocks_; }
  const std::vector<WarpSpan>& warps() const { return warps_; }
  const std::vector<model::WriteBack>& write_backs() const { return write_backs_; }
  const std::vector<model::L1Access>& accesses() const { return accesses_; }
  const std::vector<model::QueueDepths>& depths() const { return depths_; }
  const std::vector<model::InstructionIssued>& issues() const { return issues_; }

  /// Returns the number of entities: one more than the highest number of an entity that was active
  /// in the window. The next function does the same for issue slots.
  std::uint32_t entities() const;
  std::uint32_t slots() const;
  /// Returns the segments of an entity in cycles `begin` to `end` - 1, without gaps. The next
  /// function does the same for an issue slot.
  std::vector<Segment> entity_segments(std::uint16_t entity, Cycle begin, Cycle end) const;
  std::vector<Segment> slot_segments(std::uint8_t slot, Cycle begin, Cycle end) const;
  /// Returns the launch number of the entity's warp in a cycle, or kNever if the window contains no
  /// such warp.
  std::uint64_t grid_of(std::uint16_t entity, Cycle cycle) const;

 private:
  /// Counts an event of this cycle. Returns whether the event is recorded.
  bool keeps(Cycle cycle);

  TimelineWindow window_;
  std::uint64_t events_ = 0;
  Cycle cut_at_ = kNever, end_ = 0;
  std::vector<BlockSpan> blocks_;
  std::vector<WarpSpan> warps_;
  std::vector<model::WarpStateChanged> states_;  ///< includes the last state of each entity before
                                                 ///< the window
  std::vector<model::InstructionIssued> issues_;
  std::vector<model::SlotStalled> stalls_;
  std::vector<model::WriteBack> write_backs_;
  std::vector<model::L1Access> accesses_;
  std::vector<model::QueueDepths> depths_;
};

}  // namespace heddle::probe
