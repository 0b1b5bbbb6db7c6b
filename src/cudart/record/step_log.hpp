// The steps of a capture, and what each step waits for. A step is a command that takes time or has
// an effect. Any other command (the mark of an event, a host function) stands for the steps that it
// waits for. A step that the host has waited for comes before every step that any host thread
// submits later.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "cudart/queue/command.hpp"
#include "cudart/queue/stream.hpp"
#include "heddle/capture/capture.hpp"

namespace heddle::cudart {

struct CommandNote {
  std::vector<std::shared_ptr<CommandNote>>
      after;  ///< notes of the commands that this command waits for; empty once this command has
              ///< begun
  std::vector<std::uint32_t>
      ends;  ///< steps whose ends are the end of the command; complete when the command is done
  std::uint64_t version = 0;  ///< number of waits of the host before the submission
  bool is_step = false;       ///< whether the command has begun as a step
  bool known = false;         ///< whether the host knows that the command is done
  bool captured = false;      ///< whether the command is a captured launch
};

class StepLog {
 public:
  using Number = std::uint32_t;

  void submitted(const Stream& stream, Command& command, const std::vector<Ticket>& after);
  void joined(const Stream& stream, const Ticket& done);
  /// Adds a step for the command, which becomes the newest step.
  Number begin(Command& command, Cycle cycle);
  /// Ends a command that is no step.
  void pass(Command& command);
  /// Adds a step for a call of the host, which becomes the newest step.
  Number call(Cycle cycle);
  void pause(Cycle cycle, double seconds);
  /// Call this when the whole pause of the host is over and the awaited commands are not done.
  /// `waited` then no longer changes the pause.
  void paused() { is_pausing_ = false; }
  void waited(const std::vector<Ticket>& tickets);
  void drained();

  capture::Step& operator[](Number step) { return steps_[step]; }
  std::size_t size() const { return steps_.size(); }
  std::vector<capture::Step> take(std::size_t count);

 private:
  /// A step that the host has waited for.
  struct Known {
    Number step;
    std::uint64_t version;  ///< number of waits of the host up to the wait for this step
  };
  Number add(std::vector<Number> after, Cycle cycle);
  std::vector<Number> known() const;
  void learn(const std::shared_ptr<CommandNote>& note);

  std::vector<capture::Step> steps_;
  std::vector<Known> known_;  ///< steps that end last: none of them waits for another one
  std::uint64_t version_ = 0;
  bool is_pausing_ = false;
  std::optional<Number> pause_;  ///< the last pause after the last successful wait of the host
  std::set<Number> last_;        ///< steps for which no other step waits
  std::map<std::uint64_t, std::vector<std::shared_ptr<CommandNote>>>
      joined_;  ///< notes of the commands that the next command of a stream comes after
};

}  // namespace heddle::cudart
