#include "heddle/sim/nested/launch_tree.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace heddle::sim {

using Order = NodePlace::Order;

LaunchTree::Node& LaunchTree::launch_of(Id id) {
  const auto [entry, is_new] = nodes_.try_emplace(id);
  if (is_new) {
    entry->second.root = id;
    roots_.insert(id);
  }
  return entry->second;
}

void LaunchTree::add(Id id, const NodePlace& place, Cycle when) {
  Node& parent = launch_of(place.parent);
  const bool is_tail = place.order == Order::after_parent;
  Node node;
  node.place = place;
  node.root = parent.root;
  node.arrived = when;
  nodes_.emplace(id, std::move(node));
  ++waiting_;
  if (is_tail) return parent.tails.push_back(id);
  ++parent.open;
  ++parent.open_of_block[place.block];
  if (place.order == Order::at_once) return begin(id, when);
  std::deque<Id>& stream = streams_[place.stream];
  stream.push_back(id);
  if (stream.size() == 1) begin(id, when);
}

void LaunchTree::begin(Id id, Cycle when) {
  --waiting_;
  hooks_.begin(id, std::max(when, nodes_.at(id).arrived));
}

void LaunchTree::end_own_work(Id id, Cycle when) {
  const auto entry = nodes_.find(id);
  if (entry == nodes_.end()) return;
  entry->second.own_work_done = true;
  entry->second.last = std::max(entry->second.last, when);
  settle(id);
}

bool LaunchTree::end_with(Id id, Id other) {
  const auto entry = nodes_.find(other);
  if (entry == nodes_.end()) return false;
  entry->second.ends_too.push_back(id);
  return true;
}

void LaunchTree::settle(Id id) {
  Node& node = nodes_.at(id);
  if (!node.own_work_done || node.open != 0) return;
  if (node.tails.empty()) return complete(id);
  const Id tail = node.tails.front();
  node.tails.pop_front();
  const Cycle when = node.last;
  if (node.tails.empty()) {
    replace(id, tail);
  } else {
    ++node.open;
  }
  begin(tail, when);
}

void LaunchTree::replace(Id id, Id tail) {
  Node old = std::move(nodes_.at(id));
  nodes_.erase(id);
  Node& node = nodes_.at(tail);
  node.place = old.place;
  std::ranges::move(old.ends_too, std::back_inserter(node.ends_too));
}

void LaunchTree::complete(Id id) {
  const Node node = std::move(nodes_.at(id));
  nodes_.erase(id);
  for (const Id other : node.ends_too) end_own_work(other, node.last);
  if (!node.place) {
    roots_.erase(node.root);
    return hooks_.complete(node.root, node.last);
  }
  if (node.place->order == Order::in_stream) advance_stream(node.place->stream, node.last);
  close(*node.place, node.last);
}

void LaunchTree::advance_stream(const StreamName& name, Cycle when) {
  const auto stream = streams_.find(name);
  stream->second.pop_front();
  if (stream->second.empty()) {
    streams_.erase(stream);
  } else {
    begin(stream->second.front(), when);
  }
}

void LaunchTree::close(const NodePlace& place, Cycle when) {
  Node& parent = nodes_.at(place.parent);
  parent.last = std::max(parent.last, when);
  --parent.open;
  if (place.order != Order::after_parent) {
    const auto of_block = parent.open_of_block.find(place.block);
    if (--of_block->second == 0) {
      parent.open_of_block.erase(of_block);
      hooks_.block_free(place.parent, place.block, when);
    }
  }
  settle(place.parent);
}

std::uint64_t LaunchTree::open_of(Id grid, std::uint64_t block) const {
  const auto entry = nodes_.find(grid);
  if (entry == nodes_.end()) return 0;
  const auto of_block = entry->second.open_of_block.find(block);
  return of_block == entry->second.open_of_block.end() ? 0 : of_block->second;
}

void LaunchTree::clear() {
  nodes_.clear();
  streams_.clear();
  roots_.clear();
  waiting_ = 0;
}

}  // namespace heddle::sim
