#include "cudart/queue/event.hpp"

namespace heddle::cudart {

void record(Event& event, Scheduler& scheduler, Stream& stream) {
  auto time = std::make_shared<Cycle>(kNever);
  event.mark = scheduler.submit(stream, MarkerWork{[time](Cycle now) { *time = now; }});
  event.time = std::move(time);
}

void wait_for(const Event& event, Scheduler& scheduler, Stream& stream) {
  if (event.mark && !event.mark->done()) scheduler.submit(stream, MarkerWork{}, {event.mark});
}

}  // namespace heddle::cudart
