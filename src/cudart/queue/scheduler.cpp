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

std::vector<const Stream*> Scheduler::capturing() const {
  std::vector<const Stream*> found;
  for (const auto& [id, stream] : streams_) {
    if (stream->capture != nullptr) found.push_back(stream.get());
  }
  return found;
}

std::vector<Ticket> Scheduler::work_of(const Stream& stream) const {
  std::vector<Ticket> tickets;
  for (const auto& [id, other] : streams_) {
    const bool counts = other.get() == &stream ||
                        (stream.kind == StreamKind::legacy && other->kind == StreamKind::blocking);
    if (counts && other->last) tickets.push_back(other->last);
  }
  return tickets;
}

Ticket Scheduler::submit(Stream& stream, Work work, std::vector<Ticket> extra) {
  auto command = std::make_shared<Command>();
  command->work = std::move(work);
  command->number = submitted_++;
  command->after = std::move(extra);
  if (stream.kind == StreamKind::legacy) {
    std::ranges::copy(work_of(stream), std::back_inserter(command->after));
  } else if (stream.kind == StreamKind::blocking && !legacy().idle()) {
    command->after.push_back(legacy().last);
  }
  if (listener_ != nullptr) tell_submitted(stream, *command);
  stream.pending.push_back(command);
  stream.last = command;
  ++waiting_;
  if (waiting_ <= kQueueLength) return command;
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
void Scheduler::tell_submitted(const Stream& stream, Command& command) const {
  std::vector<Ticket> after = command.after;
  after.push_back(stream.last);
  for (const auto& [id, other] : streams_) {
    const bool waits = (stream.kind == StreamKind::legacy && other->kind == StreamKind::blocking) ||
                       (stream.kind == StreamKind::blocking && other->kind == StreamKind::legacy);
    if (waits) after.push_back(other->last);
  }
  listener_->submitted(stream, command, after);
}

bool Scheduler::ready(Command& command) const {
  std::erase_if(command.after, [](const Ticket& ticket) { return !ticket || ticket->done(); });
  return command.after.empty();
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
  command->state = Command::State::done;
  if (listener_ != nullptr) listener_->ended(command);
  // Frees the memory of the work; tickets of the command may live longer.
  command->work = MarkerWork{};
  stream.pending.pop_front();
  --waiting_;
  if (stream.destroyed && stream.idle()) streams_.erase(stream.id);
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
  Stream* next = nullptr;
  for (auto& [id, stream] : streams_) {
    if (stream->idle()) continue;
    Command& head = *stream->pending.front();
    if (next != nullptr && next->pending.front()->number < head.number) continue;
    const bool begins = head.state == Command::State::waiting && ready(head);
    if (begins || ended(head)) next = stream.get();
  }
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
    if (ended(*head)) finish(*stream);
  }
  return true;
}

void Scheduler::advance_streams() {
  while (advance_stream()) {
  }
}

Cycle Scheduler::next_end() const {
  Cycle end = kNever;
  for (const auto& [id, stream] : streams_) {
    if (stream->idle()) continue;
    const Command& head = *stream->pending.front();
    if (head.state == Command::State::running && std::holds_alternative<TransferWork>(head.work))
      end = std::min(end, head.end);
  }
  return end;
}

bool Scheduler::grid_running() const {
  return std::any_of(streams_.begin(), streams_.end(), [](const auto& entry) {
    if (entry.second->idle()) return false;
    const Command& head = *entry.second->pending.front();
    return head.state == Command::State::running && std::holds_alternative<GridWork>(head.work);
  });
}

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
      command->after.clear();
    }
    stream->pending.clear();
  }
  std::erase_if(streams_, [](const auto& entry) { return entry.second->destroyed; });
  waiting_ = 0;
  for (const Ticket& command : commands) {
    const auto* host = std::get_if<HostWork>(&command->work);
    if (host != nullptr && host->after_failure) host_.outside([host] { host->call(true); });
    command->work = MarkerWork{};
  }
}

}  // namespace heddle::cudart
