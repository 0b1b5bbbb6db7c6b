// Who hears what happens in the queues, as it happens: a recording (src/cudart/record).
#pragma once

#include <vector>

#include "cudart/queue/command.hpp"
#include "cudart/queue/stream.hpp"

namespace heddle::cudart {

class QueueListener {
 public:
  QueueListener() = default;
  virtual ~QueueListener() = default;
  QueueListener(const QueueListener&) = delete;
  QueueListener& operator=(const QueueListener&) = delete;

  /// The command comes into the stream, after all of `after`, some of which may be done or null.
  virtual void submitted(const Stream& stream, Command& command,
                         const std::vector<Ticket>& after) = 0;
  /// What comes into the stream from now on comes after a command that is done.
  virtual void joined(const Stream& stream, const Ticket& done) = 0;
  virtual void beginning(Command& command) = 0;
  /// Its effect is going to come.
  virtual void ending(Command& command) = 0;
  virtual void ended(const Ticket& command) = 0;
  /// The host knows that these are done.
  virtual void waited(const std::vector<Ticket>& tickets) = 0;
  /// The host knows that all is done.
  virtual void drained() = 0;
  /// The host was not let go on before the last command that ended.
  virtual void held_up() = 0;
  /// The host lets so much time pass, at most: `waited` follows if less, `paused` if all of it.
  virtual void pausing(Cycle patience) = 0;
  virtual void paused() = 0;
};

}  // namespace heddle::cudart
