// Receives reports of what happens in the queues, at the time when it happens. The recorder of
// captures is a listener (src/cudart/record).
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

  /// The command has been put into the stream, and waits for all commands of `after`. Some commands
  /// of `after` may be done or null.
  virtual void submitted(const Stream& stream, Command& command,
                         const std::vector<Ticket>& after) = 0;
  /// All work that is put into the stream from now on comes after `done`, a command that is done
  /// already.
  virtual void joined(const Stream& stream, const Ticket& done) = 0;
  virtual void beginning(Command& command) = 0;
  /// Called immediately before the command takes effect.
  virtual void ending(Command& command) = 0;
  virtual void ended(const Ticket& command) = 0;
  /// The host knows that these commands are done.
  virtual void waited(const std::vector<Ticket>& tickets) = 0;
  /// The host knows that all commands are done.
  virtual void drained() = 0;
  /// The queue was full. The host could continue only when the command of the latest `ended` call
  /// was done.
  virtual void held_up() = 0;
  /// The host begins to wait for at most `patience` cycles. `waited` follows if the commands are
  /// done in time, and `paused` if they are not.
  virtual void pausing(Cycle patience) = 0;
  virtual void paused() = 0;
};

}  // namespace heddle::cudart
