// A suffix tree, built on the host after Ukkonen.
#pragma once

#include <array>
#include <string>

#include "../common/workload.cuh"

constexpr int kLetters = 4;
constexpr char kEnd = kLetters;  ///< follows the last letter of the text, and stands nowhere else
constexpr int kNoNode = -1;

/// The letters on the way from a node's parent to it are those of the text from `first` to before
/// `last`.
struct TreeNode {
  int first = 0, last = 0;
  int link = 0;  ///< the node for the same letters without the first
  int parent = 0;
  std::array<int, kLetters + 1> children{kNoNode, kNoNode, kNoNode, kNoNode, kNoNode};
};

/// Node 0 is the root; the text ends with kEnd, so that each suffix has a leaf.
class SuffixTree {
 public:
  explicit SuffixTree(std::string text) : text_(std::move(text)), nodes_(1) {
    for (int i = 0; i < size(); ++i) insert(i);
  }

  const std::string& text() const { return text_; }
  const std::vector<TreeNode>& nodes() const { return nodes_; }

 private:
  int size() const { return static_cast<int>(text_.size()); }

  int add(int first, int last) {
    nodes_.emplace_back();
    nodes_.back().first = first;
    nodes_.back().last = last;
    return static_cast<int>(nodes_.size()) - 1;
  }

  void attach(int parent, int child) {
    nodes_[parent].children[text_[nodes_[child].first]] = child;
    nodes_[child].parent = parent;
  }

  /// The node that the suffix link of the node before leads to.
  void link_to(int node) {
    if (unlinked_ != 0) nodes_[unlinked_].link = node;
    unlinked_ = node;
  }

  /// Goes down while whole labels fit, for all letters before i; says to which child the rest
  /// leads.
  int descend(int i) {
    while (true) {
      if (rest_ == 0) edge_ = i;
      const int child = nodes_[active_].children[text_[edge_]];
      if (child == kNoNode) return child;
      const int length = std::min(nodes_[child].last, i + 1) - nodes_[child].first;
      if (rest_ < length) return child;
      edge_ += length;
      rest_ -= length;
      active_ = child;
    }
  }

  /// Adds letter i to all suffixes that start before it and are not in the tree yet.
  void insert(int i) {
    unlinked_ = 0;
    for (++open_; open_ > 0; --open_) {
      const int child = descend(i);
      if (child == kNoNode) {
        attach(active_, add(i, size()));
        link_to(active_);
      } else if (text_[nodes_[child].first + rest_] == text_[i]) {
        ++rest_;
        link_to(active_);
        return;
      } else {
        const int split = add(nodes_[child].first, nodes_[child].first + rest_);
        nodes_[child].first += rest_;
        attach(active_, split);
        attach(split, child);
        attach(split, add(i, size()));
        link_to(split);
      }
      if (active_ == 0 && rest_ > 0) {
        --rest_;
        edge_ = i - open_ + 2;
      } else {
        active_ = nodes_[active_].link;
      }
    }
  }

  std::string text_;
  std::vector<TreeNode> nodes_;
  int open_ = 0;                          ///< suffixes not in the tree yet
  int active_ = 0, edge_ = 0, rest_ = 0;  ///< where the longest of them ends: so many letters below
  int unlinked_ = 0;
};
