// An event: a mark in a stream, with the simulated time at which the stream reached it. Recording
// the event again replaces the mark. Work that already waits for the old mark keeps waiting for the
// old mark.
#pragma once

#include <memory>
#include <vector>

#include "cudart/queue/scheduler.hpp"

namespace heddle::cudart {

struct GraphNode;

struct Event {
  unsigned flags = 0;
  Ticket mark;                  ///< null: never recorded
  std::shared_ptr<Cycle> time;  ///< time of the mark; kNever until the mark is done
  std::shared_ptr<Capture>
      capture;  ///< the capture in which the event was recorded last; null: none
  std::vector<const GraphNode*> captured;  ///< nodes before the mark in `capture`
  bool recorded() const { return mark != nullptr; }
};

/// Puts a new mark at the end of a stream that does not capture. The mark also waits for the
/// commands `after`.
Ticket mark(Event& event, Scheduler& scheduler, Stream& stream, std::vector<Ticket> after = {});

/// Puts a new mark at the end of the stream, or into the graph that the stream captures.
void record(Event& event, Scheduler& scheduler, Stream& stream);

/// Makes work that is later put into `stream` wait for the event's present mark, if there is one.
void wait_for(const Event& event, Scheduler& scheduler, Stream& stream);

}  // namespace heddle::cudart
