// What one SM did in a window of cycles, event by event, for traces and golden tests. It keeps what
// it is told up to a number of events; from the cycle in which that is reached on it keeps nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

/// Cycles `from` to `to` - 1, and at most so many events of an SM.
struct TimelineWindow {
  Cycle from = 0, to = kNever;
  std::uint64_t most_events = 1'000'000;
};

/// A block or warp on the SM; `end` is kNever while it is there.
struct BlockSpan {
  model::BlockDispatched block;
  Cycle end = kNever;
};
struct WarpSpan {
  model::WarpLaunched warp;
  std::uint64_t grid = 0, block = 0;
  Cycle end = kNever;  ///< its last thread ended in the cycle before
};

/// Cycles in which an entity or a slot did the same thing.
struct Segment {
  Cycle begin = 0, end = 0;
  model::Stall state = model::Stall::empty;  ///< of an entity, `issued`: could, but was not chosen
  const model::InstructionIssued* issue = nullptr;  ///< what it issued, in one cycle
};

class SmTimeline final
    : public UnitHears<model::BlockDispatched, model::BlockFinished, model::WarpLaunched,
                       model::WarpExited, model::WarpStateChanged, model::InstructionIssued,
                       model::SlotStalled, model::WriteBack, model::L1Access, model::QueueDepths> {
 public:
  explicit SmTimeline(const TimelineWindow& window) : window_(window) {}
  /// Before the first event.
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

  /// First cycle of which nothing was kept for want of room; kNever: all was kept.
  Cycle cut_at() const { return cut_at_; }
  /// Last cycle that anything was told of, and one.
  Cycle end() const { return end_; }

  const std::vector<BlockSpan>& blocks() const { return blocks_; }
  const std::vector<WarpSpan>& warps() const { return warps_; }
  const std::vector<model::WriteBack>& write_backs() const { return write_backs_; }
  const std::vector<model::L1Access>& accesses() const { return accesses_; }
  const std::vector<model::QueueDepths>& depths() const { return depths_; }
  const std::vector<model::InstructionIssued>& issues() const { return issues_; }

  /// Entities and slots that did something in the window.
  std::uint32_t entities() const;
  std::uint32_t slots() const;
  /// What an entity or slot did in cycles begin to end - 1, without gaps.
  std::vector<Segment> entity_segments(std::uint16_t entity, Cycle begin, Cycle end) const;
  std::vector<Segment> slot_segments(std::uint8_t slot, Cycle begin, Cycle end) const;
  /// The launch whose warp an entity holds in a cycle; kNever: none that the window has seen.
  std::uint64_t grid_of(std::uint16_t entity, Cycle cycle) const;

 private:
  /// Whether an event of this cycle is to be kept.
  bool keeps(Cycle cycle);

  TimelineWindow window_;
  std::uint64_t events_ = 0;
  Cycle cut_at_ = kNever, end_ = 0;
  std::vector<BlockSpan> blocks_;
  std::vector<WarpSpan> warps_;
  std::vector<model::WarpStateChanged> states_;  ///< the last before the window too
  std::vector<model::InstructionIssued> issues_;
  std::vector<model::SlotStalled> stalls_;
  std::vector<model::WriteBack> write_backs_;
  std::vector<model::L1Access> accesses_;
  std::vector<model::QueueDepths> depths_;
};

}  // namespace heddle::probe
