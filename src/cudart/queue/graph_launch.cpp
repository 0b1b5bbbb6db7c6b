// Launches of executable graphs.
#include <algorithm>
#include <optional>
#include <utility>

#include "cudart/queue/executable_graph.hpp"

namespace heddle::cudart {
namespace {

/// The streams that one launch of a graph uses. A node continues the stream of a node that it waits
/// for, if no other node has continued that stream. Otherwise the node gets a new stream.
class Lanes {
 public:
  explicit Lanes(Scheduler& scheduler) : scheduler_(scheduler) {}
  ~Lanes() {
    for (const Lane& lane : lanes_) scheduler_.destroy(*lane.stream);
  }
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  Stream& after(const std::vector<std::size_t>& nodes, std::size_t node) {
    for (Lane& lane : lanes_) {
      if (std::ranges::find(nodes, lane.newest) == nodes.end()) continue;
      lane.newest = node;
      return *lane.stream;
    }
    lanes_.push_back({&scheduler_.create(StreamKind::non_blocking, 0, 0), node});
    return *lanes_.back().stream;
  }

 private:
  struct Lane {
    Stream* stream;
    std::size_t newest;  ///< index of the newest node in the stream
  };
  Scheduler& scheduler_;
  std::vector<Lane> lanes_;
};

/// The index of the graph that a conditional node runs; nothing if it runs none.
std::optional<std::size_t> chosen(const ConditionalNode& node, std::size_t graphs) {
  const std::uint32_t value = node.condition->read();
  switch (node.type) {
    case cudaGraphCondTypeIf:
      if (value != 0) return 0;
      return graphs > 1 ? std::optional<std::size_t>(1) : std::nullopt;
    case cudaGraphCondTypeWhile:
      return value != 0 ? std::optional<std::size_t>(0) : std::nullopt;
    case cudaGraphCondTypeSwitch:
      return value < graphs ? std::optional<std::size_t>(value) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

/// One run of a conditional node.
struct ExecutableGraph::Turn {
  ConditionalNode node;
  std::vector<std::shared_ptr<ExecutableGraph>> bodies;
  WorkOrigin origin;
  std::shared_ptr<bool> over = std::make_shared<bool>(false);

  /// Chooses a graph and launches it, or ends the node.
  static void take(Scheduler& scheduler, const std::shared_ptr<Turn>& turn) {
    const auto body = chosen(turn->node, turn->bodies.size());
    if (!body) {
      *turn->over = true;
      return;
    }
    std::vector<Ticket> ends = turn->bodies[*body]->submit(scheduler, turn->origin, nullptr);
    Stream& lane = scheduler.create(StreamKind::non_blocking, 0, 0);
    scheduler.submit(lane, MarkerWork{[&scheduler, turn](Cycle) { end(scheduler, turn); }},
                     std::move(ends));
    scheduler.destroy(lane);
  }

  /// Called at the end of the chosen graph.
  static void end(Scheduler& scheduler, const std::shared_ptr<Turn>& turn) {
    if (turn->node.type != cudaGraphCondTypeWhile) {
      *turn->over = true;
      return;
    }
    scheduler.call_soon([&scheduler, turn] { take(scheduler, turn); });
  }
};

void ExecutableGraph::launch(Scheduler& scheduler, Stream& stream) {
  const auto set_conditions = [conditions = conditions_](Cycle) {
    for (const auto& condition : conditions) condition->write(*condition->at_start);
  };
  const Ticket begin = scheduler.submit(
      stream, conditions_.empty() ? MarkerWork{} : MarkerWork{set_conditions}, {last_});
  last_ = scheduler.submit(stream, MarkerWork{},
                           submit(scheduler, {stream.id, stream.priority}, begin));
}

/// Puts the work of all nodes into streams of its own, after `begin` if it is not null. Returns the
/// commands of all nodes.
std::vector<Ticket> ExecutableGraph::submit(Scheduler& scheduler, WorkOrigin origin,
                                            const Ticket& begin) const {
  std::vector<Ticket> tickets;
  Lanes lanes(scheduler);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    std::vector<Ticket> after{begin};
    for (const std::size_t other : node.after) after.push_back(tickets[other]);
    if (priority_ == PriorityOf::node) origin.priority = node.priority;
    tickets.push_back(
        submit_node(scheduler, lanes.after(node.after, i), node, origin, std::move(after)));
  }
  return tickets;
}

Ticket ExecutableGraph::submit_node(Scheduler& scheduler, Stream& lane, const Node& node,
                                    const WorkOrigin& origin, std::vector<Ticket> after) const {
  if (node.kind == NodeKind::conditional)
    return submit_conditional(scheduler, lane, node, origin, std::move(after));
  if (const auto* const link = std::get_if<EventNode>(&node.plan.parameters)) {
    Event* const event = link->find();
    if (event != nullptr && node.kind == NodeKind::record)
      return mark(*event, scheduler, lane, std::move(after));
    if (event != nullptr) after.push_back(event->mark);
  }
  const bool works = node.plan.work && node.enabled;
  return scheduler.submit(lane, works ? node.plan.work(origin) : MarkerWork{}, std::move(after));
}

/// The node ends when its gate opens.
Ticket ExecutableGraph::submit_conditional(Scheduler& scheduler, Stream& lane, const Node& node,
                                           const WorkOrigin& origin, std::vector<Ticket> after) {
  auto turn = std::make_shared<Turn>();
  turn->node = std::get<ConditionalNode>(node.plan.parameters);
  turn->bodies = node.bodies;
  turn->origin = origin;
  const auto begin = [&scheduler, turn](Cycle) {
    scheduler.call_soon([&scheduler, turn] { Turn::take(scheduler, turn); });
  };
  scheduler.submit(lane, MarkerWork{begin}, std::move(after));
  return scheduler.submit(lane, GateWork{turn->over});
}

}  // namespace heddle::cudart
