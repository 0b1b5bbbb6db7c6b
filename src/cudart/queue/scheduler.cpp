#include "cudart/queue/scheduler.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cudart/queue/listener.hpp"

namespace heddle::cudart {

Scheduler::Scheduler(Timeline& timeline, HostSide host)
    : timeline_(timeline), host_(std::move(host)) {
  create(StreamKind::legacy, 0, 0);
}

Stream& Scheduler::create(StreamKind kind, unsigned flags, int priority) {
  auto stream = std::make_unique<Stream>();
  stream->id = next_id_++;
  stream->kind = kind;
  stream->flags = flags;
  stream->priority = priority;
  return *(streams_[stream->id] = std::move(stream));
}

void Scheduler::destroy(Stream& stream) {
  stream.destroyed = true;
  if (stream.idle()) streams_.erase(stream.id);
}

bool Scheduler::known(const Stream* stream) const {
  return std::any_of(streams_.begin(), streams_.end(), [&](const auto& entry) {
    return entry.second.get() == stream && !stream->destroyed;
  });
}

Stream* Scheduler::find(std::uint64_t id) {
  const auto entry = streams_.find(id);
  return entry == streams_.end() || entry->second->destroyed ? nullptr : entry->second.get();
}

std::vector<const Stream*> Scheduler::capturing() {
  std::vector<const Stream*> found;
  if (!may_capture_) return found;
  for (const auto& [id, stream] : streams_) {
    if (stream->capture != nullptr) found.push_back(stream.get());
  }
  may_capture_ = !found.empty();
  return found;
}

std::vector<Ticket> Scheduler::work_of(const Stream& stream) const {
  std::vector<Ticket> tickets;
  const auto add = [&](const Stream& other) {
    if (other.last) tickets.push_back(other.last);
  };
  if (stream.kind != StreamKind::legacy) {
    add(stream);
  } else if (listener_ == nullptr) {
    for (const auto& [id, other] : busy_)
      if (other->kind != StreamKind::non_blocking) add(*other);
  } else {
    for (const auto& [id, other] : streams_)
      if (other->kind != StreamKind::non_blocking) add(*other);
  }
  return tickets;
}

Ticket Scheduler::submit(Stream& stream, Work work, std::vector<Ticket> extra) {
  auto command = std::make_shared<Command>();
  command->work = std::move(work);
  command->number = submitted_++;
  command->stream = &stream;
  if (stream.kind == StreamKind::legacy) {
    std::ranges::copy(work_of(stream), std::back_inserter(extra));
  } else if (stream.kind == StreamKind::blocking && !legacy().idle()) {
    extra.push_back(legacy().last);
  }
  for (const Ticket& before : extra) {
    if (before == nullptr || before->done() || before->stream == &stream) continue;
    before->followers.push_back(command.get());
    ++command->awaited;
  }
  if (listener_ != nullptr) tell_submitted(stream, *command, std::move(extra));
  stream.pending.push_back(command);
  stream.last = command;
  if (stream.pending.size() == 1) {
    busy_[stream.id] = &stream;
    reach_head(stream);
  }
  ++waiting_;
  if (waiting_ <= kQueueLength || makes_calls_) return command;
  while (waiting_ > kQueueLength && step(kNever)) {
  }
  if (listener_ != nullptr) listener_->held_up();
  return command;
}

void Scheduler::order(Stream& stream, const Ticket& before) {
  if (!before->done()) {
    submit(stream, MarkerWork{}, {before});
  } else if (listener_ != nullptr) {
    listener_->joined(stream, before);
  }
}

/// Reports to the listener that the command was submitted, with all commands that it comes after,
/// whether or not they are done.
void Scheduler::tell_submitted(const Stream& stream, Command& command,
                               std::vector<Ticket> after) const {
  after.push_back(stream.last);
  for (const auto& [id, other] : streams_) {
    const bool waits = (stream.kind == StreamKind::legacy && other->kind == StreamKind::blocking) ||
                       (stream.kind == StreamKind::blocking && other->kind == StreamKind::legacy);
    if (waits) after.push_back(other->last);
  }
  listener_->submitted(stream, command, after);
}

/// Called when a command that waits becomes the oldest one of the stream.
void Scheduler::reach_head(Stream& stream) {
  const Command& head = *stream.pending.front();
  if (head.awaited == 0) ready_[head.number] = &stream;
}

/// Called when the oldest command of the stream runs and has not ended.
void Scheduler::watch(Stream& stream) {
  const Command& head = *stream.pending.front();
  if (std::holds_alternative<GridWork>(head.work)) {
    grids_[head.grid] = &stream;
  } else if (std::holds_alternative<TransferWork>(head.work)) {
    transfers_[{head.end, head.number}] = &stream;
  } else if (std::holds_alternative<GateWork>(head.work)) {
    gates_.push_back(&stream);
  }
}

/// Finds the commands that have ended since the last call.
void Scheduler::note_ends() {
  for (const std::uint64_t grid : timeline_.take_ended()) {
    if (const auto entry = grids_.extract(grid); !entry.empty())
      ended_[entry.mapped()->pending.front()->number] = entry.mapped();
  }
  while (!transfers_.empty() && transfers_.begin()->first.first <= timeline_.now()) {
    ended_[transfers_.begin()->first.second] = transfers_.begin()->second;
    transfers_.erase(transfers_.begin());
  }
  std::erase_if(gates_, [this](Stream* stream) {
    const Command& head = *stream->pending.front();
    if (!ended(head)) return false;
    ended_[head.number] = stream;
    return true;
  });
}

/// Marks the command as done, and lets its followers begin.
void Scheduler::end(Command& command) {
  command.state = Command::State::done;
  for (Command* const follower : std::exchange(command.followers, {})) {
    if (--follower->awaited == 0 && follower->stream->pending.front().get() == follower)
      reach_head(*follower->stream);
  }
}

void Scheduler::start(Command& command) {
  if (listener_ != nullptr) listener_->beginning(command);
  command.state = Command::State::running;
  if (auto* grid = std::get_if<GridWork>(&command.work)) {
    command.grid = grid->start();
  } else if (auto* transfer = std::get_if<TransferWork>(&command.work)) {
    Cycle& free = link_free_[static_cast<std::size_t>(transfer->link)];
    command.end = std::max(free, timeline_.now()) + transfer->duration;
    free = command.end;
  }
}

bool Scheduler::ended(const Command& command) const {
  if (command.state != Command::State::running) return false;
  if (std::holds_alternative<GridWork>(command.work)) return timeline_.finished(command.grid);
  if (std::holds_alternative<TransferWork>(command.work)) return timeline_.now() >= command.end;
  if (const auto* gate = std::get_if<GateWork>(&command.work)) return *gate->open;
  return std::holds_alternative<MarkerWork>(command.work);
}

void Scheduler::finish(Stream& stream) {
  const Ticket command = stream.pending.front();
  if (listener_ != nullptr) listener_->ending(*command);
  if (auto* transfer = std::get_if<TransferWork>(&command->work)) {
    if (transfer->move) transfer->move();
  } else if (auto* marker = std::get_if<MarkerWork>(&command->work)) {
    if (marker->reached) marker->reached(timeline_.now());
  }
  end(*command);
  if (listener_ != nullptr) listener_->ended(command);
  // Frees the memory of the work; tickets of the command may live longer.
  command->work = MarkerWork{};
  stream.pending.pop_front();
  --waiting_;
  if (!stream.idle()) return reach_head(stream);
  busy_.erase(stream.id);
  if (stream.destroyed) streams_.erase(stream.id);
}

void Scheduler::call_host(Command& command) {
  if (listener_ != nullptr) listener_->beginning(command);
  const HostWork work =
      std::get<HostWork>(command.work);  // a copy, because the device may be lost during the call
  command.state = Command::State::running;
  host_.outside([&work] { work.call(false); });
}

/// The stream whose oldest command can begin or has ended. If there are several, the stream whose
/// oldest command was submitted first. Null if time must pass before any command can begin or end.
Stream* Scheduler::next_to_move() {
  if (ready_.empty() && ended_.empty()) return nullptr;
  const bool begins =
      ended_.empty() || (!ready_.empty() && ready_.begin()->first < ended_.begin()->first);
  auto& from = begins ? ready_ : ended_;
  Stream* const next = from.begin()->second;
  from.erase(from.begin());
  return next;
}

bool Scheduler::advance_stream() {
  Stream* const stream = next_to_move();
  if (stream == nullptr) return false;
  const Ticket head = stream->pending.front();
  if (head->state != Command::State::waiting) {
    finish(*stream);
  } else if (std::holds_alternative<HostWork>(head->work)) {
    const std::uint64_t id = stream->id;
    call_host(*head);
    if (!head->done()) finish(*streams_.at(id));
  } else {
    start(*head);
    if (ended(*head))
      finish(*stream);
    else
      watch(*stream);
  }
  make_calls();
  if (!gates_.empty()) note_ends();  // the end of a command opens gates
  return true;
}

/// Makes the calls that the ended command has asked for.
void Scheduler::make_calls() {
  while (!soon_.empty()) {
    makes_calls_ = true;
    for (const auto& call : std::exchange(soon_, {})) call();
    makes_calls_ = false;
  }
}

void Scheduler::advance_streams() {
  note_ends();
  while (advance_stream()) {
  }
}

Cycle Scheduler::next_end() const {
  return transfers_.empty() ? kNever : transfers_.begin()->first.first;
}

bool Scheduler::grid_running() const { return !grids_.empty(); }

/// Lets time pass until a command ends, or until `limit`. Returns false if no command is left.
bool Scheduler::step(Cycle limit) {
  advance_streams();
  if (waiting_ == 0) return false;
  const Cycle end = next_end();
  if (end == kNever && !grid_running()) {
    host_.await_others();
    return waiting_ != 0;
  }
  const Cycle slice = host_.slice();
  const Cycle turn = slice == kNever ? kNever : timeline_.now() + slice;
  timeline_.advance(std::min({end, limit, turn}));
  advance_streams();
  host_.yield();
  return true;
}

bool Scheduler::wait(const Ticket& ticket, Cycle patience) {
  return wait(std::vector<Ticket>{ticket}, patience);
}

bool Scheduler::wait(const std::vector<Ticket>& tickets, Cycle patience) {
  const auto done = [&] {
    return std::ranges::all_of(tickets, [](const Ticket& t) { return !t || t->done(); });
  };
  advance_streams();
  const Cycle limit = patience == kNever ? kNever : timeline_.now() + patience;
  if (listener_ != nullptr && limit != kNever && !done()) listener_->pausing(patience);
  while (!done() && timeline_.now() < limit && step(limit)) {
  }
  const bool is_done = done();
  if (listener_ != nullptr && is_done) listener_->waited(tickets);
  if (listener_ != nullptr && !is_done) listener_->paused();
  return is_done;
}

void Scheduler::drain() {
  while (step(kNever)) {
  }
  if (listener_ != nullptr) listener_->drained();
}

Ticket Scheduler::host_function() const {
  for (const auto& [id, stream] : streams_) {
    const auto found = std::ranges::find_if(stream->pending, [](const Ticket& command) {
      return std::holds_alternative<HostWork>(command->work);
    });
    if (found != stream->pending.end()) return *found;
  }
  return nullptr;
}

void Scheduler::abandon() {
  std::vector<Ticket> commands;
  for (auto& [id, stream] : streams_) {
    for (const Ticket& command : stream->pending) {
      if (command->state != Command::State::done) commands.push_back(command);
      command->state = Command::State::done;
      command->followers.clear();
    }
    stream->pending.clear();
  }
  std::erase_if(streams_, [](const auto& entry) { return entry.second->destroyed; });
  waiting_ = 0;
  soon_.clear();
  busy_.clear();
  ready_.clear();
  ended_.clear();
  grids_.clear();
  transfers_.clear();
  gates_.clear();
  for (const Ticket& command : commands) {
    const auto* host = std::get_if<HostWork>(&command->work);
    if (host != nullptr && host->after_failure) host_.outside([host] { host->call(true); });
    command->work = MarkerWork{};
  }
}

}  // namespace heddle::cudart
