#include "cudart/queue/graph.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

std::uint64_t next_node_id() {
  static std::atomic<std::uint64_t> id{0};
  return ++id;
}

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

}  // namespace

GraphNode& Graph::add(NodeKind kind, WorkMaker work, const std::vector<const GraphNode*>& after) {
  nodes_.push_back(
      std::make_unique<GraphNode>(GraphNode{next_node_id(), kind, std::move(work), {}, 0}));
  for (const GraphNode* node : after) order(*node, *nodes_.back());
  return *nodes_.back();
}

void Graph::order(const GraphNode& from, GraphNode& to) {
  if (std::ranges::find(to.after, &from) == to.after.end()) to.after.push_back(&from);
}

void Graph::remove(const GraphNode& node) {
  for (const auto& other : nodes_) std::erase(other->after, &node);
  std::erase_if(nodes_, [&](const auto& other) { return other.get() == &node; });
}

GraphNode* Graph::find(const void* handle) const {
  const auto found = std::ranges::find(nodes_, handle, [](const auto& node) { return node.get(); });
  return found == nodes_.end() ? nullptr : found->get();
}

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  std::unordered_map<const GraphNode*, GraphNode*> twin;
  for (const auto& node : nodes_) {
    GraphNode& made = copy->add(node->kind, node->work, {});
    made.priority = node->priority;
    twin[node.get()] = &made;
  }
  for (const auto& node : nodes_) {
    for (const GraphNode* before : node->after) order(*twin.at(before), *twin.at(node.get()));
  }
  return copy;
}

std::vector<ExecutableGraph::Node> ExecutableGraph::sorted(const Graph& graph) {
  std::vector<Node> nodes;
  std::unordered_map<const GraphNode*, std::size_t> index;
  while (nodes.size() < graph.nodes().size()) {
    const std::size_t before = nodes.size();
    for (const auto& node : graph.nodes()) {
      const auto placed = [&](const GraphNode* other) { return index.contains(other); };
      if (placed(node.get()) || !std::ranges::all_of(node->after, placed)) continue;
      Node& made = nodes.emplace_back(Node{node->id, node->kind, node->work, {}, node->priority});
      std::ranges::transform(node->after, std::back_inserter(made.after),
                             [&](const GraphNode* other) { return index.at(other); });
      index[node.get()] = nodes.size() - 1;
    }
    require(nodes.size() > before);
  }
  return nodes;
}

ExecutableGraph::ExecutableGraph(const Graph& graph, PriorityOf priority)
    : nodes_(sorted(graph)), priority_(priority) {}

void ExecutableGraph::launch(Scheduler& scheduler, Stream& stream) {
  WorkOrigin origin{stream.id, stream.priority};
  const Ticket begin = scheduler.submit(stream, MarkerWork{}, {last_});
  std::vector<Ticket> tickets;
  {
    Lanes lanes(scheduler);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      std::vector<Ticket> after{begin};
      for (const std::size_t other : node.after) after.push_back(tickets[other]);
      if (priority_ == PriorityOf::node) origin.priority = node.priority;
      tickets.push_back(scheduler.submit(lanes.after(node.after, i),
                                         node.work ? node.work(origin) : MarkerWork{},
                                         std::move(after)));
    }
  }
  last_ = scheduler.submit(stream, MarkerWork{}, std::move(tickets));
}

bool ExecutableGraph::set_work(const GraphNode& source, WorkMaker work) {
  const auto node = std::ranges::find(nodes_, source.id, &Node::source);
  if (node == nodes_.end() || node->kind != source.kind) return false;
  node->work = std::move(work);
  return true;
}

bool ExecutableGraph::update(const Graph& graph) {
  const std::vector<Node> with = sorted(graph);
  const bool alike = std::ranges::equal(nodes_, with, [](const Node& a, const Node& b) {
    return a.kind == b.kind && a.after == b.after;
  });
  if (!alike) return false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].work = with[i].work;
    nodes_[i].priority = with[i].priority;
  }
  return true;
}

bool ExecutableGraph::calls_host() const {
  return std::ranges::any_of(nodes_, [](const Node& node) { return node.kind == NodeKind::host; });
}

}  // namespace heddle::cudart
