// What the host makes of the suffix tree for the device, and an index of the text without a tree.
#pragma once

#include <algorithm>
#include <numeric>
#include <string_view>

#include "suffix_tree.cuh"

/// A suffix tree as the device reads it; see `Search`.
struct FlatTree {
  std::vector<int4> labels, children, walk;
  std::vector<int> leaves;  ///< at or below each node
};

/// Fills in the walk: nodes in the order of their letters, the text's end first.
inline FlatTree flatten(const SuffixTree& tree) {
  const std::vector<TreeNode>& nodes = tree.nodes();
  FlatTree flat;
  flat.walk.resize(nodes.size(), {0, kNoNode, kNoNode, 0});
  flat.leaves.resize(nodes.size(), 0);
  std::vector<int> order{0};  // parents come before their children
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TreeNode& node = nodes[order[i]];
    int* place = &flat.walk[order[i]].y;
    for (const int letter : {4, 0, 1, 2, 3}) {
      const int child = node.children[letter];
      if (child == kNoNode) continue;
      const int depth = flat.walk[order[i]].x + nodes[child].last - nodes[child].first;
      flat.walk[child].x = depth;
      flat.walk[child].w = static_cast<int>(tree.text().size()) - depth;
      *place = child;
      place = &flat.walk[child].z;
      order.push_back(child);
    }
  }
  for (std::size_t i = order.size() - 1; i > 0; --i) {
    if (flat.walk[order[i]].y == kNoNode) flat.leaves[order[i]] = 1;
    flat.leaves[nodes[order[i]].parent] += flat.leaves[order[i]];
  }
  for (const TreeNode& node : nodes) {
    const auto& c = node.children;
    flat.labels.push_back({node.first, node.last - node.first, node.link, node.parent});
    flat.children.push_back({c[0], c[1], c[2], c[3]});
  }
  return flat;
}

/// All places of a text in the order of what follows them.
class SuffixArray {
 public:
  explicit SuffixArray(std::string_view text) : text_(text), places_(text.size()) {
    std::iota(places_.begin(), places_.end(), 0);
    std::sort(places_.begin(), places_.end(),
              [&](int a, int b) { return text_.substr(a) < text_.substr(b); });
  }

  static int common(std::string_view a, std::string_view b) {
    const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<int>(ends.first - a.begin());
  }

  int common_with(int place, std::string_view words) const {
    return common(words, text_.substr(place));
  }

  /// The length of the longest beginning of `words` that stands anywhere.
  int longest(std::string_view words) const {
    const auto at = lower_bound(words);
    int most = at != places_.end() ? common_with(*at, words) : 0;
    if (at != places_.begin()) most = std::max(most, common_with(*std::prev(at), words));
    return most;
  }

  /// Where `words` stands.
  std::vector<int> places_of(std::string_view words) const {
    const auto first = lower_bound(words);
    auto last = first;
    while (last != places_.end() && common_with(*last, words) == static_cast<int>(words.size())) {
      ++last;
    }
    return {first, last};
  }

 private:
  std::vector<int>::const_iterator lower_bound(std::string_view words) const {
    return std::lower_bound(places_.begin(), places_.end(), words,
                            [&](int place, std::string_view w) { return text_.substr(place) < w; });
  }

  std::string_view text_;
  std::vector<int> places_;
};
