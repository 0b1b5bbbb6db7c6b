#include "cudart/record/step_log.hpp"

#include <algorithm>
#include <utility>

namespace heddle::cudart {
namespace {

void sort_once(std::vector<StepLog::Number>& steps) {
  std::ranges::sort(steps);
  const auto repeated = std::ranges::unique(steps);
  steps.erase(repeated.begin(), repeated.end());
}

/// Moves the steps that a command waits for out of the command's note.
std::vector<StepLog::Number> take_after(CommandNote& note) {
  std::vector<StepLog::Number> steps = std::move(note.ends);
  for (const auto& before : std::exchange(note.after, {}))
    steps.insert(steps.end(), before->ends.begin(), before->ends.end());
  sort_once(steps);
  return steps;
}

}  // namespace

/// Until the command begins, `ends` has the steps that the host knows to be done.
void StepLog::submitted(const Stream& stream, Command& command, const std::vector<Ticket>& after) {
  command.note = std::make_shared<CommandNote>();
  CommandNote& note = *command.note;
  note.ends = known();
  note.version = version_;
  for (const Ticket& ticket : after) {
    if (ticket != nullptr && ticket->note != nullptr) note.after.push_back(ticket->note);
  }
  const auto joined = joined_.find(stream.id);
  if (joined == joined_.end()) return;
  note.after.insert(note.after.end(), joined->second.begin(), joined->second.end());
  joined_.erase(joined);
}

void StepLog::joined(const Stream& stream, const Ticket& done) {
  if (done->note != nullptr) joined_[stream.id].push_back(done->note);
}

/// Adds a step that comes after the steps `after`. Drops a step of `after` if another of these
/// steps waits for it already.
StepLog::Number StepLog::add(std::vector<Number> after, Cycle cycle) {
  std::vector<Number> implied;
  for (const Number step : after)
    implied.insert(implied.end(), steps_[step].after.begin(), steps_[step].after.end());
  std::ranges::sort(implied);
  std::erase_if(after, [&](Number step) { return std::ranges::binary_search(implied, step); });
  for (const Number step : after) last_.erase(step);
  capture::Step& made = steps_.emplace_back();
  made.work = capture::HostCall{};
  made.after = std::move(after);
  made.cycle = cycle;
  const auto number = static_cast<Number>(steps_.size() - 1);
  last_.insert(number);
  return number;
}

StepLog::Number StepLog::begin(Command& command, Cycle cycle) {
  const Number step = add(take_after(*command.note), cycle);
  command.note->ends = {step};
  command.note->is_step = true;
  return step;
}

void StepLog::pass(Command& command) { command.note->ends = take_after(*command.note); }

StepLog::Number StepLog::call(Cycle cycle) {
  const Number step = add(known(), cycle);
  known_.assign(1, {step, ++version_});
  return step;
}

void StepLog::pause(Cycle cycle, double seconds) {
  const std::set<Number> last = last_;
  std::vector<Number> after = known();
  if (pause_) after.push_back(*pause_);
  pause_ = add(std::move(after), cycle);
  steps_[*pause_].work = capture::Pause{seconds};
  is_pausing_ = true;
  last_ = last;
}

std::vector<StepLog::Number> StepLog::known() const {
  std::vector<Number> steps;
  for (const Known& known : known_) steps.push_back(known.step);
  sort_once(steps);
  return steps;
}

/// Notes that the host knows the command's steps to be done. Drops the steps that the host knew
/// when the command was submitted, because the command's steps come after those steps.
void StepLog::learn(const std::shared_ptr<CommandNote>& note) {
  if (note == nullptr || std::exchange(note->known, true)) return;
  std::erase_if(known_, [&](const Known& known) { return known.version <= note->version; });
  for (const Number step : note->ends) known_.push_back({step, version_});
}

void StepLog::waited(const std::vector<Ticket>& tickets) {
  if (std::exchange(is_pausing_, false)) steps_[*pause_].work = capture::Pause{0};
  pause_.reset();
  ++version_;
  for (const Ticket& ticket : tickets) {
    if (ticket != nullptr) learn(ticket->note);
  }
}

void StepLog::drained() {
  pause_.reset();
  known_.clear();
  ++version_;
  for (const Number step : last_) known_.push_back({step, version_});
}

std::vector<capture::Step> StepLog::take(std::size_t count) {
  steps_.resize(count);
  return std::move(steps_);
}

}  // namespace heddle::cudart
