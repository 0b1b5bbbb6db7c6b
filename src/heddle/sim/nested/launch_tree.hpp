// The launches of kernels by kernels, and the copies, fills and events in their streams. Every such
// operation is a node of a tree under a launch of the host. The tree decides when an operation may
// begin, and when an operation is complete: a launch is complete when its own blocks have ended and
// all operations of its threads are complete. The order of operations is that of the CUDA C++
// Programming Guide, section "CUDA Dynamic Parallelism". Times are cycles of the device.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::sim {

/// Names a stream of device code. Threads of a block share the null stream, whose handle is 0.
/// Streams that a thread has created have handles of their own, and the other members are 0.
struct StreamName {
  std::uint64_t handle = 0;
  std::uint64_t grid = 0, block = 0, thread = 0;
  auto operator<=>(const StreamName&) const = default;
};

/// Where an operation stands in the tree.
struct NodePlace {
  enum class Order : std::uint8_t {
    in_stream,     ///< begins when the operation before it in the stream is complete
    at_once,       ///< begins without waiting (fire and forget)
    after_parent,  ///< begins when the parent, without such operations, is complete (tail launch)
  };
  std::uint64_t parent = 0;  ///< the launch whose thread asked for the operation
  std::uint64_t block = 0;   ///< the thread's block
  Order order = Order::in_stream;
  StreamName stream = {};  ///< used only for Order::in_stream
};

class LaunchTree {
 public:
  using Id = std::uint64_t;

  /// What the tree tells its owner.
  struct Hooks {
    /// The operation may begin in cycle `when`.
    std::function<void(Id, Cycle when)> begin;
    /// Nothing that the block has launched is incomplete from `when` on.
    std::function<void(Id grid, std::uint64_t block, Cycle when)> block_free;
    /// The launch of the host is complete.
    std::function<void(Id, Cycle when)> complete;
  };

  explicit LaunchTree(Hooks hooks) : hooks_(std::move(hooks)) {}

  /// Adds an operation whose call took effect in cycle `when`. May call the hooks.
  void add(Id id, const NodePlace& place, Cycle when);
  /// The own work of an operation ended before cycle `when`. Has no effect for a launch of the host
  /// whose threads have asked for nothing. May call the hooks.
  void end_own_work(Id id, Cycle when);
  /// Lets `id`, an operation without work of its own that has been added, end when `other` is
  /// complete. Returns false if `other` is complete already.
  bool end_with(Id id, Id other);

  /// Number of operations that have not begun.
  std::uint64_t waiting() const { return waiting_; }
  /// Number of incomplete operations of the block, without tail launches.
  std::uint64_t open_of(Id grid, std::uint64_t block) const;
  /// Whether the launch of the host is incomplete, and its threads have asked for operations.
  bool is_open(Id host_launch) const { return roots_.contains(host_launch); }
  bool empty() const { return nodes_.empty(); }
  void clear();

 private:
  struct Node {
    std::optional<NodePlace> place;  ///< empty: a launch of the host
    Id root = 0;                     ///< the launch of the host
    bool own_work_done = false;
    Cycle arrived = 0;       ///< when the call took effect
    Cycle last = 0;          ///< end of what has ended of the node's own work and its operations
    std::uint64_t open = 0;  ///< operations of its threads that have begun or wait in a stream
    std::map<std::uint64_t, std::uint64_t> open_of_block;
    std::deque<Id> tails;      ///< tail launches that have not begun
    std::vector<Id> ends_too;  ///< operations that end when this node is complete
  };

  Node& launch_of(Id id);
  void begin(Id id, Cycle when);
  /// Begins tail launches or completes the node, if nothing else of it is incomplete.
  void settle(Id id);
  /// Gives the node's place to its last tail launch, so that a chain of tail launches does not
  /// grow the tree.
  void replace(Id id, Id tail);
  void complete(Id id);
  /// Begins the next operation of the stream whose first operation is complete.
  void advance_stream(const StreamName& stream, Cycle when);
  /// Notes at the parent that an operation at `place` is complete.
  void close(const NodePlace& place, Cycle when);

  Hooks hooks_;
  std::map<Id, Node> nodes_;
  std::map<StreamName, std::deque<Id>> streams_;  ///< incomplete operations, the first one runs
  std::set<Id> roots_;
  std::uint64_t waiting_ = 0;
};

}  // namespace heddle::sim
