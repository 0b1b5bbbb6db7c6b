// An event: a mark in a stream with the simulated time at which the stream got there. Recording it
// again replaces the mark; whoever waits for the old one still does.
#pragma once

#include <memory>
#include <vector>

#include "cudart/queue/scheduler.hpp"

namespace heddle::cudart {

struct GraphNode;

struct Event {
  unsigned flags = 0;
  Ticket mark;                             ///< null: never recorded
  std::shared_ptr<Cycle> time;             ///< of the mark, once it is done
  std::shared_ptr<Capture> capture;        ///< that it was recorded in last; null: in none
  std::vector<const GraphNode*> captured;  ///< what the mark stands behind in that capture
  bool recorded() const { return mark != nullptr; }
};

/// Puts a new mark at the end of the stream.
void record(Event& event, Scheduler& scheduler, Stream& stream);

/// Work put into `stream` later waits for the event's present mark, if it has one.
void wait_for(const Event& event, Scheduler& scheduler, Stream& stream);

}  // namespace heddle::cudart
