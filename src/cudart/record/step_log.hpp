// The steps of a capture, with what each waits for. A step is a command that takes time or has an
// effect; a command that does neither (the mark of an event, a host function) stands for the steps
// that it waits for. What the host has waited for comes before all that the host submits later,
// whichever of its threads does.
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
  std::vector<std::shared_ptr<CommandNote>> after;  ///< until the command begins
  std::vector<std::uint32_t> ends;  ///< steps whose ends are the command's; known when it is done
  std::uint64_t version = 0;        ///< of what the host knew at its submission
  bool is_step = false;             ///< it has begun as one
  bool known = false;               ///< the host knows that it is done
  bool captured = false;            ///< a captured launch
};

class StepLog {
 public:
  using Number = std::uint32_t;

  void submitted(const Stream& stream, Command& command, const std::vector<Ticket>& after);
  void joined(const Stream& stream, const Ticket& done);
  /// The command is a step of its own, the newest.
  Number begin(Command& command, Cycle cycle);
  /// Of a command that has not begun as a step.
  void pass(Command& command);
  /// A call of the host: the newest step.
  Number call(Cycle cycle);
  void pause(Cycle cycle, double seconds);
  /// The pause is over without what the host waits for: until then it may become none.
  void paused() { is_pausing_ = false; }
  void waited(const std::vector<Ticket>& tickets);
  void drained();

  capture::Step& operator[](Number step) { return steps_[step]; }
  std::size_t size() const { return steps_.size(); }
  std::vector<capture::Step> take(std::size_t count);

 private:
  /// Something that the host has waited for.
  struct Known {
    Number step;
    std::uint64_t version;  ///< of the host's knowledge that it came with
  };
  Number add(std::vector<Number> after, Cycle cycle);
  std::vector<Number> known() const;
  void learn(const std::shared_ptr<CommandNote>& note);

  std::vector<capture::Step> steps_;
  std::vector<Known> known_;  ///< none of which another one waits for
  std::uint64_t version_ = 0;
  bool is_pausing_ = false;
  std::optional<Number> pause_;  ///< the last, since the host has waited for anything
  std::set<Number> last_;        ///< for which no other step waits
  std::map<std::uint64_t, std::vector<std::shared_ptr<CommandNote>>> joined_;  ///< by stream
};

}  // namespace heddle::cudart
