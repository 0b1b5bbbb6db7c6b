// The events of one SM in a window of cycles, for traces and golden tests. It keeps a limited
// number of events. From the cycle in which the limit is reached, it keeps nothing.
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

/// The stay of a block or warp on the SM. `end` is kNever while it is on the SM.
struct BlockSpan {
  model::BlockDispatched block;
  Cycle end = kNever;
};
struct WarpSpan {
  model::WarpLaunched warp;
  std::uint64_t grid = 0, block = 0;
  Cycle end = kNever;  ///< first cycle after its last thread ended
};

/// Cycles in which an entity or an issue slot did one thing.
struct Segment {
  Cycle begin = 0, end = 0;
  /// What it did. For an entity, `issued` with a null `issue` means: ready, but not chosen.
  model::Stall state = model::Stall::empty;
  const model::InstructionIssued* issue = nullptr;  ///< the issued instruction; null: the segment
                                                    ///< is no issue
};

class SmTimeline final
    : public UnitHears<model::BlockDispatched, model::BlockFinished, model::WarpLaunched,
                       model::WarpExited, model::WarpStateChanged, model::InstructionIssued,
                       model::SlotStalled, model::WriteBack, model::L1Access, model::QueueDepths> {
 public:
  explicit SmTimeline(const TimelineWindow& window) : window_(window) {}
  /// Call this before the first event.
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

  /// Returns the first cycle whose events are missing because the limit was reached; kNever: no
  /// events are missing.
  Cycle cut_at() const { return cut_at_; }
  /// First cycle after the last event.
  Cycle end() const { return end_; }

  const std::vector<BlockSpan>& blocks() const { return blocks_; }
  const std::vector<WarpSpan>& warps() const { return warps_; }
  const std::vector<model::WriteBack>& write_backs() const { return write_backs_; }
  const std::vector<model::L1Access>& accesses() const { return accesses_; }
  const std::vector<model::QueueDepths>& depths() const { return depths_; }
  const std::vector<model::InstructionIssued>& issues() const { return issues_; }

  /// Returns the number of entities: one more than the highest one that was active in the window.
  /// The next function returns the number of issue slots.
  std::uint32_t entities() const;
  std::uint32_t slots() const;
  /// Returns the segments of an entity in cycles `begin` to `end` - 1, without gaps. The next
  /// function does the same for an issue slot.
  std::vector<Segment> entity_segments(std::uint16_t entity, Cycle begin, Cycle end) const;
  std::vector<Segment> slot_segments(std::uint8_t slot, Cycle begin, Cycle end) const;
  /// Returns the launch of the entity's warp in a cycle; kNever: the window contains no such warp.
  std::uint64_t grid_of(std::uint16_t entity, Cycle cycle) const;

 private:
  /// Returns whether an event of this cycle is stored.
  bool keeps(Cycle cycle);

  TimelineWindow window_;
  std::uint64_t events_ = 0;
  Cycle cut_at_ = kNever, end_ = 0;
  std::vector<BlockSpan> blocks_;
  std::vector<WarpSpan> warps_;
  std::vector<model::WarpStateChanged> states_;  ///< with the last state of each entity before the
                                                 ///< window
  std::vector<model::InstructionIssued> issues_;
  std::vector<model::SlotStalled> stalls_;
  std::vector<model::WriteBack> write_backs_;
  std::vector<model::L1Access> accesses_;
  std::vector<model::QueueDepths> depths_;
};

}  // namespace heddle::probe
