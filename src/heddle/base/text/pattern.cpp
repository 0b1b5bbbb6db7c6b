#include "heddle/base/text/pattern.hpp"

#include <utility>

#include "heddle/base/error.hpp"

namespace heddle {
namespace {

/// A set of steps of the pattern's program. Each step is in the set at most once.
struct StepSet {
  explicit StepSet(std::size_t count) : is_in(count) {}

  void clear() {
    for (const std::uint32_t step : steps) is_in[step] = false;
    steps.clear();
  }

  std::vector<bool> is_in;  ///< indexed by step
  std::vector<std::uint32_t> steps;
};

class Search {
 public:
  Search(const PatternProgram& program, std::string_view name)
      : program_(program), name_(name), now_(program.steps.size()), next_(program.steps.size()) {}

  bool finds() {
    for (std::size_t place = 0;; ++place) {
      if (add(now_, 0, place)) return true;  // a match may begin at each character
      if (place == name_.size()) return false;
      if (advance(place)) return true;
    }
  }

 private:
  /// Advances all current steps by the character at this place. Returns true if the pattern is
  /// found.
  bool advance(std::size_t place) {
    const auto character = static_cast<unsigned char>(name_[place]);
    for (const std::uint32_t at : now_.steps) {
      const PatternStep& step = program_.steps[at];
      if (step.op != PatternOp::take || !program_.sets[step.first][character]) continue;
      if (add(next_, at + 1, place + 1)) return true;
    }
    std::swap(now_, next_);
    next_.clear();
    return false;
  }

  /// Adds the step, and all steps that can be reached from it without taking a character. Returns
  /// true if the pattern is found.
  bool add(StepSet& set, std::uint32_t first, std::size_t place) {
    waiting_.assign(1, first);
    while (!waiting_.empty()) {
      const std::uint32_t at = waiting_.back();
      waiting_.pop_back();
      if (set.is_in[at]) continue;
      set.is_in[at] = true;
      set.steps.push_back(at);
      const PatternStep& step = program_.steps[at];
      if (step.op == PatternOp::found) return true;
      if (step.op == PatternOp::either) waiting_.push_back(step.second);
      if (step.op == PatternOp::either || step.op == PatternOp::jump) {
        waiting_.push_back(step.first);
      } else if (step.op != PatternOp::take && is_true(step.op, place)) {
        waiting_.push_back(at + 1);
      }
    }
    return false;
  }

  bool is_true(PatternOp condition, std::size_t place) const {
    if (condition == PatternOp::begin) return place == 0;
    if (condition == PatternOp::end) return place == name_.size();
    const bool after_word = place > 0 && is_word_character(name_[place - 1]);
    const bool before_word = place < name_.size() && is_word_character(name_[place]);
    return (condition == PatternOp::edge) == (after_word != before_word);
  }

  const PatternProgram& program_;
  std::string_view name_;
  StepSet now_, next_;
  std::vector<std::uint32_t> waiting_;  ///< steps that are still to be added
};

PatternProgram compiled(std::string_view text, std::string_view where) {
  try {
    return compile_pattern(text);
  } catch (const Error& error) {
    fail("{} '{}' is no regular expression: {}", where, text, error.what());
  }
}

}  // namespace

Pattern::Pattern(std::string_view text, std::string_view where) : program_(compiled(text, where)) {}

bool Pattern::is_found_in(std::string_view name) const { return Search(program_, name).finds(); }

}  // namespace heddle
