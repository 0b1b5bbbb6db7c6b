// Runs the commands of all streams in simulated time. Submitting a command takes no time. Time
// passes in `wait` and `drain`, and when more than kQueueLength commands wait. The thread that
// waits also calls the host functions.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cudart/queue/stream.hpp"
#include "cudart/queue/timeline.hpp"

namespace heddle::cudart {

/// The most commands that may wait. Submitting one more command lets time pass until an earlier
/// command is done.
inline constexpr std::size_t kQueueLength = 1024;

/// The scheduler's callbacks for the threads of the host.
struct HostSide {
  /// Runs a host function outside the lock that guards the scheduler.
  std::function<void(const std::function<void()>&)> outside =
      [](const std::function<void()>& call) { call(); };
  /// Returns when another thread may have changed the scheduler. Called when nothing can continue
  /// until a host function on another thread ends.
  std::function<void()> await_others = [] {};
  /// Called between steps of a long wait, so that other threads can use the scheduler.
  std::function<void()> yield = [] {};
  /// The longest simulated time between two calls of `yield`.
  std::function<Cycle()> slice = [] { return kNever; };
};

class QueueListener;

class Scheduler {
 public:
  explicit Scheduler(Timeline& timeline, HostSide host = {});
  /// Reports all that happens from this call on to `listener`.
  void tell(QueueListener& listener) { listener_ = &listener; }

  Stream& legacy() { return *streams_.at(0); }
  Stream& create(StreamKind kind, unsigned flags, int priority);
  void destroy(Stream& stream);  ///< its commands still run
  bool known(const Stream* stream) const;
  Stream* find(std::uint64_t id);  ///< null: the stream no longer exists

  /// Call this when a stream begins to capture.
  void expect_capture() { may_capture_ = true; }
  std::vector<const Stream*> capturing();

  /// Queues `work` at the end of `stream`. The work also waits for the commands `extra`, and for
  /// the commands that the rules of the legacy default stream demand.
  Ticket submit(Stream& stream, Work work, std::vector<Ticket> extra = {});

  /// Calls `call` before time passes, when no command is being ended. The effect of a command uses
  /// this to submit commands.
  void call_soon(std::function<void()> call) { soon_.push_back(std::move(call)); }

  /// Makes all work that is put into `stream` from now on wait for the command `before`.
  void order(Stream& stream, const Ticket& before);

  /// The last commands of the stream. When these commands are done, all work in the stream is done.
  /// Some of the commands may be done already. For the legacy stream, includes the last commands of
  /// the blocking streams, except that commands that are done may be missing if there is no
  /// listener.
  std::vector<Ticket> work_of(const Stream& stream) const;

  /// Lets time pass until the command is done, but at most `patience` cycles. Returns whether it is
  /// done.
  bool wait(const Ticket& ticket, Cycle patience = kNever);
  bool wait(const std::vector<Ticket>& tickets, Cycle patience = kNever);
  void drain();                                     ///< lets time pass until no command is left
  std::size_t waiting() const { return waiting_; }  ///< number of commands that are not done

  /// A host function that is queued or running; null if there is none.
  Ticket host_function() const;

  /// Call this when the device is lost. Ends every command without its effect. Calls the host
  /// functions whose `after_failure` is true, with the argument `failed` = true.
  void abandon();

 private:
  void tell_submitted(const Stream& stream, Command& command, std::vector<Ticket> after) const;
  void reach_head(Stream& stream);
  void watch(Stream& stream);
  void note_ends();
  void end(Command& command);
  Stream* next_to_move();
  bool advance_stream();
  void advance_streams();
  bool step(Cycle limit);
  bool ended(const Command& command) const;
  void start(Command& command);
  void finish(Stream& stream);
  void call_host(Command& command);
  void make_calls();
  Cycle next_end() const;
  bool grid_running() const;

  Timeline& timeline_;
  HostSide host_;
  QueueListener* listener_ = nullptr;  ///< may be null
  std::map<std::uint64_t, std::unique_ptr<Stream>> streams_;
  std::uint64_t next_id_ = 0;
  std::uint64_t submitted_ = 0;  ///< number of commands so far
  std::array<Cycle, kLinks> link_free_{};
  bool may_capture_ = false;               ///< false: no stream captures
  std::map<std::uint64_t, Stream*> busy_;  ///< streams with commands that are not done, by number
  // Each stream with commands is in at most one of these, by its oldest command.
  std::map<std::uint64_t, Stream*> ready_;            ///< may begin; key: number of the command
  std::map<std::uint64_t, Stream*> ended_;            ///< has ended; key: number of the command
  std::unordered_map<std::uint64_t, Stream*> grids_;  ///< runs a grid; key: number of the grid
  std::map<std::pair<Cycle, std::uint64_t>, Stream*>
      transfers_;               ///< runs a transfer; key: end, and number of the command
  std::vector<Stream*> gates_;  ///< waits for a gate
  std::size_t waiting_ = 0;
  std::vector<std::function<void()>> soon_;
  bool makes_calls_ = false;  ///< the calls of `soon_` submit commands without waiting
};

}  // namespace heddle::cudart
