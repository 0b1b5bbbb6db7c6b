#include "heddle/base/text/pattern_program.hpp"

#include "heddle/base/text/pattern_tree.hpp"

namespace heddle {
namespace {

class Layout {
 public:
  explicit Layout(const PatternTree& tree) : tree_(tree) {}

  std::vector<PatternStep> steps() {
    lay(tree_.nodes[tree_.root]);
    add({.op = PatternOp::found});
    return std::move(steps_);
  }

 private:
  std::uint32_t place() const { return static_cast<std::uint32_t>(steps_.size()); }
  std::uint32_t add(const PatternStep& step) {
    steps_.push_back(step);
    return place() - 1;
  }

  void lay(const PatternNode& node) {
    switch (node.part) {
      case PatternPart::nothing:
        return;
      case PatternPart::character:
        add({.op = PatternOp::take, .first = node.set});
        return;
      case PatternPart::condition:
        add({.op = node.op});
        return;
      case PatternPart::sequence:
        for (const std::uint32_t part : node.parts) lay(tree_.nodes[part]);
        return;
      case PatternPart::choice:
        return lay_choice(node);
      case PatternPart::repetition:
        return lay_repetition(node);
    }
  }

  void lay_choice(const PatternNode& node) {
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t part : node.parts) {
      const bool is_last = part == node.parts.back();
      const std::uint32_t fork = is_last ? 0 : add({PatternOp::either, place() + 1});
      lay(tree_.nodes[part]);
      if (is_last) break;
      ends.push_back(add({PatternOp::jump}));
      steps_[fork].second = place();
    }
    for (const std::uint32_t end : ends) steps_[end].first = place();
  }

  void lay_repetition(const PatternNode& node) {
    const PatternNode& body = tree_.nodes[node.parts[0]];
    for (unsigned i = 0; i < node.least; ++i) lay(body);
    if (node.most == kUnbounded) {
      const std::uint32_t fork = add({PatternOp::either, place() + 1});
      lay(body);
      add({PatternOp::jump, fork});
      steps_[fork].second = place();
      return;
    }
    std::vector<std::uint32_t> forks;
    for (unsigned i = node.least; i < node.most; ++i) {
      forks.push_back(add({PatternOp::either, place() + 1}));
      lay(body);
    }
    for (const std::uint32_t fork : forks) steps_[fork].second = place();
  }

  const PatternTree& tree_;
  std::vector<PatternStep> steps_;
};

}  // namespace

PatternProgram compile_pattern(std::string_view text) {
  PatternTree tree = parse_pattern(text);
  PatternProgram program{Layout(tree).steps(), {}};
  program.sets = std::move(tree.sets);
  return program;
}

bool is_word_character(char character) {
  return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
         (character >= 'a' && character <= 'z') || character == '_';
}

}  // namespace heddle
