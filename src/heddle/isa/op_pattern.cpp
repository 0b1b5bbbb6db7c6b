#include "heddle/isa/op_pattern.hpp"

#include <algorithm>
#include <iterator>

#include "heddle/base/error.hpp"

namespace heddle::isa {
namespace {

using Step = OpPattern::Step;

/// Recursive descent over the pattern:
///   sequence := (word | '.' word | '{' alternatives '}' | '(' alternatives ')')*
///   alternatives := sequence ('|' sequence)*
class PatternCompiler {
 public:
  explicit PatternCompiler(std::string_view pattern) : pattern_(pattern) {}

  std::vector<Step> compile() {
    alternatives();
    if (position_ != pattern_.size()) refuse();
    steps_.push_back({});
    return std::move(steps_);
  }

 private:
  void alternatives() {
    const std::size_t start = steps_.size();
    sequence();
    if (!take('|')) return;
    // Moves the first alternative by one step to make room for the split step before the
    // alternative.
    shift(start, 1);
    steps_[start] = Step{Step::Kind::split, static_cast<std::uint32_t>(steps_.size() + 1)};
    const std::size_t jump = steps_.size();
    steps_.push_back(Step{Step::Kind::jump});
    alternatives();
    steps_[jump].next = static_cast<std::uint32_t>(steps_.size());
  }

  void sequence() {
    while (position_ < pattern_.size()) {
      const char next = pattern_[position_];
      if (next == '|' || next == ')' || next == '}') return;
      if (take('(')) {
        alternatives();
        if (!take(')')) refuse();
      } else if (take('{')) {
        optional();
      } else {
        word();
      }
    }
  }

  void optional() {
    const std::size_t split = steps_.size();
    steps_.push_back(Step{Step::Kind::split});
    alternatives();
    if (!take('}')) refuse();
    steps_[split].next = static_cast<std::uint32_t>(steps_.size());
  }

  void word() {
    const bool is_suffix = take('.');
    const std::size_t start = position_;
    while (position_ < pattern_.size() &&
           std::string_view(".|(){}").find(pattern_[position_]) == std::string_view::npos) {
      ++position_;
    }
    const std::string_view name = pattern_.substr(start, position_ - start);
    if (name.empty()) refuse();
    const SuffixSetter set = is_suffix ? find_suffix_class(name) : nullptr;
    steps_.push_back({.kind = set ? Step::Kind::suffix : Step::Kind::word,
                      .next = 0,
                      .set = set,
                      .word = std::string(name)});
  }

  void shift(std::size_t from, std::uint32_t by) {
    steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(from), by, Step{});
    for (std::size_t i = from + by; i < steps_.size(); ++i) {
      if (steps_[i].kind == Step::Kind::split || steps_[i].kind == Step::Kind::jump) {
        steps_[i].next += by;
      }
    }
  }

  bool take(char expected) {
    if (position_ >= pattern_.size() || pattern_[position_] != expected) return false;
    ++position_;
    return true;
  }

  [[noreturn]] void refuse() const {
    fail("op pattern '{}' is malformed at character {}", pattern_, position_ + 1);
  }

  std::string_view pattern_;
  std::size_t position_ = 0;
  std::vector<Step> steps_;
};

/// Collects the words with which a match from `step` on can begin.
void collect_bases(const std::vector<Step>& steps, std::size_t step,
                   std::vector<std::string>& bases) {
  switch (steps[step].kind) {
    case Step::Kind::word:
      bases.push_back(steps[step].word);
      return;
    case Step::Kind::split:
      collect_bases(steps, step + 1, bases);
      collect_bases(steps, steps[step].next, bases);
      return;
    case Step::Kind::jump:
      collect_bases(steps, steps[step].next, bases);
      return;
    case Step::Kind::suffix:
    case Step::Kind::accept:
      return;
  }
}

/// Classes of the suffixes of a memory access, in the order in which the op table writes them. A
/// suffix of no class, such as noftz, comes after the operation of an atomic.
constexpr std::string_view kMemorySuffixes[] = {"sem", "scope",     "space", "nc",  "cache",
                                                "aop", "cachehint", "vec",   "type"};
constexpr std::size_t kAfterOperation = 6;

bool is_memory_access(std::string_view base) {
  return base == "ld" || base == "ldu" || base == "st" || base == "atom" || base == "red";
}

std::size_t table_place(std::string_view suffix) {
  Modifiers ignored;
  const auto* const found = std::ranges::find_if(kMemorySuffixes, [&](std::string_view name) {
    return find_suffix_class(name)(suffix, ignored);
  });
  if (found == std::end(kMemorySuffixes)) return kAfterOperation;
  return static_cast<std::size_t>(found - std::begin(kMemorySuffixes));
}

}  // namespace

OpPattern::OpPattern(std::string_view pattern) : steps_(PatternCompiler(pattern).compile()) {
  collect_bases(steps_, 0, bases_);
}

bool OpPattern::run(std::size_t step, std::span<const std::string_view> words,
                    Modifiers& modifiers) const {
  for (;;) {
    const Step& at = steps_[step];
    switch (at.kind) {
      case Step::Kind::accept:
        return words.empty();
      case Step::Kind::jump:
        step = at.next;
        continue;
      case Step::Kind::split: {
        const Modifiers before = modifiers;
        if (run(step + 1, words, modifiers)) return true;
        modifiers = before;
        step = at.next;
        continue;
      }
      case Step::Kind::word:
        if (words.empty() || words.front() != at.word) return false;
        break;
      case Step::Kind::suffix:
        if (words.empty() || !at.set(words.front(), modifiers)) return false;
        break;
    }
    words = words.subspan(1);
    ++step;
  }
}

std::optional<Modifiers> OpPattern::match(std::span<const std::string_view> words) const {
  Modifiers modifiers;
  if (words.empty() || !run(0, words, modifiers)) return std::nullopt;
  // The opcode `bar` means `barrier` with .aligned.
  modifiers.aligned =
      words.front() != "barrier" || std::ranges::find(words, "aligned") != words.end();
  return modifiers;
}

OpMatcher::OpMatcher(std::span<const OpInfo> table) {
  for (const OpInfo& info : table) {
    if (info.pattern.empty()) continue;
    const std::size_t index = rows_.size();
    rows_.push_back({&info, OpPattern(info.pattern)});
    for (const std::string& base : rows_.back().pattern.bases()) {
      std::vector<std::size_t>& rows = by_base_[base];
      if (rows.empty() || rows.back() != index) rows.push_back(index);
    }
  }
}

std::optional<OpMatch> OpMatcher::match(std::span<const std::string_view> words) const {
  if (words.empty()) return std::nullopt;
  auto found = match_in_order(words);
  if (found || !is_memory_access(words.front())) return found;
  std::vector<std::string_view> sorted(words.begin(), words.end());
  std::ranges::stable_sort(sorted.begin() + 1, sorted.end(), {}, table_place);
  return match_in_order(sorted);
}

std::optional<OpMatch> OpMatcher::match_in_order(std::span<const std::string_view> words) const {
  const auto rows = by_base_.find(words.front());
  if (rows == by_base_.end()) return std::nullopt;
  for (const std::size_t row : rows->second) {
    if (const auto modifiers = rows_[row].pattern.match(words)) {
      return OpMatch{rows_[row].info->op, *modifiers};
    }
  }
  return std::nullopt;
}

std::optional<OpMatch> OpMatcher::match(std::string_view spelling) const {
  std::vector<std::string_view> words;
  for (std::size_t start = 0; start <= spelling.size();) {
    const std::size_t dot = std::min(spelling.find('.', start), spelling.size());
    words.push_back(spelling.substr(start, dot - start));
    start = dot + 1;
  }
  return match(words);
}

std::string OpMatcher::forms_of(std::string_view base) const {
  std::string forms;
  const auto rows = by_base_.find(base);
  if (rows == by_base_.end()) return forms;
  for (const std::size_t row : rows->second) {
    if (!forms.empty()) forms += ", ";
    forms += rows_[row].info->pattern;
  }
  return forms;
}

}  // namespace heddle::isa
